import type { ChargeRead, DisputeRead } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { findProviderCharge } from '../../buyer/wallet/actions/find-provider-charge.ts';
import { type LoadedCharge, loadCharge } from '../../buyer/wallet/actions/load-charge.ts';
import { recordCharge } from '../../buyer/wallet/actions/record-charge.ts';
import { type ReportedDisputes, recordDisputes } from '../../buyer/wallet/actions/record-disputes.ts';
import { returnCredit } from '../../buyer/wallet/actions/return-credit.ts';
import { isCharged, isRefused, isReturned, type WalletCharge } from '../../buyer/wallet/charge/charge.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, payKind, tooSmallCode } from '../invoice.ts';
import { attemptOf, attemptReference, unknownOutcome } from '../payment.ts';
import { invoiceIs, paymentIs, paymentTransitions } from '../states.ts';
import { findInvoice, lockInvoice } from '../store.ts';
import { completePayment, failPayment } from './pay-invoice.ts';
import { canWait, wait, writeOff } from './small-invoices.ts';

/** Events that the outcome of a charge may emit. */
export const chargeEvents = [
  'wallet.charged',
  'wallet.charge_failed',
  'wallet.returned',
  'invoice.charged_again',
  'invoice.paid',
  'invoice.partly_disputed',
  'invoice.payment_failed',
  'invoice.written_off',
] as const;

/** The charge in progress of an invoice; undefined if none is. */
export const loadPayment = async (
  call: Pick<ActCall, 'db'>,
  invoiceId: string,
): Promise<(LoadedCharge & { invoice: Invoice }) | undefined> => {
  const invoice = await findInvoice(call.db, invoiceId);
  if (!invoice || invoice.refund_of !== null || !paymentIs.processing(invoice.payment_status)) return undefined;
  const loaded = await loadCharge(call, invoice.buyer_id, attemptReference(invoice.id, invoice.attempts));
  return loaded && { ...loaded, invoice };
};

/**
 * Takes money of a charge that had failed. It pays the invoice if that is still open, or if credit has paid it since; credit
 * that has taken its place comes back (decision 0233). Otherwise the buyer has paid too much, and the seller is told
 * (invoice.charged_again): we do not know whether it was given back at the provider.
 */
const takeRescued = async (
  call: ActCall,
  invoice: Invoice,
  { amount, reference }: WalletCharge,
  lost: Decimal,
): Promise<Invoice> => {
  const { payment_status: payment, credit_amount: credit } = invoice;
  const isOpen = allows(paymentTransitions, 'rescue', payment);
  const isOfCredit = paymentIs.paid(payment) && big(invoice.charged_amount).eq(0) && big(invoice.refunded_amount).eq(0);
  if (!invoiceIs.final(invoice.status) || !(isOpen || isOfCredit))
    return (await changeInvoice(call, invoice, {}, 'invoice.charged_again')).row;
  const excess = big(credit).plus(amount).minus(invoice.amount);
  const spent = encodeId('invoice', invoice.id);
  if (excess.gt(0)) {
    const back = { buyerId: invoice.buyer_id, spent, amount: excess.toFixed(), reference: call.newId() };
    await returnCredit(recordsAround(call), back);
  }
  const paid = {
    attempts: attemptOf(reference),
    credit_amount: big(invoice.amount).minus(amount).toFixed(),
    lost_amount: lost,
  };
  return isOpen
    ? completePayment(call, invoice, amount, paid)
    : (await changeInvoice(call, invoice, { ...paid, charged_amount: amount }, 'invoice.paid')).row;
};

/** Whether an earlier charge of the invoice was made after all, while this attempt was in progress. */
const wasChargedBefore = async (call: ActCall, { id, buyer_id: buyerId, attempts }: Invoice): Promise<boolean> => {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const earlier = await loadCharge(call, buyerId, attemptReference(id, attempt));
    if (earlier && isCharged(earlier.charge)) return true;
  }
  return false;
};

