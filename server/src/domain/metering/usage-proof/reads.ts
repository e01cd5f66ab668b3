import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { marketplaceCodes, marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { badRequest, requireFound } from '../../../kit/errors.ts';
import { addHours } from '../../../kit/hours.ts';
import { encodeId } from '../../../kit/ids.ts';
import { readComparisons } from '../usage-comparison/reads.ts';
import { idOf } from '../usage-record-group/reads.ts';
import { lastHourTakenUntil } from '../usage-record-report/window.ts';
import { findBalanceKeys, selectBalances } from './balance-store.ts';
import { balanceKey, cutRows, decodeCursor, driftKey, encodeCursor, receiptKey } from './cursor.ts';
import { selectDrifts } from './drift-store.ts';
import { findReceiptPartner, selectReceipts } from './receipt-store.ts';
import type { UsageBalanceParams, UsageDriftParams, UsageReceiptParams } from './schema.ts';
import { driftCauses } from './usage-proof.ts';
import { viewBalance, viewDrift, viewReceipt } from './view.ts';
import { readWindow } from './window.ts';

type BalanceQuery = z.output<typeof UsageBalanceParams>;
type DriftQuery = z.output<typeof UsageDriftParams>;
type ReceiptQuery = z.output<typeof UsageReceiptParams>;

const windowView = ({ from, before }: { from: Date; before: Date }) => ({
  startTime: from.toISOString(),
  endTime: before.toISOString(),
});

const nextCursorOf = ({ nextCursor }: { nextCursor?: string }) => (nextCursor === undefined ? {} : { nextCursor });

export const getUsageBalance = async (call: ReadCall, { query }: { query: BalanceQuery }) => {
  const window = readWindow(query, call.now);
  const { keys, visited } = await findBalanceKeys(
    call.db,
    {
      ...window,
      ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
      ...(query.partner ? { partner: query.partner } : {}),
      ...(query.dimension ? { dimension: query.dimension } : {}),
      after: decodeCursor(query.cursor, balanceKey),
    },
    query.limit + 1,
  );
  const page = cutRows(keys, query.limit, (key) => key);
  const rows = await selectBalances(call.db, page.rows);
  return {
    ...windowView(window),
    usageBalances: rows.map((row) => viewBalance(row, call.now)),
    ...(visited ? { nextCursor: encodeCursor(visited) } : nextCursorOf(page)),
  };
};

export const listUsageDrifts = async (call: ReadCall, { query }: { query: DriftQuery }) => {
  const { startTime, endTime } = query;
  if (startTime && endTime && startTime > endTime)
    throw badRequest([{ path: 'startTime', code: 'order', message: 'is after endTime' }]);
  const closingTime = addHours(call.now, query.hoursLeft);
  const selected = await selectDrifts(
    call.db,
    {
      ...(startTime ? { from: startTime } : {}),
      ...(endTime ? { before: endTime } : {}),
      ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
      ...(query.partner ? { partner: query.partner } : {}),
      causes: query.cause ? [query.cause] : driftCauses,
      closingHours: marketplaceCodes.map((partner) => ({
        partner,
        hour: lastHourTakenUntil(closingTime, marketplaceFacts[partner].usage),
      })),
      closingTime,
      after: decodeCursor(query.cursor, driftKey),
    },
    query.limit + 1,
  );
  const page = cutRows(selected, query.limit, (row) => [
    row.hour,
    row.entitlement_id,
    row.dimension,
    row.cause,
    row.detail,
  ]);
  return {
    usageDrifts: page.rows.map((row) => viewDrift(row, call.now)),
    usageComparisons: await readComparisons(call, query.partner),
    ...nextCursorOf(page),
  };
};

export const getUsageReceipt = async (
  call: ReadCall,
  { params, query }: { params: { entitlementId: string }; query: ReceiptQuery },
) => {
  const window = readWindow(query, call.now);
  const { entitlementId } = params;
  const partner = requireFound(await findReceiptPartner(call.db, entitlementId), 'entitlement');
  const selected = await selectReceipts(
    call.db,
    {
      ...window,
      entitlementId,
      ...(query.dimension ? { dimension: query.dimension } : {}),
      after: decodeCursor(query.cursor, receiptKey),
    },
    query.limit + 1,
  );
  const page = cutRows(selected, query.limit, (row) => [row.hour, row.dimension, row.receipt_number]);
  return {
    entitlementID: encodeId('ent', entitlementId),
    partner,
    ...windowView(window),
    usageReceipts: page.rows.map(viewReceipt),
    ...nextCursorOf(page),
  };
};
