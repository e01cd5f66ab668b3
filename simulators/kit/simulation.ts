import type { SimulatedClock } from './clock.ts';
import type { Log } from './listener.ts';
import type { Delivery, DueItem, Fault } from './rows.ts';
import type { Reader, Row, Store, Transaction } from './store.ts';

/** Tables that every simulator has besides its own. */
export type CommonTables = { due: DueItem; faults: Fault; deliveries: Delivery };
export type Tables = Record<string, Row> & CommonTables;

/** A change of the state; `wall` is the wall time, epoch milliseconds. */
export type Change<T extends Tables> = Transaction<T> & { wall: number };

/** What every part of a simulator works with. */
export type Simulation<T extends Tables> = {
  store: Store<T>;
  clock: SimulatedClock;
  /** Wall time, epoch milliseconds. */
  wall: () => number;
  log: Log | undefined;
};

/** Runs one change of the state at a business time, by default now. All or nothing; durable after `store.durable()`. */
export const change = <T extends Tables, R>(
  simulation: Simulation<T>,
  run: (transaction: Change<T>) => R,
  at: number = simulation.clock.now(),
): R => simulation.store.write(at, (transaction) => run({ ...transaction, wall: simulation.wall() }));

/** Tables of a simulator with settings. */
export type WithSettings = Tables & { settings: Row };

/** Reads the current settings: those set by the control API, or else the defaults. */
export const settingsReader =
  <T extends WithSettings>(defaults: T['settings']) =>
  (reader: Reader<T>): T['settings'] => ({ ...defaults, ...reader.get('settings', defaults.id) });
