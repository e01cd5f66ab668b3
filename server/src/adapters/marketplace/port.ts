import type { Decimal } from '../../kit/decimal.ts';

export type MarketplaceCode = 'AWS' | 'AZURE' | 'GCP';

/** One connected seller account: what an adapter needs to speak for it. Credentials are opened only for a call. */
export type MarketplaceAccess = {
  connectionId: string;
  partner: MarketplaceCode;
  /** The account at the partner (AWS: 12-digit seller account). */
  accountId: string;
  /** Where the partner's API is; absent: the real one. */
  endpoint: string | undefined;
  region: string;
  /** Fixed for the life of a connection: deduplication of usage is per region there. */
  meteringRegion: string;
  credentials: Readonly<Record<string, string>>;
  /** Products whose usage is still addressed by product code (AWS: SaaS products from before June 2026). */
  productCodeProducts?: readonly string[];
};

/** Usage and contract dimensions of a listing. */
export type DimensionRead = { key: string; name: string; description: string; unit: string; types: string[] };

export type ProductRead = {
  /** The entity at the partner (AWS: `prod-…`). */
  entityId: string;
  /** `externalID` (AWS: product code). */
  externalId: string;
  title: string;
  status: 'DRAFT' | 'LIMITED' | 'PUBLIC' | 'RESTRICTED';
  productType: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED';
  fulfillmentUrl: string;
  dimensions: DimensionRead[];
  /** How usage is addressed: by licence and account without a product code, or by product code. */
  meteringKey: 'LICENSE' | 'PRODUCT_CODE';
  /** Rises with every change at the partner (AWS: entity revision). */
  version: number;
  /** The partner's document in the reference's shape (AwsProduct, …). */
  document: Record<string, unknown>;
};

export type OfferRead = {
  externalId: string;
  name: string;
  description: string;
  state: 'DRAFT' | 'RELEASED';
  isPrivate: boolean;
  productEntityId: string;
  buyerAccountIds: string[];
  /** The last instant in which it can be accepted. */
  expireTime: Date | null;
  currency: string | null;
  upfront: { price: Decimal; durationIso: string | null } | null;
  usageRates: { key: string; price: Decimal }[];
  agreementDurationIso: string | null;
  agreementStart: Date | null;
  agreementEnd: Date | null;
  version: number;
  document: Record<string, unknown>;
};

/** What is offered to the marketplace: a private offer, complete. */
export type OfferSubmission = {
  name: string;
  description: string;
  productEntityId: string;
  buyerAccountIds: string[];
  /** The last day on which it can be accepted, YYYY-MM-DD. */
  availabilityEndDate: string;
  currency: string;
  /** Contract price of the whole duration and what it grants. */
  upfront: { price: Decimal; grants: { key: string; quantity: number }[] } | null;
  /** Dates on which parts of the contract price are charged; empty: all at acceptance. */
  installments: { chargeDate: string; amount: Decimal }[];
  /** The day on which a price without installments is charged where the partner wants one named; the day of submission. */
  upfrontChargeDate?: string;
  usageRates: { key: string; price: Decimal }[];
  durationIso: string;
  startDate: string | null;
  endDate: string | null;
  eula: { type: 'STANDARD' } | { type: 'CUSTOM'; url: string };
  refundPolicy: string | null;
  renewal: { enabled: boolean } | null;
};

/** Where an asynchronous change stands. Error codes and messages are the partner's own. */
export type ChangeRead =
  | { state: 'RUNNING' }
  | { state: 'DONE'; entityIds: Record<string, string> }
  | { state: 'FAILED'; serverFault: boolean; errors: { code: string; message: string }[] };

export type AgreementStatus =
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'RENEWED'
  | 'REPLACED'
  | 'ROLLED_BACK'
  | 'SUPERSEDED'
  | 'TERMINATED';

export type AgreementRead = {
  externalId: string;
  status: AgreementStatus;
  offerExternalId: string;
  /** The chain's first agreement; the same for renewals and replacements of one purchase. */
  initialAgreementId: string | null;
  productEntityId: string;
  buyerAccountId: string;
  startTime: Date;
  endTime: Date | null;
  acceptanceTime: Date | null;
  currency: string;
  /** Total contract value. */
  value: Decimal;
  usageRates: { key: string; price: Decimal }[];
  autoRenew: boolean;
  /** Usage is addressed by it; it may come later than the agreement. */
  licenseArn: string | null;
  /** Update time at the partner in milliseconds; what is older than the last applied is not applied. */
  version: number;
  document: Record<string, unknown>;
};

