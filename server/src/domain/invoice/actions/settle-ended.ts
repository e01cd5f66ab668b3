import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { type Big, big } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { returnCredit } from '../../buyer/wallet/actions/return-credit.ts';
import { changeInvoice } from '../change.ts';
import type { Invoice, InvoiceLine } from '../invoice.ts';
import type { Purchase } from '../plan/plan-invoices.ts';
import { shareOf } from '../plan/prorate.ts';
import { type BilledTerm, billingStart, installmentsOf } from '../plan/terms.ts';
import { roundCharge } from '../round-charge.ts';
import { invoiceIs, invoiceTransitions, paymentIs } from '../states.ts';
import { findByReferences, lockInvoice } from '../store.ts';
import { type Billable, draftInvoice, ownAmountOf } from './draft-invoice.ts';

/** What a purchase that ends early owes, or gets back. Rounded once, to the currency's minor unit. */

const isBilled = async (call: ActCall, billable: Billable, reference: string): Promise<boolean> =>
  (await findByReferences(call.db, billable.id, [reference])).size > 0;

/** An unpaid invoice can still be withdrawn; one that is paid, or being paid, can only be given back. */
const isUnpaid = ({ status, payment_status: payment }: Invoice): boolean =>
  invoiceIs.draft(status) || (invoiceIs.final(status) && paymentIs.open(payment));

/** Withdraws an unpaid invoice. Credit that has paid a part of it goes back. */
const cancel = async (call: ActCall, invoice: Invoice): Promise<void> => {
  const status = nextStatus('The invoice', invoiceTransitions, 'cancel', invoice);
  const { id, buyer_id: buyerId, credit_amount: credit } = invoice;
  const reference = encodeId('invoice', id);
  if (big(credit).gt(0))
    await returnCredit(recordsAround(call), { buyerId, spent: reference, amount: credit, reference });
  await changeInvoice(call, invoice, { status, next_attempt_time: null }, 'invoice.canceled');
};

type Part = { amount: Big; reference: string; name: string };

const draftFinal = (call: ActCall, billable: Billable, termId: string | null, { amount, reference, name }: Part) =>
  draftInvoice(call, billable, {
    type: 'FINAL',
    reference,
    entitlement_term_id: termId,
    period_start: null,
    period_end: null,
    lines: [{ kind: 'USED_PART', name, amount: amount.toFixed() }],
    finalizeTime: call.now,
  });

/** Drafts what is given back for an invoice, of the one that was paid for it: itself, or the one that has taken it in. */
const draftRefund = async (
  call: ActCall,
  billable: Billable,
  { of, for: invoice, unused }: { of: Invoice; for: Invoice; unused: Big },
): Promise<void> => {
  const line: InvoiceLine = { kind: 'REFUND', name: 'Unused part', amount: unused.toFixed() };
  await draftInvoice(call, billable, {
    type: 'REFUND',
    reference: `REFUND ${invoice.reference}`,
    entitlement_term_id: invoice.entitlement_term_id,
    period_start: null,
    period_end: null,
    lines: [line],
    finalizeTime: call.now,
    refundOf: of.id,
  });
};

/** Locks the invoice that has taken in a canceled one in the end; undefined if none has. */
const lockCarrying = async (call: ActCall, { carried_to: to }: Invoice): Promise<Invoice | undefined> => {
  const into = to === null ? undefined : await lockInvoice(call.db, to);
  return into && invoiceIs.canceled(into.status) ? lockCarrying(call, into) : into;
};

/** Whether an invoice costs nothing any more: it was withdrawn, and no other has taken it in. */
const isWithdrawn = ({ status, carried_to: to }: Invoice): boolean => invoiceIs.canceled(status) && to === null;

