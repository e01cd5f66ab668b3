import type { ActCall } from '../../../../contract/call.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { checkMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { type Message, sendKind } from '../message.ts';
import { insertMessages } from '../store.ts';
import { viewMessage } from '../view.ts';

/** What mails are about. The entity is given by its public ID. */
export type MailSubject = { action: Message['action']; entityType: string; entityId: string };

/** A mail to one receiver. `contactId`: the receiver as a contact, if it is one. */
export type WrittenMail = { recipient: string; contactId?: string; subject: string; text: string; html: string };

/**
 * Writes mails, to be sent at once. They are part of the transaction of what they tell, so each receiver gets one mail
 * for each event. Returns their number. Emits message.created.
 */
export const writeMails = async (
  call: ActCall,
  { action, entityType, entityId }: MailSubject,
  mails: readonly WrittenMail[],
): Promise<number> => {
  if (mails.length === 0) return 0;
  await checkMailsLeft(call, mails.length);
  const messages = mails.map(
    ({ recipient, contactId, subject, text, html }): Message => ({
      id: call.newId(),
      channel: 'EMAIL',
      action,
      entity_type: entityType,
      entity_id: entityId,
      contact_id: contactId ?? null,
      recipient,
      subject,
      text_content: text,
      html_content: html,
      status: 'SCHEDULED',
      attempts: 0,
      last_error: null,
      next_attempt_time: call.now,
      done_time: null,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    }),
  );
  await insertMessages(call.db, messages);
  for (const message of messages) {
    await scheduleDue(call.db, sendKind, message.id, call.now);
    const after = viewMessage(call.orgId, message);
    call.recordChange({ type: 'message', before: null, after, version: 1, events: ['message.created'] });
  }
  return messages.length;
};