/** One frozen report row as it goes out. Sent again it is identical. */
export type UsageSend = {
  /** Our report row. */
  reportId: string;
  product: { entityId: string; externalId: string; meteringKey: 'LICENSE' | 'PRODUCT_CODE' };
  buyerAccountId: string;
  customerIdentifier: string | null;
  licenseArn: string | null;
  dimension: string;
  /** A whole number where the partner takes only such. */
  quantity: Decimal;
  /** The hour told, whole seconds. */
  timestamp: Date;
  allocations: { quantity: Decimal; tags: { key: string; value: string }[] }[];
};

export type UsageOutcome =
  | { state: 'ACCEPTED'; recordId: string }
  /** The hour is taken by another quantity. */
  | { state: 'DUPLICATE'; recordId: string | null }
  | { state: 'REFUSED'; code: string; message: string }
  /** The partner did not look at it; to be sent again as it is. */
  | { state: 'UNPROCESSED' };

export type UsageAnswer = {
  outcomes: Map<string, UsageOutcome>;
  requestId: string | undefined;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
};

/** The outside of a message that a partner sends by itself. */
export type MessageEnvelope = {
  /** The partner's id of the message; one message may come several times. */
  id: string;
  /** The partner's id of what caused it, where it names one. */
  requestId: string | null;
  type: string;
};

/** What a message is about. It is only a hint: the thing is read again, and the read is what counts. */
export type MessageHint =
  | {
      about: 'AGREEMENT';
      agreementId: string;
      /** Named by the message; used where the read names none. */
      licenseArn: string | null;
      /** The licence was taken away: what is left of its usage has to be told at once. */
      licenseEnded: boolean;
    }
  | { about: 'OFFER'; externalId: string }
  | { about: 'PRODUCT'; entityId: string }
  | { about: 'NOTHING' };

/**
 * A marketplace as the workflows see it. Every call may throw a PartnerError. Calls that change something take a key made
 * before the first try: repeating them with it changes nothing more.
 */
export type Marketplace = {
  readonly code: MarketplaceCode;
  /** The most usage records of one call, and that they must be of one product. */
  readonly usageBatchSize: number;
  readonly readBatchSize: number;
  /** The partner's error in a sentence that tells a seller what to do. */
  prettifyError(error: { code: string; message: string }): string;
  /** Where the buyer opens a private offer; null where the partner has no such address. */
  privateOfferUrl(offer: { productEntityId: string; externalId: string }): string | null;
  /** Null when it is no message of this partner. */
  readEnvelope(body: unknown): MessageEnvelope | null;
  readHint(body: unknown): MessageHint;
  /** Checks the credentials by a real, harmless call. */
  verify(access: MarketplaceAccess): Promise<void>;
  listProducts(access: MarketplaceAccess): Promise<ProductRead[]>;
  readProduct(access: MarketplaceAccess, entityId: string): Promise<ProductRead | null>;
  listOffers(
    access: MarketplaceAccess,
    filter: { changedSince?: Date },
  ): Promise<{ externalId: string; changedTime: Date }[]>;
  readOffer(access: MarketplaceAccess, externalId: string): Promise<OfferRead | null>;
  /** At most `readBatchSize`; what does not exist there is left out. */
  readOffers(access: MarketplaceAccess, externalIds: string[]): Promise<OfferRead[]>;
  submitOffer(access: MarketplaceAccess, offer: OfferSubmission, key: string): Promise<{ changeId: string }>;
  /** Ends an offer by a last day (YYYY-MM-DD) that is over. */
  cancelOffer(
    access: MarketplaceAccess,
    offer: { externalId: string; lastDay: string },
    key: string,
  ): Promise<{ changeId: string }>;
  readChange(access: MarketplaceAccess, changeId: string): Promise<ChangeRead>;
  listAgreements(
    access: MarketplaceAccess,
    filter: { changedSince?: Date; offerExternalId?: string },
  ): Promise<{ externalId: string; changedTime: Date | null }[]>;
  readAgreement(access: MarketplaceAccess, externalId: string): Promise<AgreementRead | null>;
  /** At most `usageBatchSize` rows of one product. A PartnerError means no row has an outcome. */
  reportUsage(access: MarketplaceAccess, rows: UsageSend[]): Promise<UsageAnswer>;
};
