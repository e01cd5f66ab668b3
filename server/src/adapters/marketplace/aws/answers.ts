import { z } from 'zod';

/** AWS's answers, as far as they are read. Other members are ignored; null and absent mean the same. */

const maybe = <S extends z.ZodType>(shape: S) => shape.nullish().transform((value) => value ?? null);
const listOf = <S extends z.ZodType>(shape: S) =>
  z
    .array(shape)
    .nullish()
    .transform((value) => value ?? []);
const text = z.string().min(1);
const token = maybe(z.string());
const document = z.record(z.string(), z.unknown());
/** Amounts and prices are strings in AWS's documents; a number is not expected and not refused. */
const price = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d{1,18}(\.\d{1,40})?$/));
const iso = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time');
const moment = z.date().refine((value) => !Number.isNaN(value.getTime()), 'must be a time');

export const listedChangeSets = z.object({ ChangeSetSummaryList: listOf(z.object({ ChangeSetId: text })) });

export const resolvedCustomer = z.object({
  CustomerAWSAccountId: maybe(z.string().regex(/^\d{12}$/)),
  CustomerIdentifier: maybe(z.string()),
  ProductCode: maybe(z.string()),
  LicenseArn: maybe(z.string()),
});

export const startedChangeSet = z.object({ ChangeSetId: text });

