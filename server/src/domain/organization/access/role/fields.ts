import { z } from 'zod';
import type { Fields } from '../../../../contract/fields.ts';
import { filterParams } from '../../../../contract/filters.ts';
import { queryParams } from '../../../../contract/shapes.ts';

/** Fields that `q` and `s` can use on custom roles. */
export const roleFields: Fields = {
  id: { type: 'id', prefix: 'role', column: 'role.id', sortable: true, required: true },
  name: { type: 'text', column: 'role.name', sortable: true, required: true, filter: 'name' },
  created_by: { type: 'text', column: 'role.created_by', required: true },
  creation_time: {
    type: 'time',
    column: 'role.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
  last_update_time: { type: 'time', column: 'role.last_update_time', sortable: true, required: true },
};

export const RoleQueryParams = z.object({ ...queryParams(() => roleFields), ...filterParams(roleFields) });
