import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { type GcpChange, nextUpdate, type PrivateOffer } from '../state.ts';
import { readDateTime } from './date-time.ts';

/** When due, publishing is complete, unless Google wants to review the offer first. */
export const finishPublishing = (transaction: GcpChange, { refId }: DueItem): void => {
  const offer = transaction.get('privateOffers', refId);
  if (offer?.state !== 'PUBLISHING' || (offer.needsReview && offer.reviewedAt === null)) return;
  const published: PrivateOffer = {
    ...offer,
    state: 'PUBLISHED',
    publishedAt: transaction.at,
    updatedAt: nextUpdate(transaction, offer),
  };
  transaction.put('privateOffers', published);
  scheduleExpiry(transaction, published);
};

/** Schedules the expiry of a published offer, replacing any earlier schedule. */
export const scheduleExpiry = (transaction: GcpChange, { id, content }: PrivateOffer): void => {
  unscheduleDue(transaction, id, ['offer-expiry']);
  const at = readDateTime(content.acceptDeadlineTime);
  if (at !== null) scheduleDue(transaction, { kind: 'offer-expiry', at, refId: id });
};

/** When due, expires an offer that was not accepted in time. */
export const expireOffer = (transaction: GcpChange, { refId }: DueItem): void => {
  const offer = transaction.get('privateOffers', refId);
  if (offer?.state !== 'PUBLISHED' && offer?.state !== 'PUBLISHING') return;
  transaction.put('privateOffers', { ...offer, state: 'EXPIRED', updatedAt: nextUpdate(transaction, offer) });
};

/** Ends an accepted offer. */
export const endPrivateOffer = (transaction: GcpChange, id: string): void => {
  const offer = transaction.get('privateOffers', id);
  if (offer?.state !== 'ACCEPTED') return;
  const updatedAt = nextUpdate(transaction, offer);
  transaction.put('privateOffers', { ...offer, state: 'ENDED', endedAt: transaction.at, updatedAt });
};
