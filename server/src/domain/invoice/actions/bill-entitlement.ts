import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { inTurns } from '../../../kit/yield-to-others.ts';
import {
  type DirectPurchase,
  lockDirectPurchase,
} from '../../entitlement/direct-purchase/actions/lock-direct-purchase.ts';
import { directBillKind } from '../../entitlement/direct-purchase/direct-purchase.ts';
import { type PlannedInvoice, type Purchase, planningOf } from '../plan/plan-invoices.ts';
import { addDays, addonsOf, graceDays } from '../plan/terms.ts';
import { findByReferences, findCommitsFrom } from '../store.ts';
import { type Billable, billableOf, draftInvoice } from './draft-invoice.ts';
import { settleInstallments, settlePaidAhead } from './settle-ended.ts';

/** The hours of usage are summed up some time after they end; a bill waits for the last one. */
const usageSettlesMs = 2 * 3_600_000;

/** Invoices drafted in one transaction. A purchase that began long ago has more: the next look goes on with them. */
const draftsMax = 100;

const purchaseOf = ({ entitlement, terms, prices }: DirectPurchase): Purchase => ({
  terms: terms.map((term) => ({
    id: term.id,
    start: term.start_time,
    end: term.end_time,
    plannedEnd: term.planned_end_time,
    commitAmount: term.commit_amount,
    info: term.entitlement_info,
  })),
  prices: prices.map((price) => ({
    from: price.from_time,
    commits: price.commits,
    dimensions: price.billable_dimensions,
  })),
  addons: addonsOf(entitlement.info),
});

const finalizeTimeOf = ({ type, draftTime, termId }: PlannedInvoice, { terms }: Purchase): Date => {
  const info = terms.find(({ id }) => id === termId)?.info ?? {};
  const afterGrace = addDays(draftTime, graceDays(info));
  const afterUsage = new Date(draftTime.getTime() + usageSettlesMs);
  return type === 'USAGE' && afterUsage > afterGrace ? afterUsage : afterGrace;
};

const draftPlanned = (call: ActCall, billable: Billable, purchase: Purchase, planned: PlannedInvoice) =>
  draftInvoice(call, billable, {
    type: planned.type,
    reference: planned.reference,
    entitlement_term_id: planned.termId,
    period_start: planned.period?.start ?? null,
    period_end: planned.period?.end ?? null,
    lines: planned.lines,
    usage: planned.usage ?? null,
    finalizeTime: finalizeTimeOf(planned, purchase),
  });

/** Gives back periods that the end of their term leaves out: of them there is no plan any more. */
const giveBackLeftOut = async (call: ActCall, billable: Billable, { terms }: Purchase): Promise<void> => {
  const ends = new Map(terms.flatMap(({ id, end }) => (end !== null && end <= call.now ? [[id, end] as const] : [])));
  if (ends.size === 0) return;
  const earliest = new Date(Math.min(...[...ends.values()].map((end) => end.getTime())));
  for (const invoice of await findCommitsFrom(call.db, billable.id, earliest)) {
    const { entitlement_term_id: termId, period_start: start } = invoice;
    const end = termId === null ? undefined : ends.get(termId);
    if (end && start && start >= end) await settlePaidAhead(call, billable, invoice, start);
  }
};

/**
 * Drafts what of a direct purchase is to be billed by now, gives back what was paid for time after its end, and
 * schedules the next look. Done again, it changes nothing. Emits invoice.created, and invoice.canceled for an unpaid
 * invoice that the end shortens.
 */
export const billEntitlement = async (call: ActCall, { entitlementId }: { entitlementId: string }): Promise<void> => {
  const found = await lockDirectPurchase(call, entitlementId);
  const billable = found && billableOf(found.entitlement);
  if (!found || !billable) return;
  const purchase = purchaseOf(found);
  const { invoices, nextTime } = await inTurns(planningOf(purchase, call.now));
  const billed = await findByReferences(
    call.db,
    entitlementId,
    invoices.map(({ reference }) => reference),
  );
  const missing = invoices.filter(({ reference }) => !billed.has(reference));
  for (const planned of missing.slice(0, draftsMax)) await draftPlanned(call, billable, purchase, planned);
  if (missing.length > draftsMax) {
    // Later than now: a due row that is scheduled at its own time counts as done.
    await scheduleDue(call.db, directBillKind, entitlementId, new Date(call.now.getTime() + 1));
    return;
  }
  for (const planned of invoices) {
    const invoice = billed.get(planned.reference);
    // What was used until a later end stays billed: it is no price of a time.
    if (invoice && planned.type !== 'USAGE' && planned.period && invoice.period_end)
      if (planned.period.end < invoice.period_end) await settlePaidAhead(call, billable, invoice, planned.period.end);
  }
  await giveBackLeftOut(call, billable, purchase);
  for (const term of purchase.terms) await settleInstallments(call, billable, term, purchase);
  if (nextTime) await scheduleDue(call.db, directBillKind, entitlementId, nextTime);
};
