import type { Fields } from '../../../contract/fields.ts';

/** What users are ordered by; their list takes no filter. */
export const userFields: Fields = {
  id: { type: 'id', prefix: 'user', column: 'membership.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'membership.creation_time', sortable: true, required: true },
};
