import { z } from 'zod';
import { big } from '../../../kit/decimal.ts';

/**
 * The parts of Google's answers that are used. Unknown members are kept: documents are shown as they came. An absent
 * list is an empty one, because Google omits empty lists.
 */

const text = z.string();
const optional = text.optional();
const time = text.refine((value) => !Number.isNaN(Date.parse(value)), 'is no time');

export const TokenAnswer = z.looseObject({ access_token: text.min(1), expires_in: z.number() });
/** `{}`, or whatever else a change returns. */
export const Nothing = z.unknown();

/**
 * google.type.Decimal, not below 0, without an exponent. The proto allows `+`, digits on one side of the point only, and an
 * exponent (`1E+3`, as a service may write 1000). A text longer than any price is refused: sums of such numbers would block
 * the process.
 */
const decimal = text.regex(/^\+?(\d{1,18}(\.\d{0,18})?|\.\d{1,18})([eE][+-]?\d{1,2})?$/).transform((value) =>
  big(
    value
      .replace(/^\+?(?=\.)/, '0')
      .replace(/^\+/, '')
      .replace(/\.(?=$|[eE])/, ''),
  ).toFixed(),
);

export const Money = z.looseObject({
  currencyCode: text.default('USD'),
  units: z.union([text.regex(/^-?\d{1,19}$/), z.int()]).default('0'),
  nanos: z.int().default(0),
});
export type Money = z.output<typeof Money>;

/** google.type.DateTime; without zone and offset it is local time in Los Angeles. */
export const DateTime = z.looseObject({
  year: z.int(),
  month: z.int(),
  day: z.int(),
  hours: z.int().default(0),
  minutes: z.int().default(0),
  seconds: z.int().default(0),
  utcOffset: optional,
  timeZone: z.looseObject({ id: text }).optional(),
});
export type DateTime = z.output<typeof DateTime>;

const Percent = z.looseObject({ value: decimal });

const pageOf = <Field extends string, Item extends z.ZodType>(field: Field, item: Item) =>
  z
    .looseObject({ nextPageToken: text.default('') })
    .and(z.looseObject({ [field]: z.array(item).default([]) }))
    .transform((page) => ({
      items: (page as Record<string, unknown>)[field] as z.output<Item>[],
      next: (page as { nextPageToken: string }).nextPageToken || null,
    }));

export const Service = z.looseObject({ name: text, title: text.default('') });
export const Services = pageOf('services', Service);
export type Service = z.output<typeof Service>;

export const StandardOffer = z.looseObject({
  name: text,
  serviceLevel: text.default(''),
  serviceLevelTitle: optional,
  termDurationMonths: z.int().optional(),
  updateTime: time.optional(),
  effectiveTime: time.optional(),
  expireTime: time.optional(),
  priceModel: z
    .looseObject({
      usage: z
        .looseObject({
          skuList: z.looseObject({ skus: z.array(text).default([]) }).optional(),
          skuGroupList: z.looseObject({ skuGroups: z.array(text).default([]) }).optional(),
        })
        .optional(),
      flatFee: z.looseObject({ sku: text }).optional(),
    })
    .default({}),
});
export const StandardOffers = pageOf('standardOffers', StandardOffer);
export type StandardOffer = z.output<typeof StandardOffer>;

