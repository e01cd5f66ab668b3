import type { ActCall } from '../../../contract/call.ts';
import { decodeId } from '../../../kit/ids.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer, withInfo } from '../change.ts';
import { paymentProviders, requirePayments } from '../payment/payment.ts';
import { lockBuyer, lockBuyerByAccount } from '../store.ts';

/** Sets the customer's id at the provider. */
export const withCustomer = (buyer: BuyerWithContacts, externalId: string): BuyerWithContacts => {
  const { customerField } = paymentProviders[requirePayments(buyer)];
  const linked = { ...buyer, account_id: externalId, external_id: externalId };
  return customerField === 'stripeCustomerId' ? withInfo(linked, { stripeCustomerId: externalId }) : linked;
};

/**
 * Links a customer to the buyer that its metadata names, if that buyer has none: we created it at the provider but
 * missed the response. Returns whether the customer now belongs to a buyer.
 */
export const linkCustomer = async (
  call: ActCall,
  { partner, externalId, buyerId }: { partner: string; externalId: string; buyerId: string | null },
): Promise<boolean> => {
  const id = buyerId === null ? null : decodeId('buyer', buyerId);
  const buyer = id === null ? undefined : await lockBuyer(call.db, id);
  if (!buyer || buyer.partner !== partner || buyer.account_id !== null) return false;
  if (await lockBuyerByAccount(call.db, partner, externalId)) return false;
  await changeBuyer(call, buyer, withCustomer(buyer, externalId), 'buyer.updated');
  return true;
};
