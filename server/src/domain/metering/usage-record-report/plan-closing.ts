import { nextStatus } from '../../../kit/transitions.ts';
import { hasEnded, isSuspended } from '../../entitlement/entitlement.ts';
import { includedIn, type PlanTerms } from '../included-quantity/included-quantity.ts';
import {
  type EntitlementTermHours,
  type MeteredEntitlement,
  unitPriceOf,
} from '../metered-entitlement/metered-entitlement.ts';
import { type UsageStatus, usageTransitions } from '../usage-record-group/states.ts';
import { type ClosingPolicy, decideHour, type HourDecision, type MeteredTerm } from './close-hours.ts';
import type { ItemMove, OpenHourRow, SubmittedHour } from './closing-store.ts';
import { type FundsLeft, paysFor } from './deduct-funds.ts';
import { findListPrice } from './list-price.ts';
import type { ReportKind } from './usage-record-report.ts';

/** A report row in the making: its quantity is known once its items are taken. */
export type PlannedRow = {
  id: string;
  entitlement: MeteredEntitlement;
  dimension: string;
  decision: Extract<HourDecision, { does: 'SUBMIT' }>;
};

/** `funds`: what is left to deduct from, by term; `planTerms`: terms whose price may include some of the usage. */
export type PlanPolicy = Omit<ClosingPolicy, 'suspended' | 'ended'> & {
  funds: ReadonlyMap<string, FundsLeft>;
  planTerms: PlanTerms;
  /** Terms with a commit whose excess is charged at the list price. */
  listPriced: ReadonlySet<string>;
};

export type ClosingPlan = { rows: PlannedRow[]; moves: ItemMove[] };

type LicenseAndPlan = Pick<EntitlementTermHours, 'usageResourceId' | 'planId'>;

/**
 * What the partner deduplicates an hour by: the license with its plan, or else the customer of the product. Null: not
 * yet known.
 */
const scopeOf = (entitlement: MeteredEntitlement, { usageResourceId, planId }: LicenseAndPlan): string | null => {
  if (!entitlement.product || entitlement.buyerAccountId === null) return null;
  if (entitlement.product.meteringKey === 'LICENSE')
    return usageResourceId !== null && planId ? `${usageResourceId}/${planId}` : usageResourceId;
  return `${entitlement.product.externalId}/${entitlement.customerIdentifier ?? entitlement.buyerAccountId}`;
};

const termsOf = (entitlement: MeteredEntitlement): Map<string, MeteredTerm> =>
  new Map(
    entitlement.terms.map(({ usageResourceId, planId = null, ...term }) => [
      term.id,
      { ...term, scope: scopeOf(entitlement, { usageResourceId, planId }) },
    ]),
  );

export const scopesOf = (entitlements: Iterable<MeteredEntitlement>): string[] => [
  ...new Set([...entitlements].flatMap((one) => one.terms.flatMap((term) => scopeOf(one, term) ?? []))),
];

const keyOf = (kind: ReportKind, scope: string, dimension: string, hour: Date): string =>
  `${kind}\n${scope}\n${dimension}\n${hour.getTime()}`;

/** The status of an item after its hour is closed; before, it was CREATED. */
const after = (act: keyof typeof usageTransitions): UsageStatus =>
  nextStatus('usage record', usageTransitions, act, { status: 'CREATED' });

const moveOf = (open: OpenHourRow, decision: HourDecision, rowId: string | null): ItemMove | undefined => {
  switch (decision.does) {
    case 'SUBMIT': {
      const act = decision.kind === 'LIVE' ? 'close' : 'closeComputed';
      return { ...open, state: after(act), toHour: decision.hour, rowId, cause: null };
    }
    case 'MOVE':
      return { ...open, state: after('keep'), toHour: decision.hour, rowId: null, cause: null };
    case 'HOLD':
      return { ...open, state: after('keep'), toHour: open.hour, rowId: null, cause: decision.cause };
    case 'INVALID':
      return { ...open, state: after('invalidate'), toHour: open.hour, rowId: null, cause: decision.cause };
    case 'WAIT':
      return undefined;
  }
};

