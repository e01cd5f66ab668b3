/** A worker's pause that can be cut short, even before it begins. */
export type Wake = { wake(): void; wait(ms: number): Promise<void> };

export const createWake = (): Wake => {
  let pending = false;
  let finish: (() => void) | undefined;
  return {
    wake: () => {
      pending = true;
      finish?.();
    },
    wait: async (ms) => {
      if (!pending) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          finish = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        finish = undefined;
      }
      pending = false;
    },
  };
};

/** A loop that is woken when there is work still polls this often, in case a wake-up was missed. */
export const unwatchedMs = 30_000;

export type Loop = { wake(): void; stop(): Promise<void> };

export type LoopOptions = {
  /** The pause if nothing wakes the loop. */
  everyMs: number | (() => number);
  /** The shortest pause, even after a wake, so that several wakes share one pass. */
  restMs?: number;
  failed: (error: unknown) => void;
};

/**
 * Calls `work` repeatedly, never concurrently. `work` returns whether there is more to do at once, and checks
 * `isStopping` if it takes long. A failure is reported and the loop continues.
 */
export const startLoop = (
  { everyMs, restMs = 0, failed }: LoopOptions,
  work: (isStopping: () => boolean) => Promise<boolean>,
): Loop => {
  const { wake, wait } = createWake();
  const rest = createWake();
  let stopping = false;
  const running = (async () => {
    while (!stopping) {
      let more = false;
      try {
        more = await work(() => stopping);
      } catch (error) {
        failed(error);
      }
      if (more || stopping) continue;
      if (restMs > 0) await rest.wait(restMs);
      const pauseMs = typeof everyMs === 'number' ? everyMs : everyMs();
      if (!stopping) await wait(Math.max(0, pauseMs - restMs));
    }
  })();
  return {
    wake,
    stop: async () => {
      stopping = true;
      rest.wake();
      wake();
      await running;
    },
  };
};
