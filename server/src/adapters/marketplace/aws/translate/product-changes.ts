import type { Change } from '@aws-sdk/client-marketplace-catalog';
import type { DimensionWrite, PlanWrite, ProductChange, PublicTermsWrite } from '../../changes.ts';
import type { DimensionRead } from '../../port.ts';
import { changeOf, creationOf, type Document, madeBy } from './change.ts';
import { informationOf, informationOfDocument } from './listing.ts';
import { releaseOffer } from './offer-changes.ts';
import { legalTerm, planTerms, pricingDetails, supportTerm, termsOf } from './pricing.ts';

const productType = 'SaaSProduct@1.0';
const offerType = 'Offer@1.0';
const createProductChange = 'product';
const createOfferChange = 'publicOffer';
const defaultUnit = 'Units';
const titleMax = 72;

type Create = Extract<ProductChange, { act: 'product.create' }>;

const onProduct = (type: string, entityId: string, details: Document | Document[]): Change =>
  changeOf(productType, type, entityId, details);

const dimensionOf = ({ key, name, description, unit, types }: DimensionWrite): Document => ({
  Key: key,
  Name: name || key,
  Description: description || name || key,
  Unit: unit || defaultUnit,
  Types: types,
});

/** The unit of a dimension cannot change: UpdateDimensions has no member for it. */
const dimensionUpdateOf = (dimension: DimensionWrite): Document => {
  const { Unit: _, ...rest } = dimensionOf(dimension);
  return rest;
};

/** The dimensions that plans price: entitled if prepaid, metered by the seller if priced by usage. */
const planDimensions = (plans: readonly PlanWrite[]): DimensionWrite[] => {
  const found = new Map<string, DimensionWrite>();
  const add = (item: { key: string; name: string; description: string }, unit: string, type: string): void => {
    const known = found.get(item.key);
    if (known) known.types = [...new Set([...known.types, type])];
    else found.set(item.key, { ...item, unit, types: [type] });
  };
  for (const { commits, usage } of plans) {
    for (const { key, name, description } of commits) add({ key, name, description }, '', 'Entitled');
    for (const { key, name, description, unit } of usage) add({ key, name, description }, unit, 'ExternallyMetered');
  }
  return [...found.values()];
};

const fulfillment = (FulfillmentUrl: string): Document => ({ SaaSUrlDeliveryOptionDetails: { FulfillmentUrl } });

export const targetingChange = (entityId: string, buyerAccountIds: readonly string[]): Change =>
  onProduct('UpdateTargeting', entityId, { PositiveTargeting: { BuyerAccounts: [...buyerAccountIds] } });

/** Legal and support terms of a public offer, as far as they are given. */
export const publicTermChanges = (offerId: string, { legal, refundPolicy }: PublicTermsWrite): Change[] => [
  ...(legal ? [changeOf(offerType, 'UpdateLegalTerms', offerId, termsOf(legalTerm(legal)))] : []),
  ...(refundPolicy ? [changeOf(offerType, 'UpdateSupportTerms', offerId, termsOf(supportTerm(refundPolicy)))] : []),
];

/** The changes that make and release the public offer of a product. */
export const publicOfferChanges = (
  productId: string,
  offer: { name: string; plan: PlanWrite; terms: PublicTermsWrite },
): Change[] => {
  const id = madeBy(createOfferChange);
  const { name, plan, terms } = offer;
  const on = (type: string, details: Document): Change => changeOf(offerType, type, id, details);
  return [
    creationOf(offerType, 'CreateOffer', createOfferChange, { ProductId: productId }),
    on('UpdateInformation', { Name: name, Description: name }),
    on('UpdatePricingTerms', pricingDetails(planTerms(plan))),
    ...publicTermChanges(id, { legal: terms.legal ?? { type: 'STANDARD' }, refundPolicy: terms.refundPolicy }),
    // A public offer with a contract must say that it can be renewed; the buyer chooses.
    ...(plan.commits.length > 0 ? [on('UpdateRenewalTerms', termsOf({ Type: 'RenewalTerm' }))] : []),
    releaseOffer(id),
  ];
};

/** Releases a draft of a product together with its offer. */
export const releaseWithOffer = (productId: string, offer: Parameters<typeof publicOfferChanges>[1]): Change[] => [
  onProduct('ReleaseProduct', productId, {}),
  ...publicOfferChanges(productId, offer),
];

