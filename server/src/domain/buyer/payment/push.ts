import type { ActCall } from '../../../contract/call.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { isPaymentCode, paymentProviders } from './payment.ts';
import { findBuyerPayment, updateBuyerPayment } from './store.ts';

/**
 * Has a change of a buyer brought to its customer at the provider. A run of its own for each change: one under way may be
 * past its last look. But while a customer is being made no other run may make one too: that run looks again once it has
 * told which (`recordPush`). The buyer's row is locked, and the change is told.
 */
export const startPush = async (call: ActCall, buyer: BuyerWithContacts): Promise<void> => {
  const { partner } = buyer;
  if (!isPaymentCode(partner) || !paymentProviders[partner].keepsCustomers) return;
  const payment = await findBuyerPayment(call.db, buyer.id);
  if (!payment || payment.seen?.isDeleted) return;
  await updateBuyerPayment(call.db, {
    ...payment,
    push_wanted: payment.push_wanted + 1,
    push_failed_time: null,
  });
  const options = { entityId: encodeId('buyer', buyer.id), partner };
  const input = { buyerId: buyer.id };
  if (buyer.account_id === null && payment.push_failed_time === null)
    await startOnce(call, 'buyer.push', input, options);
  else call.setHeader('Operation-Id', operationIdOf(await call.start('buyer.push', input, options)));
};
