import type { AwsReader, AwsTransaction, Fault } from './state.ts';

/** The faults that can be injected, and what each does. The control API refuses other names. */
export const faultNames = {
  throttle: 'answers ThrottlingException, nothing is applied',
  'internal-error': 'answers the internal error of the service (500), nothing is applied',
  'timeout-before': 'never answers, nothing is applied',
  'timeout-after': 'applies the call, then destroys the connection without an answer',
  'half-answer': 'applies the call, sends half of the answer and destroys the connection',
  rubbish: 'applies the call, answers 200 with an HTML page',
  slow: 'waits `delayMs` (default 1000) before the call is worked on',
  unprocessed: 'BatchMeterUsage leaves the first `records` (default 1) of the batch in UnprocessedRecords',
  'change-set-failure':
    'the next change set fails with `errorCode` and `errorMessage`; SERVER_FAULT is one of the codes',
  'duplicate-event': 'sends the event twice',
  'drop-event': 'does not send the event',
  'delay-event': 'sends the event `delayMs` (default 5000) later',
  'reorder-events': 'holds the event back for `delayMs` (default 400), so that the ones after it overtake it',
} as const;

export type FaultName = keyof typeof faultNames;

/** Where a fault may strike: an operation name (`BatchMeterUsage`) or an event's detail type, and a seller account. */
export type FaultPlace = { operation: string; accountId: string };

/** The first fault of that name that fits the place and still has strikes left, without using one up. */
export function findFault(reader: AwsReader, name: FaultName, place: FaultPlace): Fault | null {
  for (const fault of reader.list('faults')) {
    if (fault.name !== name || fault.remaining === 0) continue;
    if (fault.operation !== null && fault.operation !== place.operation) continue;
    if (fault.accountId !== null && fault.accountId !== place.accountId) continue;
    return fault;
  }
  return null;
}

/** Lets a fault strike if there is one: uses up one strike and answers the fault. */
export function strikeFault(transaction: AwsTransaction, name: FaultName, place: FaultPlace): Fault | null {
  const fault = findFault(transaction, name, place);
  if (!fault) return null;
  const remaining = fault.remaining === null ? null : fault.remaining - 1;
  transaction.put('faults', { ...fault, remaining, struck: fault.struck + 1 });
  return fault;
}

/** Reads a whole number from a fault's options. */
export function faultNumber(fault: Fault, option: string, otherwise: number): number {
  const value = fault.options[option];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;
}
