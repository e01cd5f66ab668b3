import { eventDays } from '../../../db/outbox.ts';
import { badRequest, type Refusal } from '../../../kit/errors.ts';
import type { Present } from './event.ts';

/** A client's position, and when it was issued: after `eventDays`, events after it may have been removed. */
export type Cursor = { sequence: number; seconds: number };

const pattern = /^([0-9a-z]{1,10})\.([0-9a-z]{1,7})$/;
const keptSeconds = eventDays * 86_400;

export const writeCursor = ({ sequence, seconds }: Cursor): string =>
  `${sequence.toString(36)}.${seconds.toString(36)}`;

const refusal = (path: string, message: string): Refusal => badRequest([{ path, code: 'cursor', message }]);

/** Throws 400 for a text that is no cursor. `path`: where it was given. */
export const readCursor = (text: string, path: string): Cursor => {
  const [, sequence, seconds] = pattern.exec(text) ?? [];
  if (sequence === undefined || seconds === undefined)
    throw refusal(
      path,
      'must be a cursor of an earlier answer; without one, the list begins with the oldest event that is kept',
    );
  return { sequence: Number.parseInt(sequence, 36), seconds: Number.parseInt(seconds, 36) };
};

/** Throws 400 if a client that continues from the cursor could miss something. */
export const refuseGap = ({ sequence, seconds }: Cursor, path: string, present: Present): void => {
  if (seconds < present.seconds - keptSeconds) {
    const message = `is older than ${eventDays} days, so events behind it may have been removed; begin again without it`;
    throw refusal(path, message);
  }
  if (sequence > present.last)
    throw refusal(path, 'is from another database, or from before this one was restored; begin again without it');
};
