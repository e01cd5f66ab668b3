import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { operationOf } from '../api/document.ts';
import { pageFrom, type Row } from '../api/list.ts';
import { useOrgId } from '../api/session.ts';
import { dayAhead } from '../lib/format.ts';
import { textAt } from '../nouns/noun.ts';

/** The measures that the map can show. */
export const measures = ['accepted', 'submitted', 'carried', 'held', 'money'] as const;
export type Measure = (typeof measures)[number];

/** One dimension of one channel; money also of one currency, because currencies are never added. */
export type Series = { partner: string; dimension: string; currency?: string; days: Map<string, number>; most: number };

type Point = { partner: string; dimension: string; currency?: string; day: string; amount: number };

const channels = (operation: string): string[] =>
  (operationOf(operation).query.find(({ name }) => name === 'partner')?.schema?.enum ?? []).filter(
    (word): word is string => word !== null,
  );

const seriesOf = (points: readonly Point[]): Series[] => {
  const all = new Map<string, Series>();
  for (const { partner, dimension, currency, day, amount } of points) {
    const key = `${partner} ${dimension} ${currency ?? ''}`;
    const series = all.get(key) ?? { partner, dimension, currency, days: new Map<string, number>(), most: 0 };
    const total = (series.days.get(day) ?? 0) + amount;
    series.days.set(day, total);
    series.most = Math.max(series.most, total);
    all.set(key, series);
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, series]) => series);
};

const pageRows = 1000;
const pagesMost = 20;

type Read = { orgId: string; signal?: AbortSignal };

/** The usage balance of each hour, from one day until before another. Reads at most twenty pages. */
export const readBalances = async (
  { orgId, signal }: Read,
  query: { startTime: string; endTime: string; partner?: string; dimension?: string },
): Promise<{ rows: Row[]; isCut: boolean }> => {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pagesMost; page += 1) {
    const answer = await ask('GetUsageBalance', {
      path: { orgId },
      query: { ...query, limit: pageRows, cursor },
      signal,
    });
    rows.push(...pageFrom(answer).rows);
    cursor = (answer.body as { nextCursor?: string }).nextCursor;
    if (cursor === undefined) return { rows, isCut: false };
  }
  return { rows, isCut: true };
};

/** The fraction carried over by the last hour of a day, for each contract; or all held usage of the day. */
const fromBalances = (rows: readonly Row[], measure: 'carried' | 'held'): Point[] => {
  const kept = new Map<string, Point>();
  for (const row of rows) {
    const [partner, dimension] = [textAt(row, 'partner'), textAt(row, 'dimension')];
    const day = textAt(row, 'startTime').slice(0, 10);
    const key = `${textAt(row, 'entitlementID')} ${dimension} ${day}`;
    const before = measure === 'held' ? (kept.get(key)?.amount ?? 0) : 0;
    const amount = measure === 'held' ? before + Number(row.held) : Number(row.carriedOut);
    kept.set(key, { partner, dimension, day, amount });
  }
  return [...kept.values()];
};

const readTotals = async (
  { orgId, signal }: Read,
  operation: string,
  startDate: string,
  endDate: string,
): Promise<Point[]> => {
  const lists = await Promise.all(
    channels(operation).map(async (partner) => {
      const query = { partner, granularity: 'day', startDate, endDate };
      const totals = (await ask(operation, { path: { orgId }, query, signal })).body as Row[];
      return totals.map((row) => ({
        partner,
        dimension: textAt(row, 'dimensionKey'),
        day: textAt(row, 'date').slice(0, 10),
        amount: Number(row.quantity),
      }));
    }),
  );
  return lists.flat();
};

const readMoney = async ({ orgId, signal }: Read, startDate: string, endDate: string): Promise<Point[]> => {
  const lists = await Promise.all(
    channels('GetUsageBalance').map(async (partner) => {
      const { rows } = pageFrom(
        await ask('ListUsageMeteringDailyRecords', {
          path: { orgId, partner },
          query: { startDate, endDate, limit: pageRows },
          signal,
        }),
      );
      return rows
        .filter((row) => row.amount !== undefined)
        .map((row) => ({
          partner,
          dimension: textAt(row, 'key'),
          currency: textAt(row, 'currency') || 'USD',
          day: textAt(row, 'date').slice(0, 10),
          amount: Number(row.amount),
        }));
    }),
  );
  return lists.flat();
};

/** The maximum number of days for which the balance can be requested at once. */
export const balanceDays = 31;

/** One measure of usage by day, of each dimension in each channel. */
export const useSeries = (measure: Measure, days: number) => {
  const orgId = useOrgId();
  return useQuery({
    queryKey: ['org', orgId, 'usage', measure, days],
    queryFn: async ({ signal }): Promise<{ series: Series[]; isCut: boolean }> => {
      const read = { orgId, signal };
      if (measure === 'carried' || measure === 'held') {
        const [startTime, endTime] = [dayAhead(1 - Math.min(days, balanceDays)), dayAhead(1)].map(
          (day) => `${day}T00:00:00Z`,
        ) as [string, string];
        const { rows, isCut } = await readBalances(read, { startTime, endTime });
        return { series: seriesOf(fromBalances(rows, measure)), isCut };
      }
      const [startDate, endDate] = [dayAhead(1 - days), dayAhead(measure === 'money' ? 0 : 45)];
      const points =
        measure === 'money'
          ? await readMoney(read, startDate, endDate)
          : await readTotals(
              read,
              measure === 'accepted' ? 'AggregateUsageRecordGroups' : 'AggregateUsageRecordReports',
              startDate,
              endDate,
            );
      return { series: seriesOf(points), isCut: false };
    },
  });
};
