import { invalidFields, notFound, preconditionFailed } from '../errors.ts';
import type { ApiCall } from '../route.ts';
import type { Json } from '../state.ts';
import { pubsubMessage } from './push.ts';

const leaseMs = 10_000;
const messagesMax = 1000;

/** `subscriptions:pull`. Messages not acknowledged within ten seconds are delivered again. */
export const pullMessages = (call: ApiCall): Json => {
  const seller = checkSubscription(call);
  if (seller.target) throw preconditionFailed();
  const wanted = Number(call.body.maxMessages);
  if (!Number.isInteger(wanted) || wanted < 1) {
    throw invalidFields([{ field: 'max_messages', description: 'must be greater than 0' }]);
  }
  return call.write((transaction) => {
    const receivedMessages: Json[] = [];
    for (const delivery of transaction.list('deliveries')) {
      if (receivedMessages.length >= Math.min(wanted, messagesMax)) break;
      if (delivery.accountId !== seller.id || delivery.status !== 'NO_TARGET') continue;
      const lease = transaction.get('leases', delivery.id);
      if (lease && lease.until > transaction.wall) continue;
      const ackId = transaction.ids.text(40);
      transaction.put('leases', { id: delivery.id, ackId, until: transaction.wall + leaseMs });
      transaction.put('deliveries', { ...delivery, attempts: delivery.attempts + 1 });
      receivedMessages.push({ ackId, message: pubsubMessage(delivery) });
    }
    return receivedMessages.length > 0 ? { receivedMessages } : {};
  });
};

/** `subscriptions:acknowledge`. Like Pub/Sub, ignores unknown and late IDs. */
export const acknowledgeMessages = (call: ApiCall): Json => {
  checkSubscription(call);
  const ackIds = Array.isArray(call.body.ackIds) ? call.body.ackIds : [];
  if (ackIds.length === 0) throw invalidFields([{ field: 'ack_ids', description: 'must not be empty' }]);
  call.write((transaction) => {
    for (const lease of transaction.list('leases')) {
      if (!ackIds.includes(lease.ackId) || lease.until <= transaction.wall) continue;
      const delivery = transaction.get('deliveries', lease.id);
      if (delivery) transaction.put('deliveries', { ...delivery, status: 'DELIVERED' });
      transaction.remove('leases', lease.id);
    }
  });
  return {};
};

const checkSubscription = ({ seller, params }: ApiCall): ApiCall['seller'] => {
  if (params.project !== seller.projectId || params.subscription !== seller.subscription) throw notFound();
  return seller;
};
