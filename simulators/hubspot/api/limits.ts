import type { HttpAnswer } from '../../kit/http.ts';
import { limitAnswer } from '../errors.ts';
import type { App, HubspotSimulation, Portal } from '../state.ts';

const intervalMs = 10_000;
const secondMs = 1000;

/** The times of the latest calls of each app, and searches of each portal; kept in memory only. */
const latest = new WeakMap<object, Map<string, number[]>>();

/** Records a call, unless there were too many within the interval. Returns how many more are allowed; -1 if this one is refused. */
const note = (simulation: HubspotSimulation, id: string, limit: number, interval: number): number => {
  const times = latest.get(simulation) ?? new Map<string, number[]>();
  latest.set(simulation, times);
  const now = simulation.wall();
  const recent = (times.get(id) ?? []).filter((time) => time > now - interval);
  times.set(id, recent);
  if (recent.length >= limit) return -1;
  recent.push(now);
  return limit - recent.length;
};

/**
 * Counts a call by wall time (HubSpot developer docs, API usage guidelines): a limit of ten rolling seconds for each
 * app, and one of a second for searches of a portal, whose answers have no headers.
 */
export const countCall = (
  simulation: HubspotSimulation,
  portal: Portal,
  app: App,
  isSearch: boolean,
): { refused: HttpAnswer } | { headers: Record<string, string> } => {
  if (isSearch) {
    const left = note(simulation, `search/${portal.id}`, portal.searchLimit, secondMs);
    return left < 0 ? { refused: limitAnswer('SECONDLY') } : { headers: {} };
  }
  const left = note(simulation, app.id, portal.tenSecondlyLimit, intervalMs);
  if (left < 0) return { refused: limitAnswer('TEN_SECONDLY_ROLLING') };
  return {
    headers: {
      'x-hubspot-ratelimit-interval-milliseconds': String(intervalMs),
      'x-hubspot-ratelimit-max': String(portal.tenSecondlyLimit),
      'x-hubspot-ratelimit-remaining': String(left),
    },
  };
};
