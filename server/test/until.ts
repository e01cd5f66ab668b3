const shortestMs = 10;
const longestMs = 200;
/** Polling costs work too, which the process that is waited for could do. */
const lateAtMost = 1 / 8;

/**
 * Looks again and again until it is so: for what other processes do. Looks less often the longer it takes, so that it is late by an
 * eighth of the wait at most. Fails after `ms`.
 */
export const until = async (what: string, check: () => Promise<boolean> | boolean, ms = 45_000): Promise<void> => {
  const began = performance.now();
  while (!(await check())) {
    const waited = performance.now() - began;
    if (waited > ms) throw new Error(`not within ${ms} ms: ${what}`);
    const pause = Math.min(longestMs, Math.max(shortestMs, waited * lateAtMost));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};
