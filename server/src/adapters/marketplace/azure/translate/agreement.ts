import { big } from '../../../../kit/decimal.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { IncludedQuantity } from '../../offer-submissions.ts';
import type { AgreementRead, AgreementStatus } from '../../port.ts';
import { type AzurePlan, type AzureSubscription, type ListedSubscription, timeOf } from '../answers.ts';
import { amountOf } from './json.ts';

const statuses: Readonly<Record<string, AgreementStatus>> = {
  NotStarted: 'PENDING',
  PendingFulfillmentStart: 'PENDING',
  Subscribed: 'ACTIVE',
  Suspended: 'SUSPENDED',
  Unsubscribed: 'CANCELLED',
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** The purchaser's account: its puid, or else another identifier. */
export const buyerAccountOf = ({ purchaser, beneficiary }: AzureSubscription): string => {
  const person = purchaser ?? beneficiary;
  return person?.puid ?? person?.pid ?? person?.objectId ?? person?.tenantId ?? '';
};

/** How far our clock may be ahead of Microsoft's, with much to spare. */
const skewMs = hourMs;

/**
 * A suspended subscription counts as changed on each day, so that it is read again although nothing about it has: its
 * reinstatement, which waits for our answer, is an operation and no change. "Microsoft gives the customer a 30-day grace
 * period before automatically canceling the subscription" (Managing the SaaS subscription life cycle). The day begins
 * before anything that happens after the read, so a reinstated subscription is always newer.
 */
const changedOf = (
  { lastModified, saasSubscriptionStatus }: Pick<ListedSubscription, 'lastModified' | 'saasSubscriptionStatus'>,
  asked: Date,
): Date | null => {
  const changed = timeOf(lastModified);
  if (changed === null || saasSubscriptionStatus !== 'Suspended') return changed;
  const today = new Date(Math.floor((asked.getTime() - skewMs) / dayMs) * dayMs);
  return changed > today ? changed : today;
};

/**
 * A version that rises: the time of the last change. If Microsoft gives none, it is the time of the query, so that a
 * later query counts more.
 */
const subscriptionVersionOf = (subscription: AzureSubscription, asked: Date): number =>
  (changedOf(subscription, asked) ?? asked).getTime();

/**
 * The version in lists: without a time of its own a subscription counts as changed once an hour, so that it is read
 * repeatedly but does not keep a reconciliation busy forever.
 */
export const listedTimeOf = (
  subscription: Pick<ListedSubscription, 'lastModified' | 'saasSubscriptionStatus'>,
  asked: Date,
): Date => changedOf(subscription, asked) ?? new Date(Math.floor(asked.getTime() / hourMs) * hourMs);

/** The price of the whole term, for each seat if the plan is priced by seat. */
const termPrice = ({ term, quantity }: AzureSubscription, plan: AzurePlan): string => {
  const terms = plan.planComponents?.recurrentBillingTerms ?? [];
  const price = amountOf(terms.find(({ termUnit }) => termUnit === term?.termUnit)?.price) ?? '0';
  return big(price)
    .times(plan.isPricePerSeat ? (quantity ?? 1) : 1)
    .toFixed();
};

const unitsOf = (units: unknown): string | null | undefined => {
  const text = typeof units === 'string' ? units.trim() : (amountOf(units) ?? '');
  if (/^(infinite|unlimited)$/i.test(text)) return null;
  return /^\d{1,18}(\.\d{1,9})?$/.test(text) ? big(text).toFixed() : undefined;
};

/**
 * How much of a dimension the price of the subscription's own term includes; undefined if this is not given, or not as
 * a number.
 */
const includedOf = (
  { term }: AzureSubscription,
  plan: AzurePlan | null,
  dimension: string,
): IncludedQuantity[] | undefined => {
  const unit = term?.termUnit ?? '';
  const billed = plan?.planComponents?.recurrentBillingTerms?.find(({ termUnit }) => termUnit === unit);
  const list = billed?.meteredQuantityIncluded;
  if (!list || !/^P(1M|\dY)$/.test(unit)) return undefined;
  const found = list.find(({ dimensionId }) => dimensionId === dimension);
  if (!found) return [];
  const quantity = unitsOf(found.units);
  if (quantity === undefined) return undefined;
  return quantity === '0' ? [] : [{ every: unit === 'P1M' ? 'MONTH' : 'YEAR', quantity }];
};

export type SubscriptionContext = {
  /** Null: it is no longer shown, so the price is unknown. */
  plan: AzurePlan | null;
  productEntityId: string;
  asked: Date;
};

/** The day given is the last one of the term. */
const endOf = (endDate: string | null | undefined): Date | null => {
  const last = timeOf(endDate);
  return last && new Date(last.getTime() + dayMs);
};

export const readSubscription = (
  subscription: AzureSubscription,
  { plan, productEntityId, asked }: SubscriptionContext,
): AgreementRead => {
  const created = timeOf(subscription.created) ?? asked;
  const status = meaningOf(statuses, subscription.saasSubscriptionStatus, {
    partner: 'AZURE',
    endpoint: 'GetSubscription',
    what: `the status of ${subscription.id}`,
  });
  const purchaser = subscription.purchaser ?? subscription.beneficiary;
  const terms = plan?.planComponents?.recurrentBillingTerms ?? [];
  const meters = plan?.planComponents?.meteringDimensions ?? [];
  return {
    externalId: subscription.id,
    status,
    offerExternalId: plan?.sourceOffers?.[0]?.externalId ?? null,
    initialAgreementId: null,
    productEntityId,
    buyerAccountId: buyerAccountOf(subscription),
    buyer: { name: null, email: purchaser?.emailId ?? null, document: { ...purchaser } },
    planId: subscription.planId,
    quantity: subscription.quantity ?? null,
    hasTerms: true,
    startTime: timeOf(subscription.term?.startDate) ?? created,
    endTime: endOf(subscription.term?.endDate),
    acceptanceTime: created,
    currency: terms[0]?.currency ?? meters[0]?.currency ?? 'USD',
    value: plan ? termPrice(subscription, plan) : '0',
    usageRates: meters.flatMap(({ id, pricePerUnit }) => {
      const price = amountOf(pricePerUnit);
      if (price === null) return [];
      const included = includedOf(subscription, plan, id);
      return [{ key: id, price, ...(included === undefined ? {} : { included }) }];
    }),
    autoRenew: subscription.autoRenew ?? false,
    licenseArn: null,
    ...(plan ? {} : { statusOnly: true }),
    version: subscriptionVersionOf(subscription, asked),
    document: subscription,
  };
};
