import { Big, type Decimal } from '../../../../kit/decimal.ts';
import type { SettlementOutcome } from './settlement.ts';

/** What a marketplace shows for one dimension and day: the total that it accepted, and in how many records. */
export type ShownUsage = { quantity: Decimal; count: number };

/** A row of that day that was sent; `isCertain`: the marketplace has confirmed it, and shows it by now. */
export type SentRow = { id: string; quantity: Decimal; isCertain: boolean };

type Rest = { quantity: number; count: number };

/** A day has 24 hours with one record each; with more combinations than this the total proves nothing. */
const waysMax = 20_000;

/** Whether some of the rows add up to the rest; undefined if there are too many combinations to try. */
const addsUpTo = (rows: readonly SentRow[], { quantity, count }: Rest): boolean | undefined => {
  const keyOf = (rest: Rest): string => `${rest.quantity} ${rest.count}`;
  let rests = new Map([[keyOf({ quantity, count }), { quantity, count }]]);
  for (const row of rows) {
    const next = new Map(rests);
    for (const rest of rests.values()) {
      const less = { quantity: rest.quantity - Number(row.quantity), count: rest.count - 1 };
      if (less.quantity >= 0 && less.count >= 0) next.set(keyOf(less), less);
    }
    if (next.size > waysMax) return undefined;
    rests = next;
  }
  return rests.has(keyOf({ quantity: 0, count: 0 }));
};

/**
 * Whether a day's total contains a row: the uncertain rest must add up with the row and not without it, or the other
 * way round. Null: the total does not show it, for example because another tool submitted usage for that day too.
 */
export const judgeShown = (rows: readonly SentRow[], shown: ShownUsage, id: string): SettlementOutcome | null => {
  const certain = rows.filter((row) => row.isCertain);
  const others = rows.filter((row) => !row.isCertain && row.id !== id);
  const asked = rows.find((row) => row.id === id);
  if (!asked || asked.isCertain) return null;
  const sum = certain.reduce((total, row) => total.plus(row.quantity), new Big(0));
  const rest = { quantity: new Big(shown.quantity).minus(sum).toNumber(), count: shown.count - certain.length };
  const without = addsUpTo(others, rest);
  const within = addsUpTo(others, { quantity: rest.quantity - Number(asked.quantity), count: rest.count - 1 });
  if (within === true && without === false) return 'COUNTED';
  if (within === false && without === true) return 'NOT_COUNTED';
  return null;
};
