import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { badRequest } from '../../../kit/errors.ts';
import { nilId } from '../../../kit/ids.ts';
import { idOf } from '../usage-record-group/reads.ts';
import type { UsageTotalParams } from './schema.ts';
import { type Counted, selectTotals } from './store.ts';

/** Days of one request. */
const maxDays = { day: 366, month: 1_830 } as const;
/** Rows of one response. */
const maxRows = 20_000;

const dayMs = 24 * 3_600_000;

type Query = z.output<typeof UsageTotalParams>;

const checkDays = ({ startDate, endDate, granularity }: Query): void => {
  if (startDate > endDate) throw badRequest([{ path: 'startDate', code: 'order', message: 'is after endDate' }]);
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1;
  const max = maxDays[granularity];
  if (days <= max) return;
  const message = `must be at most ${max} days from startDate for the granularity ${granularity}; ask for a shorter time`;
  throw badRequest([{ path: 'endDate', code: 'range', message }]);
};

const aggregate =
  (counts: Counted) =>
  async (call: ReadCall, { query }: { query: Query }) => {
    checkDays(query);
    const filter = {
      counts,
      partner: query.partner,
      granularity: query.granularity,
      from: query.startDate,
      through: query.endDate,
      ...(query.productId ? { productId: idOf('prod', query.productId) } : {}),
      ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
      ...(query.buyerId ? { buyerId: idOf('buyer', query.buyerId) } : {}),
    };
    // An id that cannot be decoded matches nothing.
    if ([filter.productId, filter.entitlementId, filter.buyerId].includes(nilId)) return [];
    const rows = await selectTotals(call.db, filter, maxRows + 1);
    if (rows.length > maxRows) {
      const message = `has more than ${maxRows} dates and dimensions; request a shorter range, or filter by productId, entitlementId or buyerId`;
      throw badRequest([{ path: 'endDate', code: 'too_many', message }]);
    }
    return rows.map(({ date, dimension, quantity }) => ({
      date,
      dimensionKey: dimension,
      quantity: decimalToJson(quantity),
    }));
  };

/** Accepted usage by the day or month in which it was used, and dimension. */
export const aggregateUsageRecordGroups = aggregate('GROUP');

/** Submitted usage by the day or month of its report's hour, and dimension. */
export const aggregateUsageRecordReports = aggregate('REPORT');
