import { z } from 'zod';
import type { Fields } from '../../../../contract/fields.ts';
import { filterParams } from '../../../../contract/filters.ts';
import { listParams } from '../../../../contract/shapes.ts';
import { apiClientRoles, apiClientTypes } from './schema.ts';

/** Fields of API client lists. There are at most five clients, so the index of their order is enough. */
export const apiClientFields: Fields = {
  id: { type: 'id', prefix: 'apikey', column: 'api_client.id', sortable: true, required: true },
  type: { type: 'enum', values: apiClientTypes, column: 'api_client.type', required: true, filter: 'type' },
  role: { type: 'enum', values: apiClientRoles, column: 'api_client.role', required: true, filter: 'role' },
  creation_time: {
    type: 'time',
    column: 'api_client.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const ApiClientListParams = z.object({ ...listParams(), ...filterParams(apiClientFields) });
