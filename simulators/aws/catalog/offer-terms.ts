import { z } from 'zod';
import { amount, calendarDate, dayPeriod, dimensionKey, isoPeriod, s3Url } from './fields.ts';

/** The terms of an offer as StartChangeSet accepts them (AWS Catalog API, Offer@1.0 shapes). */

/** Charges other than usage may be in other currencies. */
const offerCurrency = z.enum(['USD', 'AUD', 'EUR', 'GBP', 'JPY']);
const allowance = z.enum(['Allowed', 'Disallowed']);
const grants = (most: number) =>
  z
    .array(z.strictObject({ DimensionKey: dimensionKey, MaxQuantity: z.int().min(1).max(2147483647).optional() }))
    .min(1)
    .max(most);

const rates = (decimals: number) =>
  z
    .array(z.strictObject({ DimensionKey: dimensionKey, Price: amount(decimals) }))
    .min(1)
    .max(800);

const configurableUpfront = z.strictObject({
  Type: z.literal('ConfigurableUpfrontPricingTerm'),
  CurrencyCode: offerCurrency,
  RateCards: z
    .array(
      z.strictObject({
        Selector: z.strictObject({ Type: z.literal('Duration'), Value: isoPeriod }),
        Constraints: z.strictObject({ MultipleDimensionSelection: allowance, QuantityConfiguration: allowance }),
        RateCard: rates(3),
      }),
    )
    .min(1)
    .max(5),
});

const usageBased = z.strictObject({
  Type: z.literal('UsageBasedPricingTerm'),
  CurrencyCode: z.literal('USD'),
  RateCards: z.array(z.strictObject({ RateCard: rates(8) })).length(1),
});

const fixedUpfront = z.strictObject({
  Type: z.literal('FixedUpfrontPricingTerm'),
  CurrencyCode: offerCurrency,
  Price: amount(3),
  Duration: isoPeriod.optional(),
  Grants: grants(200),
});

const freeTrial = z.strictObject({ Type: z.literal('FreeTrialPricingTerm'), Duration: isoPeriod, Grants: grants(800) });

const recurringPayment = z.strictObject({
  Type: z.literal('RecurringPaymentTerm'),
  CurrencyCode: z.literal('USD'),
  BillingPeriod: z.literal('Monthly'),
  Price: amount(3),
});

const byol = z.strictObject({ Type: z.literal('ByolPricingTerm') });

export const pricingTerm = z.discriminatedUnion('Type', [
  configurableUpfront,
  usageBased,
  fixedUpfront,
  freeTrial,
  recurringPayment,
  byol,
]);

export const paymentScheduleTerm = z.strictObject({
  Type: z.literal('PaymentScheduleTerm'),
  CurrencyCode: offerCurrency,
  Schedule: z
    .array(z.strictObject({ ChargeDate: calendarDate, ChargeAmount: amount(2) }))
    .min(1)
    .max(60),
});

export const validityTerm = z
  .strictObject({
    Type: z.literal('ValidityTerm'),
    AgreementDuration: isoPeriod.optional(),
    AgreementStartDate: calendarDate.optional(),
    AgreementEndDate: calendarDate.optional(),
  })
  .refine(
    (term) => (term.AgreementDuration === undefined) !== (term.AgreementEndDate === undefined),
    'exactly one of AgreementDuration and AgreementEndDate must be given',
  );

export const legalTerm = z.strictObject({
  Type: z.literal('LegalTerm'),
  Documents: z
    .array(
      z.discriminatedUnion('Type', [
        z.strictObject({ Type: z.literal('CustomEula'), Url: s3Url }),
        z.strictObject({ Type: z.literal('CustomDsa'), Url: s3Url }),
        z.strictObject({ Type: z.literal('StandardEula'), Version: z.literal('2022-07-14') }),
        z.strictObject({ Type: z.literal('StandardDsa'), Version: z.string().min(1) }),
      ]),
    )
    .length(1),
});

export const supportTerm = z.strictObject({
  Type: z.literal('SupportTerm'),
  RefundPolicy: z
    .string()
    .max(500)
    .regex(/^\S([\s\S]*\S)?$/, 'must not lead or end with spaces'),
});

export const netPaymentTerm = z.strictObject({
  Type: z.literal('NetPaymentTerm'),
  PaymentDuePeriod: z.enum(['P15D', 'P30D', 'P45D', 'P60D', 'P90D', 'P120D']),
});

/** A percentage between two bounds in the text of AWS: "a percentage between 0.00 and 100.00". */
const percentage = (least: number) =>
  amount(2).refine((text) => Number(text) >= least && Number(text) <= 100, `must lie between ${least} and 100`);

const priceIncrease = z.discriminatedUnion('Type', [
  z.strictObject({ Type: z.literal('FixedPercentage'), Value: percentage(0) }),
  z.strictObject({
    Type: z.literal('PercentageRange'),
    Range: z.strictObject({ MinValue: amount(2), MaxValue: amount(2), DefaultValue: percentage(0) }),
  }),
]);

const scheduleTemplate = z.strictObject({
  Type: z.literal('PaymentScheduleTermTemplate'),
  Schedule: z
    .array(
      z.strictObject({
        ChargeDateOffset: z.string().regex(/^P\d{1,3}[MD]$/),
        ChargePercentage: percentage(0.01),
        DayOfMonth: z.int().min(1).max(31).optional(),
      }),
    )
    .min(1)
    .max(86),
});

export const renewalTerm = z.strictObject({
  Type: z.literal('RenewalTerm'),
  LockoutPeriod: dayPeriod.optional(),
  AdjustmentDeadline: dayPeriod.optional(),
  MaxRenewals: z.int().min(1).optional(),
  PriceIncrease: priceIncrease.optional(),
  TermTemplates: z.array(scheduleTemplate).max(1).optional(),
});

/** The document of an Update…Terms change that takes exactly one term of one type. */
export const oneTerm = <S extends z.ZodType>(term: S) => z.strictObject({ Terms: z.array(term).length(1) });
