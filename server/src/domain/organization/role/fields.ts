import type { Fields } from '../../../contract/fields.ts';

/** What `q` and `s` may name on custom roles. */
export const roleFields: Fields = {
  id: { type: 'id', prefix: 'role', column: 'role.id', sortable: true, required: true },
  name: { type: 'text', column: 'role.name', sortable: true, required: true },
  created_by: { type: 'text', column: 'role.created_by', required: true },
  creation_time: { type: 'time', column: 'role.creation_time', sortable: true, required: true },
  last_update_time: { type: 'time', column: 'role.last_update_time', sortable: true, required: true },
};
