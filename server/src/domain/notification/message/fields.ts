import type { Fields } from '../../../contract/fields.ts';

/** The order of lists of messages. */
export const messageFields: Fields = {
  id: { type: 'id', prefix: 'message', column: 'notification_message.id', sortable: true, required: true },
  creation_time: { type: 'time', column: 'notification_message.creation_time', sortable: true, required: true },
};
