import type { OrgDb } from '../../../../db/org-db.ts';
import { type Big, big } from '../../../../kit/decimal.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { addMonths } from '../../../../kit/months.ts';
import type { DealSide } from '../commission.ts';
import { findBalances, findLines, type Line } from '../store.ts';

export type { Line } from '../store.ts';

/** What is owed and was paid so far, in one currency, of deals in which this organization is on one side. */
export type StatementSum = {
  side: DealSide;
  currency: string;
  opening: { owed: Big; paid: Big };
  closing: { owed: Big; paid: Big };
};

/** The entries of a month in UTC, with what there was before and after. Amounts of two currencies or sides are never added. */
export type Statement = { from: Date; until: Date; lines: readonly Line[]; sums: readonly StatementSum[] };

const keyOf = ({ side, currency }: { side: DealSide; currency: string }): string => `${side} ${currency}`;

/** The statement of a month, YYYY-MM. Throws a 409 if it has more than `most` entries; `instead`: what the caller can do. */
export const findStatement = async (
  db: OrgDb,
  { relationshipId, month, most, instead }: { relationshipId: string; month: string; most: number; instead: string },
): Promise<Statement> => {
  const from = new Date(`${month}-01T00:00:00Z`);
  const until = addMonths(from, 1);
  const lines = await findLines(db, { relationshipId, from, until, most: most + 1 });
  if (lines.length > most) {
    throw new Refusal('Conflict', `The statement of ${month} has more than ${most} entries. ${instead}`, {
      limit: most,
    });
  }
  const sums = new Map<string, StatementSum>();
  for (const { side, currency, owed, paid } of await findBalances(db, [relationshipId], `${month}-01`)) {
    const opening = { owed: big(owed), paid: big(paid) };
    sums.set(keyOf({ side, currency }), { side, currency, opening, closing: opening });
  }
  for (const { side, currency, owed, paid } of lines) {
    const opening = { owed: big(0), paid: big(0) };
    const sum = sums.get(keyOf({ side, currency })) ?? { side, currency, opening, closing: opening };
    const closing = { owed: sum.closing.owed.plus(owed), paid: sum.closing.paid.plus(paid) };
    sums.set(keyOf(sum), { ...sum, closing });
  }
  const sorted = [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
  return { from, until, lines, sums: sorted };
};
