import type { Decimal } from '../../kit/decimal.ts';
import type { Skip } from '../read-each.ts';
import type { ChangeRead, ChangeStarted, ChangeStep, PartnerChange, PlanWrite, PublicTermsWrite } from './changes.ts';
import type { MessageReceiver } from './messages.ts';
import type { IncludedQuantity } from './offer-submissions.ts';

export type MarketplaceCode = 'AWS' | 'AZURE' | 'GCP';

/** One connected seller account: what an adapter needs to speak for it. Credentials are opened only for a call. */
export type MarketplaceAccess = {
  connectionId: string;
  partner: MarketplaceCode;
  /** The account at the partner (AWS: 12-digit seller account; GCP: provider id). */
  accountId: string;
  /** Where the partner's API is; absent: the real one. */
  endpoint: string | undefined;
  /** Where single services are, by the names of `adapters/partner-services.ts`. */
  endpoints?: Readonly<Record<string, string>>;
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
  /** Its public prices, where they were read; absent: this read says nothing of them. */
  plans?: PlanWrite[];
  /** Terms of its public offer, like the prices. */
  publicTerms?: PublicTermsWrite;
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
  /** ACCEPTED, WITHDRAWN, EXPIRED and REJECTED where the partner shows them; AWS shows agreements instead. */
  state: 'DRAFT' | 'RELEASED' | 'ACCEPTED' | 'WITHDRAWN' | 'EXPIRED' | 'REJECTED';
  /** When the buyer accepted it, where the partner tells. */
  acceptTime?: Date | null;
  /** Where the buyer opens it, where the partner tells. */
  privateOfferUrl?: string | null;
  isPrivate: boolean;
  /** AWS: an offer of a channel partner's, or what one may make offers with, given (OUT) or received (IN). */
  resale?: 'CPPO' | 'CPPO_OUT' | 'CPPO_IN';
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

/** PENDING: waits for our approval, or for its start. SUSPENDED and ENDING: in force, but not to be served, or about to end. */
export type AgreementStatus =
  | 'PENDING'
  | 'SUSPENDED'
  | 'ENDING'
  | 'ACTIVE'
  | 'ARCHIVED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'RENEWED'
  | 'REPLACED'
  | 'ROLLED_BACK'
  | 'SUPERSEDED'
  | 'TERMINATED';

/** What a partner tells of a buyer; `document` is its account there, in the reference's shape. */
export type BuyerRead = { name: string | null; email: string | null; document: Record<string, unknown> };

export type AgreementRead = {
  externalId: string;
  status: AgreementStatus;
  /** Null: it was bought at the public price, which is no offer there. */
  offerExternalId: string | null;
  /** The chain's first agreement; the same for renewals and replacements of one purchase. */
  initialAgreementId: string | null;
  productEntityId: string;
  buyerAccountId: string;
  buyer?: BuyerRead;
  /** The plan bought and how many seats, where the partner has such. */
  planId?: string | null;
  quantity?: number | null;
  /** The plan in the reference's shape. */
  plan?: Record<string, unknown> | null;
  /**
   * One agreement lives through many terms: a renewal is read as a later start, another plan or offer as the next term. Absent:
   * each term is an agreement of its own.
   */
  hasTerms?: boolean;
  /** An operation of the partner that waits for our word, such as a plan change. */
  waitingOperationId?: string | null;
  startTime: Date;
  endTime: Date | null;
  acceptanceTime: Date | null;
  currency: string;
  /** Total contract value. */
  value: Decimal;
  /** Only the status and the times are told, as of a purchase that is over; what was told of the terms before holds. */
  statusOnly?: true;
  /** `included`: how much of it the price of the term includes (empty: nothing); absent: the partner does not say. */
  usageRates: { key: string; price: Decimal; included?: IncludedQuantity[] }[];
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
  /** The resource that usage is reported for: AWS the license, AZURE the subscription, GCP the consumer (`usageReportingId`). */
  usageResourceId: string | null;
  /** AZURE: the plan of the subscription in that hour. */
  planId?: string | null;
  dimension: string;
  /** A whole number where the partner takes only such. */
  quantity: Decimal;
  /** The hour told, whole seconds. */
  timestamp: Date;
  allocations: { quantity: Decimal; tags: { key: string; value: string }[] }[];
};

export type UsageOutcome =
  | { state: 'ACCEPTED'; recordId: string }
  /**
   * The hour is taken; `quantity`: by how much, where the partner tells (AZURE: it may be the same); `isOther`: by another
   * quantity than this, as AWS says it.
   */
  | { state: 'DUPLICATE'; recordId: string | null; quantity?: Decimal; isOther?: true }
  | { state: 'REFUSED'; code: string; message: string }
  /** The partner did not look at it; to be sent again as it is. */
  | { state: 'UNPROCESSED' };

export type UsageAnswer = {
  outcomes: Map<string, UsageOutcome>;
  requestId: string | undefined;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
};

/** Usage of a day that a marketplace is asked about: what it has taken of these dimensions. */
export type UsageQuestion = Pick<UsageSend, 'product' | 'usageResourceId' | 'planId'> & {
  /** Midnight UTC at its beginning. */
  day: Date;
  dimensions: readonly string[];
};

/** What a marketplace shows that it has taken of a dimension on that day. */
export type UsageRead = {
  dimension: string;
  quantity: Decimal;
  /** Records that make up the quantity. */
  count: number;
  /** It does not stand by the quantity itself (AZURE: Rejected, Mismatch, …): nothing follows from it. */
  isDisputed: boolean;
  document: Record<string, unknown>;
};

/** What a buyer's browser brings along. `audience`: our host name, for tokens that are made out to it. */
export type LandingToken = { token: string; audience: string };

/** Whom a marketplace sends: the buyer, and what was bought, as far as it tells. */
export type LandingRead = {
  buyerAccountId: string;
  /** Agreements that the buyer may have just made, most likely first. */
  agreementIds: string[];
  productExternalId: string | null;
  licenseArn: string | null;
  buyer?: BuyerRead;
};

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
  /** Why the partner could not read a legal document at an address that it is told; null: it can. Absent: any will do. */
  refusesDocumentAt?(url: string): string | null;
  /**
   * What the partner does with a product before everybody sees it, in a sentence, and how long that may take there: days of
   * business time. Absent: a publication is a change like any other.
   */
  readonly publication?: { review: string; days: number; maxDelayMs: number };
  /** How often a change is looked at, and for how long; absent: every few seconds, for a day. */
  readonly changePace?: { maxDelayMs: number; giveUpAfterMs: number };
  readonly messages: MessageReceiver;
  /** Checks the credentials by a real, harmless call. */
  verify(access: MarketplaceAccess): Promise<void>;
  /** What cannot be read is left out and told to `skip`; so it is with `readOffers`. */
  listProducts(access: MarketplaceAccess, skip?: Skip): Promise<ProductRead[]>;
  readProduct(access: MarketplaceAccess, entityId: string): Promise<ProductRead | null>;
  listOffers(
    access: MarketplaceAccess,
    filter: { changedSince?: Date },
  ): Promise<{ externalId: string; changedTime: Date }[]>;
  readOffer(access: MarketplaceAccess, externalId: string): Promise<OfferRead | null>;
  /** At most `readBatchSize`; what does not exist there is left out. */
  readOffers(access: MarketplaceAccess, externalIds: string[], skip?: Skip): Promise<OfferRead[]>;
  /** How the last instant of an offer can be moved: by a change, or by withdrawing it and offering it again. */
  extendsBy(access: MarketplaceAccess, offer: { externalId: string; expireTime: Date }): Promise<'CHANGE' | 'REOFFER'>;
  /** Begins a change, or its next stage. What the partner cannot do is refused by the capability table before. */
  startChange(access: MarketplaceAccess, change: PartnerChange, step: ChangeStep): Promise<ChangeStarted>;
  readChange(access: MarketplaceAccess, changeId: string): Promise<ChangeRead>;
  listAgreements(
    access: MarketplaceAccess,
    filter: { changedSince?: Date; offerExternalId?: string },
  ): Promise<{ externalId: string; changedTime: Date | null }[]>;
  readAgreement(access: MarketplaceAccess, externalId: string): Promise<AgreementRead | null>;
  /** What the partner tells of a buyer by its account; null: there is none. */
  readBuyer?(access: MarketplaceAccess, accountId: string): Promise<BuyerRead | null>;
  /** Lets a purchase begin that waits for us (AZURE activate; GCP approve, the account's sign-up first). Repeatable. */
  approveAgreement?(access: MarketplaceAccess, externalId: string): Promise<void>;
  /** Answers an operation of the partner that waits for our word, and whether it has ended by now. Repeatable. */
  answerOperation?(
    access: MarketplaceAccess,
    operation: { agreementId: string; operationId: string; accept: boolean },
  ): Promise<boolean>;
  /** Who comes with the token that a marketplace gives its buyer on the way to us; null: it is not good (any more). */
  resolveLanding(access: MarketplaceAccess, landing: LandingToken): Promise<LandingRead | null>;
  /** At most `usageBatchSize` rows of one product. A PartnerError means no row has an outcome. */
  reportUsage(access: MarketplaceAccess, rows: UsageSend[]): Promise<UsageAnswer>;
  /**
   * What it has taken of usage, without telling any. Absent: it shows none, and is asked by telling the same again, which it
   * counts once.
   */
  readUsage?(access: MarketplaceAccess, question: UsageQuestion): Promise<UsageRead[]>;
};
