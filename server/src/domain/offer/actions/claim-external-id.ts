import type { ActCall } from '../../../contract/call.ts';
import { nextStatus } from '../../../kit/transitions.ts';
import { changeOffer } from '../change.ts';
import { watchTimes } from '../expiry.ts';
import type { OfferWithContacts } from '../offer.ts';
import { offerTransitions } from '../states.ts';
import { claimExternalId, lockOffer, moveExternalId } from '../store.ts';

/**
 * Assigns the id that the partner gave the offer. A read of the marketplace may already have imported the new offer
 * under that id. That copy then gives up its id and status, and is returned so that its data can be inherited. Emits
 * offer.replaced.
 */
export const takeExternalId = async (
  call: ActCall,
  offer: OfferWithContacts,
  externalId: string,
): Promise<OfferWithContacts | undefined> => {
  const holder = await claimExternalId(call.db, offer.partner, externalId, offer.id);
  if (holder === offer.id) return undefined;
  const copy = await lockOffer(call.db, holder);
  if (!copy) throw new Error(`the offer that holds ${externalId} is gone; offers are never removed`);
  await moveExternalId(call.db, offer.partner, externalId, offer.id);
  const status = nextStatus('Offer', offerTransitions, 'replaced', copy);
  await changeOffer(call, copy, { status, external_id: null }, 'offer.replaced');
  await watchTimes(call, { ...copy, status });
  return copy;
};

/** The fields that an offer inherits from its copy. */
export const inherited = (offer: OfferWithContacts, copy: OfferWithContacts | undefined) =>
  copy
    ? {
        buyer_id: offer.buyer_id ?? copy.buyer_id,
        partner_version: copy.partner_version,
        sub_status: copy.sub_status,
      }
    : {};
