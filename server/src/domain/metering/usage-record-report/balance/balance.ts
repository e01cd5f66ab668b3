import type { Decimal } from '../../../../kit/decimal.ts';

/**
 * Where the usage of one entitlement, dimension and hour is. In exact decimals, always: `accepted + adjusted = submitted +
 * included + credited + committed + carried out − carried in + pending + held + failed + invalid + deleted + computed
 * only` and `submitted = acknowledged + unknown + refused`. `computedOnly` is what SHADOW and TEST reports would have
 * submitted.
 */
export type UsageBalance = {
  entitlementId: string;
  dimension: string;
  hour: Date;
  accepted: Decimal;
  /** Units submitted in addition to those used, so that usage beyond a commit costs its list price. */
  adjusted: Decimal;
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
  computedOnly: Decimal;
};
