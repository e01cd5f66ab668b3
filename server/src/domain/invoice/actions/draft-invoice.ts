import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { type Big, big, type Decimal } from '../../../kit/decimal.ts';
import type { Entitlement } from '../../entitlement/entitlement.ts';
import { addInvoice } from '../change.ts';
import { finalizeKind, type Invoice, type InvoiceLine } from '../invoice.ts';
import { roundCharge } from '../round-charge.ts';

export const sumOf = (lines: readonly InvoiceLine[]): Decimal =>
  lines.reduce((sum, { amount }) => sum.plus(amount), big(0)).toFixed();

/** What of an invoice is its own: without what it has taken in of others. */
export const ownAmountOf = ({ amount, lines }: Pick<Invoice, 'amount' | 'lines'>): Big =>
  big(amount).minus(sumOf(lines.filter(({ kind }) => kind === 'CARRIED_OVER')));

/** Lines as they are billed: each rounded to what can be charged. */
export const roundLines = (
  lines: readonly InvoiceLine[],
  billed: Pick<Invoice, 'partner' | 'currency'>,
): InvoiceLine[] => lines.map((line) => ({ ...line, amount: roundCharge(line.amount, billed).toFixed() }));

type Drafted = Pick<Invoice, 'type' | 'reference' | 'entitlement_term_id' | 'period_start' | 'period_end' | 'lines'> & {
  finalizeTime: Date;
  refundOf?: string;
  usage?: Invoice['usage'];
};

/** A purchase that can be billed: it has a buyer and a currency. */
export type Billable = { id: string; buyerId: string; partner: PaymentCode; currency: string };

/** Null for a purchase of a marketplace, and for one that names no currency: there is nothing it could be billed in. */
export const billableOf = ({ id, buyer_id: buyerId, partner, info }: Entitlement): Billable | null =>
  buyerId === null || info.currency === undefined
    ? null
    : { id, buyerId, partner: partner as PaymentCode, currency: info.currency };

/** Adds a draft, to be finalized at its time. Emits invoice.created. */
export const draftInvoice = async (
  call: ActCall,
  { id: entitlementId, buyerId, partner, currency }: Billable,
  { finalizeTime, refundOf, usage, lines, ...fields }: Drafted,
): Promise<Invoice> => {
  const rounded = roundLines(lines, { partner, currency });
  const { row } = await addInvoice(
    call,
    {
      id: call.newId(),
      entitlement_id: entitlementId,
      buyer_id: buyerId,
      partner,
      ...fields,
      status: 'DRAFT',
      payment_status: 'PENDING',
      currency,
      amount: sumOf(rounded),
      credit_amount: '0',
      charged_amount: '0',
      refunded_amount: '0',
      lost_amount: '0',
      refund_of: refundOf ?? null,
      carried_to: null,
      lines: rounded,
      usage: usage ?? null,
      finalize_time: finalizeTime,
      due_time: null,
      paid_time: null,
      attempts: 0,
      next_attempt_time: null,
      error: null,
      creation_time: call.now,
      last_update_time: call.now,
      version: 1,
    },
    'invoice.created',
  );
  await scheduleDue(call.db, finalizeKind, row.id, finalizeTime > call.now ? finalizeTime : call.now);
  return row;
};
