import type { Fields } from '../../../contract/fields.ts';

/** The order of the list of groups: newest first. */
export const groupFields: Fields = {
  id: { type: 'text', column: 'usage_record_group.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'usage_record_group.creation_time', sortable: true, required: true },
};
