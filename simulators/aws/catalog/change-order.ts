import type { Change } from '../state.ts';

/**
 * The order in which the changes of a set take effect. A caller may list them in any order: only their combined result
 * is validated, not the intermediate states (Developer Guide, Catalog API samples: ReleaseProduct precedes the offer
 * that it needs). Creations come before changes, entities before those that depend on them, and releases last.
 */
const first = [
  'CreateProduct',
  'CreateOfferSet',
  'CreateResaleAuthorization',
  'CreateOffer',
  'CreateReplacementOffer',
  'CreateOfferUsingResaleAuthorization',
  'CreateReplacementOfferUsingResaleAuthorization',
  'AddDeliveryOptions',
  'AddDimensions',
  'UpdateDimensions',
  'UpdateTargeting',
  'UpdateMarkup',
  'UpdatePricingTerms',
];
const last = [
  'UpdateAvailability',
  'AssociateOffers',
  'ReleaseProduct',
  'ReleaseResaleAuthorization',
  'ReleaseOffer',
  'ReleaseOfferSet',
  'UpdateVisibility',
];

const rankOf = (changeType: string): number => {
  const early = first.indexOf(changeType);
  if (early >= 0) return early;
  return first.length + last.indexOf(changeType) + 1;
};

/** The indexes of the changes in their set, in the order in which they take effect. */
export const orderOf = (changes: readonly Change[]): number[] =>
  changes
    .map(({ ChangeType }, index) => ({ index, rank: rankOf(ChangeType) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index);
