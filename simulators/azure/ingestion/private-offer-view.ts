import { iso, objectOf, objectsOf } from '../api/call.ts';
import { typeOf } from '../catalog/plan.ts';
import { type AzureReader, type Json, type PrivateOffer, readSettings } from '../state.ts';
import { eTagOf } from './private-offer.ts';

/** A private offer as returned by the API. The acceptance links are present while it is live. */
export const privateOfferView = (reader: AzureReader, offer: PrivateOffer, origin: string): Json => {
  const { document, state } = offer;
  const isLive = state === 'live';
  const { withdrawnState, offerSubState } = readSettings(reader);
  return {
    ...document,
    state: state === 'withdrawn' ? withdrawnState : state,
    ...(isLive && offerSubState === 'shown' ? { subState: offer.acceptance ? 'accepted' : 'pendingAcceptance' } : {}),
    pricing: objectsOf(document.pricing).map((item, index) => pricingView(reader, offer, item, index)),
    acceptanceLinks: isLive
      ? objectsOf(document.beneficiaries).map(({ id }) => ({
          beneficiaryId: id,
          link: `${origin}/#${offer.id.replace('/', '-')}`,
        }))
      : [],
    lastModified: iso(offer.modifiedAt).slice(0, 10),
    eTag: eTagOf(offer),
    validations: [],
  };
};

const pricingView = (reader: AzureReader, offer: PrivateOffer, item: Json, index: number): Json => {
  const nameOf = (id: unknown): Json => {
    const draft = reader.get('resources', String(id))?.draft;
    return draft ? { [`${typeOf(draft)}Name`]: draft.alias } : {};
  };
  const made = offer.newPlans.find((plan) => plan.index === index);
  return {
    ...item,
    ...nameOf(item.product),
    ...nameOf(item.plan ?? item.basePlan),
    ...(made ? { newPlanDetails: { ...objectOf(item.newPlanDetails), id: made.planId } } : {}),
  };
};
