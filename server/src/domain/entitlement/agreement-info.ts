import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import { findMarketplaceFacts } from '../../contract/marketplaces/marketplaces.ts';
import type { Partner } from '../../contract/partner-codes.ts';
import { shownCommits, shownInstallments, shownTexts } from '../../contract/reference/agreed-terms.ts';
import type { MeteringDimension } from '../../contract/reference/dimensions.ts';
import { includedQuantities } from '../../contract/reference/included-quantities.ts';
import { decimalToJson } from '../../kit/decimal.ts';
import type { OfferInfoDocument } from '../offer/offer.ts';
import type { ProductInfoDocument } from '../product/product.ts';
import type { EntitlementInfoDocument } from './entitlement.ts';

/** Maximum number of metering dimensions kept on an entitlement. */
const maxDimensions = 50;

/** For a partner with plans, only the items of the purchased plan; items without a plan belong to all plans. */
const ofPlan = <T>(
  list: readonly T[] = [],
  planOf: (item: T) => string | undefined,
  planId: string | null = null,
): T[] => list.filter((item) => planId === null || (planOf(item) ?? planId) === planId);

/**
 * The quantity of a dimension that a plan includes: from the agreement, or else from the plan's listing if the
 * agreement includes nothing or does not say. Quantities of other plans are left out.
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

const withoutRate = ({ rate: _rate, ...others }: MeteringDimension): MeteringDimension => others;

/** The metered dimensions with the prices of the agreement: priced ones first, in the product's order. */
const pricedDimensionsOf = (
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
    ...own
      .filter(({ key }) => key !== undefined && !priced.has(key))
      .map((dimension) => (read.hasUnreadRates ? withoutRate(dimension) : dimension)),
  ];
};

/** In an agreement that is nothing but a free trial, usage costs nothing, whatever the listing says. */
const dimensionsOf = (
  read: AgreementRead,
  product: ProductInfoDocument,
  offer: OfferInfoDocument,
): MeteringDimension[] =>
  pricedDimensionsOf(read, product, offer).map((dimension) =>
    read.trial?.granted ? { ...dimension, rate: decimalToJson('0') } : dimension,
  );

type Commits = NonNullable<EntitlementInfoDocument['commits']>;

/** Undefined if the length is not of months. */
export const monthsOf = ({ length, timeUnit }: Commits[number]): number | undefined =>
  length === undefined || timeUnit === 'DAY' ? undefined : length * (timeUnit === 'YEAR' ? 12 : 1);

/** What a free trial grants, as commits that cost nothing. A dimension that is metered is not among the commits. */
const grantedIn = (granted: NonNullable<NonNullable<AgreementRead['trial']>['granted']>, listed: Commits): Commits => {
  const byKey = new Map(listed.map((commit) => [commit.key, commit]));
  return granted.flatMap(({ key, quantity }) => {
    const commit = byKey.get(key);
    if (!commit) return [];
    const { length: _length, timeUnit: _unit, ...rest } = commit;
    return [{ ...rest, rate: decimalToJson('0'), ...(quantity === null ? {} : { quantity }) }];
  });
};

/**
 * What is bought in advance: as the agreement says (AWS), or from the offer, or else from the plan's listing. If the partner reports which of the prices was bought (AZURE),
 * only that one, with what one unit costs this buyer, and how many were bought: the listing has the
 * public prices of all terms, and an offer of a discount names none.
 */
const commitsOf = (read: AgreementRead, product: ProductInfoDocument, offer: OfferInfoDocument): Commits => {
  const listed = offer.commits ?? ofPlan(product.commits, ({ key }) => key, read.planId);
  const { bought, trial, agreed } = read;
  if (trial?.granted) return grantedIn(trial.granted, listed);
  if (agreed?.commits) return shownCommits(agreed.commits, { listed, isOwn: offer.commits !== undefined });
  const own = bought && listed.find((commit) => monthsOf(commit) === bought.months);
  return own ? [{ ...own, quantity: bought.quantity, rate: decimalToJson(bought.rate) }] : listed;
};

/** What the agreement says of its payments and texts. A EULA of the offer's kind is the one that the seller named there. */
const agreedIn = (read: AgreementRead, offer: OfferInfoDocument): EntitlementInfoDocument => {
  const { agreed } = read;
  if (!agreed) return {};
  const { eulaType, eulaUrl, ...texts } = shownTexts(agreed);
  const firstDay = read.startTime.toISOString().slice(0, 10);
  const installments = shownInstallments(agreed, { firstDay, written: offer.paymentInstallments });
  return {
    ...texts,
    ...(eulaType === undefined || eulaType === offer.eulaType ? {} : { eulaType, ...(eulaUrl ? { eulaUrl } : {}) }),
    ...(installments ? { paymentInstallments: [...installments] } : {}),
  };
};

/** Free trials are for the beginning of a purchase; a renewal may repeat the term of the agreement that it continues. */
const trialIn = ({ externalId, initialAgreementId, trial }: AgreementRead): EntitlementInfoDocument => {
  const isFirst = (initialAgreementId ?? externalId) === externalId;
  if (!trial?.length || (!isFirst && trial.granted === null)) return {};
  return { trialConfig: { trialPeriod: trial.length, trialPeriodUnit: trial.unit } };
};

/** The partner's own documents of an agreement, if the reference includes them. */
const documentsOf = (partner: Partner, read: AgreementRead): EntitlementInfoDocument =>
  findMarketplaceFacts(partner)?.agreement.documentsOf(read) ?? {};

/** The terms after a read that reports only a status: the stored ones, with the partner's current document. */
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

/** The info of an entitlement for the term of an agreement, from the agreement, its product and its offer. */
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
    ...agreedIn(read, offer),
    ...documentsOf(partner, read),
    ...(read.licenseArn === null ? {} : { awsLicenseArn: read.licenseArn }),
    autoRenew: read.autoRenew,
    currency: read.currency,
    commitAmount: decimalToJson(read.value),
    ...trialIn(read),
    commits: commitsOf(read, product, offer),
    dimensions: dimensions.slice(0, maxDimensions),
    dimensionsOversized: dimensions.length > maxDimensions,
  };
};
