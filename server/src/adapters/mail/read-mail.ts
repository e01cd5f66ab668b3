import { runInThread } from '../../kit/run-in-thread.ts';
import { createSlots } from '../../kit/slots.ts';
import type { ReceivedMail } from './received.ts';

const mailWorker = new URL('./mail-worker.ts', import.meta.url);

const readWithinMs = 20_000;
/** Each thread holds a mail of up to 25 MiB, and its parts. */
const atOnce = 2;

const slots = createSlots(atOnce);

/** Reads a mail, which anybody may have written, in a separate thread. Undefined if it cannot be read. */
export const readMail = async (raw: Buffer): Promise<ReceivedMail | undefined> => {
  try {
    return await slots.use(() => runInThread<ReceivedMail>(mailWorker, raw, AbortSignal.timeout(readWithinMs)));
  } catch {
    return undefined;
  }
};
