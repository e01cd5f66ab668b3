import { z } from 'zod';
import type { Fields } from '../../../contract/fields.ts';
import { filterParams } from '../../../contract/filters.ts';
import { listParams, textParam } from '../../../contract/shapes.ts';
import { messageStatuses } from './states.ts';

/** Fields of message lists. */
export const messageFields: Fields = {
  id: { type: 'id', prefix: 'message', column: 'notification_message.id', sortable: true, required: true },
  status: {
    type: 'enum',
    values: messageStatuses,
    column: 'notification_message.status',
    required: true,
    filter: 'status',
  },
  entity_id: { type: 'text', column: 'notification_message.entity_id', required: true, filter: 'entityId' },
  contact_id: { type: 'id', prefix: 'contact', column: 'notification_message.contact_id', filter: 'contactId' },
  creation_time: {
    type: 'time',
    column: 'notification_message.creation_time',
    sortable: true,
    required: true,
    days: ['startDate', 'endDate'],
  },
};

export const MessageListParams = z.object({
  ...listParams(),
  ...filterParams(messageFields),
  keyword: textParam().meta({ description: 'Part of the subject or of the text' }),
});
