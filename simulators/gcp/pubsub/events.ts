import { putMessage } from '../../kit/deliveries.ts';
import { durationText, offerName } from '../buyer/terms.ts';
import { type BuyerAccount, type Entitlement, type GcpChange, googleTime, type Json } from '../state.ts';

/**
 * Publishes a procurement event. All events of one customer action (purchase, plan change, cancellation) share an
 * `eventId`, which is unique only together with the type and the resource.
 */
const publish = (
  transaction: GcpChange,
  sellerId: string,
  eventId: string,
  eventType: string,
  resource: Json,
): void => {
  const event = { eventId, eventType, ...resource, providerId: sellerId };
  putMessage(transaction, {
    id: transaction.ids.digits(16),
    type: eventType,
    accountId: sellerId,
    body: { data: event, publishTime: new Date(transaction.at).toISOString() },
  });
};

/** Publishes an event of an account. */
export const publishAccount = (
  transaction: GcpChange,
  account: BuyerAccount,
  eventType: `ACCOUNT_${string}`,
  eventId: string,
): void => {
  const resource = { id: account.id, updateTime: googleTime(account.updatedAt) };
  publish(transaction, account.sellerId, eventId, eventType, { account: resource });
};

/** Publishes an event of an entitlement; those of purchases and plan changes contain the new values. */
export const publishEntitlement = (
  transaction: GcpChange,
  entitlement: Entitlement,
  eventType: `ENTITLEMENT_${string}`,
  eventId: string,
): void => {
  const { id, pending, terms } = entitlement;
  const next = pending ?? terms;
  const tellsNew = /CREATION_REQUESTED|OFFER_ACCEPTED|PLAN_CHANGE|RENEWED/.test(eventType);
  const offer = offerName(transaction, entitlement, next);
  const news: Json = {
    newPlan: next.plan,
    newProduct: next.privateOfferId ? offer : entitlement.serviceId,
    newOffer: offer,
    ...(next.durationMonths === null ? {} : { newPendingOfferDuration: durationText(next.durationMonths) }),
    ...(eventType === 'ENTITLEMENT_OFFER_ACCEPTED' ? { newOfferStartTime: time(next.startsAt ?? transaction.at) } : {}),
    ...(next.endsAt === null ? {} : { newOfferEndTime: time(next.endsAt) }),
  };
  const resource = {
    id,
    updateTime: googleTime(entitlement.updatedAt),
    ...(tellsNew ? news : {}),
    orderId: id,
    entitlementBenefitIds: [entitlement.benefitId],
  };
  publish(transaction, entitlement.sellerId, eventId, eventType, { entitlement: resource });
};

const time = (value: number): string => new Date(value).toISOString();
