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

const laterOf = (one: Date | null, other: Date): Date => (one && one > other ? one : other);

/** "After a subscription is canceled, it can't be reactivated" (Managing the SaaS subscription life cycle). */
const ended = 'Unsubscribed';

/**
 * The time at which a listed subscription counts as changed: at least once an hour, so that what no message told of is
 * found while its usage is still accepted, and once a day when it has ended; never more often, so that a reconciliation
 * comes to an end. The time that Microsoft shows only makes it sooner: "lastModified" is "[Deprecated] Do not use" (SaaS
 * fulfillment Subscription APIs v2), and "0001-01-01" or older than the change in the samples.
 */
export const listedTimeOf = (
  { lastModified, saasSubscriptionStatus }: Pick<ListedSubscription, 'lastModified' | 'saasSubscriptionStatus'>,
  asked: Date,
): Date => {
  const every = saasSubscriptionStatus === ended ? dayMs : hourMs;
  return laterOf(timeOf(lastModified), new Date(Math.floor(asked.getTime() / every) * every));
};

/** The price of the subscription's own term, and how often it is paid: for each seat if the plan is priced by seat. */
const boughtOf = ({ term, quantity }: AzureSubscription, plan: AzurePlan | null): AgreementRead['bought'] => {
  const terms = plan?.planComponents?.recurrentBillingTerms ?? [];
  const rate = amountOf(terms.find(({ termUnit }) => termUnit === term?.termUnit)?.price);
  if (!plan || rate === null) return undefined;
  const [, count = '0', unit] = /^P(\d{1,3})([MY])$/.exec(term?.termUnit ?? '') ?? [];
  return { months: Number(count) * (unit === 'Y' ? 12 : 1), quantity: plan.isPricePerSeat ? (quantity ?? 1) : 1, rate };
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
  const bought = boughtOf(subscription, plan);
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
    ...(bought && { bought }),
    hasTerms: true,
    startTime: timeOf(subscription.term?.startDate) ?? created,
    endTime: endOf(subscription.term?.endDate),
    acceptanceTime: created,
    currency: terms[0]?.currency ?? meters[0]?.currency ?? 'USD',
    value: bought ? big(bought.rate).times(bought.quantity).toFixed() : '0',
    usageRates: meters.flatMap(({ id, pricePerUnit }) => {
      const price = amountOf(pricePerUnit);
      if (price === null) return [];
      const included = includedOf(subscription, plan, id);
      return [{ key: id, price, ...(included === undefined ? {} : { included }) }];
    }),
    autoRenew: subscription.autoRenew ?? false,
    licenseArn: null,
    ...(plan ? {} : { statusOnly: true }),
    // A version that rises: what is asked later counts more, wherever the time that is shown stands.
    version: laterOf(timeOf(subscription.lastModified), asked).getTime(),
    document: subscription,
  };
};
