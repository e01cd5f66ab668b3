import { dayOf, iso } from '../api/call.ts';
import {
  type AzureReader,
  type Buyer,
  type Json,
  readSettings,
  type SaasOperation,
  type Subscription,
} from '../state.ts';

/** A subscription as the fulfilment API and webhooks show it. */
export const subscriptionView = (reader: AzureReader, subscription: Subscription): Json => {
  const buyer = reader.get('buyers', subscription.buyerId);
  const person = buyer ? personView(buyer) : null;
  return {
    id: subscription.id,
    publisherId: subscription.publisherId,
    offerId: subscription.offerId,
    name: subscription.name,
    saasSubscriptionStatus: subscription.status,
    beneficiary: person,
    purchaser: person,
    planId: subscription.planId,
    ...seatsView(reader, subscription.quantity),
    term: {
      termUnit: subscription.termUnit,
      ...(subscription.termStart === null ? {} : { startDate: dayText(subscription.termStart) }),
      // The last day on which it is valid.
      ...(subscription.termEnd === null ? {} : { endDate: dayText(subscription.termEnd - 86_400_000) }),
    },
    autoRenew: subscription.autoRenew,
    isTest: subscription.isTest,
    isFreeTrial: subscription.isFreeTrial && isInFirstTerm(reader, subscription),
    allowedCustomerOperations: subscription.allowedCustomerOperations,
    sandboxType: 'None',
    sessionMode: 'None',
    created: iso(subscription.createdAt),
    lastModified: readSettings(reader).lastModified === 'kept' ? iso(subscription.modifiedAt) : '0001-01-01T00:00:00',
  };
};

/** "true - the customer subscription is currently under free trial": the first term alone is one. */
const isInFirstTerm = (reader: AzureReader, { id, termStart }: Subscription): boolean => {
  const first = reader.get('terms', id);
  return first === undefined || first.start === termStart;
};

/** Subscriptions without seats have no quantity, or an empty one (setting `noSeats`). */
const seatsView = (reader: AzureReader, quantity: number | null): Json => {
  if (quantity !== null) return { quantity };
  return readSettings(reader).noSeats === 'empty' ? { quantity: '' } : {};
};

const personView = ({ emailId, objectId, tenantId, puid }: Buyer): Json => ({ emailId, objectId, tenantId, puid });

const dayText = (time: number): string => iso(dayOf(time)).replace('.000', '');

/** An operation as the operations API shows it. */
export const operationView = (reader: AzureReader, operation: SaasOperation): Json => ({
  id: operation.id,
  activityId: operation.activityId,
  subscriptionId: operation.subscriptionId,
  offerId: reader.get('subscriptions', operation.subscriptionId)?.offerId ?? '',
  publisherId: operation.publisherId,
  planId: operation.planId,
  ...seatsView(reader, operation.quantity),
  action: operation.action,
  timeStamp: iso(operation.createdAt),
  status: operation.status,
});

/** The body of a webhook call about an operation. */
export const webhookBody = (reader: AzureReader, operation: SaasOperation, subscription: Subscription): Json => {
  const brief: Json = {
    id: operation.id,
    activityId: operation.activityId,
    operationRequestSource: operation.source,
    subscriptionId: subscription.id,
    timeStamp: iso(operation.createdAt),
    action: operation.action,
  };
  if (operation.status === 'InProgress' && readSettings(reader).briefChangeEvents) return brief;
  return {
    ...brief,
    publisherId: operation.publisherId,
    offerId: subscription.offerId,
    planId: operation.planId,
    quantity: operation.quantity,
    status: operation.status,
    // The samples of calls have the time of the last change, unlike those of the API.
    subscription: { ...subscriptionView(reader, subscription), lastModified: iso(subscription.modifiedAt) },
    purchaseToken: null,
  };
};
