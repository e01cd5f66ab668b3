import type { z } from 'zod';
import { big, type Decimal, decimalToJson } from '../../kit/decimal.ts';
import { encodeId } from '../../kit/ids.ts';
import type { InvoiceLine, Invoice as InvoiceRow, PriceStep } from './invoice.ts';
import type { Invoice } from './schema.ts';

export type InvoiceView = z.input<typeof Invoice>;

const numbers = (named: Record<string, Decimal | null | undefined>) =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value == null ? [] : [[name, decimalToJson(value)]])),
  );

const viewStep = ({ quantity, rate, amount, ...rest }: PriceStep) => ({
  ...rest,
  ...numbers({ quantity, rate }),
  amount: decimalToJson(amount),
});

const viewLine = ({ quantity, rate, amount, steps, ...rest }: InvoiceLine) => ({
  ...rest,
  ...numbers({ quantity, rate }),
  amount: decimalToJson(amount),
  ...(steps === undefined ? {} : { steps: steps.map(viewStep) }),
});

const times = (named: Record<string, Date | null>) =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, time]) => (time === null ? [] : [[name, time.toISOString()]])),
  );

/** An invoice as clients see it. */
export const viewInvoice = (orgId: string, row: InvoiceRow): InvoiceView => ({
  id: encodeId('invoice', row.id),
  organizationID: encodeId('org', orgId),
  entitlementID: encodeId('ent', row.entitlement_id),
  ...(row.entitlement_term_id === null ? {} : { entitlementTermID: encodeId('term', row.entitlement_term_id) }),
  buyerID: encodeId('buyer', row.buyer_id),
  partner: row.partner,
  type: row.type,
  status: row.status,
  paymentStatus: row.payment_status,
  currency: row.currency,
  amount: decimalToJson(row.amount),
  creditAmount: decimalToJson(row.credit_amount),
  chargedAmount: decimalToJson(row.charged_amount),
  refundedAmount: decimalToJson(row.refunded_amount),
  ...(big(row.lost_amount).eq(0) ? {} : { lostAmount: decimalToJson(row.lost_amount) }),
  ...(row.refund_of === null ? {} : { refundOf: encodeId('invoice', row.refund_of) }),
  ...(row.carried_to === null ? {} : { carriedTo: encodeId('invoice', row.carried_to) }),
  ...times({ periodStart: row.period_start, periodEnd: row.period_end }),
  lines: row.lines.map(viewLine),
  finalizeTime: row.finalize_time.toISOString(),
  ...times({ dueTime: row.due_time, paidTime: row.paid_time }),
  attempts: row.attempts,
  ...times({ nextAttemptTime: row.next_attempt_time }),
  ...(row.error === null ? {} : { error: row.error }),
  creationTime: row.creation_time.toISOString(),
  lastUpdateTime: row.last_update_time.toISOString(),
});
