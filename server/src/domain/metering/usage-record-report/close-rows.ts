import { Big, type Decimal } from '../../../kit/decimal.ts';
import { nilId } from '../../../kit/ids.ts';
import type { TermUse } from '../../entitlement/entitlement.ts';
import type { Inclusion } from '../included-quantity/deduct-included.ts';
import { type IncludedUse, includedUseKey, type PlanTerms } from '../included-quantity/included-quantity.ts';
import { type Carry, carryKey, unitPriceIn } from '../metered-entitlement/metered-entitlement.ts';
import { allocateRow } from '../usage-allocation/allocate-row.ts';
import type { Allocation, RowAllocation } from '../usage-allocation/usage-allocation.ts';
import { type ClosedQuantity, closeQuantity } from './close-hours.ts';
import {
  type Deduction,
  deductFunds,
  type FundsLeft,
  nothingDeducted,
  paysFor,
  shownFunds,
  useFunds,
  usesOf,
} from './deduct-funds.ts';
import { includeUsage, type TakenUsage } from './include-usage.ts';
import { findListPrice, type ListPrice, unitsAtListPrice } from './list-price.ts';
import type { PlannedRow } from './plan-closing.ts';
import { type NewReportRow, shownGroups, type UsageReport } from './usage-record-report.ts';

/** What was taken from the items of a planned row. */
export type TakenItems = TakenUsage & {
  oldest_month: string;
  group_ids: readonly string[];
  /** Units that refused rows carried out of retried items; the quantity is already without them. */
  owed?: Decimal;
  allocations: readonly Allocation[] | null;
};

export type ClosingState = {
  taken: ReadonlyMap<string, TakenItems>;
  carries: readonly Carry[];
  planTerms: PlanTerms;
  included: readonly IncludedUse[];
  funds: ReadonlyMap<string, FundsLeft>;
  /** Terms with a commit whose excess is charged at the list price. */
  listPriced: ReadonlySet<string>;
  now: Date;
  maxQuantity: Decimal;
  newId: () => string;
};

/**
 * `carries`, `included`: only those that changed. `tooLarge`: planned rows that are not written; their items are held.
 */
export type Closed = {
  reports: UsageReport[];
  rows: NewReportRow[];
  carries: Carry[];
  included: IncludedUse[];
  uses: TermUse[];
  tooLarge: string[];
};

type RowParts = {
  items: TakenItems;
  carriedIn: Decimal;
  price: Decimal | null;
  inclusion: Inclusion;
  deduction: Deduction;
  listPrice: ListPrice | null;
  adjusted: Decimal;
  closed: ClosedQuantity;
  allocations: RowAllocation[] | null;
};

const rowOf = (planned: PlannedRow, parts: RowParts, reportId: string, now: Date): NewReportRow => {
  const { entitlement, decision } = planned;
  const term = entitlement.terms.find(({ id }) => id === decision.term.id);
  const { items, inclusion, deduction, closed } = parts;
  const isLive = decision.kind === 'LIVE';
  const isNothing = closed.quantity === '0';
  return {
    id: planned.id,
    report_id: reportId,
    entitlement_id: entitlement.id,
    dimension: planned.dimension,
    hour: decision.hour,
    kind: decision.kind,
    partner: entitlement.partner,
    product_id: entitlement.productId,
    scope: decision.scope,
    again: decision.again ? planned.id : nilId,
    accepted: new Big(items.quantity).plus(items.brought).toFixed(),
    carried_in: parts.carriedIn,
    carried_out: closed.carriedOut,
    included: inclusion.included,
    credited: deduction.credited,
    committed: deduction.committed,
    credit_amount: deduction.creditAmount,
    share_term_id: deduction.shareId,
    share_amount: deduction.shareAmount,
    commit_amount: deduction.commitAmount,
    unit_price: parts.price,
    adjusted: parts.adjusted,
    unit_list_price: parts.listPrice?.list ?? null,
    standing: closed.quantity,
    quantity: closed.quantity,
    told_time: decision.timestamp,
    address: {
      product: entitlement.product ?? { entityId: '', externalId: '', meteringKey: 'LICENSE' },
      buyerAccountId: entitlement.buyerAccountId ?? '',
      customerIdentifier: entitlement.customerIdentifier,
      usageResourceId: term?.usageResourceId ?? null,
      ...(term?.planId ? { planId: term.planId } : {}),
    },
    deadline: decision.deadline,
    oldest_month: items.oldest_month,
    state: isLive ? (isNothing ? 'SUCCESS' : 'CREATED') : 'UNTOLD',
    message: '',
    record_id: null,
    attempts: 0,
    next_attempt_time: isLive && !isNothing ? now : null,
    allocations: parts.allocations,
    included_of: inclusion.parts.length === 0 ? null : inclusion.parts,
  };
};