/** An invoice that is refused as too small waits for the next one of its purchase, or is written off (decision 0234). */
const fail = async (call: ActCall, invoice: Invoice, error: { code: string; message: string }): Promise<Invoice> => {
  // The seller was told of money that may pay it: another charge is the seller's to decide.
  if (await wasChargedBefore(call, invoice)) return failPayment(call, invoice, error, {}, { isRetried: false });
  if (error.code !== tooSmallCode || !big(invoice.credit_amount).eq(0)) return failPayment(call, invoice, error);
  return (await canWait(call, invoice)) ? wait(call, invoice) : writeOff(call, invoice);
};

const refused = { code: 'FAILED', message: 'The provider refused the charge.' };

/**
 * Records what the provider says of a charge, with the invoice that it pays. What has been charged stays so. Emits
 * wallet.charged and invoice.paid or invoice.charged_again, or wallet.charge_failed and invoice.payment_failed.
 */
export const recordPayment = async (
  call: ActCall,
  { invoiceId, chargeId, read }: { invoiceId: string; chargeId: string; read: ChargeRead },
): Promise<Invoice> => {
  const invoice = requireFound(await lockInvoice(call.db, invoiceId), 'invoice');
  const recorded = await recordCharge(recordsAround(call), { chargeId, read });
  const isNew = isCharged(recorded.charge) && !isCharged(recorded.before);
  // A dispute may be told before the payment itself is.
  const { charge, lost } = isNew
    ? await recordDisputes(recordsAround(call), { chargeId, reads: [] })
    : { charge: recorded.charge, lost: '0' };
  const isCurrent = charge.reference === attemptReference(invoice.id, invoice.attempts);
  if (!isCurrent || !paymentIs.processing(invoice.payment_status))
    return isNew && isCharged(charge) ? takeRescued(call, invoice, charge, lost) : invoice;
  if (isCharged(charge)) return completePayment(call, invoice, charge.amount, { lost_amount: lost });
  if (isReturned(charge)) return failPayment(call, invoice, charge.error ?? refused, {}, { isRetried: false });
  // The provider has it: an outcome that was unknown is only pending now.
  if (!isRefused(charge))
    return invoice.error === null ? invoice : (await changeInvoice(call, invoice, { error: null })).row;
  return fail(call, invoice, charge.error ?? refused);
};

/**
 * Records what the provider says of money that was taken back, with the invoice that it had paid. Once all of it is gone, the
 * invoice is unpaid again, and the seller is told (invoice.payment_failed); it is not charged again by itself, since the buyer or
 * its bank objected. Money that is reinstated pays it, as that of a charge that had failed. While a part is gone, the invoice stays
 * paid and says how much (invoice.partly_disputed). Emits wallet.charge_failed and invoice.payment_failed, wallet.charged and
 * invoice.paid or invoice.charged_again, or invoice.partly_disputed.
 */
export const recordInvoiceDisputes = async (
  call: ActCall,
  { invoiceId, ...told }: { invoiceId: string } & ReportedDisputes,
): Promise<Invoice> => settleDisputes(call, requireFound(await lockInvoice(call.db, invoiceId), 'invoice'), told);

/** The same for a locked invoice, of which something else may change in the same step. */
export const settleDisputes = async (
  call: ActCall,
  invoice: Invoice,
  told: ReportedDisputes,
  besides: Partial<Pick<Invoice, 'refunded_amount'>> = {},
): Promise<Invoice> => {
  const { charge, before, lost } = await recordDisputes(recordsAround(call), told);
  const hasMoved = charge.status !== before.status;
  if (hasMoved && isCharged(charge)) return takeRescued(call, { ...invoice, ...besides }, charge, lost);
  const isCurrent = charge.reference === attemptReference(invoice.id, invoice.attempts);
  const isPaid = isCurrent && paymentIs.paid(invoice.payment_status);
  if (isPaid && hasMoved) {
    const change = {
      payment_status: nextStatus('The payment', paymentTransitions, 'bounce', { status: invoice.payment_status }),
      ...{ charged_amount: '0', lost_amount: '0', paid_time: null, error: charge.error },
    };
    return (await changeInvoice(call, invoice, { ...besides, ...change }, 'invoice.payment_failed')).row;
  }
  const known = big(invoice.lost_amount);
  const change = isPaid && !known.eq(lost) ? { ...besides, lost_amount: lost } : besides;
  if (Object.keys(change).length === 0) return invoice;
  const events = isPaid && known.lt(lost) ? (['invoice.partly_disputed'] as const) : [];
  return (await changeInvoice(call, invoice, change, ...events)).row;
};

