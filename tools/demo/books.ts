import { Big } from 'big.js';
import type { ApiClient } from './client.ts';
import type { ReportRow, StoredGroup } from './compare.ts';

type Quantities = Record<string, number>;
type DimensionState = { status: string; cause?: string };
type Group = {
  id: string;
  status: string;
  records: Quantities;
  creationTime: string;
  metaInfo?: { timestamp?: string };
  dimensionStates?: Record<string, DimensionState>;
};
type Report = {
  id: string;
  info: {
    startTime: string;
    status: string;
    message?: string;
    dimensionStates?: Record<string, { status: string }>;
    reportedRecords?: Quantities;
    decimalParts?: Quantities;
    newDecimalParts?: Quantities;
    usageRecordGroupIds?: string[];
  };
};

const pageSize = 1000;

/** All rows of a legacy-style list, page by page. */
const readAll = async <T>(api: ApiClient, path: string, key: string): Promise<T[]> => {
  const rows: T[] = [];
  for (;;) {
    const page = await api.read<Record<string, T[] | undefined>>(`${path}&limit=${pageSize}&offset=${rows.length}`);
    const found = page[key] ?? [];
    rows.push(...found);
    if (found.length < pageSize) return rows;
  }
};

/** Days (UTC) that cover the whole run. */
export type Days = { first: string; last: string };

export const daysAround = (start: number, end: number): Days => ({
  first: new Date(start - 86_400_000).toISOString().slice(0, 10),
  last: new Date(end + 86_400_000).toISOString().slice(0, 10),
});

const query = (entitlementId: string, { first, last }: Days): string =>
  `entitlementId=${entitlementId}&startDate=${first}&endDate=${last}`;

const exact = (quantities: Quantities): Record<string, string> =>
  Object.fromEntries(Object.entries(quantities).map(([key, quantity]) => [key, new Big(quantity).toFixed()]));

/** The service's groups with one status, or with any. */
export const readGroups = async (
  api: ApiClient,
  entitlementId: string,
  days: Days,
  status?: string,
): Promise<StoredGroup[]> => {
  const filter = status === undefined ? '' : `&status=${status}`;
  const path = `/usageRecordGroup?${query(entitlementId, days)}${filter}`;
  const groups = await readAll<Group>(api, path, 'usageRecordGroups');
  return groups.map(({ id, status: its, records, dimensionStates = {} }) => ({
    id,
    status: its,
    records: exact(records),
    states: Object.fromEntries(Object.entries(dimensionStates).map(([key, { status: state }]) => [key, state])),
  }));
};

/** When a usage was reported, and when it was used (epoch milliseconds). */
export type WaitingUsage = { reported: number; used: number };

/**
 * The usages that still wait to be submitted, without those that are held because the purchase is suspended.
 */
export const readWaiting = async (api: ApiClient, entitlementId: string, days: Days): Promise<WaitingUsage[]> => {
  const lists = await Promise.all(
    ['CREATED', 'REPORT_PENDING'].map((status) =>
      readAll<Group>(api, `/usageRecordGroup?${query(entitlementId, days)}&status=${status}`, 'usageRecordGroups'),
    ),
  );
  const isHeld = ({ dimensionStates = {} }: Group): boolean =>
    Object.values(dimensionStates).some(({ cause }) => cause === 'SUSPENDED');
  return lists
    .flat()
    .filter((group) => !isHeld(group))
    .map(({ creationTime, metaInfo }) => ({
      reported: Date.parse(creationTime),
      used: Date.parse(metaInfo?.timestamp ?? creationTime),
    }));
};

/** The service's reports, one row for each dimension. */
export const readReportRows = async (api: ApiClient, entitlementId: string, days: Days): Promise<ReportRow[]> => {
  const reports = await readAll<Report>(api, `/usageRecordReport?${query(entitlementId, days)}`, 'usageRecordReports');
  return reports.flatMap(({ info }) => {
    const [told, carriedIn, carriedOut] = [info.reportedRecords, info.decimalParts, info.newDecimalParts].map((one) =>
      exact(one ?? {}),
    ) as [Record<string, string>, Record<string, string>, Record<string, string>];
    const dimensions = [...new Set([told, carriedIn, carriedOut].flatMap(Object.keys))];
    return dimensions.map((dimension) => ({
      dimension,
      hour: new Date(info.startTime).toISOString(),
      told: told[dimension] ?? '0',
      carriedIn: carriedIn[dimension] ?? '0',
      carriedOut: carriedOut[dimension] ?? '0',
      status: info.dimensionStates?.[dimension]?.status ?? info.status,
      groupIds: info.usageRecordGroupIds ?? [],
    }));
  });
};
