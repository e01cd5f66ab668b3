import type { Change } from '../state.ts';

/**
 * The order in which the changes of a set take effect. A caller may list them in any: what they make together is judged, not
 * the way there (Developer Guide, samples of the Catalog API: ReleaseProduct stands before the offer that it needs). What is
 * made comes before what is changed, what others rest on before them, and releases at the end.
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

/** The places of the changes in their set, in the order in which they take effect. */
export const orderOf = (changes: readonly Change[]): number[] =>
  changes
    .map(({ ChangeType }, index) => ({ index, rank: rankOf(ChangeType) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ index }) => index);
