import { controlError } from '../../kit/control.ts';
import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { billTerm } from '../billing/fees.ts';
import { endPrivateOffer } from '../producer/offer-life.ts';
import { publishEntitlement } from '../pubsub/events.ts';
import { type Entitlement, type GcpChange, nextUpdate, readSettings, type Terms } from '../state.ts';
import { scheduleTermEnd } from './activate-order.ts';
import { termEnd } from './terms.ts';

/** A customer requests another plan, or accepts an offer that replaces the current one. */
export const requestPlanChange = (transaction: GcpChange, entitlement: Entitlement, terms: Terms): Entitlement => {
  if (entitlement.state !== 'ENTITLEMENT_ACTIVE') {
    throw controlError(409, `the order is ${entitlement.state}, so that its plan cannot change`);
  }
  const approved = transaction.get('services', entitlement.serviceId)?.autoApproval ?? false;
  const eventId = `CHANGE_ENTITLEMENT_PLAN-${transaction.ids.uuid()}`;
  const changed: Entitlement = {
    ...entitlement,
    state: approved ? 'ENTITLEMENT_PENDING_PLAN_CHANGE' : 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
    pending: { ...terms, approved, eventId },
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', changed);
  const type = approved ? 'ENTITLEMENT_OFFER_ACCEPTED' : 'ENTITLEMENT_PLAN_CHANGE_REQUESTED';
  publishEntitlement(transaction, changed, type, eventId);
  if (approved) schedulePlanChange(transaction, changed);
  return changed;
};

/** Schedules an approved change: soon, or at the agreed time. */
export const schedulePlanChange = (transaction: GcpChange, { id, pending }: Entitlement): void => {
  const soon = transaction.at + readSettings(transaction).activationDelayMs;
  scheduleDue(transaction, { kind: 'plan-change', at: Math.max(soon, pending?.startsAt ?? soon), refId: id });
};

/** When due, the new plan or offer takes effect. */
export const applyPlanChange = (transaction: GcpChange, { refId }: DueItem): void => {
  const entitlement = transaction.get('entitlements', refId);
  if (entitlement?.state !== 'ENTITLEMENT_PENDING_PLAN_CHANGE' || !entitlement.pending) return;
  const { approved: _, eventId, ...terms } = entitlement.pending;
  if (entitlement.terms.privateOfferId) endPrivateOffer(transaction, entitlement.terms.privateOfferId);
  const changed: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_ACTIVE',
    terms,
    termStartAt: transaction.at,
    termEndAt: termEnd(terms, transaction.at),
    pending: null,
    messageToUser: null,
    offerHistory: [...entitlement.offerHistory, terms.privateOfferId ?? terms.standardOfferId],
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', changed);
  scheduleTermEnd(transaction, changed);
  billTerm(transaction, changed);
  publishEntitlement(transaction, changed, 'ENTITLEMENT_PLAN_CHANGED', eventId);
};

/** Drops the change: the seller rejected it, or the customer withdrew it. */
export const dropPlanChange = (transaction: GcpChange, entitlement: Entitlement): Entitlement => {
  const { pending } = entitlement;
  if (!pending) throw controlError(409, 'the order has no plan change to cancel');
  unscheduleDue(transaction, entitlement.id, ['plan-change']);
  if (pending.privateOfferId) endPrivateOffer(transaction, pending.privateOfferId);
  const changed: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_ACTIVE',
    messageToUser: null,
    updatedAt: nextUpdate(transaction, entitlement),
  };
  publishEntitlement(transaction, changed, 'ENTITLEMENT_PLAN_CHANGE_CANCELLED', pending.eventId);
  const active = { ...changed, pending: null };
  transaction.put('entitlements', active);
  return active;
};