export const describedChangeSet = z.object({
  ChangeSetId: text,
  Status: z.enum(['PREPARING', 'APPLYING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
  FailureCode: maybe(z.string()),
  FailureDescription: maybe(z.string()),
  ChangeSet: listOf(
    z.object({
      ChangeType: maybe(z.string()),
      ChangeName: maybe(z.string()),
      Entity: maybe(z.object({ Type: maybe(z.string()), Identifier: maybe(z.string()) })),
      ErrorDetailList: listOf(z.object({ ErrorCode: maybe(z.string()), ErrorMessage: maybe(z.string()) })),
    }),
  ),
});
export type DescribedChangeSet = z.output<typeof describedChangeSet>;

export const describedEntity = z.object({
  EntityType: text,
  EntityIdentifier: text,
  LastModifiedDate: maybe(z.string()),
  Details: maybe(z.string()),
  DetailsDocument: maybe(document),
});
export type DescribedEntity = z.output<typeof describedEntity>;

export const describedEntities = z.object({
  EntityDetails: maybe(z.record(z.string(), describedEntity)),
  Errors: maybe(z.record(z.string(), z.object({ ErrorCode: maybe(z.string()), ErrorMessage: maybe(z.string()) }))),
});

export const listedEntities = z.object({
  EntitySummaryList: listOf(z.object({ EntityId: text, EntityArn: maybe(z.string()), LastModifiedDate: maybe(iso) })),
  NextToken: token,
});

export const productDetails = z.looseObject({
  Description: z.object({
    ProductTitle: maybe(z.string()),
    ProductCode: maybe(z.string()),
    Visibility: maybe(z.string()),
  }),
  Dimensions: listOf(
    z.object({
      Key: text,
      Name: maybe(z.string()),
      Description: maybe(z.string()),
      Unit: maybe(z.string()),
      Types: listOf(z.string()),
    }),
  ),
  Versions: listOf(
    z.object({
      DeliveryOptions: listOf(
        z.object({
          Id: maybe(z.string()),
          Type: maybe(z.string()),
          Visibility: maybe(z.string()),
          FulfillmentUrl: maybe(z.string()),
        }),
      ),
    }),
  ),
});

const rateCard = listOf(z.object({ DimensionKey: text, Price: price }));

export const offerDetails = z.looseObject({
  Name: maybe(z.string()),
  Description: maybe(z.string()),
  State: z.enum(['Draft', 'Released']),
  ProductId: text,
  ResaleAuthorizationId: maybe(z.string()),
  CreatedBySource: maybe(z.string()),
  TargetAgreementId: maybe(z.string()),
  TargetAgreementIntent: maybe(z.string()),
  Terms: listOf(
    z.object({
      Type: text,
      CurrencyCode: maybe(z.string()),
      Price: maybe(price),
      Duration: maybe(z.string()),
      AgreementDuration: maybe(z.string()),
      AgreementStartDate: maybe(iso),
      AgreementEndDate: maybe(iso),
      RateCards: listOf(
        z.object({
          Selector: maybe(z.object({ Value: maybe(z.string()) })),
          Constraints: maybe(z.object({ QuantityConfiguration: maybe(z.string()) })),
          RateCard: rateCard,
        }),
      ),
      Schedule: listOf(z.object({ ChargeAmount: maybe(price) })),
    }),
  ),
  Rules: listOf(
    z.object({
      Type: text,
      AvailabilityEndDate: maybe(iso),
      PositiveTargeting: maybe(z.object({ BuyerAccounts: listOf(z.string()) })),
    }),
  ),
});

export const authorizationDetails = z.looseObject({
  Name: maybe(z.string()),
  Description: maybe(z.string()),
  Status: z.enum(['Draft', 'Active', 'Restricted']),
  ProductId: text,
  ManufacturerAccountId: text,
  Terms: listOf(
    z.looseObject({
      Type: text,
      MaximumAgreementStartDate: maybe(iso),
      PositiveTargeting: maybe(z.object({ BuyerAccounts: listOf(z.object({ AwsAccountId: text })) })),
    }),
  ),
  Rules: listOf(z.object({ Type: text, AvailabilityEndDate: maybe(iso), ResellerAccountId: maybe(z.string()) })),
});

const resources = listOf(z.object({ id: maybe(z.string()), type: maybe(z.string()) }));
const party = z.object({ accountId: z.string().regex(/^\d{12}$/) });
const proposal = z.object({ offerId: maybe(z.string()), offerSetId: maybe(z.string()), resources });

const agreementHead = z.object({
  agreementId: text,
  agreementType: maybe(z.string()),
  acceptor: party,
  proposer: party,
  acceptanceTime: maybe(moment),
  startTime: maybe(moment),
  endTime: maybe(moment),
  status: text,
  initialAgreementId: maybe(z.string()),
  proposalSummary: proposal,
});

export const describedAgreement = agreementHead.extend({
  estimatedCharges: maybe(z.object({ currencyCode: maybe(z.string()), agreementValue: maybe(price) })),
  endTimeBehavior: maybe(z.object({ type: maybe(z.string()), reasonCode: maybe(z.string()) })),
});
export type DescribedAgreement = z.output<typeof describedAgreement>;

export const searchedAgreements = z.object({
  agreementViewSummaries: listOf(
    z.object({
      agreementId: text,
      status: maybe(z.string()),
      startTime: maybe(moment),
      lastUpdateTime: maybe(moment),
      entitlements: listOf(z.object({ licenseArn: maybe(z.string()) })),
    }),
  ),
  nextToken: token,
});

/** Members that we do not know are kept: rows of revenue have everything that a partner says. */
export const listedInvoices = z.object({
  agreementInvoiceLineItemGroupSummaries: listOf(z.looseObject({ invoiceId: text, issuedTime: moment })),
  nextToken: token,
});

const cancellationHead = {
  agreementCancellationRequestId: text,
  agreementId: text,
  status: text,
  reasonCode: text,
  createdAt: moment,
  updatedAt: moment,
};

/** `statusMessage` and `description` are only in the answers about one request. */
export const cancellationRequest = z.object({
  ...cancellationHead,
  description: maybe(z.string()),
  statusMessage: maybe(z.string()),
});
export type AwsCancellationRequest = z.output<typeof cancellationRequest>;

export const listedCancellationRequests = z.object({ nextToken: token, items: listOf(z.object(cancellationHead)) });

const agreementRates = listOf(z.object({ dimensionKey: text, price }));
const currencyCode = maybe(z.string());
/** What an entitlement shows of one term at most: as many rows as AWS takes rates in an offer. */
const maxRows = 800;
const rowsOf = <S extends z.ZodType>(shape: S) =>
  listOf(shape).refine((list) => list.length <= maxRows, `must have at most ${maxRows} rows`);

const grantsOf = (min: 0 | 1) => rowsOf(z.looseObject({ dimensionKey: text, maxQuantity: z.int().min(min).nullish() }));

/** The members that are read. A term that is shown keeps all others, too (`termUses`). */
const acceptedTerm = z.object({
  legalTerm: maybe(
    z.looseObject({ documents: listOf(z.looseObject({ type: maybe(z.string()), url: maybe(z.string()) })) }),
  ),
  supportTerm: maybe(z.object({ refundPolicy: maybe(z.string()) })),
  renewalTerm: maybe(z.object({ configuration: maybe(z.object({ enableAutoRenew: maybe(z.boolean()) })) })),
  usageBasedPricingTerm: maybe(
    z.object({
      currencyCode,
      rateCards: listOf(z.object({ rateCard: listOf(z.object({ dimensionKey: text, price: maybe(price) })) })),
    }),
  ),
  configurableUpfrontPricingTerm: maybe(
    z.object({
      currencyCode,
      rateCards: listOf(
        z.object({
          selector: maybe(z.object({ value: maybe(z.string()) })),
          constraints: maybe(z.object({ quantityConfiguration: maybe(z.string()) })),
          rateCard: agreementRates,
        }),
      ),
      configuration: maybe(
        z.object({
          selectorValue: maybe(z.string()),
          dimensions: rowsOf(z.object({ dimensionKey: text, dimensionValue: z.int().min(0) })),
        }),
      ),
    }),
  ),
  fixedUpfrontPricingTerm: maybe(
    z.object({ currencyCode, duration: maybe(z.string()), price: maybe(price), grants: grantsOf(1) }),
  ),
  paymentScheduleTerm: maybe(
    z.object({
      currencyCode,
      schedule: rowsOf(z.object({ chargeDate: maybe(moment), chargeAmount: maybe(price) })),
    }),
  ),
  netPaymentTerm: maybe(z.object({ paymentDuePeriod: maybe(z.string()) })),
  validityTerm: maybe(z.object({})),
  freeTrialPricingTerm: maybe(z.looseObject({ duration: maybe(z.string()), grants: grantsOf(0) })),
  variablePaymentTerm: maybe(z.looseObject({ currencyCode })),
  recurringPaymentTerm: maybe(z.looseObject({ currencyCode })),
  byolPricingTerm: maybe(z.looseObject({})),
  /** A kind of term that AWS has added since, by its name. */
  $unknown: maybe(z.tuple([z.string(), document])),
});

/**
 * AWS requires few members of a term. One that cannot be read is kept like one of an unknown kind, so that it stops no agreement; without
 * its free trial, which would make other money of it, an agreement is not read. Prices of usage that cannot
 * be read are unknown (`hasUnreadRates`).
 */
const neededTerms = ['freeTrialPricingTerm'];

const readableTerm = z.record(z.string(), z.unknown()).transform((term, context) => {
  const read = acceptedTerm.safeParse(term);
  if (read.success) return read.data;
  const [name = '', content] = Object.entries(term)[0] ?? [];
  const kept = acceptedTerm.safeParse({ $unknown: [name, content] });
  if (kept.success && !neededTerms.includes(name)) return kept.data;
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

export const agreementTerms = z.object({ acceptedTerms: listOf(readableTerm), nextToken: token });
export type AcceptedTerms = z.output<typeof agreementTerms>['acceptedTerms'];

export const agreementEntitlements = z.object({
  agreementEntitlements: listOf(
    z.object({
      licenseArn: maybe(z.string()),
      resource: maybe(z.object({ id: maybe(z.string()) })),
      status: maybe(z.string()),
    }),
  ),
  nextToken: token,
});

export type AgreementEntitlements = z.output<typeof agreementEntitlements>['agreementEntitlements'];

const usageRecord = z.object({
  Timestamp: moment,
  Dimension: text,
  Quantity: maybe(z.number()),
  CustomerIdentifier: maybe(z.string()),
  CustomerAWSAccountId: maybe(z.string()),
  LicenseArn: maybe(z.string()),
});
export type AnsweredRecord = z.output<typeof usageRecord>;

export const meteredUsage = z.object({
  Results: listOf(
    z.object({
      UsageRecord: usageRecord,
      MeteringRecordId: maybe(z.string()),
      Status: text,
    }),
  ),
  UnprocessedRecords: listOf(usageRecord),
});
export type MeteredUsage = z.output<typeof meteredUsage>;
