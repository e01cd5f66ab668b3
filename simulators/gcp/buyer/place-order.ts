import { controlError } from '../../kit/control.ts';
import { publishAccount, publishEntitlement } from '../pubsub/events.ts';
import {
  type BuyerAccount,
  type Entitlement,
  type GcpChange,
  type GcpReader,
  readSettings,
  type Service,
  type Terms,
} from '../state.ts';
import { scheduleActivation } from './activate-order.ts';

const ended = 'ENTITLEMENT_CANCELLED';

/** The orders of a product that a billing account has and that have not ended. */
export const openOrders = (reader: GcpReader, serviceId: string, billingAccount: string): Entitlement[] =>
  reader
    .list('entitlements')
    .filter((row) => row.serviceId === serviceId && row.billingAccount === billingAccount && row.state !== ended);

/** A customer buys: creates its account with the seller if there is none, and the order waits for the seller. */
export const placeOrder = (
  transaction: GcpChange,
  order: {
    service: Service;
    billingAccount: string;
    terms: Terms;
    autoRenew: boolean;
    userIdentity?: string | undefined;
  },
): Entitlement => {
  const { service, billingAccount, terms } = order;
  if (!service.multipleOrders && openOrders(transaction, service.id, billingAccount).length > 0) {
    throw controlError(409, `${billingAccount} already has an order of ${service.id}`);
  }
  const purchaseEventId = `CREATE_ENTITLEMENT-${transaction.ids.uuid()}`;
  const account = findAccount(transaction, service, billingAccount, purchaseEventId, order.userIdentity);
  const standardOffer = transaction.get('standardOffers', terms.standardOfferId);
  const isMetered = (standardOffer?.usageSkus.length ?? 0) > 0;
  const id = transaction.ids.uuid();
  const entitlement: Entitlement = {
    id,
    sellerId: service.sellerId,
    accountId: account.id,
    billingAccount,
    serviceId: service.id,
    state: 'ENTITLEMENT_ACTIVATION_REQUESTED',
    terms,
    termStartAt: null,
    termEndAt: null,
    autoRenew: order.autoRenew,
    approved: service.autoApproval,
    pending: null,
    messageToUser: null,
    usageReportingId: isMetered ? `project_number:${transaction.ids.digits(11)}` : null,
    cancellationReason: null,
    cancelledAt: null,
    benefitId: transaction.ids.uuid(),
    purchaseEventId,
    offerHistory: [terms.privateOfferId ?? terms.standardOfferId],
    properties: {},
    createdAt: transaction.at,
    updatedAt: transaction.at,
  };
  transaction.put('entitlements', entitlement);
  if (service.autoApproval) {
    publishEntitlement(transaction, entitlement, 'ENTITLEMENT_OFFER_ACCEPTED', purchaseEventId);
    scheduleActivation(transaction, entitlement);
  } else publishEntitlement(transaction, entitlement, 'ENTITLEMENT_CREATION_REQUESTED', purchaseEventId);
  return entitlement;
};

const findAccount = (
  transaction: GcpChange,
  { sellerId }: Service,
  billingAccount: string,
  eventId: string,
  userIdentity: string | undefined,
): BuyerAccount => {
  const known = transaction
    .list('accounts')
    .find((row) => row.sellerId === sellerId && row.billingAccount === billingAccount);
  if (known) return known;
  const waits = readSettings(transaction).accountsStartRequested;
  const account: BuyerAccount = {
    id: transaction.ids.uuid(),
    sellerId,
    billingAccount,
    userIdentity: userIdentity ?? transaction.ids.digits(21),
    state: waits ? 'ACCOUNT_ACTIVATION_REQUESTED' : 'ACCOUNT_ACTIVE',
    approvals: [{ name: 'signup', state: 'PENDING', updatedAt: transaction.at }],
    properties: {},
    createdAt: transaction.at,
    updatedAt: transaction.at,
  };
  transaction.put('accounts', account);
  publishAccount(transaction, account, waits ? 'ACCOUNT_CREATION_REQUESTED' : 'ACCOUNT_ACTIVE', eventId);
  return account;
};
