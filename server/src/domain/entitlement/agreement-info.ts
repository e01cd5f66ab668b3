import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import type { MeteringDimension } from '../../contract/reference/dimensions.ts';
import type { Partner } from '../../contract/shapes.ts';
import { decimalToJson } from '../../kit/decimal.ts';
import type { OfferInfoDocument } from '../offer/offer.ts';
import type { ProductInfoDocument } from '../product/product.ts';
import type { EntitlementInfoDocument } from './entitlement.ts';

/** More metering dimensions than that are not kept on an entitlement. */
const maxDimensions = 50;

/** The metered dimensions with the prices of the agreement, priced ones first, in the product's order. */
const dimensionsOf = (
  read: AgreementRead,
  product: ProductInfoDocument,
  offer: OfferInfoDocument,
): MeteringDimension[] => {
  const described = new Map(
    [...(offer.dimensions ?? []), ...(product.dimensions ?? [])].map((each) => [each.key, each]),
  );
  const priced = new Set(read.usageRates.map(({ key }) => key));
  return [
    ...read.usageRates.map(({ key, price }) => ({ ...described.get(key), key, rate: decimalToJson(price) })),
    ...(product.dimensions ?? []).filter(({ key }) => key !== undefined && !priced.has(key)),
  ];
};

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
    ...(partner === 'AWS' || partner === 'AWS_CHINA' ? { awsAgreement: read.document } : {}),
    ...(read.licenseArn === null ? {} : { awsLicenseArn: read.licenseArn }),
    autoRenew: read.autoRenew,
    currency: read.currency,
    commitAmount: decimalToJson(read.value),
    commits: offer.commits ?? product.commits ?? [],
    dimensions: dimensions.slice(0, maxDimensions),
    dimensionsOversized: dimensions.length > maxDimensions,
  };
};
