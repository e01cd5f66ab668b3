import type { ActCall } from '../../../contract/call.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { TermUse } from '../../entitlement/entitlement.ts';
import { type IncludedUse, includedUseKey } from '../included-quantity/included-quantity.ts';
import { findIncludedUses, saveIncludedUses } from '../included-quantity/store.ts';
import { type Carry, carryKey } from '../metered-entitlement/metered-entitlement.ts';
import { takeBackFractions } from '../usage-allocation/allocate-row.ts';
import { addAllocations } from '../usage-allocation/usage-allocation.ts';
import { findCarries, saveCarries } from './closing-store.ts';
import { usesOf } from './deduct-funds.ts';
import { lockRefusedRows, type RefusedRow, type RowReduction, reduceRows } from './refused-store.ts';

/** Gives back what rows used of the quantities that plans include. */
const giveBackIncluded = async (call: ActCall, rows: readonly RefusedRow[]): Promise<void> => {
  const using = rows.filter((row) => row.included_of !== null);
  if (using.length === 0) return;
  const found = await findIncludedUses(call.db, [...new Set(using.map((row) => row.term_id))]);
  const uses = new Map(found.map((use) => [includedUseKey(use), use]));
  const changed = new Map<string, IncludedUse>();
  for (const { term_id: termId, dimension, included_of: parts } of using) {
    for (const [start, units] of parts ?? []) {
      const key = includedUseKey({ termId, dimension, start: new Date(start) });
      const use = changed.get(key) ?? uses.get(key);
      if (use) changed.set(key, { ...use, used: new Big(use.used).minus(units).toFixed() });
    }
  }
  await saveIncludedUses(call.db, [...changed.values()]);
};

/** A retried item; `quantity` is what its row was to submit for it. */
export type RetriedItem = { rowId: string; dimension: string; quantity: Decimal };

/**
 * `carriedBack`: the carry that each item takes along, by dimension. `refunds`: what terms get back, for
 * `spendTermFunds`.
 */
export type TakenBack = { carriedBack: Map<string, Decimal>; refunds: TermUse[] };

/**
 * Takes the items of one group out of refused rows to submit them again; the entitlement must be locked. Deductions are returned. The
 * fraction stays unchanged, because hours submitted since then are based on it: an item takes the carry
 * of its row along, in less out, so that retrying a whole row submits the same number again. Of a negative carry it
 * takes at most its own quantity; the rest goes with the next item of that row.
 */
export const takeBack = async (call: ActCall, items: readonly RetriedItem[]): Promise<TakenBack> => {
  const carriedBack = new Map<string, Decimal>();
  if (items.length === 0) return { carriedBack, refunds: [] };
  const byRow = new Map(items.map((item) => [item.rowId, item]));
  const rows = await lockRefusedRows(call.db, [...byRow.keys()]);
  const known = await findCarries(call.db, [...new Set(rows.map((row) => row.entitlement_id))]);
  const carries = new Map(known.map((carry) => [carryKey(carry), carry]));
  const reductions: RowReduction[] = [];
  const changed = new Map<string, Carry>();
  for (const row of rows) {
    const { quantity, dimension } = byRow.get(row.id) as RetriedItem;
    const all = new Big(quantity).neg();
    const along = all.gt(row.carry) ? all.toFixed() : row.carry;
    carriedBack.set(dimension, along);
    const fractions = takeBackFractions(row.allocations ?? []);
    const allocations = row.allocations === null ? null : fractions.remaining;
    reductions.push({ id: row.id, quantity, carriedBack: along, allocations });
    const carry = carries.get(
      carryKey({ entitlementId: row.entitlement_id, dimension: row.dimension, kind: row.kind }),
    );
    if (!carry || fractions.back.length === 0) continue;
    const next = { ...carry, allocations: addAllocations(carry.allocations, fractions.back) };
    carries.set(carryKey(carry), next);
    changed.set(carryKey(carry), next);
  }
  await reduceRows(call.db, reductions);
  await saveCarries(call.db, [...changed.values()]);
  await giveBackIncluded(call, rows);
  const refunds = rows.flatMap((row) =>
    usesOf(row.term_id, {
      creditAmount: row.credit_amount,
      shareId: row.share_term_id,
      shareAmount: row.share_amount,
      commitAmount: row.commit_amount,
    }).map(({ termId, credit, commit }) => ({
      termId,
      credit: new Big(credit).neg().toFixed(),
      commit: new Big(commit).neg().toFixed(),
    })),
  );
  return { carriedBack, refunds };
};
