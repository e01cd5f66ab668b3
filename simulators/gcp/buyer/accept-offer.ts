import { controlError } from '../../kit/control.ts';
import { unscheduleDue } from '../../kit/due.ts';
import { baseOffer, billingAccountOf, productOffer } from '../producer/offer-content.ts';
import { type Entitlement, type GcpChange, nextUpdate, type PrivateOffer } from '../state.ts';
import { requestPlanChange } from './change-plan.ts';
import { openOrders, placeOrder } from './place-order.ts';
import { termsOfPrivateOffer } from './terms.ts';

/** The customer accepts a published private offer: a new order, or a change of the order whose offer it amends. */
export const acceptOffer = (
  transaction: GcpChange,
  offer: PrivateOffer,
  options: { autoRenew: boolean; userIdentity?: string | undefined },
): Entitlement => {
  if (offer.state !== 'PUBLISHED') throw controlError(409, `the offer is ${offer.state}`);
  const base = baseOffer(transaction, offer.content);
  const service = base && transaction.get('services', base.serviceId);
  const billingAccount = billingAccountOf(offer.content);
  if (!base || !service || !billingAccount) throw controlError(409, 'what the offer is based on is gone');
  const terms = termsOfPrivateOffer(offer, base);
  const accepted: PrivateOffer = {
    ...offer,
    state: 'ACCEPTED',
    acceptedAt: transaction.at,
    updatedAt: nextUpdate(transaction, offer),
  };
  transaction.put('privateOffers', accepted);
  unscheduleDue(transaction, offer.id, ['offer-expiry']);
  const amended = amendedOfferId(offer);
  if (!amended) return placeOrder(transaction, { service, billingAccount, terms, ...options });
  const order = openOrders(transaction, service.id, billingAccount).find(
    (row) => (row.terms.privateOfferId ?? row.terms.standardOfferId) === amended,
  );
  if (!order) throw controlError(409, 'the order that the offer amends has changed or ended');
  return requestPlanChange(transaction, { ...order, autoRenew: options.autoRenew }, terms);
};

const amendedOfferId = ({ content }: PrivateOffer): string | undefined => {
  const { amendedPrivateOffer, amendedStandardOffer } = productOffer(content);
  const name = amendedPrivateOffer ?? amendedStandardOffer;
  return typeof name === 'string' && name !== '' ? name.split('/').at(-1) : undefined;
};
