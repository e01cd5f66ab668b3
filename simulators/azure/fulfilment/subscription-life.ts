import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { addDuration, parseDuration } from '../../kit/duration.ts';
import { dayOf } from '../api/call.ts';
import { billTerm } from '../billing/bill-term.ts';
import { type AzureChange, readSettings, type Subscription } from '../state.ts';
import { noteOperation } from './operation-note.ts';

const day = 86_400_000;
/** Subscriptions that are not activated, or stay suspended, are cancelled after this long. */
const graceMs = 30 * day;

/** Stores a changed subscription. */
export const putSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  const old = transaction.get('subscriptions', subscription.id);
  const { before: _, ...before } = old ?? subscription;
  const changed = { ...subscription, modifiedAt: transaction.at, before };
  transaction.put('subscriptions', changed);
  return changed;
};

/** A purchase begins to wait for activation. */
export const awaitActivation = (transaction: AzureChange, subscription: Subscription): void => {
  scheduleDue(transaction, { kind: 'activation-end', at: transaction.at + graceMs, refId: subscription.id });
};

/** The publisher has set up the customer: the term begins on this day. */
export const activateSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  unscheduleDue(transaction, subscription.id, ['activation-end']);
  const active: Subscription = { ...subscription, status: 'Subscribed' };
  const started = startTerm(transaction, active, dayOf(transaction.at));
  if (readSettings(transaction).subscribeEvent) {
    noteOperation(transaction, started, { action: 'Subscribe', source: 'Azure' });
  }
  return started;
};

const startTerm = (transaction: AzureChange, subscription: Subscription, termStart: number): Subscription => {
  const duration = parseDuration(subscription.termUnit);
  const termEnd = duration ? addDuration(termStart, duration) : termStart + 30 * day;
  scheduleDue(transaction, { kind: 'term-end', at: termEnd, refId: subscription.id });
  const begun = putSubscription(transaction, { ...subscription, termStart, termEnd });
  billTerm(transaction, begun, { start: termStart, end: termEnd });
  return begun;
};

/** Ends a subscription and returns it. */
export const endSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  unscheduleDue(transaction, subscription.id, ['activation-end', 'term-end', 'term-payment', 'suspension-end']);
  return putSubscription(transaction, { ...subscription, status: 'Unsubscribed', endedAt: transaction.at });
};

/** Microsoft cannot collect the customer's money. */
export const suspendSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  const suspended = putSubscription(transaction, { ...subscription, status: 'Suspended' });
  scheduleDue(transaction, { kind: 'suspension-end', at: transaction.at + graceMs, refId: subscription.id });
  noteOperation(transaction, suspended, { action: 'Suspend', source: 'Azure' });
  return suspended;
};

/** The customer is paying again. */
export const resumeSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  unscheduleDue(transaction, subscription.id, ['suspension-end']);
  return putSubscription(transaction, { ...subscription, status: 'Subscribed' });
};

/** The customer or Microsoft ends the subscription at once. Before activation the publisher is not notified. */
export const cancelSubscription = (transaction: AzureChange, subscription: Subscription): Subscription => {
  const ended = endSubscription(transaction, subscription);
  if (subscription.status !== 'PendingFulfillmentStart') {
    noteOperation(transaction, ended, { action: 'Unsubscribe', source: 'Azure' });
  }
  return ended;
};

/** Handles 30 days without activation or in suspension. */
export const reachGraceEnd = (transaction: AzureChange, item: DueItem): void => {
  const subscription = transaction.get('subscriptions', item.refId);
  if (subscription && subscription.status !== 'Unsubscribed') cancelSubscription(transaction, subscription);
};

/** Handles the end of a term: renews or ends it. A suspended subscription is not renewed until the customer pays. */
export const reachTermEnd = (transaction: AzureChange, item: DueItem): void => {
  const subscription = transaction.get('subscriptions', item.refId);
  if (!subscription || subscription.status === 'Unsubscribed') return;
  if (!subscription.autoRenew) cancelSubscription(transaction, subscription);
  else {
    const renewed = startTerm(transaction, subscription, item.at);
    if (renewed.status === 'Subscribed') noteOperation(transaction, renewed, { action: 'Renew', source: 'Azure' });
  }
};
