import { isPartnerError } from './partner-error.ts';

/** Of the waits, so that somebody who waits for the answer gets it in a few seconds. */
const waitsMs = [300, 900, 1800];
/** A call is repeated only within this time since the first one began. */
const longestMs = 6000;

type Waiting = {
  pause?: (ms: number) => Promise<void>;
  /** Monotonic, in milliseconds. */
  now?: () => number;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes a call, and repeats it if it fails in a way that passes. */
export type BriefRetry = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * For the calls to a partner that one answer needs, while somebody waits for it: repeats each a few times if it fails in a way that passes
 * (throttling, a lost connection), all of them within one time. Only for calls that may be repeated. Throws the last failure. Waits as long
 * as the partner asks for, and does not repeat a call if that is longer than we wait.
 */
export const startBriefRetry = ({ pause = sleep, now = () => performance.now() }: Waiting = {}): BriefRetry => {
  const begun = now();
  return async (call) => {
    for (const wait of waitsMs) {
      try {
        return await call();
      } catch (error) {
        if (!isPartnerError(error) || !error.retryable) throw error;
        const ms = Math.max(wait, error.retryAfterMs ?? 0);
        if (now() - begun + ms > longestMs) throw error;
        await pause(ms);
      }
    }
    return call();
  };
};
