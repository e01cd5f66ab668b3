import { z } from 'zod';
import type { Fields } from '../../../../contract/fields.ts';
import { filterParams } from '../../../../contract/filters.ts';
import { listParams } from '../../../../contract/shapes.ts';
import { userRoles } from './schema.ts';
import { userStatuses } from './states.ts';

/** Fields of user lists. */
export const userFields: Fields = {
  id: { type: 'id', prefix: 'user', column: 'membership.id', sortable: true, required: true },
  email: { type: 'text', column: 'membership.email', isLower: true, required: true, filter: 'email' },
  role: { type: 'enum', values: userRoles, column: 'membership.role', required: true, filter: 'role' },
  custom_role_id: { type: 'id', prefix: 'role', column: 'membership.custom_role_id', filter: 'customRoleId' },
  status: { type: 'enum', values: userStatuses, column: 'membership.status', required: true, filter: 'status' },
  creation_time: {
    type: 'time',
    column: 'membership.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const UserListParams = z.object({ ...listParams(), ...filterParams(userFields) });
