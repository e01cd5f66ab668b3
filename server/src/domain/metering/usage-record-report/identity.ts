import { Big, type Decimal } from '../../../kit/decimal.ts';

/**
 * Where the usage of one entitlement, dimension and hour is. In exact decimals, always:
 * `accepted = told + included + credited + committed + carried out − carried in + pending + held + failed + invalid +
 * deleted + untold` and `told = acknowledged + unknown + refused`. `untold` is what SHADOW and TEST reports would have told.
 */
export type UsageBalance = {
  entitlementId: string;
  dimension: string;
  hour: Date;
  accepted: Decimal;
  acknowledged: Decimal;
  unknown: Decimal;
  refused: Decimal;
  included: Decimal;
  credited: Decimal;
  committed: Decimal;
  carriedOut: Decimal;
  carriedIn: Decimal;
  pending: Decimal;
  held: Decimal;
  failed: Decimal;
  invalid: Decimal;
  deleted: Decimal;
  untold: Decimal;
};

/** What was sent: whether or not the marketplace has confirmed it. */
export const toldOf = (balance: UsageBalance): Decimal =>
  new Big(balance.acknowledged).plus(balance.unknown).plus(balance.refused).toFixed();

/** What is missing (above 0) or there twice (below 0); `0` when the metering identity holds. */
export const imbalanceOf = (balance: UsageBalance): Decimal => {
  const found = [
    toldOf(balance),
    balance.included,
    balance.credited,
    balance.committed,
    balance.carriedOut,
    balance.pending,
    balance.held,
    balance.failed,
    balance.invalid,
    balance.deleted,
    balance.untold,
  ].reduce((sum, part) => sum.plus(part), new Big(0));
  return new Big(balance.accepted).plus(balance.carriedIn).minus(found).toFixed();
};

/** Balances that do not hold. */
export const findImbalances = (balances: readonly UsageBalance[]): UsageBalance[] =>
  balances.filter((balance) => imbalanceOf(balance) !== '0');
