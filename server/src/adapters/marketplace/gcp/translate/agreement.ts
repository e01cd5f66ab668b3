import { big, type Decimal } from '../../../../kit/decimal.ts';
import { addPacificMonths } from '../../../../kit/pacific-time.ts';
import { meaningOf } from '../../../unknown-word.ts';
import type { Rate } from '../../offer-submissions.ts';
import type { AgreementRead, AgreementStatus } from '../../port.ts';
import type { Account, Entitlement, PrivateOffer } from '../answers.ts';
import { accountDocument } from './account.ts';
import { instantOf } from './date-time.ts';
import { type Listing, planDocument, plansOf, ratesOf } from './listing.ts';
import { discounted } from './money.ts';
import { idIn, idOf, monthsOf } from './names.ts';
import { contractValueOf, priceModelAt, priceModelsOf, priceOf } from './offer.ts';

/** What is not in an entitlement itself and is read separately; null: there is none, or it may not be read. */
export type EntitlementExtras = {
  account: Account | null;
  offer: PrivateOffer | null;
  listing: Listing | null;
  now: Date;
};

const statuses = {
  ENTITLEMENT_ACTIVATION_REQUESTED: 'PENDING',
  ENTITLEMENT_ACTIVE: 'ACTIVE',
  ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL: 'ACTIVE',
  ENTITLEMENT_PENDING_PLAN_CHANGE: 'ACTIVE',
  ENTITLEMENT_PENDING_CANCELLATION: 'ENDING',
  ENTITLEMENT_SUSPENDED: 'SUSPENDED',
  ENTITLEMENT_CANCELLED: 'CANCELLED',
} as const satisfies Record<string, AgreementStatus>;

/** The id of the private offer behind an order; null: it was bought at the public price. */
export const privateOfferOf = ({ offer, product }: Pick<Entitlement, 'offer' | 'product'>): string | null =>
  idIn(offer, 'privateOffers') ?? idIn(product, 'privateOffers');

/** The service that was bought. Older orders of offers name it only inside the offer's name. */
export const serviceOf = ({ productExternalName, offer, product }: Entitlement): string => {
  if (productExternalName !== '') return productExternalName;
  return /\/services\/([^/]+)\//.exec(`${offer} ${product}`)?.[1] ?? idOf(product);
};

/** When the private offer says that its term starts; null if it starts on acceptance. */
const scheduledStartOf = (offer: PrivateOffer | null): Date | null =>
  offer?.term?.scheduledStartTime ? instantOf(offer.term.scheduledStartTime) : null;

/** How far a start that is counted back may be off: a month ends up to three days early. */
const countedWithinMs = 4 * 86_400_000;

/**
 * The start of a term that is counted back from its end, in days of Los Angeles: an offer "will end on the same day of the
 * month after this duration. If that date is not available, the offer will end on the last day of the month" (Commerce
 * Producer, PrivateOffer.Term). From 30 September, a month before is the 30th or the 31st of
 * August: then it is the day that the offer names, or else no day before the offer was accepted.
 */
const countedStartOf = (endTime: Date, months: number, offer: PrivateOffer | null): Date => {
  const counted = addPacificMonths(endTime, -months);
  const isNear = (time: Date): boolean => Math.abs(time.getTime() - counted.getTime()) < countedWithinMs;
  const named = scheduledStartOf(offer);
  if (named !== null && isNear(named)) return named;
  const accepted = offer?.acceptTime === undefined ? null : new Date(offer.acceptTime);
  return accepted !== null && accepted > counted && isNear(accepted) ? accepted : counted;
};

/**
 * The current term. Google returns its end and its length, and for an order that has not started the agreed start and end
 * (`newOfferStartTime` and `newOfferEndTime` of Partner Procurement, "populated even if the entitlement isn't active yet. If
 * there's no upcoming offer, the field is empty"). An order with a fixed end has no length: its private offer contains the start.
 */
const termOf = (entitlement: Entitlement, offer: PrivateOffer | null): { startTime: Date; endTime: Date | null } => {
  const created = new Date(entitlement.createTime);
  const { newOfferStartTime, newOfferEndTime, offerEndTime, state } = entitlement;
  const isWaiting = state === 'ENTITLEMENT_ACTIVATION_REQUESTED';
  const end = offerEndTime ?? (isWaiting ? newOfferEndTime : undefined);
  const endTime = end === undefined ? null : new Date(end);
  if (isWaiting) return { startTime: newOfferStartTime === undefined ? created : new Date(newOfferStartTime), endTime };
  const months = monthsOf(entitlement.offerDuration);
  // An order cancelled in its term ends earlier than its length says.
  const isCounted = endTime !== null && months !== null && state !== 'ENTITLEMENT_CANCELLED';
  const start = isCounted ? countedStartOf(endTime, months, offer) : scheduledStartOf(offer);
  const isLater = start !== null && start > created && (endTime === null || start < endTime);
  return { startTime: isLater ? start : created, endTime };
};

type Plan = ReturnType<typeof plansOf>[number];

/** States in which usage goes on; an order that is being cancelled ends with its term. */
const goesOn: ReadonlySet<string> = new Set([
  'ENTITLEMENT_ACTIVE',
  'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
  'ENTITLEMENT_PENDING_PLAN_CHANGE',
  'ENTITLEMENT_SUSPENDED',
]);

