import type { ActCall } from '../../contract/call.ts';
import { cancelDue, scheduleDue } from '../../engine/due-store.ts';
import { findExpiryNotice } from './expiry-notice/store.ts';
import { isAuthorization, type Offer } from './offer.ts';
import { offerIs } from './states.ts';
import { isSoldDirectly } from './submission/partners.ts';

/** Kinds of the `due` rows that wait for an offer's times. Their entity is the offer's UUID. */
export const expiryKind = 'offer.expire';
export const expireSoonKind = 'offer.expire_soon';
export const startKind = 'offer.start';

const dayMs = 86_400_000;

/**
 * Whether an offer still waits for its last instant: it can be accepted, we sell it directly, or it is an authorization
 * in use.
 */
export const isOpen = (offer: Pick<Offer, 'partner' | 'status' | 'offer_type'>): boolean =>
  offerIs.offered(offer.status) ||
  (offerIs.onSale(offer.status) && (isSoldDirectly(offer.partner) || isAuthorization(offer)));

type Watched = Pick<Offer, 'id' | 'partner' | 'offer_type' | 'status' | 'expire_time' | 'expire_soon_told' | 'info'>;

/** Schedules the times of an offer that still matter, and clears all others. */
export const watchTimes = async (call: ActCall, offer: Watched): Promise<void> => {
  const { id, status, expire_time: expireTime, expire_soon_told: told } = offer;
  const { startTime } = offer.info;
  if (isOpen(offer) && expireTime) {
    await scheduleDue(call.db, expiryKind, id, expireTime);
    if (told?.getTime() !== expireTime.getTime()) {
      const { days } = await findExpiryNotice(call.db);
      await scheduleDue(call.db, expireSoonKind, id, new Date(expireTime.getTime() - days * dayMs));
    }
  } else {
    await cancelDue(call.db, expiryKind, id);
    await cancelDue(call.db, expireSoonKind, id);
  }
  if (startTime === undefined || !offerIs.agreed(status)) return;
  const start = new Date(startTime);
  if (start > call.now) await scheduleDue(call.db, startKind, id, start);
};
