import { change } from '../../kit/simulation.ts';
import { type ApiError, refusal } from '../errors.ts';
import type { Org, SalesforceReader, SalesforceSimulation } from '../state.ts';

const hourMs = 3_600_000;
const hours = 24;

/** The refusal of a call beyond the limit of 24 hours, with status 403 (REST API guide, Status Codes). */
export const limitExceeded: ApiError = {
  errorCode: 'REQUEST_LIMIT_EXCEEDED',
  message: 'TotalRequests Limit exceeded.',
};

/** The calls of an org in the last 24 hours of business time, in whole hours. */
export const callsOf = (reader: SalesforceReader, org: Org, now: number): number => {
  const first = Math.floor(now / hourMs) - hours + 1;
  let sum = 0;
  for (let hour = first; hour < first + hours; hour += 1) sum += reader.get('usage', `${org.id}/${hour}`)?.count ?? 0;
  return sum;
};

/** Counts calls, or refuses them if the org has used up its limit. */
export const countCalls = (simulation: SalesforceSimulation, org: Org, calls: number): void => {
  const now = simulation.clock.now();
  if (callsOf(simulation.store, org, now) + calls > org.dailyApiRequests) throw refusal(403, limitExceeded);
  const hour = Math.floor(now / hourMs);
  const id = `${org.id}/${hour}`;
  change(simulation, (tx) => {
    const known = tx.get('usage', id);
    if (!known) {
      for (const row of tx.list('usage')) if (row.hour <= hour - hours) tx.remove('usage', row.id);
    }
    tx.put('usage', { id, orgId: org.id, hour, count: (known?.count ?? 0) + calls });
  });
};

/** The header of every answer: calls used and allowed (REST API guide, Limit Info Header). */
export const limitHeader = (reader: SalesforceReader, org: Org, now: number): Record<string, string> => ({
  'sforce-limit-info': `api-usage=${callsOf(reader, org, now)}/${org.dailyApiRequests}`,
});
