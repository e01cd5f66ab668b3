import { controlError } from '../../kit/control.ts';
import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { addMonthsTo, pacificMonth, startOfMonth } from '../billing/pacific.ts';
import { endPrivateOffer } from '../producer/offer-life.ts';
import { publishEntitlement } from '../pubsub/events.ts';
import { type Entitlement, type GcpChange, nextUpdate, readSettings } from '../state.ts';

const running = ['ENTITLEMENT_ACTIVE', 'ENTITLEMENT_PENDING_PLAN_CHANGE', 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL'];
const orderKinds = ['order-start', 'plan-change', 'term-end', 'order-end', 'fee-payment'];

const cancelEventId = (transaction: GcpChange): string => `CANCEL_ENTITLEMENT-${transaction.ids.uuid()}`;

/** The customer cancels at the end of the term; a plan without a term ends with the billing month. */
export const cancelAtTermEnd = (transaction: GcpChange, entitlement: Entitlement): Entitlement => {
  if (!running.includes(entitlement.state)) throw controlError(409, `the order is ${entitlement.state}`);
  unscheduleDue(transaction, entitlement.id, ['plan-change', 'order-end']);
  const eventId = cancelEventId(transaction);
  const monthEnd = startOfMonth(addMonthsTo(pacificMonth(transaction.at), 1));
  const at =
    entitlement.termEndAt !== null && entitlement.termEndAt > transaction.at ? entitlement.termEndAt : monthEnd;
  scheduleDue(transaction, { kind: 'order-end', at, refId: entitlement.id, detail: { eventId } });
  const changed: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_PENDING_CANCELLATION',
    pending: null,
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', changed);
  publishEntitlement(transaction, changed, 'ENTITLEMENT_PENDING_CANCELLATION', eventId);
  return changed;
};

/** The customer revokes the cancellation. */
export const revertCancellation = (transaction: GcpChange, entitlement: Entitlement): Entitlement => {
  const item = transaction.list('due').find(({ kind, refId }) => kind === 'order-end' && refId === entitlement.id);
  if (entitlement.state !== 'ENTITLEMENT_PENDING_CANCELLATION' || item?.detail.isEnding === true) {
    throw controlError(409, `the order is ${entitlement.state}`);
  }
  unscheduleDue(transaction, entitlement.id, ['order-end']);
  const changed: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_ACTIVE',
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', changed);
  const eventId = typeof item?.detail.eventId === 'string' ? item.detail.eventId : cancelEventId(transaction);
  publishEntitlement(transaction, changed, 'ENTITLEMENT_CANCELLATION_REVERTED', eventId);
  return changed;
};

/**
 * The customer cancels at once: the order first becomes pending cancellation, so that its last usage can be reported.
 */
export const cancelAtOnce = (transaction: GcpChange, entitlement: Entitlement): Entitlement => {
  if (entitlement.state === 'ENTITLEMENT_CANCELLED') throw controlError(409, 'the order is ENTITLEMENT_CANCELLED');
  if (entitlement.state === 'ENTITLEMENT_ACTIVATION_REQUESTED')
    return endOrder(transaction, entitlement, 'user-aborted');
  unscheduleDue(transaction, entitlement.id, orderKinds);
  const eventId = cancelEventId(transaction);
  const changed: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_PENDING_CANCELLATION',
    pending: null,
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', changed);
  publishEntitlement(transaction, changed, 'ENTITLEMENT_CANCELLING', eventId);
  const at = transaction.at + readSettings(transaction).cancellingDelayMs;
  scheduleDue(transaction, { kind: 'order-end', at, refId: entitlement.id, detail: { eventId, isEnding: true } });
  return changed;
};

/** When due, the cancellation takes effect. */
export const reachOrderEnd = (transaction: GcpChange, { refId, detail }: DueItem): void => {
  const entitlement = transaction.get('entitlements', refId);
  if (entitlement?.state !== 'ENTITLEMENT_PENDING_CANCELLATION') return;
  endOrder(transaction, entitlement, 'user-cancelled', String(detail.eventId));
};

/** Ends the order, for whatever reason. */
export const endOrder = (
  transaction: GcpChange,
  entitlement: Entitlement,
  reason: string,
  eventId = cancelEventId(transaction),
): Entitlement => {
  unscheduleDue(transaction, entitlement.id, orderKinds);
  for (const offerId of [entitlement.terms.privateOfferId, entitlement.pending?.privateOfferId]) {
    if (offerId) endPrivateOffer(transaction, offerId);
  }
  const ended: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_CANCELLED',
    pending: null,
    messageToUser: null,
    termEndAt: entitlement.termStartAt === null ? null : transaction.at,
    cancellationReason: reason,
    cancelledAt: transaction.at,
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', ended);
  publishEntitlement(transaction, ended, 'ENTITLEMENT_CANCELLED', eventId);
  return ended;
};
