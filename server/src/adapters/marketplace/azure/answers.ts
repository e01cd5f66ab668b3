import { z } from 'zod';

// The parts of Microsoft's answers that are used. Everything else is kept as it came.

/** Absent, null and empty mean the same in Microsoft's answers. */
const text = z
  .string()
  .nullish()
  .transform((value) => (value ? value : null));
const flag = z.boolean().nullish();
/**
 * A number of seats. A plan without seats has an empty text ("will be empty if plan is not per seat": SaaS fulfillment
 * Subscription APIs v2, Get list of all subscriptions), which is no number 0.
 */
export const seats = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  z.coerce.number().int().nullish(),
);

const person = z
  .looseObject({ emailId: text, objectId: text, tenantId: text, puid: text, pid: text })
  .nullish()
  .transform((value) => value ?? null);

export const subscriptionAnswer = z.looseObject({
  id: z.string().min(1),
  publisherId: text,
  offerId: z.string(),
  name: text,
  // Padded in the samples: " Subscribed " (SaaS fulfillment Subscription APIs v2, Get subscription).
  saasSubscriptionStatus: z.string().trim(),
  planId: z.string(),
  quantity: seats,
  term: z.looseObject({ termUnit: text, startDate: text, endDate: text }).nullish(),
  autoRenew: flag,
  isTest: flag,
  isFreeTrial: flag,
  allowedCustomerOperations: z.array(z.string()).nullish(),
  beneficiary: person,
  purchaser: person,
  created: text,
  lastModified: text,
});
export type AzureSubscription = z.output<typeof subscriptionAnswer>;

/** List items: each is read separately afterwards, so that an odd one does not block the others. */
const listed = text.catch(null);

const listedSubscription = z.looseObject({
  id: z.string().min(1),
  offerId: listed,
  planId: listed,
  saasSubscriptionStatus: listed.transform((status) => status?.trim() ?? null),
  created: listed,
  lastModified: listed,
});
export type ListedSubscription = z.output<typeof listedSubscription>;

/**
 * "If no purchased SaaS subscriptions are found for this publisher, empty response body is returned" (SaaS fulfillment
 * Subscription APIs v2, Get list of all subscriptions).
 */
export const subscriptionPage = z.preprocess(
  (body) => body ?? {},
  z.looseObject({ subscriptions: z.array(listedSubscription).default([]), '@nextLink': text }),
);

export const resolveAnswer = z.looseObject({
  id: z.string().min(1),
  offerId: z.string(),
  planId: z.string(),
  subscription: subscriptionAnswer.nullish(),
});

const planAnswer = z.looseObject({
  planId: z.string(),
  isPricePerSeat: flag,
  planComponents: z
    .looseObject({
      recurrentBillingTerms: z
        .array(
          z.looseObject({
            currency: text,
            price: z.number().nullish(),
            termUnit: text,
            meteredQuantityIncluded: z.array(z.looseObject({ dimensionId: text, units: z.unknown() })).nullish(),
          }),
        )
        .nullish(),
      meteringDimensions: z
        .array(z.looseObject({ id: z.string(), currency: text, pricePerUnit: z.number().nullish() }))
        .nullish(),
    })
    .nullish(),
  sourceOffers: z.array(z.looseObject({ externalId: z.string() })).nullish(),
});
export type AzurePlan = z.output<typeof planAnswer>;

export const plansAnswer = z.looseObject({ plans: z.array(planAnswer) });

export const operationAnswer = z.looseObject({
  id: z.string(),
  subscriptionId: z.string().nullish(),
  action: z.string(),
  status: z.string(),
  operationRequestSource: text,
  quantity: seats.catch(null),
  errorStatusCode: text.catch(null),
  errorMessage: text.catch(null),
});
export const operationsAnswer = z.looseObject({ operations: z.array(operationAnswer).nullish() });
export type AzureOperation = z.output<typeof operationAnswer>;

/** Answers that say nothing. */
export const noAnswer = z.unknown();

const usageMessage = z.looseObject({
  usageEventId: text,
  status: text,
  quantity: z.number().nullish(),
  dimension: text,
  planId: text,
  resourceId: text,
  effectiveStartTime: text,
});
const usageResult = usageMessage.extend({
  error: z
    .looseObject({
      code: text,
      message: text,
      additionalInfo: z.looseObject({ acceptedMessage: usageMessage.nullish() }).nullish(),
    })
    .nullish(),
});
export type UsageResult = z.output<typeof usageResult>;
export const usageAnswer = z.looseObject({ count: z.number().nullish(), result: z.array(usageResult) });
export type UsageBatchAnswer = z.output<typeof usageAnswer>;

/** One resource of the product ingestion API. */
export const resourceAnswer = z.looseObject({ $schema: text, id: text });
export type AzureResource = z.output<typeof resourceAnswer>;

