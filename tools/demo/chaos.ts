import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from './random.ts';
import type { Service } from './service.ts';

/** The demo's activity when a kill strikes. */
export type Phase = 'advance' | 'calls' | 'telling';

/** Kills the service `afterMs` into some work, and again `againAfterMs` after that. */
export type Kill = { afterMs: number; againAfterMs: number | null };
export type PlannedKill = Kill & { hour: number; phase: Phase };

const killsPerWeek = 12;
const hoursPerWeek = 168;
const fewestKills = 3;

/** About twelve kills a week, at times derived from the seed; every fourth is immediately followed by a second one. */
export const planKills = (seed: string, hours: number): PlannedKill[] => {
  const random = createRandom(`kills ${seed}`);
  const count = Math.max(fewestKills, Math.round((killsPerWeek * hours) / hoursPerWeek));
  return Array.from({ length: Math.min(count, hours) }, (_, index): PlannedKill => {
    const lowest = Math.floor((hours * index) / count);
    const highest = Math.max(lowest, Math.floor((hours * (index + 1)) / count) - 1);
    return {
      hour: random.whole(lowest, highest),
      // The first three ensure that every run covers each phase.
      phase:
        index < 3
          ? ((['calls', 'advance', 'telling'] as const)[index % 3] ?? 'calls')
          : random.pick(['advance', 'calls', 'telling']),
      afterMs: random.chance(0.5) ? random.whole(0, 30) : random.whole(30, 400),
      againAfterMs: index % 4 === 1 ? random.whole(0, 1500) : null,
    };
  });
};

/** A kill in each of some hours while usage is submitted, every other one followed by a second one. */
export const planKillsIn = (seed: string, hours: readonly number[]): PlannedKill[] => {
  const random = createRandom(`kills in ${seed}`);
  return hours.map((hour, index) => ({
    hour,
    phase: 'telling',
    afterMs: random.whole(0, 300),
    againAfterMs: index % 2 === 1 ? random.whole(0, 1500) : null,
  }));
};

/** Two kills while the offer is created and accepted. */
export const planDealKills = (seed: string): Kill[] => {
  const random = createRandom(`deal ${seed}`);
  const early = { afterMs: random.whole(0, 400), againAfterMs: null };
  return [early, { afterMs: random.whole(3000, 5000), againAfterMs: null }];
};

/** Runs some work while the service is killed and restarted as planned; returns when both are done. */
export const runWithKills = async <T>(service: Service, kills: readonly Kill[], work: () => Promise<T>): Promise<T> => {
  const [result] = await Promise.all([work(), ...kills.map((kill) => strike(service, kill))]);
  return result;
};

const strike = async (service: Service, { afterMs, againAfterMs }: Kill): Promise<void> => {
  await sleep(afterMs);
  const first = service.killAndStart();
  const again = againAfterMs === null ? undefined : sleep(againAfterMs).then(() => service.killAndStart());
  await Promise.all([first, again]);
};

/**
 * Runs some work while the service is killed again and again, each time after a delay derived from the seed. Also returns how
 * often it was killed.
 */
export const runUnderKills = async <T>(
  service: Pick<Service, 'killAndStart'>,
  seed: string,
  work: () => Promise<T>,
): Promise<{ result: T; kills: number }> => {
  const random = createRandom(`kills while ${seed}`);
  const stop = new AbortController();
  const working = work().finally(() => stop.abort());
  working.catch(() => undefined);
  let kills = 0;
  for (;;) {
    const ms = random.chance(0.4) ? random.whole(0, 1000) : random.whole(1000, 8000);
    await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted) return { result: await working, kills };
    kills += 1;
    await service.killAndStart();
  }
};
