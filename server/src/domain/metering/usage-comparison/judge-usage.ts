import { Big, big, type Decimal } from '../../../kit/decimal.ts';
import type { Difference, DifferenceCause, OurUsage, TheirUsage } from './usage-comparison.ts';

/** A day has 24 hours with one row each; with more sums than this, every quantity in the range is possible. */
const sumsMax = 20_000;

/** Whether some of the quantities add up to the rest. */
const mayAddUpTo = (rest: Big, quantities: readonly Decimal[]): boolean => {
  const whole = quantities.reduce((sum, quantity) => sum.plus(quantity), new Big(0));
  if (rest.lt(0) || rest.gt(whole)) return false;
  let sums = new Set(['0']);
  for (const quantity of quantities) {
    sums = new Set([...sums, ...[...sums].map((sum) => big(sum).plus(quantity).toFixed())]);
    if (sums.size > sumsMax) return true;
  }
  return sums.has(rest.toFixed());
};

const sumOf = (lines: TheirUsage): Big => lines.reduce((sum, { submitted }) => sum.plus(submitted ?? 0), new Big(0));

const causeOf = (ours: OurUsage, theirs: Big, isShadow: boolean): DifferenceCause => {
  if (isShadow) return 'SHADOW_DIFFERS';
  if (theirs.eq(0)) return 'NOT_SHOWN';
  return big(ours.counted).eq(0) && ours.open.length === 0 ? 'FOREIGN' : 'QUANTITY_DIFFERS';
};

/**
 * Compares a day's usage of one resource, plan and dimension with what the marketplace shows. Rows that the marketplace
 * may have counted explain any quantity that they can add up to. `isShadow`: what another tool submitted is compared
 * with what we computed. Null: they agree. OPEN: the marketplace does not say enough.
 */
export const judgeUsage = (ours: OurUsage, lines: TheirUsage, isShadow: boolean): Difference | 'OPEN' | null => {
  if (lines.some(({ standing }) => standing === 'OPEN')) return 'OPEN';
  const theirs = sumOf(lines);
  const known = big(ours.counted).plus(ours.computed ?? 0);
  const isProcessed = lines.every(({ standing, processed }) => standing !== 'WAITING' && processed !== null);
  const billed = lines.reduce((sum, { processed }) => sum.plus(processed ?? 0), new Big(0));
  const say = (cause: DifferenceCause, quantity: Big): Difference => ({
    cause,
    quantity: quantity.abs().toFixed(),
    ours: known.toFixed(),
    theirs: theirs.toFixed(),
    billed: isProcessed ? billed.toFixed() : null,
    status: [...new Set(lines.map(({ status }) => status))].sort().join(', '),
  });
  const notBilled = lines.filter(({ standing }) => standing === 'NOT_BILLED');
  const isOurs = !known.eq(0) || ours.open.length > 0;
  // What somebody else tried out, and nobody is billed for.
  if (!isOurs && notBilled.length === lines.length) return null;
  if (!mayAddUpTo(theirs.minus(known), ours.open)) return say(causeOf(ours, theirs, isShadow), theirs.minus(known));
  const rejected = sumOf(notBilled);
  if (rejected.gt(0)) return say('REJECTED', rejected);
  const others = lines.filter(({ standing }) => standing === 'OTHER');
  if (others.length > 0) return say('QUANTITY_DIFFERS', theirs.minus(billed));
  return null;
};