/**
 * Notes that the outcome of a charge could not be found out. It may have been made, so no other is begun: the provider
 * is asked again later.
 */
export const notePaymentUnknown = async (
  call: ActCall,
  invoiceId: string,
  { message }: { message: string },
): Promise<void> => {
  const invoice = await lockInvoice(call.db, invoiceId);
  if (!invoice || !paymentIs.processing(invoice.payment_status)) return;
  await changeInvoice(call, invoice, { error: { code: unknownOutcome, message } });
};

/** What a message of a provider says of a charge: which, and its outcome if the message itself is the truth. */
export type ChargeMessage = { partner: string | null; reference: string; read: ChargeRead | null };

/** What has become of a message: whether it is about a charge of ours, and which ended charge to read again. */
export type TakenMessage = {
  isOurs: boolean;
  toRead: { invoiceId: string; chargeId: string; externalId: string } | null;
};

/**
 * Takes a provider's message about a charge of ours. Without an outcome in it, the provider is asked: at once for a
 * charge in progress, by the caller for one that had failed and may have been rescued. Only the provider that collects
 * an invoice can speak of its charges.
 */
export const takeChargeMessage = async (
  call: ActCall,
  { partner, reference, read }: ChargeMessage,
): Promise<TakenMessage> => {
  const invoiceId = decodeId('invoice', reference.split(' ')[0] ?? '');
  const invoice = invoiceId ? await findInvoice(call.db, invoiceId) : undefined;
  const loaded = invoice && (await loadCharge(call, invoice.buyer_id, reference));
  if (!invoice || !loaded || invoice.partner !== partner) return { isOurs: false, toRead: null };
  const { id: chargeId, external_id: externalId, amount } = loaded.charge;
  // Of a part that was authorised, the answer to the charge itself says what is done about it (decision 0233).
  if (read?.state === 'SUCCEEDED' && read.amount !== undefined && big(read.amount).lt(amount))
    return { isOurs: true, toRead: null };
  if (read) await recordPayment(call, { invoiceId: invoice.id, chargeId, read });
  else if (isRefused(loaded.charge))
    return { isOurs: true, toRead: externalId === null ? null : { invoiceId: invoice.id, chargeId, externalId } };
  else if (paymentIs.processing(invoice.payment_status)) await scheduleDue(call.db, payKind, invoice.id, call.now);
  return { isOurs: true, toRead: null };
};

/** What a message of a provider says of a dispute: of which charge, and what it did if the message itself is the truth. */
export type DisputeMessage = { partner: string | null } & (
  | { reference: string; read: DisputeRead }
  | { chargeId: string; read: null }
);

/** Takes a provider's message about a dispute. Without an outcome in it, the caller reads the disputes at the provider. */
export const takeDisputeMessage = async (call: ActCall, message: DisputeMessage): Promise<TakenMessage> => {
  const { partner, read } = message;
  const reference = read === null ? (await findProviderCharge(call, message.chargeId))?.reference : message.reference;
  const invoiceId = reference === undefined ? null : decodeId('invoice', reference.split(' ')[0] ?? '');
  const invoice = invoiceId ? await findInvoice(call.db, invoiceId) : undefined;
  const loaded = invoice && reference && (await loadCharge(call, invoice.buyer_id, reference));
  if (!invoice || !loaded || invoice.partner !== partner) return { isOurs: false, toRead: null };
  const found = { invoiceId: invoice.id, chargeId: loaded.charge.id };
  if (read === null) return { isOurs: true, toRead: { ...found, externalId: message.chargeId } };
  await recordInvoiceDisputes(call, { ...found, reads: [read] });
  return { isOurs: true, toRead: null };
};
