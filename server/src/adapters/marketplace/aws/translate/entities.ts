import { Big } from '../../../../kit/decimal.ts';
import { parseJson } from '../../../../kit/json.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { ChangeRead } from '../../changes.ts';
import type { OfferRead, ProductRead } from '../../port.ts';
import { type DescribedChangeSet, type DescribedEntity, offerDetails, productDetails } from '../answers.ts';
import { readOfferedTerms } from './accepted-terms.ts';
import { madeIn } from './change.ts';
import { keyOfName } from './member-name.ts';

/** `prod-abc@7` → `prod-abc`, 7. */
export const splitIdentifier = (identifier: string): { id: string; revision: number } => {
  const [id = '', revision = '0'] = identifier.split('@');
  return { id, revision: Number.parseInt(revision, 10) || 0 };
};

/** The entity's document, from whichever of the two fields has it. */
export const detailsOf = (entity: DescribedEntity): Record<string, unknown> =>
  entity.DetailsDocument ?? (parseJson(entity.Details ?? '{}') as Record<string, unknown>);

const productStatuses: Readonly<Record<string, ProductRead['status']>> = {
  Draft: 'DRAFT',
  Limited: 'LIMITED',
  Public: 'PUBLIC',
  Restricted: 'RESTRICTED',
  Unavailable: 'RESTRICTED',
};

/** AWS does not name the kind of a listing; its dimensions show it. */
const productTypeOf = (types: string[]): ProductRead['productType'] => {
  if (types.includes('Entitled')) return 'CONTRACT';
  return types.length > 0 ? 'SUBSCRIPTION' : 'UNKNOWN';
};

type DeliveryOption = ReturnType<typeof productDetails.parse>['Versions'][number]['DeliveryOptions'][number];

/**
 * The delivery option that brings buyers to the seller. An option of an API has such an address too (`FulfillmentUrl` of
 * ApiDeliveryOptionDetails), but is changed by other details. There is "exactly one Public delivery option, and a maximum
 * of one Limited" (Work with SaaS products using the AWS Marketplace APIs).
 */
const urlOptionOf = ({ Versions }: ReturnType<typeof productDetails.parse>): DeliveryOption | undefined => {
  const options = Versions.flatMap((version) => version.DeliveryOptions).filter(
    ({ Type, FulfillmentUrl }) => FulfillmentUrl !== null && !Type?.startsWith('Api'),
  );
  return options.find(({ Visibility }) => Visibility === 'Public') ?? options[0];
};

/** Throws if the document is not a product's. `codeMetered` lists the products that are metered by product code. */
export const readProductEntity = (entity: DescribedEntity, codeMetered: readonly string[] = []): ProductRead => {
  const document = detailsOf(entity);
  const details = productDetails.parse(document);
  const { id, revision } = splitIdentifier(entity.EntityIdentifier);
  const { ProductTitle, ProductCode, Visibility } = details.Description;
  return {
    entityId: id,
    externalId: ProductCode ?? '',
    title: ProductTitle ?? '',
    status: meaningOf(productStatuses, Visibility || 'Draft', {
      partner: 'AWS',
      endpoint: 'DescribeEntity',
      what: `the visibility of ${id}`,
    }),
    productType: productTypeOf(details.Dimensions.flatMap((dimension) => dimension.Types)),
    fulfillmentUrl: urlOptionOf(details)?.FulfillmentUrl ?? '',
    dimensions: details.Dimensions.map(({ Key, Name, Description, Unit, Types }) => ({
      key: Key,
      name: Name ?? Key,
      description: Description ?? '',
      unit: Unit ?? '',
      types: Types,
    })),
    meteringKey: codeMetered.includes(id) ? 'PRODUCT_CODE' : 'LICENSE',
    version: revision,
    document: { ...document, productId: id },
  };
};

/** The id of the delivery option that brings buyers to the seller; null if the product has none. */
export const fulfillmentOptionOf = (entity: DescribedEntity): string | null =>
  urlOptionOf(productDetails.parse(detailsOf(entity)))?.Id ?? null;

export const dayOf = (time: string): string => time.slice(0, 10);

type OfferTerms = ReturnType<typeof offerDetails.parse>['Terms'];

/** `ofUnits`: a resale's price of one unit is shown although the buyer chooses how many. */
export const upfrontOf = (terms: OfferTerms, { ofUnits }: { ofUnits: boolean }): OfferRead['upfront'] => {
  const fixed = terms.find((term) => term.Type === 'FixedUpfrontPricingTerm');
  const configurable = terms.find((term) => term.Type === 'ConfigurableUpfrontPricingTerm');
  const validity = terms.find((term) => term.Type === 'ValidityTerm');
  const schedule = terms.find((term) => term.Type === 'PaymentScheduleTerm')?.Schedule ?? [];
  if (fixed) {
    const price = schedule.reduce((sum, charge) => sum.plus(charge.ChargeAmount ?? 0), new Big(fixed.Price ?? 0));
    return { price: price.toFixed(), durationIso: fixed.Duration ?? validity?.AgreementDuration ?? null };
  }
  const card = configurable?.RateCards[0];
  if (!card) return null;
  // Several rates, or one of any quantity, are a choice for the buyer; only a single one is a price.
  const [rate, ...others] = card.RateCard;
  const isPrice = others.length === 0 && (ofUnits || card.Constraints?.QuantityConfiguration !== 'Allowed');
  return {
    price: rate && isPrice ? new Big(rate.Price).toFixed() : '0',
    durationIso: card.Selector?.Value ?? null,
  };
};