export const resourcePage = z.looseObject({ value: z.array(resourceAnswer), '@nextLink': text });
export const treeAnswer = z.looseObject({ resources: z.array(resourceAnswer) });

/** What an error of a job is about: an id, or a reference such as `{"externalId": "…"}`. */
const errorSubject = z
  .unknown()
  .optional()
  .transform((value) => {
    if (typeof value === 'string') return value || null;
    const named = Object.values(typeof value === 'object' && value !== null ? value : {});
    return named.find((one): one is string => typeof one === 'string' && one !== '') ?? null;
  });
const errorDetail = z.looseObject({ resourceId: errorSubject, code: listed, message: listed });
/** An error that is written otherwise is an error all the same: a job whose errors cannot be read would seem to run for ever. */
const jobError = errorDetail.extend({ details: z.array(errorDetail).nullish().catch(null) }).transform((error) => {
  const more = (error.details ?? []).flatMap(({ message }) => (message === null ? [] : [message]));
  const message = [error.message, ...more].filter((one) => one !== null).join(' ');
  return { resourceId: error.resourceId, code: error.code, message: message === '' ? null : message };
});
/** Microsoft spells the id in two ways. */
export const jobAnswer = z
  .looseObject({
    jobId: text,
    jobID: text,
    jobStatus: z.string(),
    jobResult: z.string().nullish(),
    errors: z.array(jobError).nullish(),
  })
  .transform(({ jobId, jobID, jobStatus, jobResult, errors }) => ({
    jobId: jobId ?? jobID ?? '',
    status: jobStatus.toLowerCase(),
    result: (jobResult ?? '').toLowerCase(),
    errors: errors ?? [],
  }));
export type AzureJob = z.output<typeof jobAnswer>;

export const submissionAnswer = z.looseObject({
  id: z.string(),
  target: z.looseObject({ targetType: z.string() }),
  lifecycleState: text,
  status: text,
  result: text,
  created: text,
});
export type AzureSubmission = z.output<typeof submissionAnswer>;
export const submissionPage = z.looseObject({ value: z.array(submissionAnswer), '@nextLink': text });

const beneficiary = z.looseObject({ id: text, description: text });
export const privateOfferAnswer = z
  .looseObject({
    id: z.string().min(1),
    name: text,
    state: z.string(),
    subState: text,
    start: text,
    end: text,
    acceptBy: text,
    lastModified: text,
    eTag: text,
    _etag: text,
    beneficiaries: z.array(beneficiary).nullish(),
    pricing: z.array(z.looseObject({ product: text, plan: text, basePlan: text })).nullish(),
    acceptanceLinks: z.array(z.looseObject({ link: text })).nullish(),
  })
  .transform((offer) => ({
    ...offer,
    state: offer.state.toLowerCase(),
    subState: offer.subState?.toLowerCase() ?? null,
  }));
export type AzurePrivateOffer = z.output<typeof privateOfferAnswer>;
const listedPrivateOffer = z
  .looseObject({
    id: z.string().min(1),
    state: listed,
    subState: listed,
    lastModified: listed,
    beneficiaries: z.array(beneficiary).nullish().catch(null),
  })
  .transform((offer) => ({
    ...offer,
    state: offer.state?.toLowerCase() ?? null,
    subState: offer.subState?.toLowerCase() ?? null,
  }));
export type ListedPrivateOffer = z.output<typeof listedPrivateOffer>;
/**
 * No page shows this answer. Its items are in `privateOffers`, as a client of the real API found them
 * (dstarr/partner-center-cli, "Private offer pages hold their items in a `privateOffers` array instead of `value`"), or in
 * `value`, as in every other list.
 */
export const privateOfferPage = z
  .looseObject({
    value: z.array(listedPrivateOffer).nullish(),
    privateOffers: z.array(listedPrivateOffer).nullish(),
    '@nextLink': text,
  })
  .refine(({ value, privateOffers }) => value || privateOffers, 'there is neither `value` nor `privateOffers`')
  .transform((page) => ({ value: page.privateOffers ?? page.value ?? [], '@nextLink': page['@nextLink'] }));

const long = /^(0001|0000)-/;

/** A time as Microsoft writes it: UTC if it has no zone; the earliest possible time means none. */
export const timeOf = (value: string | null | undefined): Date | null => {
  if (!value || long.test(value)) return null;
  const hasZone = value.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const time = new Date(hasZone ? value : `${value}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** A line of `GET usageEvents`: what was submitted for a day, resource, plan and dimension. */
const shownUsage = z.looseObject({
  usageDate: text,
  usageResourceId: text,
  dimension: text,
  planId: text,
  reconStatus: text,
  submittedQuantity: z.number().nullish(),
  processedQuantity: z.number().nullish(),
  submittedCount: z.number().nullish(),
});
export type ShownUsage = z.output<typeof shownUsage>;
export const shownUsageAnswer = z.array(shownUsage);
