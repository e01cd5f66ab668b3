import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { UsageBalance } from './balance/balance.ts';

/** What was submitted, whether or not the marketplace has confirmed it. */
export const submittedOf = (balance: UsageBalance): Decimal =>
  new Big(balance.acknowledged).plus(balance.unknown).plus(balance.refused).toFixed();

/** What is missing (above 0) or counted twice (below 0); `0` if the metering identity holds. */
export const imbalanceOf = (balance: UsageBalance): Decimal => {
  const found = [
    submittedOf(balance),
    balance.included,
    balance.credited,
    balance.committed,
    balance.carriedOut,
    balance.pending,
    balance.held,
    balance.failed,
    balance.invalid,
    balance.deleted,
    balance.computedOnly,
  ].reduce((sum, part) => sum.plus(part), new Big(0));
  return new Big(balance.accepted).plus(balance.adjusted).plus(balance.carriedIn).minus(found).toFixed();
};

/** Balances that do not hold. */
export const findImbalances = (balances: readonly UsageBalance[]): UsageBalance[] =>
  balances.filter((balance) => imbalanceOf(balance) !== '0');
