import type { WatchedMethod } from './call-health.ts';
import type { CoSell } from './cosell/port.ts';
import type { Crm } from './crm/port.ts';
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
  readDisputes: 'PAYMENT_METHOD',
  listDisputed: { kind: 'PAYMENT_METHOD', isWhole: true },
  readRefund: 'PAYMENT_METHOD',
  listFailedRefunds: { kind: 'PAYMENT_METHOD', isWhole: true },
};

/** The same for a co-sell partner. */
export const coSellCalls: Methods<CoSell> = {
  verify: { kind: 'VERIFICATION', isWhole: true },
  create: 'REFERRAL_CHANGE',
  submit: 'REFERRAL_CHANGE',
  read: 'REFERRAL',
  update: 'REFERRAL_CHANGE',
  accept: 'REFERRAL_CHANGE',
  decline: 'REFERRAL_CHANGE',
  invitePartner: 'REFERRAL_CHANGE',
  listChanged: { kind: 'REFERRAL', isWhole: true },
  searchPartners: 'REFERRAL',
  searchSolutions: 'REFERRAL',
};

/** The same for a CRM. */
export const crmCalls: Methods<Crm> = {
  verify: { kind: 'VERIFICATION', isWhole: true },
  readRecords: 'CRM',
  search: 'CRM',
  write: 'CRM_CHANGE',
  listChanged: { kind: 'CRM', isWhole: true },
  describe: 'CRM',
};
