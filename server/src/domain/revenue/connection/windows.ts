import type { FeedWindow, RevenueChannel } from '../../../adapters/revenue/port.ts';
import { addMonths } from '../../../kit/months.ts';
import { channelFacts } from '../channels.ts';
import { backfillMonths, type RevenueSync } from './connection.ts';

const dayMs = 86_400_000;

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / dayMs) * dayMs);
const nextDay = (time: Date): Date => new Date(startOfDay(time).getTime() + dayMs);

/** Whole days of UTC up to today: from the last sync that did not fail, less what may still change of the days before it. */
export const syncWindow = (
  channel: RevenueChannel,
  last: Pick<RevenueSync, 'synced_time'> | undefined,
  now: Date,
): FeedWindow => {
  const from = Math.min(last?.synced_time?.getTime() ?? now.getTime(), now.getTime());
  return { start: startOfDay(new Date(from - channelFacts[channel].lookBackDays * dayMs)), end: nextDay(now) };
};

/** The trailing 24 months, up to and including today; whole days of UTC. */
export const backfillWindow = (now: Date): FeedWindow => {
  const end = nextDay(now);
  return { start: addMonths(end, -backfillMonths), end };
};

/** `YYYY-MM-DD`. */
export const dayText = (time: Date): string => time.toISOString().slice(0, 10);
export const dayFrom = (text: string): Date => new Date(`${text}T00:00:00Z`);
