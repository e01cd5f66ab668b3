import { Big } from 'big.js';
import type { ApiClient } from '../client.ts';
import type { Identity } from '../compare.ts';

type Balance = Record<
  'accepted' | 'acknowledged' | 'unknown' | 'refused' | 'pending' | 'held' | 'invalid' | 'difference',
  number
> & { dimension: string; startTime: string };
type Drift = { cause: string; dimension: string; startTime: string; usageRecordGroupIDs: string[]; message?: string };

const readPages = async <T>(api: ApiClient, path: string, key: string): Promise<T[]> => {
  const rows: T[] = [];
  let cursor = '';
  do {
    const page = await api.read<Record<string, unknown>>(`${path}&limit=500&cursor=${encodeURIComponent(cursor)}`);
    rows.push(...(page[key] as T[]));
    cursor = String(page.nextCursor ?? '');
  } while (cursor !== '');
  return rows;
};

const checkBalance = (rows: readonly Balance[], identities: readonly Identity[]): string[] => {
  const sum = (dimension: string, of: (row: Balance) => number): Big =>
    rows.filter((row) => row.dimension === dimension).reduce((total, row) => total.plus(of(row)), new Big(0));
  const unequal = rows
    .filter((row) => !new Big(row.difference).eq(0))
    .map(({ dimension, startTime, difference }) => `the balance of ${dimension} ${startTime} differs by ${difference}`);
  const other = identities.flatMap(({ dimension, accepted, told, pending, failed, invalid }) => {
    const pairs: [string, Big, Big][] = [
      ['accepted', sum(dimension, (row) => row.accepted), accepted],
      ['acknowledged', sum(dimension, (row) => row.acknowledged), told],
      ['invalid', sum(dimension, (row) => row.invalid), invalid],
      ['pending, held or unknown', sum(dimension, (row) => row.pending + row.held + row.unknown), pending],
      ['refused', sum(dimension, (row) => row.refused), failed],
    ];
    return pairs
      .filter(([, shown, own]) => !shown.eq(own))
      .map(
        ([name, shown, own]) => `the balance shows ${shown.toFixed()} ${dimension} ${name}, we have ${own.toFixed()}`,
      );
  });
  return [...unequal, ...other];
};

/** The only drifts allowed are those of usage that came too late. */
const checkDrifts = (drifts: readonly Drift[], tooLate: ReadonlySet<string>): string[] => {
  const listed = new Set(drifts.flatMap(({ usageRecordGroupIDs }) => usageRecordGroupIDs));
  const isExpected = ({ cause, usageRecordGroupIDs: ids }: Drift): boolean =>
    cause === 'LATE' && ids.length > 0 && ids.every((id) => tooLate.has(id));
  return [
    ...drifts
      .filter((drift) => !isExpected(drift))
      .map(
        ({ cause, dimension, startTime, message }) => `a drift ${cause} of ${dimension} ${startTime}: ${message ?? ''}`,
      ),
    ...[...tooLate]
      .filter((id) => !listed.has(id))
      .map((id) => `usage ${id} came too late and is not among the drifts`),
  ];
};

/**
 * Reads the service's own proof of some hours (`from` and `before` in epoch milliseconds): no unit is missing, its sums
 * are ours, and only usage that came too late is listed as not settled. Returns the findings.
 */
export const checkProof = async (
  api: ApiClient,
  { entitlementId, from, before }: { entitlementId: string; from: number; before: number },
  identities: readonly Identity[],
  tooLate: ReadonlySet<string>,
): Promise<{ findings: string[]; hours: number; drifts: number }> => {
  const window = `startTime=${new Date(from).toISOString()}&endTime=${new Date(before).toISOString()}`;
  const query = `entitlementId=${entitlementId}&${window}`;
  const rows = await readPages<Balance>(api, `/usageBalance?${query}`, 'usageBalances');
  const drifts = await readPages<Drift>(api, `/usageDrift?${query}&hoursLeft=744`, 'usageDrifts');
  const findings = [...checkBalance(rows, identities), ...checkDrifts(drifts, tooLate)];
  return { findings, hours: rows.length, drifts: drifts.length };
};
