import type { ActCall } from '../../../../contract/call.ts';
import { checkMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import type { Message } from '../message.ts';
import { writeMessages } from './write-notices.ts';

/** What mails are about. The entity is given by its public ID. */
export type MailSubject = { action: Message['action']; entityType: string; entityId: string };

/** A mail to one receiver. `contactId`: the receiver as a contact, if it is one. `replyTo`: where replies go, if not to the sender. */
export type WrittenMail = {
  recipient: string;
  contactId?: string;
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
};

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
  await writeMessages(
    call,
    mails.map((mail) => ({ channel: 'EMAIL', action, entityType, entityId, ...mail })),
  );
  return mails.length;
};
