import { Big } from '../../../kit/decimal.ts';
import { compareTexts, type Shares } from './usage-allocation.ts';

/**
 * Splits a whole number among tag sets: whole numbers ≥ 0 that add up to it, each as close to its share as possible.
 * The parts that rounding down cuts most are rounded up. Where negative shares leave too little for the others, the
 * parts that it cuts least give back first. Ties are broken by tags. `total` is at most the sum of the shares, or 0.
 */
export const splitQuantity = (shares: Shares, total: number): Map<string, number> => {
  const parts = [...shares].map(([key, share]) => {
    const units = share.gt(0) ? Number(share.round(0, Big.roundDown).toFixed()) : 0;
    return { key, units, rest: share.minus(units) };
  });
  let missing = parts.reduce((left, part) => left - part.units, total);
  if (missing > 0) {
    parts.sort((left, right) => right.rest.cmp(left.rest) || compareTexts(left.key, right.key));
    for (const part of parts.slice(0, missing)) part.units += 1;
  }
  if (missing < 0) {
    const givers = parts.filter((part) => part.units > 0);
    givers.sort((left, right) => left.rest.cmp(right.rest) || compareTexts(left.key, right.key));
    for (let index = 0; missing < 0; index = (index + 1) % givers.length) {
      const giver = givers[index];
      if (!giver || giver.units === 0) continue;
      giver.units -= 1;
      missing += 1;
    }
  }
  return new Map(parts.map((part) => [part.key, part.units]));
};
