import { pricesShownByMicrosoft } from '../../../adapters/marketplace/charging.ts';
import type { OfferSubmission } from '../../../adapters/marketplace/offer-submissions.ts';
import type { MarketplaceCode, OfferRead } from '../../../adapters/marketplace/port.ts';
import { refusedByAws } from '../../../adapters/marketplace/s3-address.ts';
import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { ActCall } from '../../../contract/call.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { readPartnerDocument } from '../../../contract/partner-documents/read-document.ts';
import { shownCommits, shownInstallments, shownTexts } from '../../../contract/reference/agreed-terms.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import { midnightAfterPacificDay, nextPacificMidnight, pacificMidnightLater } from '../../../kit/pacific-time.ts';
import type { Product } from '../../product/product.ts';
import { eulaFaults, placeFaults } from '../eula/eula.ts';
import type { Offer, OfferInfoDocument } from '../offer.ts';
import { checkAwsOffer } from './aws-check.ts';
import { awsSubmission } from './aws-submission.ts';
import { checkAzureOffer } from './azure-check.ts';
import { azureSubmission } from './azure-submission.ts';
import { listOf, textOf } from './checks.ts';
import { checkDirectOffer } from './direct-check.ts';
import { checkGcpOffer, gcpMonthsAhead } from './gcp-check.ts';
import { gcpSubmission } from './gcp-submission.ts';
import { endOfUtcDay } from './last-instant.ts';
import { dayOf } from './terms.ts';

type Common = {
  /** Default `service` of an offer. */
  service: 'MARKETPLACE' | 'PAYMENT';
  /** All faults of an offer that is about to be submitted. */
  check(offer: Offer, product: Product | undefined, now: Date): Fault[];
  /** The last instant as the partner counts it, from a given time or from a day (YYYY-MM-DD). */
  lastInstant(time: Date): Date;
  lastInstantOfDay(day: string): Date;
  /** Why the partner could not fetch a legal document from an address. Absent if we send it the file. */
  refusesDocumentAt?(url: string): string | null;
  /** The latest last instant that is currently allowed. */
  latest?(now: Date): Date;
};

/** A partner that holds the offer, and how offers are submitted to it. */
type Holder = Common & {
  sells: 'MARKETPLACE';
  submission(offer: Offer, product: Product | undefined, now: Date): OfferSubmission;
  /** Whether a new last day requires submitting the whole offer again. */
  isOfferedAgain: boolean;
  /** Terms that only this partner's reads show, merged over the stored ones. */
  shown(read: OfferRead, old: OfferInfoDocument, isImported: boolean): OfferInfoDocument;
  /** Members of an imported offer that such a read replaces, if it can be read. */
  replaced?(read: OfferRead): ReadonlySet<string>;
  /** Adds the buyer's account if the terms need it and the client did not name it. */
  forBuyer?(info: OfferInfoDocument, account: string): OfferInfoDocument;
};

/** Direct billing: only we hold the offer. */
type Direct = Common & { sells: 'DIRECT' };

/** How long AWS may take for a change set: usually minutes. */
const changeSetMs = 3_600_000;

const endOfDay = { lastInstant: endOfUtcDay, lastInstantOfDay: (day: string) => endOfUtcDay(new Date(day)) };

const direct: Direct = {
  sells: 'DIRECT',
  service: 'PAYMENT',
  check: checkDirectOffer,
  lastInstant: (time) => time,
  lastInstantOfDay: endOfDay.lastInstantOfDay,
};

const resaleShownByAws = ({ resale, document }: OfferRead, old: OfferInfoDocument): OfferInfoDocument => {
  if (resale === 'CPPO') {
    const { ResaleAuthorizationId: authorization, MarkupPercentage: markup } = document;
    return {
      ...(typeof authorization === 'string' ? { awsResaleAuthorizationId: authorization } : {}),
      ...(typeof markup === 'string' ? { awsMarkupPercentage: decimalToJson(markup) } : {}),
    };
  }
  if (resale === undefined) return {};
  const rule = listOf(document, 'Rules').find((item) => textOf(item, 'ResellerAccountId') !== '');
  const accountId = textOf(rule, 'ResellerAccountId');
  return {
    awsCppoOpportunity: readPartnerDocument('AwsMarketplaceCppoOpportunity', document),
    ...(accountId ? { awsChannelPartner: { ...old.awsChannelPartner, accountId } } : {}),
  };
};

/** The members that `agreedShownByAws` writes. */
const agreedMembers: ReadonlySet<string> = new Set<keyof OfferInfoDocument>([
  'autoRenew',
  'commitAmount',
  'commits',
  'eulaType',
  'eulaUrl',
  'netTermsInDays',
  'paymentInstallments',
  'refundCancellationPolicy',
]);

const showsAgreed = ({ agreed, isPrivate }: OfferRead): boolean => agreed !== undefined && isPrivate;

