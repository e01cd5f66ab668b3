/**
 * The two clocks of the service (docs/decisions, "two clocks"). *Business time* governs contracts: expiry, closed
 * hours, windows. The simulators may move it forward. *Wall time* is never moved: tokens, rate limits, heartbeats, ages
 * of idempotency records.
 */
export type Clock = {
  /** Business time. */
  now(): Date;
  /** Wall time. */
  wallNow(): Date;
};

export const systemClock: Clock = { now: () => new Date(), wallNow: () => new Date() };

/** A clock for tests and for simulated business time: `advance` moves business time only. */
export const createMovableClock = (start?: Date): Clock & { advance(ms: number): void; set(time: Date): void } => {
  let offset = start ? start.getTime() - Date.now() : 0;
  return {
    now: () => new Date(Date.now() + offset),
    wallNow: () => new Date(),
    advance: (ms) => {
      if (ms < 0) throw new Error('business time never moves backwards');
      offset += ms;
    },
    set: (time) => {
      offset = time.getTime() - Date.now();
    },
  };
};
