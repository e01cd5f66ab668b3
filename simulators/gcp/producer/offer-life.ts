import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { type GcpChange, nextUpdate, type PrivateOffer } from '../state.ts';
import { readDateTime } from './date-time.ts';

/** Due: publishing is through, unless Google wants to look at the offer first. */
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

/** Notes when a published offer can no longer be accepted, in place of what was noted before. */
export const scheduleExpiry = (transaction: GcpChange, { id, content }: PrivateOffer): void => {
  unscheduleDue(transaction, id, ['offer-expiry']);
  const at = readDateTime(content.acceptDeadlineTime);
  if (at !== null) scheduleDue(transaction, { kind: 'offer-expiry', at, refId: id });
};

/** Due: nobody has accepted the offer in time. */
export const expireOffer = (transaction: GcpChange, { refId }: DueItem): void => {
  const offer = transaction.get('privateOffers', refId);
  if (offer?.state !== 'PUBLISHED' && offer?.state !== 'PUBLISHING') return;
  transaction.put('privateOffers', { ...offer, state: 'EXPIRED', updatedAt: nextUpdate(transaction, offer) });
};

/** An accepted offer has come to its end. */
export const endPrivateOffer = (transaction: GcpChange, id: string): void => {
  const offer = transaction.get('privateOffers', id);
  if (offer?.state !== 'ACCEPTED') return;
  const updatedAt = nextUpdate(transaction, offer);
  transaction.put('privateOffers', { ...offer, state: 'ENDED', endedAt: transaction.at, updatedAt });
};
