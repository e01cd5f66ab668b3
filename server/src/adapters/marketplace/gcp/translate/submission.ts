import { createHash } from 'node:crypto';
import { startOfPacificDay } from '../../../../kit/pacific-time.ts';
import type { GcpOfferSubmission } from '../../offer-submissions.ts';
import { dateTimeOf } from './date-time.ts';
import { moneyOf } from './money.ts';
import { idOf } from './names.ts';

type Json = Record<string, unknown>;

const noteMax = 1500;

/** How to find an offer whose creation was not answered: Google takes no idempotency key. */
export const markOf = (key: string): string => `[ref ${createHash('sha256').update(key).digest('hex').slice(0, 24)}]`;

const noteWith = (note: string, mark: string): string =>
  note === '' ? mark : `${note.slice(0, noteMax - mark.length - 1)}\n${mark}`;

const percent = (value: string): Json => ({ value });

type Price = GcpOfferSubmission['price'];

type Payment = Extract<Price['schedule'], { kind: 'INSTALLMENTS' }>['installments'][number];

/** A discount on all usage is given with the usage; a commitment without one gives its own. */
const priceModelOf = (price: Price, payment: Partial<Payment>): Json => {
  const { amount, discountPercent, additionalCredit } = payment;
  const { currency, flatFee, commitment, usageDiscountPercent, skuDiscounts } = price;
  const hasUsage = usageDiscountPercent !== null || skuDiscounts.length > 0;
  return {
    ...(hasUsage
      ? {
          usage: {
            ...(usageDiscountPercent === null ? {} : { defaultDiscountPercent: percent(usageDiscountPercent) }),
            ...(skuDiscounts.length === 0
              ? {}
              : {
                  skuDiscounts: skuDiscounts.map((each) => ({ sku: each.sku, discountPercent: percent(each.percent) })),
                }),
          },
        }
      : {}),
    ...(flatFee === null ? {} : { flatFee: { flatFeeOverride: moneyOf(amount ?? flatFee, currency) } }),
    ...(commitment === null
      ? {}
      : {
          commitment: {
            commitmentAmount: moneyOf(amount ?? commitment.amount, currency),
            ...(hasUsage ? {} : { discountPercent: percent(discountPercent ?? commitment.discountPercent ?? '0') }),
            ...(additionalCredit === undefined ? {} : { additionalCredit: moneyOf(additionalCredit, currency) }),
          },
        }),
  };
};

/** The first installment begins with the offer: its time is named only if that is scheduled. */
const pricesOf = ({ price, start }: GcpOfferSubmission): Json => {
  const { schedule, flatFee, commitment } = price;
  if (schedule.kind === 'INSTALLMENTS') {
    const installments = schedule.installments.map((each, index) => ({
      ...(index > 0
        ? { startTime: dateTimeOf(startOfPacificDay(each.start)) }
        : start === null
          ? {}
          : { startTime: dateTimeOf(new Date(start)) }),
      priceModel: priceModelOf(price, each),
    }));
    return { customIntervalPrice: { installments } };
  }
  const isUsageOnly = flatFee === null && commitment === null;
  return {
    standardIntervalPrice: {
      ...(isUsageOnly ? {} : { standardInterval: schedule.interval }),
      priceModel: priceModelOf(price, {}),
    },
  };
};

const termOf = ({ start, end, maxRenewals }: GcpOfferSubmission): Json => ({
  startPolicy: start === null ? 'IMMEDIATE' : 'SCHEDULED_START_TIME',
  ...(start === null ? {} : { scheduledStartTime: dateTimeOf(new Date(start)) }),
  ...(end.kind === 'AFTER_MONTHS'
    ? { endPolicy: 'AFTER_DURATION', durationMonths: end.months }
    : { endPolicy: 'SCHEDULED_END_TIME', scheduledEndTime: dateTimeOf(new Date(end.time)) }),
  maxRenewalCount: maxRenewals,
});

const billingAccountOf = (account: string): string => `billingAccounts/${idOf(account).toUpperCase()}`;

/** What the offer amends, under the names of Commerce Producer. */
export const amendmentOf = (
  { amends, productEntityId }: GcpOfferSubmission,
  parent: string,
): { amendedPrivateOffer: string } | { amendedStandardOffer: string } | null => {
  if (amends?.privateOffer) return { amendedPrivateOffer: `${parent}/privateOffers/${idOf(amends.privateOffer)}` };
  if (!amends?.standardOffer) return null;
  const service = `${parent}/services/${productEntityId}`;
  return { amendedStandardOffer: `${service}/standardOffers/${idOf(amends.standardOffer)}` };
};

/** A private offer, as Commerce Producer takes it. */
export const offerBody = (
  offer: GcpOfferSubmission,
  { key, baseStandardOffer, amendment }: { key: string; baseStandardOffer: string; amendment: Json },
): Json => ({
  title: offer.title,
  internalNote: noteWith(offer.internalNote, markOf(key)),
  ...(offer.customerNote === '' ? {} : { customerNote: offer.customerNote }),
  offerDealType: offer.dealType ?? 'NEW',
  ...(offer.provider ? { partnerContact: { contact: offer.provider.contactName, email: offer.provider.email } } : {}),
  customer: {
    entityTitle: offer.customer.entityTitle,
    contact: offer.customer.contactName,
    email: offer.customer.email,
    targetBillingAccount: billingAccountOf(offer.customer.billingAccount),
  },
  acceptDeadlineTime: dateTimeOf(new Date(offer.acceptDeadline)),
  term: termOf(offer),
  singleProductOffer: {
    baseStandardOffer,
    ...amendment,
    ...pricesOf(offer),
    ...(offer.features.length === 0
      ? {}
      : { features: offer.features.map(({ name, value }) => ({ displayName: name, value })) }),
  },
});

export const documentTypes = {
  STANDARD: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2',
  CUSTOM_EULA: 'CUSTOM_END_USER_LICENSE_AGREEMENT',
  SOW: 'STATEMENT_OF_WORK',
} as const satisfies Record<GcpOfferSubmission['documents'][number]['type'], string>;
