import { Big } from '../../../../kit/decimal.ts';
import type { AwsOfferSubmission, AwsRenewalTerms } from '../../offer-submissions.ts';
import type { Document, DocumentValue } from './change.ts';
import { type Term, upfrontTerm, usageTerm } from './pricing.ts';

const dayMs = 86_400_000;

/**
 * How the contract price is expressed. `CHOICE`: AWS's own upfront price, of one unit of one dimension for a duration.
 * `FIXED`: a price of 0 with the amounts in a payment schedule, which AWS requires for anything else (several grants, a
 * quantity, installments, a fixed start or end). A replacement keeps the form of its agreement; only `FIXED` is added
 * to a resale authorization.
 */
export type UpfrontForm = 'CHOICE' | 'FIXED';

export const upfrontForm = (offer: AwsOfferSubmission): UpfrontForm =>
  offer.base?.kind !== 'RESALE' &&
  offer.upfront?.grants.length === 1 &&
  offer.upfront.grants[0]?.quantity === 1 &&
  offer.installments.length === 0 &&
  offer.startDate === null &&
  offer.endDate === null
    ? 'CHOICE'
    : 'FIXED';

/** Whether a replacement can keep the form in which its agreement expresses a single price. */
export const fitsChoice = (offer: AwsOfferSubmission): boolean =>
  offer.upfront?.grants.length === 1 &&
  offer.upfront.grants[0]?.quantity === 1 &&
  offer.installments.length === 0 &&
  offer.startDate === null;

/** A channel partner's markup raises the authorized prices; the partner has no prices of its own beside it. */
const bringsPrices = ({ base }: AwsOfferSubmission): boolean =>
  base?.kind !== 'RESALE' || base.markupPercentage === null;

export const pricingTerms = (offer: AwsOfferSubmission, form: UpfrontForm): Term[] => {
  if (!bringsPrices(offer)) return [];
  const { currency, upfront, base, usageRates } = offer;
  const terms: Term[] = [];
  if (upfront && form === 'CHOICE') {
    const rates = upfront.grants.map(({ key }) => ({ key, price: upfront.price }));
    terms.push(upfrontTerm(currency, [{ durationIso: offer.durationIso, rates }], 'Disallowed'));
  } else if (upfront) {
    terms.push({
      Type: 'FixedUpfrontPricingTerm',
      CurrencyCode: currency,
      Price: '0.0',
      ...(base?.kind === 'RESALE' && offer.durationIso !== '' ? { Duration: offer.durationIso } : {}),
      Grants: upfront.grants.map(({ key, quantity }) => ({ DimensionKey: key, MaxQuantity: quantity })),
    });
  }
  // The authorization alone prices usage.
  if (usageRates.length > 0 && base?.kind !== 'RESALE') terms.push(usageTerm(currency, usageRates));
  return terms;
};

/** Null if the price itself contains the duration, or none is given. */
export const validityTerm = (offer: AwsOfferSubmission, form: UpfrontForm): Term | null => {
  const { startDate, endDate, durationIso } = offer;
  if (form === 'CHOICE' && offer.upfront && endDate === null) return null;
  if (durationIso === '' && endDate === null) return null;
  return {
    Type: 'ValidityTerm',
    ...(startDate === null ? {} : { AgreementStartDate: startDate }),
    ...(endDate === null ? { AgreementDuration: durationIso } : { AgreementEndDate: endDate }),
  };
};

type Charge = { chargeDate: string; amount: string };

export const scheduleOf = (offer: AwsOfferSubmission, form: UpfrontForm): Charge[] => {
  if (offer.upfront === null || form === 'CHOICE' || !bringsPrices(offer)) return [];
  if (offer.installments.length > 0) return offer.installments;
  const chargeDate = offer.startDate ?? offer.upfrontChargeDate ?? offer.availabilityEndDate;
  return [{ chargeDate, amount: offer.upfront.price }];
};

/** Amounts of a schedule have at most two decimals; a nonzero third one is left for AWS to refuse. */
const amountText = (amount: string): string => {
  const big = new Big(amount);
  return big.eq(big.round(2)) ? big.toFixed(2) : big.toFixed();
};

