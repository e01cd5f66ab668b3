import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { findMarketplaceFacts } from '../../contract/marketplaces/marketplaces.ts';
import type { MeteringDimension } from '../../contract/reference/dimensions.ts';
import { includedQuantities } from '../../contract/reference/included-quantities.ts';
import type { Partner } from '../../contract/shapes.ts';
import { decimalToJson } from '../../kit/decimal.ts';
import type { OfferInfoDocument } from '../offer/offer.ts';
import type { ProductInfoDocument } from '../product/product.ts';
import type { EntitlementInfoDocument } from './entitlement.ts';

/** More metering dimensions than that are not kept on an entitlement. */
const maxDimensions = 50;

/** Of a partner with plans those of the plan that was bought; what names no plan belongs to all. */
const ofPlan = <T>(
  list: readonly T[] = [],
  planOf: (item: T) => string | undefined,
  planId: string | null = null,
): T[] => list.filter((item) => planId === null || (planOf(item) ?? planId) === planId);

/**
 * What a plan includes of a dimension: as the agreement says it; where that includes nothing, or says nothing, as the listing
 * of the plan does. What is known of another plan is left out.
 */
const includedInPlan = (
  described: MeteringDimension | undefined,
  included: AgreementRead['usageRates'][number]['included'],
  planId: string | null | undefined,
): MeteringDimension => {
  if (!planId) return described ?? {};
  const { includedBaseQuantities: listed, planId: listedPlan, planName, ...rest } = described ?? {};
  const own = listedPlan === planId;
  const quantities = included && included.length > 0 ? includedQuantities(included) : own ? listed : undefined;
  return {
    ...rest,
    ...(own || included ? { planId } : {}),
    ...(own && planName !== undefined ? { planName } : {}),
    ...(quantities ? { includedBaseQuantities: quantities } : {}),
  };
};

/** The metered dimensions with the prices of the agreement, priced ones first, in the product's order. */
const dimensionsOf = (
  read: AgreementRead,
  product: ProductInfoDocument,
  offer: OfferInfoDocument,
): MeteringDimension[] => {
  const own = ofPlan(product.dimensions, ({ planId }) => planId, read.planId);
  const described = new Map(
    [...(offer.dimensions ?? []), ...(product.dimensions ?? []), ...own].map((each) => [each.key, each]),
  );
  const priced = new Set(read.usageRates.map(({ key }) => key));
  return [
    ...read.usageRates.map(({ key, price, included }) => ({
      ...includedInPlan(described.get(key), included, read.planId),
      key,
      rate: decimalToJson(price),
    })),
    ...own.filter(({ key }) => key !== undefined && !priced.has(key)),
  ];
};

/** The partner's own documents of an agreement, where the reference has them. */
const documentsOf = (partner: Partner, read: AgreementRead): EntitlementInfoDocument =>
  findMarketplaceFacts(partner)?.agreement.documentsOf(read) ?? {};

/** What a read that tells of the status only says of the terms: what was known, with the partner's document as it is now. */
export const statusInfo = (
  partner: Partner,
  read: AgreementRead,
  known: EntitlementInfoDocument,
): EntitlementInfoDocument => ({ ...known, ...documentsOf(partner, read), autoRenew: read.autoRenew });

const copied = [
  'eulaType',
  'eulaUrl',
  'refundCancellationPolicy',
  'sellerNotes',
  'paymentInstallments',
  'netTermsInDays',
  'awsOfferSetId',
] as const;

/** What an agreement, its product and its offer say of an entitlement, for the term of that agreement. */
export const agreementInfo = (
  partner: Partner,
  read: AgreementRead,
  product: ProductInfoDocument = {},
  offer: OfferInfoDocument = {},
): EntitlementInfoDocument => {
  const dimensions = dimensionsOf(read, product, offer);
  const fromOffer = Object.fromEntries(
    copied.flatMap((name) => (offer[name] === undefined ? [] : [[name, offer[name]]])),
  );
  return {
    ...fromOffer,
    ...documentsOf(partner, read),
    ...(read.licenseArn === null ? {} : { awsLicenseArn: read.licenseArn }),
    autoRenew: read.autoRenew,
    currency: read.currency,
    commitAmount: decimalToJson(read.value),
    commits: offer.commits ?? ofPlan(product.commits, ({ key }) => key, read.planId),
    dimensions: dimensions.slice(0, maxDimensions),
    dimensionsOversized: dimensions.length > maxDimensions,
  };
};
