import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { maxPageBytes, nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { shortenPage } from '../../../contract/query/select-page.ts';
import { badRequest, type Fault } from '../../../kit/errors.ts';
import { decodeId, type IdPrefix, nilId } from '../../../kit/ids.ts';
import { parseJson } from '../../../kit/json.ts';
import { parseTime } from '../../../kit/time.ts';
import { selectDimensionStates } from './dimension-state-store.ts';
import { groupFields } from './fields.ts';
import type { UsageRecordGroupListParams } from './schema.ts';
import { type GroupFilter, selectGroups } from './store.ts';
import { createGroupViewer } from './view.ts';

const dayMs = 24 * 3_600_000;

/** Whole UTC days, both inclusive; by default the 30 days up to today. */
export const readDays = (
  query: { startDate?: string | undefined; endDate?: string | undefined },
  now: Date,
): { from: Date; before: Date } => {
  const end = new Date(`${query.endDate ?? now.toISOString().slice(0, 10)}T00:00:00Z`);
  const from = query.startDate ? new Date(`${query.startDate}T00:00:00Z`) : new Date(end.getTime() - 30 * dayMs);
  if (from > end) throw badRequest([{ path: 'startDate', code: 'order', message: 'is after endDate' }]);
  return { from, before: new Date(end.getTime() + dayMs) };
};

/** The reference API filters by one owner at a time. */
export const refuseSeveralOwners = (query: object, names: readonly string[]): void => {
  const given = names.filter((name) => (query as Record<string, unknown>)[name]);
  if (given.length < 2) return;
  throw badRequest(
    given.map((path): Fault => ({ path, code: 'exclusive', message: `only one of ${names.join(', ')} may be given` })),
  );
};

/** An id that cannot be decoded matches nothing. */
export const idOf = (prefix: IdPrefix, text: string): string => decodeId(prefix, text) ?? nilId;

const readDocument = (text: string): Record<string, unknown> => {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw badRequest([{ path: 'metaInfo', code: 'json', message: 'must be a JSON object' }]);
};

/** What a metaInfo holds. Its source and timestamp are stored as columns and shown in it (`view.ts`): no stored one has them. */
const readMetaInfo = (text: string): Pick<GroupFilter, 'metaInfo' | 'shownSource' | 'usageTime'> => {
  const whole = readDocument(text);
  const { source, timestamp, ...metaInfo } = whole;
  const usageTime = typeof timestamp === 'string' ? parseTime(timestamp) : null;
  if (timestamp !== undefined && usageTime === null) return { metaInfo: whole };
  if (source !== undefined && typeof source !== 'string') return { metaInfo: whole };
  return {
    metaInfo,
    ...(source === undefined ? {} : { shownSource: source }),
    ...(usageTime === null ? {} : { usageTime }),
  };
};

export const listUsageRecordGroups = async (
  call: ReadCall,
  { query }: { query: z.output<typeof UsageRecordGroupListParams> },
) => {
  refuseSeveralOwners(query, ['partner', 'productId', 'entitlementId', 'buyerId']);
  const page = readListPage(call, query, groupFields);
  const filter: GroupFilter = {
    ...readDays(query, call.now),
    ...(query.partner ? { partner: query.partner } : {}),
    ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
    ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
    ...(query.productId ? { productId: idOf('prod', query.productId) } : {}),
    ...(query.status ? { status: query.status } : {}),
    ...(query.source ? { source: query.source } : {}),
    ...(query.metaInfo ? readMetaInfo(query.metaInfo) : {}),
  };
  const selected = await selectGroups(call.db, page, filter);
  // The view of a dimension is up to twice as large as its database row.
  const parts = await selectDimensionStates(call.db, selected.rows, maxPageBytes / 4);
  const { rows, nextToken, total } = shortenPage(page, selected, parts.groups);
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    usageRecordGroups: rows.map(createGroupViewer(call.orgId, parts.states)),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