export const usageRatesOf = (terms: OfferTerms): OfferRead['usageRates'] =>
  (terms.find((term) => term.Type === 'UsageBasedPricingTerm')?.RateCards ?? []).flatMap((card) =>
    card.RateCard.map((rate) => ({ key: rate.DimensionKey, price: new Big(rate.Price).toFixed() })),
  );

/** The terms of an offer's document, whole: `offerDetails` has read their types. */
const writtenTerms = ({ Terms }: Record<string, unknown>): { Type: string }[] =>
  Array.isArray(Terms) ? (Terms as { Type: string }[]) : [];

/** Terms that cannot be read are left out: the offer says enough without them. */
const agreedOf = (document: Record<string, unknown>): Pick<OfferRead, 'agreed'> => {
  try {
    return { agreed: readOfferedTerms(writtenTerms(document)) };
  } catch {
    return {};
  }
};

/** Throws if the document is not an offer's. */
export const readOfferEntity = (entity: DescribedEntity): OfferRead => {
  const document = detailsOf(entity);
  const details = offerDetails.parse(document);
  const { Name, Description, State, ProductId, ResaleAuthorizationId, Terms, Rules } = details;
  const isRenewal = details.CreatedBySource === 'AwsMarketplace' && /^renew/i.test(details.TargetAgreementIntent ?? '');
  const { id, revision } = splitIdentifier(entity.EntityIdentifier);
  const validity = Terms.find((term) => term.Type === 'ValidityTerm');
  const upfront = upfrontOf(Terms, { ofUnits: Boolean(ResaleAuthorizationId) });
  const buyerAccountIds = Rules.flatMap((rule) => rule.PositiveTargeting?.BuyerAccounts ?? []);
  const availability = Rules.find((rule) => rule.Type === 'AvailabilityRule')?.AvailabilityEndDate;
  const { AgreementStartDate: start, AgreementEndDate: end } = validity ?? {};
  return {
    externalId: id,
    name: Name ?? '',
    description: Description ?? '',
    state: State === 'Released' ? 'RELEASED' : 'DRAFT',
    isPrivate: buyerAccountIds.length > 0,
    ...(ResaleAuthorizationId ? { resale: 'CPPO' } : {}),
    productEntityId: splitIdentifier(ProductId).id,
    buyerAccountIds,
    expireTime: availability ? new Date(`${dayOf(availability)}T23:59:59.999Z`) : null,
    currency: Terms.find((term) => term.CurrencyCode !== null)?.CurrencyCode ?? null,
    upfront,
    usageRates: usageRatesOf(Terms),
    ...agreedOf(document),
    ...(isRenewal && details.TargetAgreementId ? { renews: details.TargetAgreementId } : {}),
    agreementDurationIso: validity?.AgreementDuration ?? upfront?.durationIso ?? null,
    agreementStart: start ? new Date(`${dayOf(start)}T00:00:00Z`) : null,
    agreementEnd: end ? new Date(`${dayOf(end)}T23:59:59Z`) : null,
    version: revision,
    document,
  };
};

/** What a change makes or changes: by the name of the change that makes it, or by its id at AWS. */
const subjectOf = ({ ChangeName, Entity }: DescribedChangeSet['ChangeSet'][number]): { of?: string } => {
  const name = ChangeName ?? madeIn(Entity?.Identifier ?? '');
  if (name) return { of: keyOfName(name) };
  return Entity?.Identifier ? { of: splitIdentifier(Entity.Identifier).id } : {};
};

/** A cancelled change set has changed nothing, like a failed one. */
export const readChangeSet = (set: DescribedChangeSet): ChangeRead => {
  if (set.Status === 'PREPARING' || set.Status === 'APPLYING') return { state: 'RUNNING' };
  if (set.Status === 'SUCCEEDED') {
    const entityIds: Record<string, string> = {};
    for (const { ChangeName, Entity } of set.ChangeSet) {
      if (ChangeName === null || !Entity?.Identifier) continue;
      entityIds[keyOfName(ChangeName)] = splitIdentifier(Entity.Identifier).id;
    }
    return { state: 'DONE', entityIds };
  }
  const errors: Extract<ChangeRead, { state: 'FAILED' }>['errors'] = set.ChangeSet.flatMap((change) =>
    change.ErrorDetailList.map((detail) => ({
      code: detail.ErrorCode ?? 'UNKNOWN',
      message: detail.ErrorMessage ?? detail.ErrorCode ?? '',
      ...subjectOf(change),
    })),
  );
  if (errors.length === 0) {
    errors.push({
      code: set.FailureCode ?? set.Status,
      message: set.FailureDescription ?? `The change set ended as ${set.Status}.`,
    });
  }
  return { state: 'FAILED', serverFault: set.FailureCode === 'SERVER_FAULT', errors };
};
