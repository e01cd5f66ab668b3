import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { billChange } from '../billing/bill-term.ts';
import { plansForBuyer } from '../catalog/buyer-plans.ts';
import { type AzureChange, type AzureReader, readSettings, type SaasOperation, type Subscription } from '../state.ts';
import { type Asked, newOperation, tellOperation } from './operation-note.ts';
import { endSubscription, putSubscription, resumeSubscription } from './subscription-life.ts';

/** Actions whose outcome the publisher decides. The others only notify it ("Implementing a webhook on the SaaS service"). */
export const asksPublisher = (reader: AzureReader, { action }: Pick<SaasOperation, 'action'>): boolean =>
  action === 'ChangePlan' ||
  action === 'ChangeQuantity' ||
  (action === 'Reinstate' && readSettings(reader).reinstatement === 'answered');

/** Whether Microsoft is waiting for the publisher's decision on an operation. */
export const awaitsPublisher = (reader: AzureReader, operation: SaasOperation): boolean =>
  operation.source === 'Azure' && asksPublisher(reader, operation);

/**
 * Begins an operation that takes time. The publisher is notified of a customer's request and may respond until
 * Microsoft accepts on its behalf; a publisher's own request always succeeds a little later.
 */
export const beginOperation = (transaction: AzureChange, subscription: Subscription, asked: Asked): SaasOperation => {
  const operation = newOperation(transaction, subscription, asked, 'InProgress');
  const { autoAcceptMs, operationDelayMs } = readSettings(transaction);
  const delay = awaitsPublisher(transaction, operation) ? autoAcceptMs : operationDelayMs;
  scheduleDue(transaction, { kind: 'operation-end', at: transaction.at + delay, refId: operation.id });
  // The publisher is notified of the end of a subscription only once it has happened.
  if (operation.action !== 'Unsubscribe') tellOperation(transaction, operation, subscription);
  return operation;
};

/** Handles an operation on which the publisher has not decided, or a publisher's request that is due. */
export const endOperation = (transaction: AzureChange, item: DueItem): void => {
  const operation = transaction.get('operations', item.refId);
  if (operation?.status === 'InProgress') finishOperation(transaction, operation, null);
};

/** Ends a pending operation successfully, or as failed for a reason. */
export const finishOperation = (transaction: AzureChange, operation: SaasOperation, failure: string | null): void => {
  unscheduleDue(transaction, operation.id, ['operation-end']);
  const subscription = transaction.get('subscriptions', operation.subscriptionId);
  const put = (status: SaasOperation['status'], errorMessage = ''): SaasOperation => {
    const ended: SaasOperation = { ...operation, status, errorMessage };
    transaction.put('operations', ended);
    return ended;
  };
  if (failure !== null) put('Failed', failure);
  else if (!subscription || !isStillPossible(operation, subscription)) put('Conflict', 'The subscription has changed.');
  else applyOperation(transaction, put('Succeeded'), subscription);
};

const isStillPossible = ({ action }: SaasOperation, { status }: Subscription): boolean => {
  if (action === 'Unsubscribe') return status !== 'Unsubscribed';
  return status === (action === 'Reinstate' ? 'Suspended' : 'Subscribed');
};

const applyOperation = (transaction: AzureChange, operation: SaasOperation, subscription: Subscription): void => {
  if (operation.action === 'ChangePlan') {
    const { planId } = operation;
    const quantity = seatsAfter(transaction, subscription, planId);
    const planIds = [...subscription.planIds, planId];
    billChange(transaction, subscription, putSubscription(transaction, { ...subscription, planId, quantity, planIds }));
  } else if (operation.action === 'ChangeQuantity') {
    const { quantity } = operation;
    billChange(transaction, subscription, putSubscription(transaction, { ...subscription, quantity }));
  } else if (operation.action === 'Reinstate') resumeSubscription(transaction, subscription);
  else if (operation.action === 'Unsubscribe') {
    tellOperation(transaction, operation, endSubscription(transaction, subscription));
  }
};

/** The number of seats is kept unless the new or the old plan has no seats. */
const seatsAfter = (transaction: AzureChange, subscription: Subscription, planId: string): number | null => {
  const buyer = transaction.get('buyers', subscription.buyerId);
  const plans = buyer ? plansForBuyer(transaction, subscription.productId, buyer, transaction.at) : [];
  const plan = plans.find((item) => item.planId === planId);
  if (!plan) return subscription.quantity;
  return plan.isPerSeat ? (subscription.quantity ?? plan.minQuantity) : null;
};

/** The operation that locks a subscription, if any. */
export const pendingOperation = (transaction: AzureChange, subscriptionId: string): SaasOperation | null => {
  const operations = transaction.list('operations');
  return operations.find((row) => row.subscriptionId === subscriptionId && row.status === 'InProgress') ?? null;
};