/** What an offer that was made at AWS itself says now. One that was made here stays as its seller wrote it. */
const agreedShownByAws = (read: OfferRead) => {
  const { agreed, agreementStart, expireTime, document } = read;
  if (!agreed || !showsAgreed(read)) return {};
  const { commits = [], autoRenew } = agreed;
  const firstDay = agreementStart ?? expireTime;
  const installments = shownInstallments(agreed, { firstDay: firstDay && dayOf(firstDay) });
  // Several rates, or one of any quantity, are a choice for the buyer. A markup raises the prices of an authorization, and has none beside it.
  const priced = commits.filter(({ rate }) => rate !== null);
  const isChoice = priced.length > 1 || priced.some(({ quantity }) => quantity === null);
  const isBought = !isChoice && document.MarkupPercentage === undefined;
  return {
    ...shownTexts(agreed),
    ...(installments ? { paymentInstallments: [...installments] } : {}),
    ...(isBought && commits.length > 0 ? { commits: shownCommits(commits, { listed: [], isOwn: true }) } : {}),
    ...(autoRenew ? { autoRenew } : {}),
  };
};

const shownByAws = (read: OfferRead, old: OfferInfoDocument, isImported: boolean): OfferInfoDocument => {
  const duration = read.agreementDurationIso ?? read.upfront?.durationIso;
  return {
    ...(read.buyerAccountIds.length > 0 ? { buyerAwsAccountIds: read.buyerAccountIds } : {}),
    ...(duration ? { awsAgreementDuration: duration } : {}),
    ...(isImported ? agreedShownByAws(read) : {}),
    ...resaleShownByAws(read, old),
  };
};

/** How an offer that was made at Google is charged. The terms of one that was made here stay as its seller wrote them. */
const chargingShownByGoogle = ({ charging }: OfferRead, old: OfferInfoDocument): OfferInfoDocument => {
  const { commits, paymentInstallments, billingIntervalInMonths, commitBillingIntervalInMonths } = old;
  const isKnown = commits?.length || paymentInstallments?.length;
  if (!charging || isKnown || billingIntervalInMonths || commitBillingIntervalInMonths) return {};
  if ('installments' in charging) {
    const paid = charging.installments.map(({ price, day }) => ({
      amount: decimalToJson(price),
      ...(day === null ? {} : { chargeOn: `${day}T00:00:00Z` }),
    }));
    return { paymentInstallments: paid };
  }
  const { months, isProrated } = charging;
  // Each month is what an offer without these terms says.
  if (isProrated) return { billingIntervalInMonths: months, proratedBilling: true };
  return months === 1 ? {} : { billingIntervalInMonths: months };
};

/** The members that `pricesShownByAzure` writes. */
const azurePriceMembers: ReadonlySet<string> = new Set<keyof OfferInfoDocument>([
  'billingIntervalInMonths',
  'commits',
  'dimensions',
  'discountPercentage',
  'paymentInstallments',
]);

/** The prices of the only plan of an offer; undefined if it has several, or none that can be read. */
const onlyPlanOf = ({ document }: OfferRead) => {
  const [plan, ...others] = pricesShownByMicrosoft(document);
  const isKnown = plan && (plan.discount !== null || plan.terms.length + plan.usageRates.length > 0);
  return isKnown && others.length === 0 ? plan : undefined;
};

/**
 * The prices of an offer that was made in Partner Center, as far as this service's members can say them: those of a single plan. When
 * they are paid, if the plan has one term.
 */
const pricesShownByAzure = (read: OfferRead): OfferInfoDocument => {
  const plan = onlyPlanOf(read);
  if (!plan) return {};
  const { name, discount, perUser, terms, usageRates } = plan;
  if (discount !== null) return { discountPercentage: decimalToJson(discount) };
  const [term] = terms.length === 1 ? terms : [];
  const { min = null, max = null } = perUser ?? {};
  return {
    ...(terms.length === 0
      ? {}
      : {
          commits: terms.map(({ months, price }) => ({
            key: name || plan.plan,
            type: perUser ? ('PER_USER' as const) : ('FLAT_RATE' as const),
            length: months,
            timeUnit: 'MONTH' as const,
            rate: decimalToJson(price),
            ...(min === null ? {} : { minimumUsers: min }),
            ...(max === null ? {} : { maximumUsers: max }),
          })),
        }),
    ...(usageRates.length === 0
      ? {}
      : { dimensions: usageRates.map(({ key, price }) => ({ key, rate: decimalToJson(price) })) }),
    ...(term?.payments
      ? {
          paymentInstallments: term.payments.map(({ price, day }) => ({
            amount: decimalToJson(price),
            ...(day === null ? {} : { chargeOn: `${day}T00:00:00Z` }),
          })),
        }
      : term && term.paymentMonths < term.months
        ? { billingIntervalInMonths: term.paymentMonths }
        : {}),
  };
};