/** Gives back a part of an invoice, which must be locked: withdraws and replaces it if it is unpaid, else refunds. */
export const giveBack = async (call: ActCall, billable: Billable, invoice: Invoice, unused: Big): Promise<void> => {
  if (unused.lte(0)) return;
  if (invoiceIs.canceled(invoice.status)) {
    const into = await lockCarrying(call, invoice);
    // Of one that is unpaid, what it has taken in is no share of its own period.
    if (into && paymentIs.paid(into.payment_status))
      await draftRefund(call, billable, { of: into, for: invoice, unused });
    return;
  }
  if (isUnpaid(invoice)) {
    await cancel(call, invoice);
    const amount = big(invoice.amount).minus(unused);
    const part = { amount, reference: `FINAL ${invoice.reference}`, name: 'Part used until the end' };
    if (amount.gt(0)) await draftFinal(call, billable, invoice.entitlement_term_id, part);
    return;
  }
  await draftRefund(call, billable, { of: invoice, for: invoice, unused });
};

/** What was billed ahead for time from `end` on: the share of the invoice by time. Once an invoice. */
export const settlePaidAhead = async (call: ActCall, billable: Billable, known: Invoice, end: Date): Promise<void> => {
  for (const kind of ['FINAL', 'REFUND']) if (await isBilled(call, billable, `${kind} ${known.reference}`)) return;
  const invoice = await lockInvoice(call.db, known.id);
  if (!invoice?.period_start || !invoice.period_end || isWithdrawn(invoice)) return;
  const whole = { start: invoice.period_start, end: invoice.period_end };
  const from = end > whole.start ? end : whole.start;
  const unused = roundCharge(shareOf(ownAmountOf(invoice).toFixed(), { start: from, end: whole.end }, whole), invoice);
  await giveBack(call, billable, invoice, unused);
};

/**
 * Installments divide the price of a whole term. If it ends early, what its used part is worth is compared with what
 * was billed by then: the rest is billed, or the excess given back, from the last installment on. What fell due before
 * the first price was paid elsewhere. Once a term.
 */
export const settleInstallments = async (
  call: ActCall,
  billable: Billable,
  term: BilledTerm,
  { terms, prices: [from] }: Purchase,
): Promise<void> => {
  const [first = term] = terms;
  const start = billingStart(term, term.id === first.id);
  const { end, plannedEnd } = term;
  const installments = installmentsOf(term, first);
  if (installments.length === 0 || !end || !plannedEnd || end >= plannedEnd || end > call.now || end <= start) return;
  if (!from || end <= from.from) return;
  const settled = `FINAL INSTALLMENT ${term.id}`;
  const references = installments.map(({ index }) => `INSTALLMENT ${term.id} ${index}`);
  const ended = references.flatMap((reference) => [`REFUND ${reference}`, `FINAL ${reference}`]);
  const known = await findByReferences(call.db, billable.id, [settled, ...references, ...ended]);
  const billed = references.map((reference) => known.get(reference)).filter((invoice) => invoice !== undefined);
  const isSettled = known.size > billed.length || billed.some(isWithdrawn);
  if (isSettled) return;
  const total = installments.reduce((sum, { amount }) => sum.plus(amount), big(0));
  const earned = roundCharge(shareOf(total, { start, end }, { start, end: plannedEnd }), billable);
  const paidElsewhere = installments.filter(({ time }) => time < from.from);
  const paid = [...billed.map(ownAmountOf), ...paidElsewhere.map(({ amount }) => big(amount))].reduce(
    (sum, amount) => sum.plus(amount),
    big(0),
  );
  if (earned.gt(paid)) {
    const part = { amount: earned.minus(paid), reference: settled, name: 'Part of the price used and not yet billed' };
    await draftFinal(call, billable, term.id, part);
  }
  let excess = paid.minus(earned);
  for (const { id } of billed.reverse()) {
    const invoice = excess.gt(0) ? await lockInvoice(call.db, id) : undefined;
    if (!invoice) break;
    const own = ownAmountOf(invoice);
    const part = excess.lt(own) ? excess : own;
    await giveBack(call, billable, invoice, part);
    excess = excess.minus(part);
  }
};
