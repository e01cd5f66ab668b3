import type { WatchedMethod } from './call-health.ts';
import type { Marketplace } from './marketplace/port.ts';
import type { Payments } from './payment/port.ts';

type Methods<Port> = Readonly<Partial<Record<keyof Port, WatchedMethod>>>;

/** The kind of call that each method of a marketplace makes. */
export const marketplaceCalls: Methods<Marketplace> = {
  verify: { kind: 'VERIFICATION', isWhole: true },
  listProducts: { kind: 'LISTING', isWhole: true },
  readProduct: 'LISTING',
  listOffers: { kind: 'LISTING', isWhole: true },
  readOffer: 'LISTING',
  readOffers: 'LISTING',
  extendsBy: 'LISTING',
  startChange: 'CHANGE',
  readChange: 'CHANGE',
  listAgreements: { kind: 'AGREEMENT', isWhole: true },
  readAgreement: 'AGREEMENT',
  readBuyer: 'AGREEMENT',
  approveAgreement: 'APPROVAL',
  answerOperation: 'APPROVAL',
  requestCancellation: 'CHANGE',
  withdrawCancellation: 'CHANGE',
  readCancellations: 'AGREEMENT',
  listCancelling: 'AGREEMENT',
  resolveLanding: 'LANDING',
  reportUsage: 'USAGE',
  readUsage: 'USAGE',
  listUsage: 'USAGE',
};

/** The same for a payment provider. */
export const paymentCalls: Methods<Payments> = {
  readCustomer: 'CUSTOMER',
  listChangedCustomers: { kind: 'CUSTOMER', isWhole: true },
  createCustomer: 'CUSTOMER_CHANGE',
  updateCustomer: 'CUSTOMER_CHANGE',
  detachMethod: 'PAYMENT_METHOD',
  charge: 'PAYMENT_METHOD',
  readCharge: 'PAYMENT_METHOD',
  refund: 'PAYMENT_METHOD',
};
