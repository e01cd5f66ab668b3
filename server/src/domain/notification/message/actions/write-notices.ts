import type { ChatMessage } from '../../../../adapters/chat/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { NotificationEventAction } from '../../../../contract/reference/notification-words.ts';
import { scheduleDue } from '../../../../engine/due-store.ts';
import { countMailsLeft } from '../../../organization/actions/check-mails-left.ts';
import { type Message, type MessageChannel, sendKind } from '../message.ts';
import { insertMessages } from '../store.ts';
import { viewMessage } from '../view.ts';

/** A message to send. `tells`: the event that it reports, and the rule that requires it. */
export type WrittenNotice = {
  channel: MessageChannel;
  action: NotificationEventAction;
  /** The subject, as clients know it. */
  entityType: string;
  entityId: string;
  recipient: string;
  contactId?: string | undefined;
  cc?: readonly string[];
  bcc?: readonly string[];
  replyTo?: string | null;
  subject: string;
  text: string;
  html: string;
  content?: ChatMessage;
  tells?: { eventId: string; rule: string };
  /** It tells an event whose ID its act does not know, and `notifyRange` has the event told if it is not written. */
  isToldLater?: boolean;
  /** Not before this time; at once if absent. */
  sendTime?: Date;
};

const messageOf = (call: ActCall, notice: WrittenNotice): Message => ({
  id: call.newId(),
  channel: notice.channel,
  action: notice.action,
  entity_type: notice.entityType,
  entity_id: notice.entityId,
  contact_id: notice.contactId ?? null,
  recipient: notice.recipient,
  cc_recipients: [...(notice.cc ?? [])],
  bcc_recipients: [...(notice.bcc ?? [])],
  reply_to: notice.replyTo ?? null,
  subject: notice.subject,
  text_content: notice.text,
  html_content: notice.html,
  content: notice.content ?? null,
  event_id: notice.tells?.eventId ?? null,
  rule: notice.tells?.rule ?? null,
  status: 'SCHEDULED',
  attempts: 0,
  last_error: null,
  next_attempt_time: notice.sendTime ?? call.now,
  first_attempt_time: null,
  done_time: null,
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

/** Stores messages, to be sent in their time. Emits message.created. */
const addMessages = async (call: ActCall, messages: readonly Message[]): Promise<void> => {
  if (messages.length === 0) return;
  await insertMessages(call.db, messages);
  for (const message of messages) {
    if (message.next_attempt_time) await scheduleDue(call.db, sendKind, message.id, message.next_attempt_time);
    const after = viewMessage(call.orgId, message);
    call.recordChange({ type: 'message', before: null, after, version: 1, events: ['message.created'] });
  }
};

/** Writes messages in the transaction of what they tell. Emits message.created. */
export const writeMessages = async (call: ActCall, notices: readonly WrittenNotice[]): Promise<string[]> => {
  const messages = notices.map((notice) => messageOf(call, notice));
  await addMessages(call, messages);
  return messages.map(({ id }) => id);
};

/** To how many addresses a message goes by mail. */
const addressesOf = ({ channel, cc_recipients: cc, bcc_recipients: bcc }: Message): number =>
  channel === 'EMAIL' ? 1 + cc.length + bcc.length : 0;

/**
 * The same for notices of events, which nobody waits for: mails that exceed what the organization may write within 24 hours
 * are kept as FAILED without their texts, and never sent. Returns these: what they tell is for a digest.
 */
export const writeNotices = async (call: ActCall, notices: readonly WrittenNotice[]): Promise<WrittenNotice[]> => {
  if (notices.length === 0) return [];
  const messages = notices.map((notice) => messageOf(call, notice));
  const { left, rule } = messages.some((message) => addressesOf(message) > 0)
    ? await countMailsLeft(call)
    : { left: 0, rule: '' };
  let used = 0;
  const unsent: WrittenNotice[] = [];
  await addMessages(
    call,
    messages.map((message, index): Message => {
      const addresses = addressesOf(message);
      if (used + addresses <= left) {
        used += addresses;
        return message;
      }
      const notice = notices[index];
      if (notice) unsent.push(notice);
      const why =
        notice?.tells || notice?.isToldLater ? `${rule}; a digest tells what it would have told.` : `${rule}.`;
      const last_error = { code: 'TooManyRequests', message: why };
      const failed = { status: 'FAILED', last_error, next_attempt_time: null } as const;
      return { ...message, ...failed, text_content: '', html_content: '' };
    }),
  );
  return unsent;
};
