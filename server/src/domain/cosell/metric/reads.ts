import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { type Big, big, decimalToJson } from '../../../kit/decimal.ts';
import { badRequest } from '../../../kit/errors.ts';
import type { CoSellMetricParams, CosellMetric } from './schema.ts';
import { type Closed, type Created, findClosed, findCreated, type Range, type Total } from './store.ts';

type View = z.input<typeof CosellMetric>;
type Counted = View['totals'];

const dayMs = 86_400_000;
/** Three years: as many days as are worth showing. */
const daysMax = 1100;
const standardDays = 365;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const rangeOf = ({ startDate, endDate, partner }: z.output<typeof CoSellMetricParams>, now: Date): Range => {
  const end = endDate || dayText(now.getTime());
  const start = startDate || dayText(Date.parse(end) - (standardDays - 1) * dayMs);
  if (start > end) {
    throw badRequest([{ path: 'startDate', code: 'order', message: `is later than the last day, ${end}; swap them` }]);
  }
  if ((Date.parse(end) - Date.parse(start)) / dayMs >= daysMax) {
    const message = `the range has more than ${daysMax} days; ask for a shorter one`;
    throw badRequest([{ path: 'startDate', code: 'too_long', message }]);
  }
  return { start, end, partner: partner || null };
};

const countedOf = (totals: readonly Total[]): Counted => {
  const values = new Map<string, Big>();
  let count = 0;
  for (const { currency, deal_value: value, referrals } of totals) {
    count += referrals;
    if (currency !== '') values.set(currency, (values.get(currency) ?? big(0)).plus(value));
  }
  const dealValue = [...values]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([currency, amount]) => ({ currency, amount: decimalToJson(amount) }));
  return { count, dealValue };
};

const groupedBy = <Key extends 'status' | 'stage' | 'partner'>(totals: readonly Total[], key: Key) =>
  [...Map.groupBy(totals, (total) => total[key])].map(([value, group]) => ({
    [key]: value,
    ...countedOf(group),
  })) as unknown as (Pick<Total, Key> & Counted)[];

const sumOf = (days: readonly Closed[], column: 'won' | 'lost'): number =>
  days.reduce((sum, day) => sum + day[column], 0);

/** The days on which something happened, in their order. */
const seriesOf = (created: readonly Created[], closed: readonly Closed[]): View['series'] => {
  const days = new Map<string, View['series'][number]>();
  for (const { day: date, referrals } of created) days.set(date, { date, created: referrals, won: 0, lost: 0 });
  for (const { day: date, won, lost } of closed) {
    days.set(date, { date, created: days.get(date)?.created ?? 0, won, lost });
  }
  return [...days.values()].sort((left, right) => (left.date < right.date ? -1 : 1));
};

/** Rounded half to even, to so many fraction digits; null if there is nothing to divide by. */
const ratio = (part: Big | number, whole: number, digits: number) =>
  whole === 0 ? null : decimalToJson(big(part).div(whole).round(digits));

/**
 * How co-sell goes, in a range of days. `totals` and the groups count the referrals created in the range, by what they are
 * now. `winRate`: of the deals closed in the range, the part that was won (0 to 1); null if none was closed.
 * `averageDaysToClose`: the mean time from creation to close of the deals closed in the range, won or lost; a deal that was
 * reopened counts with its last close. `series` has the days on which something was created, won or lost.
 */
export const getCosellMetric = async (
  call: ReadCall,
  { query }: { query: z.output<typeof CoSellMetricParams> },
): Promise<View> => {
  const range = rangeOf(query, call.now);
  const { totals, days } = await findCreated(call.db, range);
  const closed = await findClosed(call.db, range);
  const [won, lost] = [sumOf(closed, 'won'), sumOf(closed, 'lost')];
  const openSeconds = closed.reduce((sum, day) => sum.plus(day.open_seconds), big(0));
  return {
    startDate: range.start,
    endDate: range.end,
    totals: countedOf(totals),
    byStatus: groupedBy(totals, 'status'),
    byStage: groupedBy(totals, 'stage'),
    byPartner: groupedBy(totals, 'partner'),
    winRate: ratio(won, won + lost, 4),
    averageDaysToClose: ratio(openSeconds.div(86_400), won + lost, 2),
    series: seriesOf(days, closed),
  };
};
