import type { Fields } from '../../../contract/fields.ts';

/** What lists of API clients are ordered by. */
export const apiClientFields: Fields = {
  id: { type: 'id', prefix: 'apikey', column: 'api_client.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'api_client.creation_time', sortable: true, required: true },
};
