import type { OfferCharging } from '../../../adapters/marketplace/port.ts';
import { findMarketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { big, type Decimal, decimalToJson } from '../../../kit/decimal.ts';
import { parseTime } from '../../../kit/time.ts';
import { type Entitlement, type EntitlementInfoDocument, hasEnded, isMetered } from '../entitlement.ts';
import { findTermsToBill, selectEntitlementsToBill, type TermToBill } from '../term/store.ts';

/** A term with everything that determines what the partner charges for it, and when. Times are `[startTime, endTime)`. */
export type BilledTerm = {
  id: string;
  startTime: Date;
  endTime: Date | null;
  /** The latest end that the partner named; null: none but `endTime`. After an early end it is the agreed end. */
  plannedEndTime: Date | null;
  /** The value of the agreement, or the price of the plan. */
  commitAmount: Decimal;
  /** What it was before, oldest first, each until a time (before seats or quantities changed). */
  formerAmounts: readonly { until: Date; amount: Decimal }[];
  offerId: string | null;
  /** AWS: when the buyer accepted, which may be before the term begins. */
  acceptTime: Date | null;
  /** By the offer: months from one charge to the next, and whether a charge comes after its months. */
  intervalMonths: number | null;
  isInArrears: boolean;
  /** GCP: charged by the calendar month, and less for a part of one. */
  isProrated: boolean;
  /** GCP: what is paid is spent on usage. A fee is not. */
  isCommitment: boolean;
  /** How the marketplace says that it charges the offer; null: it does not say. Its installments are those of `info`, in their order. */
  charging: OfferCharging | null;
  /** AZURE: the length of one term of the plan, P1M, P1Y, …. */
  planTerm: string | null;
  /** AZURE: a free trial, which is not charged. */
  isTrial: boolean;
  info: Pick<EntitlementInfoDocument, 'currency' | 'paymentInstallments'>;
};

/** What a purchase is charged by. The parts of a divided commit are left out: the partner does not know them. */
export type BilledEntitlement = {
  id: string;
  currency: string | null;
  /** It has begun, so that its charges are due. */
  isBinding: boolean;
  /** A channel partner sold it. */
  isResold: boolean;
  /** AZURE: a test, for which nothing need be billed. */
  isTest: boolean;
  /** In order of time. */
  terms: BilledTerm[];
};

/** What determines the charges of a term: as the marketplace says, or else by the seller's own words. */
const chargedBy = (
  row: TermToBill,
  charging: OfferCharging | null,
): Pick<BilledTerm, 'charging' | 'intervalMonths' | 'isInArrears' | 'isProrated' | 'isCommitment' | 'info'> => {
  const info = { ...(row.currency === null ? {} : { currency: row.currency }), ...row.installments };
  const common = { charging, isCommitment: row.is_commitment, info };
  if (charging === null)
    return { ...common, intervalMonths: row.interval_months, isInArrears: false, isProrated: row.is_prorated };
  if (!('installments' in charging)) {
    const { months, isInArrears, isProrated, balance } = charging;
    return { ...common, intervalMonths: months, isInArrears, isProrated, isCommitment: !big(balance).eq(0) };
  }
  const paymentInstallments = charging.installments.map(({ price, day }) => ({
    amount: decimalToJson(price),
    ...(day === null ? {} : { chargeOn: `${day}T00:00:00Z` }),
  }));
  const isCommitment = charging.installments.some(({ balance }) => !big(balance).eq(0));
  return {
    ...common,
    ...{ intervalMonths: null, isInArrears: false, isProrated: false, isCommitment },
    info: { ...info, paymentInstallments },
  };
};

/** Entitlements of a partner with their terms, in order of id. */
export const loadBilledTerms = async (
  { db }: { db: OrgDb },
  { partner, after, limit }: { partner: Entitlement['partner']; after: string; limit: number },
): Promise<BilledEntitlement[]> => {
  const entitlements = await selectEntitlementsToBill(db, { partner, after, limit });
  const rows = await findTermsToBill(
    db,
    entitlements.map(({ id }) => id),
  );
  const chargingOf = findMarketplaceFacts(partner)?.chargingOf;
  const terms = Map.groupBy(rows, (row) => row.entitlement_id);
  return entitlements.map(({ id, status, currency }) => ({
    id,
    currency,
    isBinding: isMetered({ status }) || hasEnded({ status }),
    isResold: (terms.get(id) ?? []).some((row) => row.is_resold),
    isTest: (terms.get(id) ?? []).some((row) => row.is_test),
    terms: (terms.get(id) ?? []).map((row) => ({
      id: row.id,
      startTime: row.start_time,
      endTime: row.end_time,
      plannedEndTime: row.planned_end_time,
      commitAmount: row.commit_amount,
      formerAmounts: row.former_amounts.map(({ until, amount }) => ({ until: new Date(until), amount })),
      offerId: row.offer_id,
      isTrial: row.is_trial,
      acceptTime: row.accept_time === null ? null : parseTime(row.accept_time),
      planTerm: row.plan_term,
      ...chargedBy(row, chargingOf?.(row.shown_prices) ?? null),
    })),
  }));
};
