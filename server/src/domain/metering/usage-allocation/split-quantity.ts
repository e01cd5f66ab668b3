import { Big } from '../../../kit/decimal.ts';
import { compareTexts, type Shares } from './usage-allocation.ts';

/**
 * Splits a whole number among tag sets: whole numbers ≥ 0 that add up to it, each as near to its share as can be. The parts
 * that are cut off most are rounded up; where shares below 0 leave too little for the others, those that were told too much
 * already give back first. Ties go by tags. `total` is at most the sum of the shares, or 0.
 */
export const splitQuantity = (shares: Shares, total: number): Map<string, number> => {
  const parts = [...shares].map(([key, share]) => {
    const told = share.gt(0) ? Number(share.round(0, Big.roundDown).toFixed()) : 0;
    return { key, told, rest: share.minus(told) };
  });
  let missing = parts.reduce((left, part) => left - part.told, total);
  if (missing > 0) {
    parts.sort((left, right) => right.rest.cmp(left.rest) || compareTexts(left.key, right.key));
    for (const part of parts.slice(0, missing)) part.told += 1;
  }
  if (missing < 0) {
    const givers = parts.filter((part) => part.told > 0);
    givers.sort((left, right) => left.rest.cmp(right.rest) || compareTexts(left.key, right.key));
    for (let index = 0; missing < 0; index = (index + 1) % givers.length) {
      const giver = givers[index];
      if (!giver || giver.told === 0) continue;
      giver.told -= 1;
      missing += 1;
    }
  }
  return new Map(parts.map((part) => [part.key, part.told]));
};
