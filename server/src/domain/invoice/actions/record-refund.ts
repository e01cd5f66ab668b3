import type { RefundRead, RefundRef } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { cancelDue } from '../../../engine/due-store.ts';
import { big } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { findChargeRefund } from '../../buyer/wallet/actions/find-charge-refund.ts';
import { findProviderRefund } from '../../buyer/wallet/actions/find-provider-refund.ts';
import { loadCharge } from '../../buyer/wallet/actions/load-charge.ts';
import { recordRefund } from '../../buyer/wallet/actions/record-refund.ts';
import { isRefused } from '../../buyer/wallet/charge/charge.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, payKind } from '../invoice.ts';
import { attemptReference, isUnknown } from '../payment.ts';
import { paymentIs, paymentTransitions } from '../states.ts';
import { findInvoice, lockInvoice } from '../store.ts';
import { completeRefund, givenBack } from './pay-refund.ts';
import { settleDisputes } from './record-payment.ts';

/** Events that the outcome of a refund may emit. */
export const refundEvents = [
  'wallet.refunded',
  'wallet.refund_failed',
  'wallet.charge_failed',
  'invoice.paid',
  'invoice.payment_failed',
] as const;

/** A refund in progress, with the charge that it gives back. */
export type LoadedRefund = {
  partner: Invoice['partner'];
  refundId: string;
  /** The charge's id at the provider. */
  chargeId: string;
  amount: string;
  currency: string;
  reference: string;
  /** When it began. */
  since: Date;
  wasUnknown: boolean;
};

/** What the provider has to be asked for; undefined if no refund is in progress. */
export const loadRefund = async (call: Pick<ActCall, 'db'>, invoiceId: string): Promise<LoadedRefund | undefined> => {
  const refund = await findInvoice(call.db, invoiceId);
  const original = refund?.refund_of && (await findInvoice(call.db, refund.refund_of));
  if (!refund || !original || !paymentIs.processing(refund.payment_status)) return undefined;
  const reference = attemptReference(refund.id, refund.attempts);
  const of = await loadCharge(call, original.buyer_id, attemptReference(original.id, original.attempts));
  const begun = of && (await findChargeRefund(call, of.charge.id, reference));
  if (!of?.charge.external_id || !begun) return undefined;
  const { partner, currency } = refund;
  const { external_id: chargeId } = of.charge;
  const { id: refundId, amount, creation_time: since } = begun;
  return { partner, refundId, chargeId, amount, currency, reference, since, wasUnknown: isUnknown(refund) };
};

/**
 * Records that a refund failed. The seller is told, and may retry it; it is not tried again by itself: what failed once
 * at the buyer's bank mostly fails again. Emits invoice.payment_failed.
 */
const failRefund = async (
  call: ActCall,
  act: 'fail' | 'bounce',
  refund: Invoice,
  { code, message }: { code: string; message: string },
): Promise<void> => {
  const change = {
    payment_status: nextStatus('The refund', paymentTransitions, act, { status: refund.payment_status }),
    charged_amount: '0',
    paid_time: null,
    error: { code, message },
  };
  await cancelDue(call.db, payKind, refund.id);
  await changeInvoice(call, refund, change, 'invoice.payment_failed');
};

/**
 * Records what the provider says of a refund, with the invoices concerned. Emits wallet.refunded and invoice.paid, or
 * wallet.refund_failed and invoice.payment_failed. Money that came back counts as not given back.
 */
export const recordInvoiceRefund = async (
  call: ActCall,
  { invoiceId, refundId, read }: { invoiceId: string; refundId: string; read: RefundRead },
): Promise<void> => {
  const refund = requireFound(await lockInvoice(call.db, invoiceId), 'invoice');
  const original = requireFound(await lockInvoice(call.db, refund.refund_of ?? ''), 'invoice');
  const { refund: after, before } = await recordRefund(recordsAround(call), { refundId, read });
  if (after.version === before.version || after.reference !== attemptReference(refund.id, refund.attempts)) return;
  if (read.state === 'SUCCEEDED') {
    if (paymentIs.processing(refund.payment_status)) await completeRefund(call, refund, original);
    return;
  }
  const isPaid = paymentIs.paid(refund.payment_status);
  if (!isPaid && !paymentIs.processing(refund.payment_status)) return;
  const besides = isPaid ? { refunded_amount: big(original.refunded_amount).minus(givenBack(refund)).toFixed() } : {};
  // Nothing of the charge is given back now: disputes may have taken all of it.
  const told = { chargeId: after.charge_id, reads: [] };
  await settleDisputes(recordsAround(call), original, told, besides);
  await failRefund(call, isPaid ? 'bounce' : 'fail', refund, read);
};

/** What a message of a provider says of a refund: which, and its outcome if the message itself is the truth. */
export type RefundMessage = RefundRef & { partner: string | null; read: RefundRead | null };

/** What has become of a message: whether it is about a refund of ours, and which refund to read again. */
export type TakenRefund = {
  isOurs: boolean;
  toRead: { invoiceId: string; refundId: string; externalId: string } | null;
};

/**
 * Takes a provider's message about a refund. Without an outcome in it, the caller reads the refund at the provider. Only
 * the provider that collects an invoice can speak of its refunds.
 */
export const takeRefundMessage = async (
  call: ActCall,
  { partner, read, ...ref }: RefundMessage,
): Promise<TakenRefund> => {
  const refund = await findProviderRefund(call, ref);
  const invoiceId = refund && decodeId('invoice', refund.reference.split(' ')[0] ?? '');
  const invoice = invoiceId ? await findInvoice(call.db, invoiceId) : undefined;
  if (!refund || !invoice || invoice.partner !== partner) return { isOurs: false, toRead: null };
  const found = { invoiceId: invoice.id, refundId: refund.id };
  if (read) await recordInvoiceRefund(call, { ...found, read });
  if (read || isRefused(refund)) return { isOurs: true, toRead: null };
  return { isOurs: true, toRead: { ...found, externalId: ref.refundId } };
};
