import type { Fault } from './rows.ts';
import type { Change, Tables } from './simulation.ts';
import type { Reader } from './store.ts';

export type { Fault };

/** Faults that every simulator knows. A partner may add its own. */
export const commonFaults = {
  throttle: 'answers that there were too many requests, nothing is applied',
  'internal-error': 'answers 500 as the partner does, nothing is applied',
  'timeout-before': 'never answers, nothing is applied',
  'timeout-after': 'applies the call, then destroys the connection without an answer',
  'half-answer': 'applies the call, sends half of the answer and destroys the connection',
  rubbish: 'applies the call, answers 200 with an HTML page',
  slow: 'waits `delayMs` (default 1000) before the call is worked on',
  'duplicate-message': 'sends the message twice',
  'drop-message': 'does not send the message',
  'delay-message': 'sends the message `delayMs` (default 5000) later',
} as const;

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
