import type { Fault } from './rows.ts';
import type { Change, Tables } from './simulation.ts';
import type { Reader } from './store.ts';

export type { Fault };

/** Lets a fault strike if there is one for that operation: uses up one strike and answers the fault. */
export function strikeFault<T extends Tables>(transaction: Change<T>, name: string, operation: string): Fault | null {
  const fault = findFault(transaction, name, operation);
  if (!fault) return null;
  const remaining = fault.remaining === null ? null : fault.remaining - 1;
  transaction.put('faults', { ...fault, remaining, struck: fault.struck + 1 } as T['faults']);
  return fault;
}

/** The first fault of that name that fits the operation and has strikes left, without using one up. */
export function findFault<T extends Tables>(reader: Reader<T>, name: string, operation: string): Fault | null {
  for (const fault of reader.list('faults')) {
    if (fault.name !== name || fault.remaining === 0) continue;
    if (fault.operation === null || fault.operation === operation) return fault;
  }
  return null;
}

/** Reads a whole number from a fault's options. */
export function faultNumber(fault: Fault, option: string, otherwise: number): number {
  const value = Number(fault.options[option] ?? Number.NaN);
  return Number.isInteger(value) && value >= 0 ? value : otherwise;
}
