import type { ActCall } from '../../contract/call.ts';
import type { EventName } from '../../contract/events.ts';
import type { OfferWithContacts } from './offer.ts';
import { followMembers } from './offer-set/change.ts';
import { insertOffer, updateOfferRow } from './store.ts';
import { type OfferView, viewOffer } from './view.ts';

/** Writes a new offer with its audit trail and event, and answers its view. */
export const addOffer = async (call: ActCall, offer: OfferWithContacts, event: EventName): Promise<OfferView> => {
  await insertOffer(call.db, offer);
  const view = viewOffer(call.orgId, offer);
  call.setVersion(offer.version);
  call.changed({ type: 'offer', id: view.id, name: offer.name, before: null, after: view });
  call.emit({ name: event, entityType: 'offer', entityId: view.id, version: offer.version, payload: view });
  return view;
};

/**
 * Writes a changed offer as its next version with its audit trail and event, and answers its view. The set that it is sold
 * by follows (`offerSetFollows`).
 */
export const changeOffer = async (
  call: ActCall,
  old: OfferWithContacts,
  change: Partial<OfferWithContacts>,
  event: EventName,
): Promise<OfferView> => {
  const offer: OfferWithContacts = {
    ...old,
    ...change,
    last_updated_by: call.actor.id,
    last_update_time: call.now,
    version: old.version + 1,
  };
  await updateOfferRow(call.db, offer);
  const before = viewOffer(call.orgId, old);
  const after = viewOffer(call.orgId, offer);
  call.setVersion(offer.version);
  call.changed({ type: 'offer', id: after.id, name: offer.name, before, after });
  call.emit({ name: event, entityType: 'offer', entityId: after.id, version: offer.version, payload: after });
  if (old.offer_set_id !== null && offer.status !== old.status) await followMembers(call, old.offer_set_id);
  return after;
};
