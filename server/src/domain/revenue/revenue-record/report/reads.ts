import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { Big, type Decimal, decimalToJson } from '../../../../kit/decimal.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { startOf } from '../../record/view.ts';
import { readSums } from '../../summary/reads.ts';
import type { RevenueSum, SumBy } from '../../summary/store.ts';
import { readOwners } from '../read-owners.ts';
import type { RevenueRecordView } from '../view.ts';
import type { GetRevenueReportParams, RevenueReportType } from './schema.ts';

type Body = z.output<typeof GetRevenueReportParams>;

/** How many months a report is of, with the present one: as many as a backfill reads. */
const reportMonths = 24;

const amounts = ['billed', 'refunded', 'tax', 'disbursed', 'refund_disbursed', 'collectable'] as const;
type Sum = RevenueSum<(typeof amounts)[number]>;

const amountOf: Readonly<Record<RevenueReportType, (sum: Sum) => Decimal>> = {
  GrossAmount: ({ billed, refunded }) => new Big(billed).plus(refunded).toFixed(),
  InvoicedAmount: ({ billed }) => billed,
  CollectableAmount: ({ collectable }) => collectable,
  DisbursedAmount: ({ disbursed }) => disbursed,
};

const firstDayOf = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - reportMonths + 1, 1)).toISOString().slice(0, 10);

/** The owners that are asked for, as they were written. */
const echoOf = ({ productID, entitlementID, buyerID }: Body) => ({
  ...(productID ? { productID } : {}),
  ...(entitlementID ? { entitlementID } : {}),
  ...(buyerID ? { buyerID } : {}),
});

const by: Readonly<Record<'day' | 'month', SumBy>> = { day: 'DAY', month: 'MONTH' };

/** The amounts of the last 24 months, a record for each interval and currency. */
export const getRevenueReport = async (call: ReadCall, { body }: { body: Body }) => {
  const from = firstDayOf(call.now);
  const filter = {
    ...readOwners({ productId: body.productID, entitlementId: body.entitlementID, buyerId: body.buyerID }),
    channel: body.partner,
    from,
    through: call.now.toISOString().slice(0, 10),
  };
  const { partner, service, reportType, groupBy } = body;
  const of = { organizationID: encodeId('org', call.orgId), partner, ...echoOf(body) };
  const sums = await readSums(call, filter, { by: [groupBy ? by[groupBy] : 'CURRENCY'], of: amounts });
  const revenueRecords = sums.map(
    (sum): RevenueRecordView => ({
      ...of,
      currency: sum.currency,
      date: startOf(sum.day ?? from),
      amount: decimalToJson(amountOf[reportType](sum)),
      invoiceAmount: decimalToJson(sum.billed),
      collectableAmount: decimalToJson(sum.collectable),
      disburseAmount: decimalToJson(sum.disbursed),
      taxAmount: decimalToJson(sum.tax),
      refundInvoiceAmount: decimalToJson(sum.refunded),
      refundDisburseAmount: decimalToJson(sum.refund_disbursed),
    }),
  );
  return {
    ...of,
    service,
    reportType,
    ...(groupBy ? { groupBy } : {}),
    reportDate: call.now.toISOString(),
    revenueRecords,
  };
};