/**
 * When the private offer of an order ended that goes on without it; null: it has not ended, or the order with it. An order
 * that is paid by usage alone "does not terminate at the end of that private offer's term", and its `offerEndTime` is "the
 * ACTUAL end time" of that term (Partner Procurement, Entitlement). "When the contract has ended, you can continue using the
 * software by paying the list price" (Accepting a private offer from a vendor).
 */
const offerEndedAt = (
  entitlement: Entitlement,
  plan: Plan | undefined,
  { offer, now }: EntitlementExtras,
): Date | null => {
  const { offerEndTime, state } = entitlement;
  if (offerEndTime === undefined || privateOfferOf(entitlement) === null || !goesOn.has(state)) return null;
  const ended = new Date(offerEndTime);
  return isOfUsageAlone(plan, offer) && ended <= now ? ended : null;
};

/** By its plan, or by its offer where the plan is no longer listed. */
const isOfUsageAlone = (plan: Plan | undefined, offer: PrivateOffer | null): boolean =>
  plan ? !plan.fee : offer !== null && priceModelsOf(offer).every(({ usage, flatFee }) => usage && !flatFee);

/** The plan of the order: that of its private offer, or the public one that it names. */
const planOf = ({ plan }: Entitlement, { offer, listing, now }: EntitlementExtras): Plan | undefined => {
  const plans = listing ? plansOf(listing, now) : [];
  const base = offer?.singleProductOffer?.baseStandardOffer;
  const named = base === undefined ? undefined : plans.find((each) => idOf(each.offer.name) === idOf(base));
  return named ?? plans.find(({ id }) => id === plan);
};

const usageRatesOf = (plan: Plan | undefined, offer: PrivateOffer | null, now: Date): Rate[] => {
  const usage = offer === null ? undefined : priceModelAt(offer, now)?.usage;
  return (plan ? ratesOf(plan) : []).map(({ key, price, sku }) => {
    const own = usage?.skuDiscounts.find((discount) => discount.sku !== undefined && idOf(discount.sku) === idOf(sku));
    const percent = own?.discountPercent?.value ?? usage?.defaultDiscountPercent?.value;
    return { key, price: percent === undefined ? price : discounted(price, percent) };
  });
};

const contractedValue = (plan: Plan | undefined, offer: PrivateOffer | null): Decimal => {
  if (offer) return contractValueOf(offer) ?? priceOf(offer) ?? '0';
  return plan?.fee
    ? big(plan.fee.price)
        .times(plan.months ?? 1)
        .toFixed()
    : '0';
};

const monthMs = (365.25 * 86_400_000) / 12;

/** A term from 1 February, or a few of them, is that much shorter than its months are on average. */
const shorterMonthsMs = 3 * 86_400_000;

/**
 * Whether the current term of an offer may renew: an offer renews `maxRenewalCount` times. How often it did follows from the
 * time between its first term and this one; the rest of a term is for the days until the first one was approved. Offers of before
 * May 2024 may renew without a limit ("existing offers with standard interval of 'MONTHLY_POSTPAY'").
 */
const mayRenew = ({ term, acceptTime }: PrivateOffer, startTime: Date): boolean => {
  const { maxRenewalCount = 0, durationMonths = 0, scheduledStartTime, unlimitedRenewal = false } = term ?? {};
  if (unlimitedRenewal) return true;
  const first = scheduledStartTime
    ? instantOf(scheduledStartTime)
    : acceptTime === undefined
      ? null
      : new Date(acceptTime);
  if (first === null || durationMonths <= 0) return maxRenewalCount > 0;
  const since = startTime.getTime() - first.getTime() + shorterMonthsMs;
  return Math.floor(since / (durationMonths * monthMs)) < maxRenewalCount;
};

/** An order as Google shows it, completed from its account, its private offer and its listing. */
export const readEntitlement = (entitlement: Entitlement, extras: EntitlementExtras): AgreementRead => {
  const { account, offer: bought } = extras;
  const id = idOf(entitlement.name);
  const plan = planOf(entitlement, extras);
  const ended = offerEndedAt(entitlement, plan, extras);
  const offer = ended === null ? bought : null;
  const term = ended === null ? termOf(entitlement, offer) : { startTime: ended, endTime: null };
  const waits = entitlement.state === 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL' && entitlement.newPendingPlan;
  return {
    externalId: id,
    status: meaningOf<AgreementStatus>(statuses, entitlement.state, {
      partner: 'GCP',
      endpoint: 'entitlements.get',
      what: `the state of ${id}`,
    }),
    offerExternalId: ended === null ? privateOfferOf(entitlement) : null,
    initialAgreementId: null,
    productEntityId: serviceOf(entitlement),
    buyerAccountId: idOf(entitlement.account),
    buyer: {
      name: bought?.customer?.entityTitle || null,
      email: bought?.customer?.email || null,
      document: account ? accountDocument(account) : { name: entitlement.account },
    },
    planId: entitlement.plan || null,
    plan: plan ? planDocument(plan) : null,
    hasTerms: true,
    waitingOperationId: waits || null,
    ...term,
    acceptanceTime: new Date(bought?.acceptTime ?? entitlement.createTime),
    currency: plan?.fee?.currency ?? 'USD',
    value: contractedValue(plan, offer),
    usageRates: usageRatesOf(plan, offer, extras.now),
    autoRenew: offer ? mayRenew(offer, term.startTime) : (plan?.months ?? null) !== null,
    licenseArn: null,
    version: Date.parse(entitlement.updateTime),
    document: { ...entitlement, id },
  };
};
