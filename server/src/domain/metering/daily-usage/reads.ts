import type { z } from 'zod';
import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { nextOffsetOf, readListPage, setPageHeaders } from '../../../contract/page.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { idOf, readDays } from '../usage-record-group/reads.ts';
import { dailyUsageFields, dailyUsageOrder } from './fields.ts';
import type { UsageMeteringDailyRecordListParams } from './schema.ts';
import { selectDailyUsage } from './store.ts';

const dayText = (time: Date): string => time.toISOString().slice(0, 10);

export const listUsageMeteringDailyRecords = async (
  call: ReadCall,
  { params, query }: { params: { partner: string }; query: z.output<typeof UsageMeteringDailyRecordListParams> },
) => {
  const partner = params.partner as MarketplaceCode;
  const { from, before } = readDays(query, call.now);
  const page = readListPage(call, query, dailyUsageFields, { standard: 1000, max: 1000, order: dailyUsageOrder });
  const { rows, nextToken, total } = await selectDailyUsage(call.db, page, {
    from: dayText(from),
    through: dayText(new Date(before.getTime() - 1)),
    partner,
    ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
    ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
  });
  setPageHeaders(call, page, { rows, nextToken, total });
  return {
    usageMeteringDailyRecords: rows.map(({ entitlement_id: entitlementId, dimension, day, ...row }) => ({
      date: `${day}T00:00:00.000Z`,
      partner,
      entitlementID: encodeId('ent', entitlementId),
      key: dimension,
      quantity: decimalToJson(row.quantity),
      ...(row.amount === null ? {} : { amount: decimalToJson(row.amount) }),
      ...(row.currency === null ? {} : { currency: row.currency }),
      source: row.source,
    })),
    ...nextOffsetOf(page, rows.length, nextToken),
  };
};