/** How each partner handles offers. Nothing else in this family compares partner codes. */
const offerPartners: Readonly<Record<MarketplaceCode, Holder> & Record<PaymentCode, Direct>> = {
  AWS: {
    sells: 'MARKETPLACE',
    service: 'MARKETPLACE',
    check: checkAwsOffer,
    // Amounts due immediately are charged on the day of submission. AWS applies a change set later, and refuses it if the
    // day has passed by then ("Provide a first charge date that isn't in the past", UpdatePaymentScheduleTerms).
    submission: (offer, product, now) => ({
      ...awsSubmission(offer, product),
      upfrontChargeDate: dayOf(new Date(now.getTime() + changeSetMs)),
    }),
    ...endOfDay,
    isOfferedAgain: false,
    refusesDocumentAt: refusedByAws,
    shown: shownByAws,
    replaced: (read) => (showsAgreed(read) ? agreedMembers : new Set()),
    forBuyer: (info, account) =>
      info.buyerAwsAccountIds === undefined ? { ...info, buyerAwsAccountIds: [account] } : info,
  },
  AZURE: {
    sells: 'MARKETPLACE',
    service: 'MARKETPLACE',
    check: checkAzureOffer,
    submission: azureSubmission,
    ...endOfDay,
    isOfferedAgain: true,
    shown: (read, _old, isImported) => ({
      azurePrivateOffer: readPartnerDocument('AzureMarketplacePrivateOffer', read.document),
      ...(isImported ? pricesShownByAzure(read) : {}),
    }),
    replaced: (read) => (onlyPlanOf(read) ? azurePriceMembers : new Set()),
  },
  GCP: {
    sells: 'MARKETPLACE',
    service: 'MARKETPLACE',
    check: checkGcpOffer,
    submission: gcpSubmission,
    lastInstant: nextPacificMidnight,
    lastInstantOfDay: midnightAfterPacificDay,
    latest: (now) => pacificMidnightLater(now, gcpMonthsAhead),
    isOfferedAgain: false,
    shown: (read, old) => ({
      gcpPrivateOffer: readPartnerDocument('GcpMarketplacePrivateOffer', read.document),
      ...chargingShownByGoogle(read, old),
    }),
  },
  STRIPE: direct,
  ADYEN: direct,
};

/** Undefined for a partner whose offers can only be drafted. */
export const offerPartnerOf = (partner: Partner): Holder | Direct | undefined =>
  (offerPartners as { readonly [Code in Partner]?: Holder | Direct })[partner];

/** Whether offers of that partner are sold by us directly, without a marketplace. */
export const isSoldDirectly = (partner: Partner): boolean => offerPartnerOf(partner)?.sells === 'DIRECT';

/** All faults of an offer that is about to be submitted, including its EULA. */
export const checkSubmission = (
  { check, refusesDocumentAt }: Pick<Common, 'check' | 'refusesDocumentAt'>,
  offer: Offer,
  product: Product | undefined,
  { now, documentRules }: Pick<ActCall, 'now' | 'documentRules'>,
): Fault[] => {
  const faults = check(offer, product, now);
  for (const side of ['buyer', 'reseller'] as const) {
    faults.push(...eulaFaults(offer, side));
    if (documentRules) faults.push(...placeFaults(offer, side, documentRules, refusesDocumentAt));
  }
  // A partner's check may already have reported the same path.
  const named = new Set<string>();
  return faults.filter(({ path, code }) => {
    if (code === 'address' && named.has(path)) return false;
    named.add(path);
    return true;
  });
};

/** The terms that only this partner's reads show. */
export const shownTerms = (
  partner: Partner,
  read: OfferRead,
  { info, isImported }: { info: OfferInfoDocument; isImported: boolean },
): OfferInfoDocument => {
  const row = offerPartnerOf(partner);
  return row?.sells === 'MARKETPLACE' ? row.shown(read, info, isImported) : {};
};

/** The stored terms of an imported offer without those that a read replaces. */
export const withoutReplaced = (partner: Partner, read: OfferRead, info: OfferInfoDocument): OfferInfoDocument => {
  const row = offerPartnerOf(partner);
  const replaced = (row?.sells === 'MARKETPLACE' && row.replaced?.(read)) || new Set<string>();
  return Object.fromEntries(Object.entries(info).filter(([name]) => !replaced.has(name)));
};

/** The offer in the form submitted to its marketplace. It must have passed the check. */
export const submissionOf = (offer: Offer, product: Product | undefined, now: Date): OfferSubmission => {
  const row = offerPartnerOf(offer.partner);
  if (row?.sells !== 'MARKETPLACE') throw new Error(`offers of ${offer.partner} go to no marketplace`);
  return row.submission(offer, product, now);
};
