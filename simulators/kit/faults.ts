import type { Fault } from './rows.ts';
import { type Change, change, type Simulation, type Tables } from './simulation.ts';
import type { Reader } from './store.ts';

export type { Fault };

/** Where a fault may apply: an operation or a type of message, and its account, if known. */
export type FaultPlace = { operation: string; accountId?: string | undefined };

/** Applies a fault for that place if there is one: uses up one strike and returns the fault. */
export const strikeFault = <T extends Tables>(
  transaction: Change<T>,
  name: string,
  place: FaultPlace,
): Fault | null => {
  const fault = findFault(transaction, name, place);
  if (!fault) return null;
  const remaining = fault.remaining === null ? null : fault.remaining - 1;
  transaction.put('faults', { ...fault, remaining, struck: fault.struck + 1 } as T['faults']);
  return fault;
};

/** Applies a fault in a separate change. */
export const strikeNow = <T extends Tables>(
  simulation: Simulation<T>,
  name: string,
  place: FaultPlace,
): Fault | null => {
  if (!findFault(simulation.store, name, place)) return null;
  return change(simulation, (transaction) => strikeFault(transaction, name, place));
};

/** The first fault of that name that matches the place and has strikes left, without using one up. */
const findFault = <T extends Tables>(reader: Reader<T>, name: string, place: FaultPlace): Fault | null => {
  const fits = ({ operation, accountId = null }: Fault): boolean =>
    (operation === null || operation === place.operation) && (accountId === null || accountId === place.accountId);
  return reader.list('faults').find((fault) => fault.name === name && fault.remaining !== 0 && fits(fault)) ?? null;
};

/** Reads a whole number from a fault's options. */
export const faultNumber = (fault: Fault, option: string, otherwise: number): number => {
  const value = Number(fault.options[option] ?? Number.NaN);
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
};
