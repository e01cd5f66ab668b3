import { z } from 'zod';
import { invalidFields } from '../errors.ts';
import type { Json } from '../state.ts';
import { readDateTime } from './date-time.ts';
import { readMoney } from './money.ts';

/** An enum of the protos, in the order of its numbers: clients send the name or the number. */
export const protoEnum = <const N extends [string, ...string[]]>(names: N) =>
  z.preprocess((value) => (typeof value === 'number' ? names[value] : value), z.enum(names));

const text = z.string();
const count = z.int();
const percent = z.strictObject({
  value: z
    .string()
    .regex(/^([0-9]{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/, 'must be between 0 and 100 with up to 2 decimals'),
});
const money = z
  .strictObject({ currencyCode: text.optional(), units: z.union([text, count]).optional(), nanos: count.optional() })
  .refine((value) => readMoney(value) !== null, 'is no amount of money')
  .refine((value) => (readMoney(value)?.nanos ?? 0n) >= 0n, 'must not be negative')
  .refine((value) => (readMoney(value)?.nanos ?? 0n) % 10_000_000n === 0n, 'has more than two decimals')
  .refine((value) => readMoney(value)?.currencyCode === 'USD', 'must be in USD');
const dateTime = z
  .strictObject({
    year: count,
    month: count,
    day: count,
    hours: count.optional(),
    minutes: count.optional(),
    seconds: count.optional(),
    nanos: count.optional(),
    utcOffset: text.optional(),
    timeZone: z.strictObject({ id: text, version: text.optional() }).optional(),
  })
  .refine((value) => readDateTime(value) !== null, 'is no date and time');

const priceModel = z
  .strictObject({
    usage: z
      .strictObject({
        defaultDiscountPercent: percent.optional(),
        skuDiscounts: z
          .array(
            z.strictObject({
              sku: text.optional(),
              cloudBillingSku: text.optional(),
              discountPercent: percent.optional(),
            }),
          )
          .optional(),
      })
      .optional(),
    flatFee: z.strictObject({ flatFeeOverride: money.optional() }).optional(),
    commitment: z
      .strictObject({
        commitmentAmount: money.optional(),
        discountPercent: percent.optional(),
        additionalCredit: money.optional(),
        discardPreviousCreditBalance: z.boolean().optional(),
      })
      .optional(),
  })
  .refine(({ flatFee, commitment }) => !(flatFee && commitment), 'oneof field subscription is already set');

const outputOnly = z.unknown().optional();

const singleProductOffer = z
  .strictObject({
    baseStandardOffer: text.optional(),
    serviceLevel: outputOnly,
    resellerPrivateOfferPlanId: outputOnly,
    amendedPrivateOffer: text.optional(),
    amendedStandardOffer: text.optional(),
    standardIntervalPrice: z
      .strictObject({
        standardInterval: protoEnum([
          'STANDARD_INTERVAL_UNSPECIFIED',
          'MONTHLY_POSTPAY',
          'MONTHLY_PRORATED',
          'MONTHLY_NOT_PRORATED',
          'QUARTERLY_NOT_PRORATED',
          'YEARLY_NOT_PRORATED',
        ]).optional(),
        priceModel: priceModel.optional(),
      })
      .optional(),
    customIntervalPrice: z
      .strictObject({
        installments: z
          .array(z.strictObject({ startTime: dateTime.optional(), priceModel: priceModel.optional() }))
          .optional(),
      })
      .optional(),
    features: z.array(z.strictObject({ displayName: text.optional(), value: text.optional() })).optional(),
    effectiveInstallmentTimeline: outputOnly,
    contractValue: outputOnly,
    revenueShare: outputOnly,
    additionalContractValue: z
      .strictObject({ contractValue: money.optional(), eligibleSkus: z.array(text).optional() })
      .optional(),
  })
  .refine((value) => !(value.amendedPrivateOffer && value.amendedStandardOffer), 'oneof amended_offer is already set')
  .refine((value) => !(value.standardIntervalPrice && value.customIntervalPrice), 'oneof field price is already set');

const privateOffer = z.strictObject({
  name: outputOnly,
  state: outputOnly,
  publishRequirementGoogleReview: outputOnly,
  createTime: outputOnly,
  updateTime: outputOnly,
  publishTime: outputOnly,
  acceptTime: outputOnly,
  cancelTime: outputOnly,
  endTime: outputOnly,
  cancellationNote: outputOnly,
  resellerContact: outputOnly,
  title: text.max(256).optional(),
  internalNote: text.max(1500).optional(),
  customerNote: text.max(120).optional(),
  offerDealType: protoEnum([
    'OFFER_DEAL_TYPE_UNSPECIFIED',
    'CHANNEL_SHIFT',
    'MIGRATION',
    'NATIVE_RENEWAL',
    'NEW',
  ]).optional(),
  partnerContact: z.strictObject({ contact: text.max(256).optional(), email: text.optional() }).optional(),
  customer: z
    .strictObject({
      entityTitle: text.max(256).optional(),
      contact: text.max(256).optional(),
      email: text.optional(),
      address: outputOnly,
      targetBillingAccount: text
        .regex(/^billingAccounts\/[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$/, 'must be billingAccounts/012345-567890-ABCDEF')
        .optional(),
    })
    .optional(),
  acceptDeadlineTime: dateTime.optional(),
  term: z
    .strictObject({
      startPolicy: protoEnum(['START_POLICY_UNSPECIFIED', 'IMMEDIATE', 'SCHEDULED_START_TIME']).optional(),
      scheduledStartTime: dateTime.optional(),
      endPolicy: protoEnum([
        'END_POLICY_UNSPECIFIED',
        'AFTER_DURATION',
        'SCHEDULED_END_TIME',
        'MATCH_AMENDED_OFFER',
      ]).optional(),
      durationMonths: count.optional(),
      scheduledEndTime: dateTime.optional(),
      maxRenewalCount: count.min(0).optional(),
      unlimitedRenewal: outputOnly,
      effectiveTermEndTime: outputOnly,
    })
    .refine(
      (value) => value.durationMonths === undefined || !value.scheduledEndTime,
      'oneof end_policy_data is already set',
    )
    .optional(),
  singleProductOffer: singleProductOffer.optional(),
});

/** The fields of a private offer that a seller writes. */
export const writableFields = [
  'title',
  'internalNote',
  'customerNote',
  'offerDealType',
  'partnerContact',
  'customer',
  'acceptDeadlineTime',
  'term',
  'singleProductOffer',
] as const;

/** Checks the form of a private offer and returns its writable fields. */
export const readPrivateOffer = (body: Json): Json => {
  const result = privateOffer.safeParse(body);
  if (!result.success) {
    throw invalidFields(
      result.error.issues.map(({ path, message }) => ({
        field: ['private_offer', ...path].join('.'),
        description: message,
      })),
    );
  }
  return Object.fromEntries(
    Object.entries(result.data).filter(([name]) => writableFields.some((field) => field === name)),
  );
};
