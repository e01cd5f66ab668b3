import { badRequest } from '../../../kit/errors.ts';
import { localMonths, startOfLocalDay } from '../../../kit/local-months.ts';
import { localTimeOf } from '../../../kit/pacific-time.ts';
import type { MetricsQuery } from '../metrics/book.ts';
import type { RevenueMetricsParams } from './metrics-schema.ts';

const monthsStandard = 12;
const dayMs = 86_400_000;

const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

const readZone = (zone: string): string => {
  try {
    localMonths(zone);
    return zone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'must be a time zone of the IANA database, such as UTC or America/New_York';
    throw badRequest([{ path: 'timeZone', code: 'time_zone', message }]);
  }
};

const today = (now: Date, zone: string): string => {
  const { year, month, day } = localTimeOf(now, zone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
};

const firstDayBefore = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
};

/**
 * What a report is asked for, but for its rates. It never goes beyond now: what is agreed for later is no revenue yet.
 * Throws 400 for an unknown zone and a range that is empty or has not begun.
 */
export const readRange = (params: RevenueMetricsParams, now: Date): Omit<MetricsQuery, 'rates'> => {
  const zone = readZone(params.timeZone ?? 'UTC');
  const endDate = params.endDate ?? today(now, zone);
  const startDate = params.startDate ?? firstDayBefore(endDate, monthsStandard - 1);
  if (startDate > endDate) throw badRequest([{ path: 'startDate', code: 'order', message: 'is after endDate' }]);
  const from = startOfLocalDay(startDate, zone);
  const end = startOfLocalDay(nextDay(endDate), zone);
  if (from >= now) throw badRequest([{ path: 'startDate', code: 'future', message: 'must not be in the future' }]);
  return {
    from,
    until: end < now ? end : now,
    granularity: params.granularity ?? 'month',
    zone,
    settings: {
      ...(params.mode ? { movements: params.mode } : {}),
      ...(params.renewalGraceDays === undefined ? {} : { renewalGraceDays: params.renewalGraceDays }),
      ...(params.churnRecognition ? { churnRecognition: params.churnRecognition } : {}),
    },
    ...(params.by ? { groupBy: params.by } : {}),
  };
};
