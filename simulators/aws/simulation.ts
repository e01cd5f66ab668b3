import type { SimulatedClock } from '../kit/clock.ts';
import type { Log } from '../kit/listener.ts';
import type { AwsStore, AwsTransaction } from './state.ts';

/** What every part of the simulator works with. */
export type AwsSimulation = {
  store: AwsStore;
  clock: SimulatedClock;
  /** Wall time, epoch milliseconds. */
  wall: () => number;
  log: Log | undefined;
};

/** Runs one change of the state at a business time, by default now. All or nothing; durable after `store.durable()`. */
export function change<R>(
  simulation: AwsSimulation,
  run: (transaction: AwsTransaction) => R,
  at: number = simulation.clock.now(),
): R {
  return simulation.store.write(at, (transaction) => run({ ...transaction, wall: simulation.wall() }));
}
