import type { ActCall } from '../contract/call.ts';
import type { OfferWithContacts } from '../domain/offer/offer.ts';
import { findOffer } from '../domain/offer/store.ts';
import { stepFailed } from '../engine/workflow.ts';

/** Offers are never removed, so one that is not there was never there. */
export const loadOffer = async (call: ActCall, offerId: string): Promise<OfferWithContacts> => {
  const offer = await findOffer(call.db, offerId);
  if (!offer) throw stepFailed('NotFound', 'No such offer.');
  return offer;
};

const dayMs = 86_400_000;

/** The day before, in UTC: one that is over. */
export const yesterdayOf = (now: Date): string => new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
