import type { MessageStatus } from './states.ts';

/** Why the last attempt failed: the mail server's own code, and a message. */
export type DeliveryError = { code: string; message: string };

/** What a mail tells: an offer is announced; a ticket was created, commented, closed or reopened; a webhook was disabled. */
export const messageActions = ['NOTIFY_CONTACTS', 'CREATE', 'ADD', 'CLOSE', 'REOPEN', 'DISABLE'] as const;

/** `entity_type` of mails about support tickets: replies to them become comments. */
export const ticketEntity = 'SUPPORT_TICKET';

/** A mail to one external receiver, and the state of its delivery. */
export type Message = {
  id: string;
  channel: 'EMAIL';
  action: (typeof messageActions)[number];
  /** Its subject, by public id: `OFFER` and the offer's TypeID. */
  entity_type: string;
  entity_id: string;
  contact_id: string | null;
  recipient: string;
  subject: string;
  text_content: string;
  html_content: string;
  status: MessageStatus;
  attempts: number;
  last_error: DeliveryError | null;
  next_attempt_time: Date | null;
  done_time: Date | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Kind of the `due` row for the next attempt. Its entity is the message's UUID. */
export const sendKind = 'message.send';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
const lifeMs = 24 * 3_600_000;

/** The time of the next attempt after a number of failed ones; null if the retry period is over. */
export const nextAttempt = ({ creation_time: made }: Message, attempts: number, now: Date): Date | null => {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  const time = new Date(now.getTime() + pause);
  return time.getTime() > made.getTime() + lifeMs ? null : time;
};
