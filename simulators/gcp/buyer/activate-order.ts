import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { billTerm } from '../billing/fees.ts';
import { publishEntitlement } from '../pubsub/events.ts';
import { type Entitlement, type GcpChange, type GcpReader, nextUpdate, readSettings } from '../state.ts';
import { termEnd } from './terms.ts';

/** Whether the account of an order has signed up with the seller; otherwise no order begins. */
export const isSignedUp = (reader: GcpReader, accountId: string): boolean => {
  const account = reader.get('accounts', accountId);
  return account?.approvals.some(({ name, state }) => name === 'signup' && state === 'APPROVED') ?? false;
};

/** Schedules the start of an approved order: soon, or at the agreed start. */
export const scheduleActivation = (transaction: GcpChange, entitlement: Entitlement): void => {
  if (!isSignedUp(transaction, entitlement.accountId)) return;
  const soon = transaction.at + readSettings(transaction).activationDelayMs;
  const at = Math.max(soon, entitlement.terms.startsAt ?? soon);
  scheduleDue(transaction, { kind: 'order-start', at, refId: entitlement.id });
};

/** When due, starts the order. */
export const startOrder = (transaction: GcpChange, { refId }: DueItem): void => {
  const entitlement = transaction.get('entitlements', refId);
  if (entitlement?.state !== 'ENTITLEMENT_ACTIVATION_REQUESTED' || !entitlement.approved) return;
  const active: Entitlement = {
    ...entitlement,
    state: 'ENTITLEMENT_ACTIVE',
    termStartAt: transaction.at,
    termEndAt: termEnd(entitlement.terms, entitlement.terms.startsAt ?? transaction.at),
    messageToUser: null,
    updatedAt: nextUpdate(transaction, entitlement),
  };
  transaction.put('entitlements', active);
  scheduleTermEnd(transaction, active);
  billTerm(transaction, active);
  publishEntitlement(transaction, active, 'ENTITLEMENT_ACTIVE', active.purchaseEventId);
};

/** Schedules the end of the current term, replacing any earlier schedule. */
export const scheduleTermEnd = (transaction: GcpChange, { id, termEndAt }: Entitlement): void => {
  unscheduleDue(transaction, id, ['term-end']);
  if (termEndAt !== null) scheduleDue(transaction, { kind: 'term-end', at: termEndAt, refId: id });
};