export const scheduleTerm = (CurrencyCode: string, schedule: Charge[]): Term => ({
  Type: 'PaymentScheduleTerm',
  CurrencyCode,
  Schedule: schedule.map(({ chargeDate, amount }) => ({ ChargeDate: chargeDate, ChargeAmount: amountText(amount) })),
});

const percentageText = (value: string): string => new Big(value).toFixed();

const increaseOf = ({ priceIncrease }: AwsRenewalTerms): Document => {
  // A private offer must name an increase; only 0 needs no consent.
  if (!priceIncrease) return { Type: 'FixedPercentage', Value: '0' };
  if (priceIncrease.type === 'FIXED') {
    return { Type: 'FixedPercentage', Value: percentageText(priceIncrease.percentage) };
  }
  const { min, max, default: usual } = priceIncrease;
  return {
    Type: 'PercentageRange',
    Range: {
      MinValue: percentageText(min),
      MaxValue: percentageText(max),
      DefaultValue: percentageText(usual),
    },
  };
};

/**
 * The schedule of a renewed agreement in shares of its price, which AWS requires with every schedule: the same
 * distances from the first day, in hundredths of a percent by largest remainder. Shares that round to nothing are added
 * to the one before. Charges before the first day fall on it together: offsets must differ
 * (DUPLICATE_CHARGE_DATE_OFFSETS of UpdateRenewalTerms).
 */
const scheduleTemplate = (schedule: Charge[], firstDay: string): DocumentValue[] => {
  const total = schedule.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const shares = schedule.map(({ amount }, index) => {
    const exact = total.eq(0) ? new Big(index === 0 ? 10_000 : 0) : new Big(amount).times(10_000).div(total);
    return { index, whole: exact.round(0, Big.roundDown), rest: exact.minus(exact.round(0, Big.roundDown)) };
  });
  let left = shares.reduce((sum, { whole }) => sum - whole.toNumber(), 10_000);
  for (const share of [...shares].sort((a, b) => b.rest.cmp(a.rest) || a.index - b.index)) {
    if (left === 0) break;
    share.whole = share.whole.plus(1);
    left -= 1;
  }
  const byOffset = new Map<string, Big>();
  schedule.forEach(({ chargeDate }, index) => {
    const share = shares[index]?.whole ?? new Big(0);
    if (share.eq(0)) return;
    const days = Math.max(0, Math.round((Date.parse(chargeDate) - Date.parse(firstDay)) / dayMs));
    byOffset.set(`P${days}D`, share.plus(byOffset.get(`P${days}D`) ?? 0));
  });
  return [...byOffset].map(([ChargeDateOffset, share]) => ({
    ChargeDateOffset,
    ChargePercentage: share.div(100).toFixed(2),
  }));
};

export const renewalTerm = (offer: AwsOfferSubmission, schedule: Charge[]): Term | null => {
  const { renewal } = offer;
  if (!renewal?.enabled) return null;
  const { lockoutDays, adjustmentDeadlineDays, maxRenewals } = renewal;
  const firstDay = offer.startDate ?? offer.upfrontChargeDate ?? schedule[0]?.chargeDate ?? '';
  return {
    Type: 'RenewalTerm',
    ...(lockoutDays === undefined ? {} : { LockoutPeriod: `P${lockoutDays}D` }),
    ...(adjustmentDeadlineDays === undefined ? {} : { AdjustmentDeadline: `P${adjustmentDeadlineDays}D` }),
    ...(maxRenewals === undefined ? {} : { MaxRenewals: maxRenewals }),
    PriceIncrease: increaseOf(renewal),
    ...(schedule.length === 0
      ? {}
      : {
          TermTemplates: [{ Type: 'PaymentScheduleTermTemplate', Schedule: scheduleTemplate(schedule, firstDay) }],
        }),
  };
};

export const netPaymentTerm = (days: number): Term => ({ Type: 'NetPaymentTerm', PaymentDuePeriod: `P${days}D` });
