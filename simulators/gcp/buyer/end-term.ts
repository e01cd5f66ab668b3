import type { DueItem } from '../../kit/due.ts';
import { billTerm } from '../billing/fees.ts';
import { endPrivateOffer } from '../producer/offer-life.ts';
import { publishEntitlement } from '../pubsub/events.ts';
import { type Entitlement, type GcpChange, nextUpdate } from '../state.ts';
import { scheduleTermEnd } from './activate-order.ts';
import { endOrder } from './cancel-order.ts';
import { hasSubscription, termEnd } from './terms.ts';

/** When due, ends the term of an order: it renews, or its offer ends and, for a subscription, the order too. */
export const endTerm = (transaction: GcpChange, { refId }: DueItem): void => {
  const entitlement = transaction.get('entitlements', refId);
  if (!entitlement || entitlement.termEndAt === null) return;
  // A cancellation or plan change at the end of the term is due at the same time and has its own item.
  const pendingStart = entitlement.pending?.approved ? entitlement.pending.startsAt : null;
  if (entitlement.state === 'ENTITLEMENT_PENDING_CANCELLATION' || entitlement.state === 'ENTITLEMENT_CANCELLED') return;
  if (pendingStart !== null && pendingStart <= entitlement.termEndAt) return;
  if (entitlement.autoRenew && entitlement.terms.renewalsLeft > 0 && entitlement.terms.durationMonths !== null) {
    renewTerm(transaction, entitlement, entitlement.termEndAt);
    return;
  }
  const eventId = `END_OFFER-${transaction.ids.uuid()}`;
  if (entitlement.terms.privateOfferId) {
    endPrivateOffer(transaction, entitlement.terms.privateOfferId);
    const ended: Entitlement = { ...entitlement, updatedAt: nextUpdate(transaction, entitlement) };
    transaction.put('entitlements', ended);
    publishEntitlement(transaction, ended, 'ENTITLEMENT_OFFER_ENDED', eventId);
    if (hasSubscription(transaction, ended.terms)) endOrder(transaction, ended, 'expired', eventId);
    return;
  }
  endOrder(transaction, entitlement, 'expired', eventId);
};

const renewTerm = (transaction: GcpChange, entitlement: Entitlement, startsAt: number): void => {
  const { terms } = entitlement;
  const renewed: Entitlement = {
    ...entitlement,
    terms: { ...terms, renewalsLeft: terms.renewalsLeft - 1, endsAt: null },
    termStartAt: startsAt,
    termEndAt: termEnd({ ...terms, endsAt: null }, startsAt),
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', renewed);
  scheduleTermEnd(transaction, renewed);
  billTerm(transaction, renewed);
  publishEntitlement(transaction, renewed, 'ENTITLEMENT_RENEWED', `RENEW_ENTITLEMENT-${transaction.ids.uuid()}`);
};
