import { putMessage } from '../../kit/deliveries.ts';
import type { AzureChange, SaasOperation, Subscription } from '../state.ts';
import { webhookBody } from './subscription-view.ts';

/** The requested change; plan and seats default to the current ones. */
export type Asked = Pick<SaasOperation, 'action' | 'source'> & { planId?: string; quantity?: number | null };

/** Records an operation that has already happened, and notifies the publisher. */
export const noteOperation = (transaction: AzureChange, subscription: Subscription, asked: Asked): SaasOperation => {
  const operation = newOperation(transaction, subscription, asked, 'Succeeded');
  tellOperation(transaction, operation, subscription);
  return operation;
};

/** Records a new operation without notifying anyone. */
export const newOperation = (
  transaction: AzureChange,
  subscription: Subscription,
  asked: Asked,
  status: SaasOperation['status'],
): SaasOperation => {
  const operation: SaasOperation = {
    id: transaction.ids.uuid(),
    activityId: transaction.ids.uuid(),
    subscriptionId: subscription.id,
    publisherId: subscription.publisherId,
    action: asked.action,
    source: asked.source,
    planId: asked.planId ?? subscription.planId,
    quantity: asked.quantity === undefined ? subscription.quantity : asked.quantity,
    status,
    errorMessage: '',
    createdAt: transaction.at,
  };
  transaction.put('operations', operation);
  return operation;
};

/** Sends the publisher the webhook for an operation. */
export const tellOperation = (transaction: AzureChange, operation: SaasOperation, subscription: Subscription): void => {
  putMessage(transaction, {
    id: operation.id,
    type: operation.action,
    accountId: operation.publisherId,
    body: webhookBody(transaction, operation, subscription),
  });
};
