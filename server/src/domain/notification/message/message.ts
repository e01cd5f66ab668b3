import type { ChatMessage } from '../../../adapters/chat/port.ts';
import type { NotificationEventAction } from '../../../contract/reference/notification-words.ts';
import type { MessageStatus } from './states.ts';

/** Why the last attempt failed: the mail server's own code, and a message. */
export type DeliveryError = { code: string; message: string };

/** `entity_type` of mails about support tickets: replies to them become comments. */
export const ticketEntity = 'SUPPORT_TICKET';

export const messageChannels = ['EMAIL', 'SLACK', 'MICROSOFT_TEAMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** A message to one receiver outside, a person or a chat channel, and the state of its delivery. */
export type Message = {
  id: string;
  channel: MessageChannel;
  action: NotificationEventAction;
  /** Its subject, by public id: `OFFER` and the offer's TypeID. */
  entity_type: string;
  entity_id: string;
  contact_id: string | null;
  /** A mail address; of a chat channel, its masked address. */
  recipient: string;
  cc_recipients: string[];
  bcc_recipients: string[];
  /** Where replies go; null: to the sender. */
  reply_to: string | null;
  subject: string;
  text_content: string;
  html_content: string;
  /** What a chat channel shows; null for mails. */
  content: ChatMessage | null;
  /** The event that it reports, and the rule that requires it; null if it is no notification of an event. */
  event_id: string | null;
  rule: string | null;
  status: MessageStatus;
  attempts: number;
  last_error: DeliveryError | null;
  next_attempt_time: Date | null;
  /** When it was tried for the first time: it may have been held until the end of the quiet hours. */
  first_attempt_time: Date | null;
  done_time: Date | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** The messages that a member may not read (decision 0181). */
export type Hidden = {
  /** What they are about, in the words of clients: `OFFER`. */
  entityTypes: readonly string[];
  /** Digests, which tell events of every kind. */
  digests: boolean;
  /** Messages to contacts, with their names and addresses. */
  toContacts: boolean;
};

/** Kind of the `due` row for the next attempt. Its entity is the message's UUID. */
export const sendKind = 'message.send';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
const lifeMs = 24 * 3_600_000;

/** The time of the next attempt after a number of failed ones; null if the retry period is over. */
export const nextAttempt = (
  { first_attempt_time: first }: Pick<Message, 'first_attempt_time'>,
  attempts: number,
  now: Date,
): Date | null => {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  const time = new Date(now.getTime() + pause);
  return time.getTime() > (first ?? now).getTime() + lifeMs ? null : time;
};