const PriceTier = z.looseObject({
  startAmount: z.looseObject({ value: text.default('0') }).optional(),
  price: Money.optional(),
});
export const Sku = z.looseObject({
  name: text,
  description: text.default(''),
  skuPriceTimeline: z
    .array(
      z.looseObject({
        effectiveTime: time.optional(),
        flatSubscriptionFee: z.looseObject({ unit: text.default(''), pricePerUnit: Money.optional() }).optional(),
        managedServiceMetricUsageFee: z
          .looseObject({
            canonicalMetric: text,
            tieredPrice: z
              .looseObject({
                unit: text.default(''),
                unitDescription: text.default(''),
                priceUnitCount: z.looseObject({ value: decimal.default('1') }).optional(),
                priceTiers: z.array(PriceTier).default([]),
              })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});
export const Skus = pageOf('skus', Sku);
export type Sku = z.output<typeof Sku>;

/** SKUs that standard offers name together. */
export const SkuGroup = z.looseObject({ name: text, skus: z.array(text).default([]) });
export const SkuGroups = pageOf('skuGroups', SkuGroup);
export type SkuGroup = z.output<typeof SkuGroup>;

/**
 * The configuration with which a service runs (Service Management): metrics by the names under which usage is
 * submitted.
 */
export const ServiceConfig = z.looseObject({
  metrics: z
    .array(
      z.looseObject({ name: text, displayName: optional, metricKind: optional, valueType: optional, unit: optional }),
    )
    .default([]),
});
export type ServiceConfig = z.output<typeof ServiceConfig>;

const PriceModel = z.looseObject({
  usage: z
    .looseObject({
      defaultDiscountPercent: Percent.optional(),
      skuDiscounts: z.array(z.looseObject({ sku: optional, discountPercent: Percent.optional() })).default([]),
    })
    .optional(),
  flatFee: z.looseObject({ flatFeeOverride: Money.optional() }).optional(),
  commitment: z
    .looseObject({
      commitmentAmount: Money.optional(),
      discountPercent: Percent.optional(),
      additionalCredit: Money.optional(),
      discardPreviousCreditBalance: z.boolean().optional(),
    })
    .optional(),
});

export const SingleProductOffer = z.looseObject({
  baseStandardOffer: text.default(''),
  serviceLevel: optional,
  standardIntervalPrice: z.looseObject({ standardInterval: optional, priceModel: PriceModel.optional() }).optional(),
  customIntervalPrice: z
    .looseObject({
      installments: z
        .array(z.looseObject({ startTime: DateTime.optional(), priceModel: PriceModel.optional() }))
        .default([]),
    })
    .optional(),
  contractValue: z.looseObject({ totalContractValue: Money.optional() }).optional(),
});

export type SingleProductOffer = z.output<typeof SingleProductOffer>;

export const PrivateOffer = z.looseObject({
  name: text,
  state: text,
  title: text.default(''),
  internalNote: text.default(''),
  customerNote: text.default(''),
  createTime: time,
  updateTime: time,
  publishTime: time.optional(),
  acceptTime: time.optional(),
  cancelTime: time.optional(),
  endTime: time.optional(),
  acceptDeadlineTime: DateTime.optional(),
  partnerContact: z.looseObject({ contact: text.default(''), email: text.default('') }).optional(),
  customer: z
    .looseObject({
      entityTitle: text.default(''),
      contact: text.default(''),
      email: text.default(''),
      targetBillingAccount: text.default(''),
    })
    .optional(),
  term: z
    .looseObject({
      startPolicy: optional,
      scheduledStartTime: DateTime.optional(),
      endPolicy: optional,
      durationMonths: z.int().optional(),
      scheduledEndTime: DateTime.optional(),
      maxRenewalCount: z.int().optional(),
      unlimitedRenewal: z.boolean().optional(),
      effectiveTermEndTime: DateTime.optional(),
    })
    .optional(),
  singleProductOffer: SingleProductOffer.optional(),
});
export const PrivateOffers = pageOf('privateOffers', PrivateOffer);
/** As much as identifies which offers to read, so that nothing else in one prevents listing the others. */
export const PrivateOfferHeads = pageOf('privateOffers', z.looseObject({ name: text, updateTime: text }));
export type PrivateOffer = z.output<typeof PrivateOffer>;
export type PriceModel = z.output<typeof PriceModel>;

export const OfferDocument = z.looseObject({ name: text, documentType: text.default('') });
export const OfferDocuments = pageOf('privateOfferDocuments', OfferDocument);

export const AmendmentTarget = z.looseObject({ requiredPrivateOffer: optional, requiredStandardOffer: optional });

export const Entitlement = z.looseObject({
  name: text,
  account: text,
  product: text.default(''),
  productExternalName: text.default(''),
  plan: text.default(''),
  offer: text.default(''),
  offerDuration: optional,
  offerEndTime: time.optional(),
  newOfferStartTime: time.optional(),
  newOfferEndTime: time.optional(),
  newPendingPlan: optional,
  newPendingOffer: optional,
  subscriptionEndTime: time.optional(),
  cancellationReason: optional,
  usageReportingId: optional,
  state: text,
  createTime: time,
  updateTime: time,
});
export const Entitlements = pageOf('entitlements', Entitlement);
export const EntitlementHeads = pageOf(
  'entitlements',
  z.looseObject({ name: text, updateTime: text, product: text.default(''), offer: text.default('') }),
);
export type Entitlement = z.output<typeof Entitlement>;

export const Account = z.looseObject({
  name: text,
  state: text.default(''),
  approvals: z.array(z.looseObject({ name: text, state: text })).default([]),
  resellerParentBillingAccount: optional,
});
export type Account = z.output<typeof Account>;

export const CheckAnswer = z.looseObject({
  checkErrors: z.array(z.looseObject({ code: text, detail: text.default('') })).default([]),
});
/**
 * Google names the configuration that it used; an answer without it is not Google's, and says nothing about any record.
 */
export const ReportAnswer = z.looseObject({
  reportErrors: z
    .array(
      z.looseObject({
        operationId: text,
        status: z
          .looseObject({ code: z.int().default(0), message: text.default('') })
          .default({ code: 0, message: '' }),
      }),
    )
    .default([]),
  serviceConfigId: text.min(1),
});
export type ReportAnswer = z.output<typeof ReportAnswer>;
