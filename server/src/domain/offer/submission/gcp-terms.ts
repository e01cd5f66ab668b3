import { type Big, big, type Decimal } from '../../../kit/decimal.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { childOf, listOf, textOf } from './checks.ts';
import { commitTotal, decimalOf, isZero } from './terms.ts';

/** Interprets an offer's terms for Google Cloud. */

type Document = Readonly<Record<string, unknown>>;

/** The plans in a product's listing. */
export const plansOf = ({ info }: Pick<Product, 'info'>): Document[] => {
  const listing = childOf(info.gcpProduct, 'listingSpec');
  return listOf(childOf(listing, 'purchaseSpec'), 'purchaseOptionSpecs');
};

/** The plan whose prices the offer replaces: from the listing if it has the plan, otherwise from the offer. */
export const planOf = ({ info }: Offer, product: Pick<Product, 'info'> | undefined): Document | undefined => {
  const own = info.gcpPlans?.[0];
  const name = textOf(own, 'name');
  return (product ? plansOf(product) : []).find((plan) => textOf(plan, 'name') === name) ?? own;
};

/** The price of one interval: the total of all commits, or the given amount. */
export const chargesOf = (info: Offer['info']): Big | null =>
  commitTotal(info) ??
  (info.commitAmount === undefined || isZero(info.commitAmount) ? null : big(decimalOf(info.commitAmount)));

type Installment = NonNullable<Offer['info']['paymentInstallments']>[number];

/**
 * What an installment gives Google: a fee is its amount. Of a commitment, `amount` is what is charged and `originalAmount`, if it is
 * given, what is committed before the discount; `credit` may be spent on usage in addition (`Commitment` of Commerce Producer).
 */
export const paymentOf = (
  { amount = 0, originalAmount, discountPercentage, credit }: Installment,
  isCommitment: boolean,
): { amount: Decimal; discountPercent?: Decimal; additionalCredit?: Decimal } => {
  if (!isCommitment) return { amount: decimalOf(amount) };
  const before = isZero(originalAmount) ? undefined : originalAmount;
  return {
    amount: decimalOf(before ?? amount),
    ...(before === undefined ? {} : { discountPercent: decimalOf(discountPercentage ?? 0) }),
    ...(credit === undefined || isZero(credit) ? {} : { additionalCredit: decimalOf(credit) }),
  };
};

type Pricing = {
  /** A fee for each interval; usage above it may be discounted. */
  needsFee: boolean;
  /** An amount that the customer commits to spend. */
  needsCommit: boolean;
  /** A discount on usage prices. */
  needsDiscount: boolean;
};

/** How an offer is priced: by its type, or else by its plan and the chosen usage model. */
export const pricingOf = ({ info, offer_type: type }: Offer, plan: Document | undefined): Pricing => {
  const usage = info.gcpUsagePlanPriceModel;
  const listed = textOf(childOf(plan, 'priceInfo'), 'priceModel');
  const isFee =
    type === 'FIXED_FEE' ||
    type === 'FIXED_FEE_WITH_OVERAGE' ||
    (type === 'PRIVATE' && (listed === 'SUBSCRIPTION' || listed === 'SUBSCRIPTION_PLUS_USAGE'));
  const isCommit =
    type === 'CUD' || type === 'PAYG_WITH_CUD' || usage === 'CUD_LIST_PRICE' || usage === 'CUD_ALL_USAGE_DISCOUNTED';
  const isDiscounted = type === 'PAYG' || usage === 'CUD_ALL_USAGE_DISCOUNTED' || usage === 'USAGE_DISCOUNT_ONLY';
  if (isFee) return { needsFee: true, needsCommit: false, needsDiscount: false };
  if (isCommit) return { needsFee: false, needsCommit: true, needsDiscount: isDiscounted };
  // No explicit model: an amount is a fee; without an amount, usage is discounted.
  const hasAmount = !isDiscounted && chargesOf(info) !== null;
  return { needsFee: hasAmount, needsCommit: false, needsDiscount: !hasAmount };
};

const intervals: Readonly<Record<number, string>> = { 1: 'MONTHLY', 3: 'QUARTERLY', 12: 'YEARLY' };

/** Months between charges. */
export const intervalMonths = (info: Offer['info']): number =>
  info.commitBillingIntervalInMonths ?? info.billingIntervalInMonths ?? 1;

/** `MONTHLY_PRORATED`, …, `YEARLY_NOT_PRORATED`; null for an interval that Google does not support. */
export const intervalOf = (info: Offer['info']): string | null => {
  const interval = intervals[intervalMonths(info)];
  return interval === undefined ? null : `${interval}_${info.proratedBilling ? 'PRORATED' : 'NOT_PRORATED'}`;
};

/** The note that the customer reads with the offer, and the note for the seller only. */
export const notesOf = ({ info, meta_info: meta }: Offer): { customer: string; internal: string } => ({
  customer: info.gcpProviderPublicNote ?? info.sellerNotes ?? '',
  internal: info.gcpProviderInternalNote ?? meta.internalNote ?? '',
});

export const isReplacement = (meta: Offer['meta_info']): boolean => meta.isReplacementOffer === true;