/** Funds would pay for the usage, but the price of a unit is unknown. */
const lacksPrice = (
  entitlement: MeteredEntitlement,
  dimension: string,
  decision: PlannedRow['decision'],
  funds: ReadonlyMap<string, FundsLeft>,
): boolean =>
  paysFor(funds.get(decision.term.id), decision.kind, decision.timestamp) &&
  unitPriceOf(entitlement, dimension) === null;

/** What exceeds the commit is charged at the list price, but that or the price of the offer is unknown. */
const lacksListPrice = (
  entitlement: MeteredEntitlement,
  dimension: string,
  { kind, term }: PlannedRow['decision'],
  listPriced: ReadonlySet<string>,
): boolean => kind !== 'TEST' && listPriced.has(term.id) && findListPrice(entitlement, dimension) === null;

/** It is unknown what the plan includes: submitting the full quantity might charge the buyer twice. */
const lacksIncluded = (dimension: string, { kind, term }: PlannedRow['decision'], planTerms: PlanTerms): boolean =>
  kind !== 'TEST' && includedIn(planTerms.get(term.id), dimension) === 'UNKNOWN';

/**
 * Decides what happens to all open hours of some entitlements, in order of time. Pure. `idOf` names a row by what it is for.
 */
export const planClosing = (
  openHours: readonly OpenHourRow[],
  entitlements: ReadonlyMap<string, MeteredEntitlement>,
  submittedHours: readonly SubmittedHour[],
  { funds, planTerms, listPriced, ...policy }: PlanPolicy,
  idOf: (key: string, hour: Date) => string,
): ClosingPlan => {
  const submittedKeys = new Set(submittedHours.map((hour) => keyOf(hour.kind, hour.scope, hour.dimension, hour.hour)));
  const rows = new Map<string, PlannedRow>();
  const moves: ItemMove[] = [];
  const terms = new Map([...entitlements].map(([id, entitlement]) => [id, termsOf(entitlement)]));
  const inOrder = openHours.toSorted((left, right) => left.hour.getTime() - right.hour.getTime());
  for (const open of inOrder) {
    const entitlement = entitlements.get(open.entitlement_id);
    if (!entitlement) continue;
    let decision = decideHour(
      { dimension: open.dimension, termId: open.term_id, hour: open.hour, test: open.test },
      terms.get(entitlement.id)?.get(open.term_id),
      {
        ...policy,
        suspended: isSuspended(entitlement),
        ended: hasEnded(entitlement),
      },
      (kind, scope, dimension, hour) => {
        const key = keyOf(kind, scope, dimension, hour);
        const planned = rows.get(key);
        return submittedKeys.has(key) || (planned !== undefined && planned.entitlement.id !== entitlement.id);
      },
    );
    if (
      decision.does === 'SUBMIT' &&
      (lacksPrice(entitlement, open.dimension, decision, funds) ||
        lacksListPrice(entitlement, open.dimension, decision, listPriced))
    ) {
      decision = { does: 'HOLD', cause: 'NO_PRICE' };
    }
    if (decision.does === 'SUBMIT' && lacksIncluded(open.dimension, decision, planTerms)) {
      decision = { does: 'HOLD', cause: 'INCLUDED_UNKNOWN' };
    }
    let rowId: string | null = null;
    if (decision.does === 'SUBMIT') {
      const hourKey = keyOf(decision.kind, decision.scope, open.dimension, decision.hour);
      const key = decision.again ? `${hourKey}\n${entitlement.id}` : hourKey;
      const row = rows.get(key) ?? { id: idOf(key, decision.hour), entitlement, dimension: open.dimension, decision };
      rows.set(key, row);
      rowId = row.id;
    }
    const move = moveOf(open, decision, rowId);
    if (move) moves.push(move);
  }
  return { rows: [...rows.values()], moves };
};

/** The plan with other ids for some of its rows. */
export const renameRows = ({ rows, moves }: ClosingPlan, ids: ReadonlyMap<string, string>): ClosingPlan => ({
  rows: rows.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id })),
  moves: moves.map((move) => ({ ...move, rowId: move.rowId && (ids.get(move.rowId) ?? move.rowId) })),
});
