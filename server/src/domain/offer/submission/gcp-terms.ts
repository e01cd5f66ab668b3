import { type Big, big } from '../../../kit/decimal.ts';
import type { Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { childOf, listOf, textOf } from './checks.ts';
import { commitTotal, decimalOf } from './terms.ts';

/** What the terms of an offer at Google Cloud mean. */

type Document = Readonly<Record<string, unknown>>;

/** The plans of a product as its listing has them. */
export const plansOf = ({ info }: Pick<Product, 'info'>): Document[] => {
  const listing = childOf(info.gcpProduct, 'listingSpec');
  return listOf(childOf(listing, 'purchaseSpec'), 'purchaseOptionSpecs');
};

/** The plan whose prices the offer replaces: as the listing has it, else as the offer has it. */
export const planOf = ({ info }: Offer, product: Pick<Product, 'info'> | undefined): Document | undefined => {
  const own = info.gcpPlans?.[0];
  const name = textOf(own, 'name');
  return (product ? plansOf(product) : []).find((plan) => textOf(plan, 'name') === name) ?? own;
};

/** The price of one interval: that of all commits together, or the amount that is named. */
export const chargesOf = (info: Offer['info']): Big | null =>
  commitTotal(info) ?? (info.commitAmount === undefined ? null : big(decimalOf(info.commitAmount)));

type Pricing = {
  /** A fee for each interval; usage above it may be discounted. */
  needsFee: boolean;
  /** An amount that the customer commits to use up. */
  needsCommit: boolean;
  /** A discount on the prices of usage. */
  needsDiscount: boolean;
};

/** How an offer is priced: by its type, else by its plan and the model that is chosen for usage. */
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
  // Nothing tells: an amount is a fee, and without one usage is discounted.
  const hasAmount = !isDiscounted && chargesOf(info) !== null;
  return { needsFee: hasAmount, needsCommit: false, needsDiscount: !hasAmount };
};

const intervals: Readonly<Record<number, string>> = { 1: 'MONTHLY', 3: 'QUARTERLY', 12: 'YEARLY' };

/** Months from charge to charge. */
export const intervalMonths = (info: Offer['info']): number =>
  info.commitBillingIntervalInMonths ?? info.billingIntervalInMonths ?? 1;

/** `MONTHLY_PRORATED`, …, `YEARLY_NOT_PRORATED`; null for an interval that Google does not have. */
export const intervalOf = (info: Offer['info']): string | null => {
  const interval = intervals[intervalMonths(info)];
  return interval === undefined ? null : `${interval}_${info.proratedBilling ? 'PRORATED' : 'NOT_PRORATED'}`;
};

/** What the customer reads with the offer, and what only the seller does. */
export const notesOf = ({ info, meta_info: meta }: Offer): { customer: string; internal: string } => ({
  customer: info.gcpProviderPublicNote ?? info.sellerNotes ?? '',
  internal: info.gcpProviderInternalNote ?? meta.internalNote ?? '',
});

export const isReplacement = (meta: Offer['meta_info']): boolean => meta.isReplacementOffer === true;
