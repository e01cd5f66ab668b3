import type { ActCall } from '../../../contract/call.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { TermUse } from '../../entitlement/entitlement.ts';
import { type IncludedUse, includedUseKey } from '../included-quantity/included-quantity.ts';
import { findIncludedUses, saveIncludedUses } from '../included-quantity/store.ts';
import { type Carry, carryKey } from '../metered-entitlement/metered-entitlement.ts';
import { takeBackFractions } from '../usage-allocation/allocate-row.ts';
import { addAllocations } from '../usage-allocation/usage-allocation.ts';
import { findCarries, saveCarries } from './closing/store.ts';
import { lockRefusedRows, type RefusedRow, type RowReduction, reduceRows } from './refused/store.ts';

const sumByRow = (items: readonly { rowId: string; quantity: Decimal }[]): Map<string, Big> => {
  const sums = new Map<string, Big>();
  for (const { rowId, quantity } of items) sums.set(rowId, (sums.get(rowId) ?? new Big(0)).plus(quantity));
  return sums;
};

/** Gives back what rows have used of what plans include. */
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

/**
 * Takes quantities out of refused rows, to be told anew; the entitlements are locked. First a row gives back what it had
 * carried (in less out) and what was deducted, so that what stays refused is exactly the usage of the other items. Answers
 * what the terms are given back, for `spendTermFunds`.
 */
export const takeBack = async (
  call: ActCall,
  items: readonly { rowId: string; quantity: Decimal }[],
): Promise<TermUse[]> => {
  if (items.length === 0) return [];
  const sums = sumByRow(items);
  const rows = await lockRefusedRows(call.db, [...sums.keys()]);
  const known = await findCarries(call.db, [...new Set(rows.map((row) => row.entitlement_id))]);
  const carries = new Map(known.map((carry) => [carryKey(carry), carry]));
  const reductions: RowReduction[] = [];
  const changed = new Map<string, Carry>();
  for (const row of rows) {
    const owner = { entitlementId: row.entitlement_id, dimension: row.dimension, kind: row.kind };
    const key = carryKey(owner);
    const carry = carries.get(key) ?? { ...owner, fraction: '0', allocations: [] };
    const fractions = takeBackFractions(row.allocations ?? []);
    const next = {
      ...carry,
      fraction: new Big(carry.fraction).plus(row.carried_in).minus(row.carried_out).toFixed(),
      allocations: addAllocations(carry.allocations, fractions.back),
    };
    carries.set(key, next);
    changed.set(key, next);
    const quantity = (sums.get(row.id) ?? new Big(0)).toFixed();
    reductions.push({ id: row.id, quantity, allocations: row.allocations === null ? null : fractions.remaining });
  }
  await reduceRows(call.db, reductions);
  await saveCarries(call.db, [...changed.values()]);
  await giveBackIncluded(call, rows);
  return rows.map((row) => ({
    termId: row.term_id,
    credit: new Big(row.credit_amount).neg().toFixed(),
    commit: new Big(row.commit_amount).neg().toFixed(),
  }));
};
