import { runApart } from '../../kit/run-apart.ts';
import { createSlots } from '../../kit/slots.ts';
import { parseMail, type ReceivedMail } from './received.ts';

const mailWorker = new URL('./mail-worker.ts', import.meta.url);

/** A mail of this size is read in a few milliseconds, and a thread would take longer to start. */
const smallMailBytes = 64 * 1024;
const readWithinMs = 20_000;
/** Each thread holds a mail of up to 25 MiB, and its parts. */
const atOnce = 2;

const slots = createSlots(atOnce);

/** Reads a mail; a large one in a thread of its own. Undefined if it cannot be read. */
export const readMail = async (raw: Buffer): Promise<ReceivedMail | undefined> => {
  try {
    if (raw.length <= smallMailBytes) return await parseMail(raw);
    return await slots.use(() => runApart<ReceivedMail>(mailWorker, raw, AbortSignal.timeout(readWithinMs)));
  } catch {
    return undefined;
  }
};
