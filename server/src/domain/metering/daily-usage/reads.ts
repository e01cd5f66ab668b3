import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { idOf, readDays } from '../usage-record-group/reads.ts';
import { dailyUsageFields, dailyUsageOrder } from './fields.ts';
import type { UsageMeteringDailyRecordListParams } from './schema.ts';
import { selectDailyUsage } from './store.ts';

export const listUsageMeteringDailyRecords = async (
  call: ReadCall,
  { params, query }: { params: { partner: string }; query: z.output<typeof UsageMeteringDailyRecordListParams> },
) => {
  const page = readListPage(call, query, dailyUsageFields, { standard: 1000, max: 1000, order: dailyUsageOrder });
  const { rows, nextToken, total } = await selectDailyUsage(call.db, page, {
    ...readDays(query, call.now),
    partner: params.partner,
    ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
    ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
  });
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    usageMeteringDailyRecords: rows.map(({ entitlement_id: entitlementId, dimension, day, quantity, amount }) => ({
      date: `${day}T00:00:00.000Z`,
      partner: params.partner as Partner,
      entitlementID: encodeId('ent', entitlementId),
      key: dimension,
      quantity: decimalToJson(quantity),
      ...(amount === null ? {} : { amount: decimalToJson(amount) }),
      source: 'REPORTED' as const,
    })),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