const reportOf = (planned: PlannedRow, id: string, now: Date): UsageReport => ({
  id,
  entitlement_id: planned.entitlement.id,
  term_id: planned.decision.term.id,
  product_id: planned.entitlement.productId,
  buyer_id: planned.entitlement.buyerId,
  partner: planned.entitlement.partner,
  hour: planned.decision.hour,
  kind: planned.decision.kind,
  group_ids: [],
  credit_amount: null,
  used_credit_amount: null,
  commit_amount: null,
  used_commit_amount: null,
  creation_time: now,
  version: 1,
});

/** The order in which included quantities, credit and commit are used up. */
const byHourAndDimension = (left: PlannedRow, right: PlannedRow): number =>
  left.decision.hour.getTime() - right.decision.hour.getTime() ||
  (left.dimension < right.dimension ? -1 : left.dimension > right.dimension ? 1 : 0);

/** Sums, deducts, carries and freezes the planned rows, hour by hour. Pure, except for `newId`. */
export const closeRows = (planned: readonly PlannedRow[], state: ClosingState): Closed => {
  const reports = new Map<string, UsageReport>();
  const carries = new Map(state.carries.map((carry) => [carryKey(carry), carry]));
  const funds = new Map(state.funds);
  const included = new Map(state.included.map((use) => [includedUseKey(use), use]));
  const changedUses = new Map<string, IncludedUse>();
  const changed = new Map<string, Carry>();
  const rows: NewReportRow[] = [];
  const uses: TermUse[] = [];
  const tooLarge: string[] = [];
  for (const one of planned.toSorted(byHourAndDimension)) {
    const items = state.taken.get(one.id);
    if (!items) continue;
    const owner = { entitlementId: one.entitlement.id, dimension: one.dimension, kind: one.decision.kind };
    const carry = carries.get(carryKey(owner));
    const carriedIn = carry?.fraction ?? '0';
    const termId = one.decision.term.id;
    const price = unitPriceIn(one.entitlement, { termId, dimension: one.dimension, time: one.decision.timestamp });
    const fund = funds.get(termId);
    // Late usage is paid like the rest of its row, at the time for which it is submitted.
    const { kind, timestamp } = one.decision;
    const isPaid = price !== null && paysFor(fund, kind, timestamp);
    const { inclusion, uses: includedUses } = includeUsage(one, items, state.planTerms, included);
    const deduction = isPaid ? deductFunds(inclusion.left, price, fund, timestamp) : nothingDeducted(inclusion.left);
    const isListPriced = state.listPriced.has(termId) && one.decision.kind !== 'TEST';
    const listPrice = isListPriced && price !== '0' ? findListPrice(one.entitlement, one.dimension) : null;
    const excess = listPrice ? unitsAtListPrice(deduction.left, listPrice, items.owed) : deduction.left;
    const left = new Big(excess).plus(items.brought).toFixed();
    const closed = closeQuantity(left, carriedIn, state.maxQuantity);
    if (!closed) {
      tooLarge.push(one.id);
      continue;
    }
    const allocated = allocateRow(items.allocations ?? [], carry?.allocations ?? [], {
      accepted: new Big(items.quantity).plus(items.brought).toFixed(),
      left,
      carriedIn,
      quantity: closed.quantity,
    });
    for (const use of includedUses) {
      included.set(includedUseKey(use), use);
      changedUses.set(includedUseKey(use), use);
    }
    const next = { ...owner, fraction: closed.carriedOut, allocations: allocated?.carried ?? [] };
    carries.set(carryKey(owner), next);
    changed.set(carryKey(owner), next);
    const key = `${one.entitlement.id}\n${termId}\n${one.decision.hour.getTime()}\n${one.decision.kind}`;
    const report = reports.get(key) ?? reportOf(one, state.newId(), state.now);
    report.group_ids = [...new Set([...report.group_ids, ...items.group_ids])].slice(0, shownGroups);
    reports.set(key, report);
    if (isPaid) {
      const used = useFunds(fund, deduction);
      funds.set(termId, used);
      Object.assign(report, shownFunds(used, timestamp));
      uses.push(...usesOf(termId, deduction));
    }
    const parts = {
      items,
      carriedIn,
      price,
      inclusion,
      deduction,
      listPrice,
      adjusted: new Big(excess).minus(deduction.left).toFixed(),
      closed,
      allocations: allocated?.allocations ?? null,
    };
    rows.push(rowOf(one, parts, report.id, state.now));
  }
  return {
    reports: [...reports.values()],
    rows,
    carries: [...changed.values()],
    included: [...changedUses.values()],
    uses,
    tooLarge,
  };
};