/** Adds missing dimensions and changes those that differ. AWS removes none. */
export const dimensionChanges = (
  entityId: string,
  known: readonly DimensionRead[],
  wanted: readonly DimensionWrite[],
): Change[] => {
  const keys = new Map(known.map((dimension) => [dimension.key, dimension]));
  const added = wanted.filter(({ key }) => !keys.has(key));
  const changed = wanted.filter((dimension) => {
    const old = keys.get(dimension.key);
    return old && JSON.stringify(dimensionUpdateOf(old)) !== JSON.stringify(dimensionUpdateOf(dimension));
  });
  return [
    ...(added.length > 0 ? [onProduct('AddDimensions', entityId, added.map(dimensionOf))] : []),
    ...(changed.length > 0 ? [onProduct('UpdateDimensions', entityId, changed.map(dimensionUpdateOf))] : []),
  ];
};

/** The dimensions that plans price, on top of those that the listing has. */
export const pricedDimensions = (known: readonly DimensionRead[], plans: readonly PlanWrite[]): DimensionWrite[] =>
  planDimensions(plans).map((priced) => {
    const old = known.find(({ key }) => key === priced.key);
    if (!old) return priced;
    // Usage that AWS meters itself stays that way.
    const metered = old.types.includes('Metered');
    const types = priced.types.filter((type) => type !== 'ExternallyMetered' || !metered);
    return {
      key: old.key,
      name: priced.name || old.name,
      description: priced.description || old.description,
      unit: priced.unit || old.unit,
      types: [...new Set([...old.types, ...types])],
    };
  });

export const listingChanges = (
  entityId: string,
  { listing, document = {} }: Pick<Extract<ProductChange, { act: 'product.update' }>, 'listing' | 'document'>,
): Change[] => {
  const information = { ...informationOfDocument(document), ...informationOf(listing) };
  return Object.keys(information).length > 0 ? [onProduct('UpdateInformation', entityId, information)] : [];
};

export const publishChanges = (entityId: string): Change[] => [
  onProduct('UpdateVisibility', entityId, { TargetVisibility: 'Public' }),
];

/** `optionId`: the delivery option that brings buyers to the seller; null if the product has none yet. */
export const fulfillmentChanges = (entityId: string, optionId: string | null, url: string): Change[] => [
  optionId === null
    ? onProduct('AddDeliveryOptions', entityId, { DeliveryOptions: [{ Details: fulfillment(url) }] })
    : onProduct('UpdateDeliveryOptions', entityId, {
        DeliveryOptions: [{ Id: optionId, Details: fulfillment(url) }],
      }),
];

/** A draft of a product that AWS already has. */
export type ProductDraft = { entityId: string; dimensions: readonly DimensionRead[]; optionId: string | null };

/**
 * A product with limited visibility and its public offer, all or nothing. AWS releases a product together with its
 * public offer, so that a product without prices stays a draft.
 */
export const createProductChanges = (create: Create, draft: ProductDraft | null = null): Change[] => {
  const id = draft?.entityId ?? madeBy(createProductChange);
  const { name, listing, dimensions, plans, terms, fulfillmentUrl, buyerAccountIds, document } = create;
  const information: Document = {
    ProductTitle: name.slice(0, titleMax),
    // AWS's samples state that there are none, too.
    AdditionalResources: [],
    ...informationOfDocument(document),
    ...informationOf(listing),
  };
  const stated = new Set(dimensions.map(({ key }) => key));
  const all = [...dimensions, ...planDimensions(plans).filter(({ key }) => !stated.has(key))];
  const [plan] = plans;
  return [
    ...(draft ? [] : [creationOf(productType, 'CreateProduct', createProductChange, {})]),
    // The name of the change gives the caller the id of a draft, too.
    { ...onProduct('UpdateInformation', id, information), ...(draft ? { ChangeName: createProductChange } : {}) },
    ...(buyerAccountIds.length > 0 ? [targetingChange(id, buyerAccountIds)] : []),
    ...fulfillmentChanges(id, draft?.optionId ?? null, fulfillmentUrl),
    ...dimensionChanges(id, draft?.dimensions ?? [], all),
    ...(plan ? releaseWithOffer(id, { name: plan.name || name, plan, terms }) : []),
  ];
};
