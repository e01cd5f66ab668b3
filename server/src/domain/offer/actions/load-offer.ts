import type { OfferSubmission } from '../../../adapters/marketplace/offer-submissions.ts';
import type { ActCall } from '../../../contract/call.ts';
import { stepFailed } from '../../../engine/workflow.ts';
import type { Fault } from '../../../kit/errors.ts';
import { decodeId } from '../../../kit/ids.ts';
import type { Product } from '../../product/product.ts';
import { findOfferedProduct } from '../lookup-store.ts';
import type { OfferWithContacts } from '../offer.ts';
import { findOffer } from '../store.ts';
import { checkSubmission, offerPartnerOf, submissionOf } from '../submission/partners.ts';

/** Loads an offer. Rows are never removed, so a missing offer never existed. */
export const loadOffer = async (call: Pick<ActCall, 'db'>, offerId: string): Promise<OfferWithContacts> => {
  const offer = await findOffer(call.db, offerId);
  if (!offer) throw stepFailed('NotFound', 'No such offer.');
  return offer;
};

/** The product of an offer, or undefined if it has none. */
export const loadOfferedProduct = async (
  { db }: Pick<ActCall, 'db'>,
  { product_id: id }: Pick<OfferWithContacts, 'product_id'>,
): Promise<Product | undefined> => (id === null ? undefined : findOfferedProduct(db, id));

/** The partner's id of an offer that is referenced by our id. */
const idAtPartner = async ({ db }: Pick<ActCall, 'db'>, named: string): Promise<string> => {
  const id = decodeId('offer', named);
  return (id === null ? undefined : (await findOffer(db, id))?.external_id) ?? named;
};

/**
 * The offer as it is submitted to its marketplace. Record the result in a step, so that every retry sends the same
 * data. `eulaUrl`: where the marketplace can fetch the custom EULA, instead of the addresses that the client gave.
 */
export const loadSubmission = async (
  call: ActCall,
  offer: OfferWithContacts,
  eulaUrl?: string,
  resellerEulaUrl?: string,
): Promise<OfferSubmission> => {
  const product = await loadOfferedProduct(call, offer);
  const links = {
    ...(eulaUrl === undefined ? {} : { eulaUrl }),
    ...(resellerEulaUrl === undefined ? {} : { resellerEulaUrl }),
  };
  const { azureOriginalOfferIDForUpgrade: upgraded } = offer.meta_info;
  const named = upgraded ? { azureOriginalOfferIDForUpgrade: await idAtPartner(call, upgraded) } : {};
  const shown = { ...offer, info: { ...offer.info, ...links }, meta_info: { ...offer.meta_info, ...named } };
  return submissionOf(shown, product, call.now);
};

/** Faults that prevent submitting the offer as it is. */
export const findFaults = async (call: ActCall, offer: OfferWithContacts): Promise<Fault[]> => {
  const row = offerPartnerOf(offer.partner);
  const product = await loadOfferedProduct(call, offer);
  return row ? checkSubmission(row, offer, product, call) : [];
};

const dayMs = 86_400_000;

/** The previous day in UTC, which is certainly over. */
export const yesterdayOf = (now: Date): string => new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
