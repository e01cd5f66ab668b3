import type { MessageStatus } from './states.ts';

/** Why the last attempt failed: the mail server's own code, and a sentence. */
export type DeliveryError = { code: string; message: string };

/** A mail to one receiver outside, as it is sent, and how far its delivery is. */
export type Message = {
  id: string;
  channel: 'EMAIL';
  action: 'NOTIFY_CONTACTS';
  /** What it is about, as clients see it: `OFFER` and the offer's TypeID. */
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

/** Kind of the `due` row that waits for the next attempt; its entity is the message's uuid. */
export const sendKind = 'message.send';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
const lifeMs = 24 * 3_600_000;

/** When it is tried again after so many failed attempts; null: its time is over. */
export const nextAttempt = ({ creation_time: made }: Message, attempts: number, now: Date): Date | null => {
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  const time = new Date(now.getTime() + pause);
  return time.getTime() > made.getTime() + lifeMs ? null : time;
};
