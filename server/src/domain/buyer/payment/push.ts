import type { ActCall } from '../../../contract/call.ts';
import { operationIdOf } from '../../../engine/run-act.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { isPaymentCode, paymentProviders } from './payment.ts';
import { findBuyerPayment, updateBuyerPayment } from './store.ts';

/**
 * Starts a run that pushes a change of a buyer to its customer at the provider. Each change gets its own run, because a
 * running one may already have loaded the buyer for the last time. While a customer is being created no other run may
 * create one too, so that run checks again once it has recorded the customer (`recordPush`). The buyer's row must be
 * locked and the change recorded.
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
