import { durationText, offerName } from '../buyer/terms.ts';
import { type BuyerAccount, type Entitlement, type GcpReader, googleTime, type Json } from '../state.ts';

/** An account as returned by Partner Procurement. Only the full view has the reseller's billing account. */
export const accountView = (account: BuyerAccount, view = 'ACCOUNT_VIEW_BASIC'): Json => ({
  name: `providers/${account.sellerId}/accounts/${account.id}`,
  provider: account.sellerId,
  state: account.state,
  approvals: account.approvals.map(({ updatedAt, ...approval }) => ({
    ...approval,
    updateTime: googleTime(updatedAt),
  })),
  createTime: googleTime(account.createdAt),
  updateTime: googleTime(account.updatedAt),
  ...(view === 'ACCOUNT_VIEW_FULL' && account.resellerParent
    ? { resellerParentBillingAccount: `billingAccounts/${account.resellerParent}` }
    : {}),
});

/** An entitlement as returned by Partner Procurement. Its fields depend on its state. */
export const entitlementView = (reader: GcpReader, entitlement: Entitlement): Json => {
  const { id, sellerId, state, terms, pending, termEndAt } = entitlement;
  const offer = offerName(reader, entitlement, terms);
  const isWaiting = state === 'ENTITLEMENT_ACTIVATION_REQUESTED';
  const view: Json = {
    name: `providers/${sellerId}/entitlements/${id}`,
    provider: sellerId,
    account: `providers/${sellerId}/accounts/${entitlement.accountId}`,
    product: terms.privateOfferId ? offer : entitlement.serviceId,
    productExternalName: entitlement.serviceId,
    plan: terms.plan,
    offer,
    offerDuration: terms.durationMonths === null ? undefined : durationText(terms.durationMonths),
    offerEndTime: time(isWaiting ? terms.endsAt : termEndAt),
    state,
    orderId: id,
    usageReportingId: entitlement.usageReportingId ?? undefined,
    messageToUser: entitlement.messageToUser ?? undefined,
    cancellationReason: entitlement.cancellationReason ?? undefined,
    subscriptionEndTime: state === 'ENTITLEMENT_PENDING_CANCELLATION' ? time(termEndAt) : undefined,
    newOfferStartTime: isWaiting && entitlement.approved ? time(terms.startsAt) : undefined,
    entitlementBenefitIds: [entitlement.benefitId],
    createTime: googleTime(entitlement.createdAt),
    updateTime: googleTime(entitlement.updatedAt),
    ...(pending
      ? {
          newPendingPlan: pending.plan,
          newPendingOffer: offerName(reader, entitlement, pending),
          newPendingOfferDuration: pending.durationMonths === null ? undefined : durationText(pending.durationMonths),
          newOfferEndTime: time(pending.endsAt),
          newOfferStartTime: state === 'ENTITLEMENT_PENDING_PLAN_CHANGE' ? time(pending.startsAt) : undefined,
        }
      : {}),
  };
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined));
};

const time = (value: number | null): string | undefined => (value === null ? undefined : new Date(value).toISOString());
