import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { Message } from './message.ts';
import type { NotificationMessage } from './schema.ts';

/** A message as clients see it. */
export const viewMessage = (orgId: string, message: Message): z.input<typeof NotificationMessage> => ({
  id: encodeId('message', message.id),
  organizationID: encodeId('org', orgId),
  type: message.channel,
  recipient: message.recipient,
  info: {
    action: message.action,
    subject: message.subject,
    textContent: message.text_content,
    htmlContent: message.html_content,
    ...(message.cc_recipients.length === 0 ? {} : { ccRecipients: message.cc_recipients }),
    ...(message.bcc_recipients.length === 0 ? {} : { rccRecipients: message.bcc_recipients }),
    standardFields: {
      entityType: message.entity_type,
      entityId: message.entity_id,
      ...(message.event_id === null ? {} : { eventId: encodeId('event', message.event_id) }),
      ...(message.reply_to === null ? {} : { replyTo: message.reply_to }),
      ...(message.contact_id === null ? {} : { contactId: encodeId('contact', message.contact_id) }),
    },
  },
  status: message.status,
  attempts: message.attempts,
  ...(message.last_error === null ? {} : { lastError: message.last_error }),
  ...(message.next_attempt_time === null ? {} : { nextAttemptTime: message.next_attempt_time.toISOString() }),
  ...(message.done_time === null ? {} : { doneTime: message.done_time.toISOString() }),
  creationTime: message.creation_time.toISOString(),
  lastUpdateTime: message.last_update_time.toISOString(),
});
