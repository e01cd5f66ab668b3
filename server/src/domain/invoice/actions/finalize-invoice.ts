import type { ActCall } from '../../../contract/call.ts';
import { recordsAround } from '../../../contract/record-changes.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { Big, big, type Decimal } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { allows, nextStatus } from '../../../kit/transitions.ts';
import { loadEntitlement } from '../../entitlement/actions/load-entitlement.ts';
import { lockTermFunds } from '../../entitlement/actions/lock-term-funds.ts';
import { spendTermFunds } from '../../entitlement/actions/spend-term-funds.ts';
import { lockDirectPurchase } from '../../entitlement/direct-purchase/actions/lock-direct-purchase.ts';
import { changeInvoice } from '../change.ts';
import { type Invoice, type InvoiceLine, payKind } from '../invoice.ts';
import { addDays, netDays } from '../plan/terms.ts';
import { payableDigitsOf } from '../round-charge.ts';
import { invoiceTransitions, paymentTransitions } from '../states.ts';
import { findInvoice, lockInvoice } from '../store.ts';
import { roundLines, sumOf } from './draft-invoice.ts';
import { priceInvoice } from './price-invoice.ts';
import { takeInWaiting } from './small-invoices.ts';

const less = (left: Big, right: Big): Big => (left.lt(right) ? left : right);

type Funds = Awaited<ReturnType<typeof lockTermFunds>>[number];

/** The parts of a divided commit that hold a time of the period, the earliest first, with what is left of each. */
const sharesIn = ({ shares }: Funds, { period_start: from, period_end: to }: Invoice) =>
  shares
    .filter(({ start }, index) => {
      const end = shares[index + 1]?.start;
      return to !== null && from !== null && start < to && (end === undefined || (end > start && end > from));
    })
    .map((share) => ({ id: share.id, left: big(share.credit_amount).minus(share.used_credit_amount) }));

/** Credit, where a commit is divided first its share, and, where usage counts against it, the commitment of the term pay for its usage first. */
const spendTerm = async (
  call: ActCall,
  invoice: Invoice,
  cost: Decimal,
  withCommit: boolean,
): Promise<InvoiceLine[]> => {
  const funds = await lockTermFunds(call, [invoice.entitlement_id], { withCommit });
  const term = funds.find(({ id }) => id === invoice.entitlement_term_id);
  if (!term || big(cost).lte(0)) return [];
  const shares = sharesIn(term, invoice);
  const ownLeft = big(term.credit_amount).minus(term.used_credit_amount);
  const commitLeft = withCommit ? big(term.commit_amount).minus(term.used_commit_amount) : big(0);
  const all = shares.reduce((sum, { left }) => sum.plus(left), ownLeft.plus(commitLeft));
  // What does not cover the usage leaves a rest that can be charged, and keeps its own fraction (decision 0210).
  const covered = all.gte(cost) ? big(cost) : all.round(payableDigitsOf(invoice), Big.roundDown);
  let open = covered;
  const shared = shares.map(({ id, left }) => {
    const part = less(left, open);
    open = open.minus(part);
    return { termId: id, credit: part.toFixed(), commit: '0' };
  });
  const own = less(ownLeft, open);
  const commit = open.minus(own);
  const credit = covered.minus(commit);
  await spendTermFunds(recordsAround(call), [
    ...shared,
    { termId: term.id, credit: own.toFixed(), commit: commit.toFixed() },
  ]);
  const lines: InvoiceLine[] = [
    { kind: 'TERM_CREDIT', name: 'Paid by the credit of the term', amount: credit.times(-1).toFixed() },
    { kind: 'TERM_COMMIT', name: 'Covered by the commitment of the term', amount: commit.times(-1).toFixed() },
  ];
  return lines.filter(({ amount }) => !big(amount).eq(0));
};

const linesOf = async (call: ActCall, invoice: Invoice, withCommit: boolean): Promise<readonly InvoiceLine[]> => {
  if (invoice.type !== 'USAGE') return invoice.lines;
  const lines = roundLines(await priceInvoice(call, invoice), invoice);
  return [...lines, ...(await spendTerm(call, invoice, sumOf(lines), withCommit))];
};

/** Makes a locked draft final: its lines no longer change, and its payment is due after the net terms. */
const finalize = async (call: ActCall, old: Invoice) => {
  const status = nextStatus('The invoice', invoiceTransitions, 'finalize', old);
  const { info } = await loadEntitlement(call, old.entitlement_id);
  const isRefund = old.refund_of !== null;
  const own = await linesOf(call, old, info.isMeteringOverageCommit === true);
  const lines = isRefund ? own : [...own, ...(await takeInWaiting(call, old))];
  const amount = sumOf(lines);
  const isNothing = big(amount).lte(0);
  const due = isRefund ? call.now : addDays(call.now, netDays(info));
  const { row, view } = await changeInvoice(
    call,
    old,
    {
      status,
      lines,
      amount,
      finalize_time: call.now,
      due_time: due,
      ...(isNothing
        ? {
            payment_status: nextStatus('The payment', paymentTransitions, 'succeed', { status: old.payment_status }),
            paid_time: call.now,
          }
        : { next_attempt_time: due }),
    },
    'invoice.finalized',
    ...(isNothing ? (['invoice.paid'] as const) : []),
  );
  if (!isNothing) await scheduleDue(call.db, payKind, row.id, due);
  return view;
};

/** Locks an invoice after its entitlement, as billing does. */
const lockWithEntitlement = async (call: ActCall, invoiceId: string): Promise<Invoice | undefined> => {
  const found = await findInvoice(call.db, invoiceId);
  if (found) await lockDirectPurchase(call, found.entitlement_id);
  return found && lockInvoice(call.db, invoiceId);
};

/** At the end of an invoice's grace period. Emits invoice.finalized. */
export const finalizeDueInvoice = async (call: ActCall, { invoiceId }: { invoiceId: string }): Promise<void> => {
  const old = await lockWithEntitlement(call, invoiceId);
  if (!old || old.finalize_time > call.now || !allows(invoiceTransitions, 'finalize', old.status)) return;
  await finalize(call, old);
};

/** The same before its time, because the seller says so. 409 unless it is a draft. */
export const finalizeInvoice = async (call: ActCall, { params }: { params: { invoiceId: string } }) => {
  const old = requireFound(await lockWithEntitlement(call, params.invoiceId), 'invoice');
  call.checkVersion(old.version);
  return finalize(call, old);
};
