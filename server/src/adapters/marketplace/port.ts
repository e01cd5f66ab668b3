import type { Decimal } from '../../kit/decimal.ts';
import type { PartnerError } from '../partner-error.ts';
import type { MarketplaceCode } from '../partner-services.ts';
import type { Skip } from '../read-each.ts';
import type { BriefRetry } from '../retry-briefly.ts';
import type { ChangeRead, ChangeStarted, ChangeStep, PartnerChange, PlanWrite, PublicTermsWrite } from './changes.ts';
import type { MessageReceiver } from './messages.ts';
import type { IncludedQuantity } from './offer-submissions.ts';

export type { MarketplaceCode };

/** One connected seller account: what an adapter needs to call for it. Credentials are opened only for a call. */
export type MarketplaceAccess = {
  connectionId: string;
  partner: MarketplaceCode;
  /** The account at the partner (AWS: 12-digit seller account; GCP: provider id). */
  accountId: string;
  /** The address of the partner's API; absent: the real one. */
  endpoint: string | undefined;
  /** Addresses of single services, by the names of `adapters/partner-services.ts`. */
  endpoints?: Readonly<Record<string, string>>;
  region: string;
  /** Fixed for the life of a connection: usage is deduplicated per region. */
  meteringRegion: string;
  credentials: Readonly<Record<string, string>>;
  /** Products whose usage is still addressed by product code (AWS: SaaS products from before June 2026). */
  productCodeProducts?: readonly string[];
};

/** Usage and contract dimensions of a listing. */
export type DimensionRead = { key: string; name: string; description: string; unit: string; types: string[] };

export type ProductRead = {
  /** The partner's entity (AWS: `prod-…`). */
  entityId: string;
  /** `externalID` (AWS: product code). */
  externalId: string;
  title: string;
  status: 'DRAFT' | 'LIMITED' | 'PUBLIC' | 'RESTRICTED';
  productType: 'UNKNOWN' | 'SUBSCRIPTION' | 'CONTRACT' | 'FLAT_RATE' | 'PER_USER' | 'USAGE_BASED';
  fulfillmentUrl: string;
  dimensions: DimensionRead[];
  /** Its public prices, if they were read; absent: this read says nothing about them. */
  plans?: PlanWrite[];
  /** Terms of its public offer, absent like the prices. */
  publicTerms?: PublicTermsWrite;
  /** How usage is addressed: by license and account without a product code, or by product code. */
  meteringKey: 'LICENSE' | 'PRODUCT_CODE';
  /** Rises with every change at the partner (AWS: entity revision). */
  version: number;
  /** The partner's document in the reference's shape (AwsProduct, …). */
  document: Record<string, unknown>;
};

/**
 * One payment: `balance` is what the buyer may spend on usage for it, 0 for a fee. `discardsEarlier`: what is left of earlier
 * payments is lost when it is charged.
 */
type Payment = { price: Decimal; balance: Decimal; discardsEarlier?: true };

/**
 * How the marketplace itself charges an offer (GCP). Payments of installments have a day, but the first, which is charged
 * when the offer begins.
 */
export type OfferCharging =
  | (Payment & { months: number; isProrated: boolean; isInArrears: boolean })
  | { installments: (Payment & { day: string | null })[] };

export type OfferRead = {
  externalId: string;
  name: string;
  description: string;
  /** ACCEPTED, WITHDRAWN, EXPIRED and REJECTED, if the partner shows them; AWS shows agreements instead. */
  state: 'DRAFT' | 'RELEASED' | 'ACCEPTED' | 'WITHDRAWN' | 'EXPIRED' | 'REJECTED';
  /** When the buyer accepted it, if the partner says. */
  acceptTime?: Date | null;
  /** Where the buyer opens it, if the partner says. */
  privateOfferUrl?: string | null;
  isPrivate: boolean;
  /** AWS: a channel partner's offer, or an authorization to make such offers, given (OUT) or received (IN). */
  resale?: 'CPPO' | 'CPPO_OUT' | 'CPPO_IN';
  productEntityId: string;
  buyerAccountIds: string[];
  /** The last instant at which it can be accepted. */
  expireTime: Date | null;
  currency: string | null;
  upfront: { price: Decimal; durationIso: string | null } | null;
  /**
   * When the price is charged, if the partner says (GCP): every so many months, or in installments, each on a day there,
   * YYYY-MM-DD. One without a day is charged when the agreement begins.
   */
  charging?: OfferCharging;
  usageRates: { key: string; price: Decimal }[];
  /** What else it says (AWS). */
  agreed?: AgreedTerms & { autoRenew?: true };
  agreementDurationIso: string | null;
  agreementStart: Date | null;
  agreementEnd: Date | null;
  version: number;
  /** The agreement that the marketplace will renew by this offer, which it made itself (AWS). */
  renews?: string;
  document: Record<string, unknown>;
};

/**
 * PENDING: waits for our approval, or for its start. SUSPENDED and ENDING: in force, but not to be served, or about to
 * end.
 */
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

/** What a partner says about a buyer; `document` is its account at the partner, in the reference's shape. */
export type BuyerRead = { name: string | null; email: string | null; document: Record<string, unknown> };

/**
 * The offer by which a marketplace will renew an agreement (AWS). Percentages are those of the price increase; times are
 * RFC 3339, null if there is no such limit.
 */
export type RenewalRead = {
  offerExternalId: string;
  /** The increase that the offer's prices amount to; null if the agreement has no price to compare with. */
  uplift: Decimal | null;
  minUplift: Decimal;
  maxUplift: Decimal;
  /** The buyer agreed to a single percentage. */
  isFixed: boolean;
  /** From then on the prices stay as they are. */
  deadline: string | null;
  /** From then on neither party can turn the renewal off. */
  lockout: string | null;
  /** The seller has turned it off. */
  isOptedOut: boolean;
};

/**
 * A free trial. `length`: in `unit`s, null if the partner does not say. `granted`: what may be used until it ends, if the
 * agreement is nothing but the trial (quantity null: not limited); null: its prices count from the end of the trial.
 */
export type TrialRead = {
  length: number | null;
  unit: 'DAY' | 'MONTH' | 'YEAR';
  granted: { key: string; quantity: number | null }[] | null;
};

/**
 * A quantity bought in advance. `quantity` null: not limited, or the buyer chooses it. `rate`: the price of one for
 * `durationIso`; null: it has no price of its own.
 */
export type AgreedCommit = { key: string; quantity: number | null; rate: Decimal | null; durationIso: string | null };

/** What was agreed beside times and usage prices. A member is absent if the partner does not say. */
export type AgreedTerms = {
  commits?: AgreedCommit[];
  /** When the price is charged, each part on a day of the partner's, YYYY-MM-DD. */
  installments?: { day: string; amount: Decimal }[];
  /** Days from an invoice to its payment. */
  netPaymentDays?: number;
  refundPolicy?: string;
  eula?: { type: 'SCMP' | 'CUSTOM'; url: string | null };
};

export type AgreementRead = {
  externalId: string;
  status: AgreementStatus;
  /** Null: it was bought at the public price, which is not an offer at the partner. */
  offerExternalId: string | null;
  /** The chain's first agreement, the same for renewals and replacements of one purchase. */
  initialAgreementId: string | null;
  productEntityId: string;
  buyerAccountId: string;
  buyer?: BuyerRead;
  /** The plan that was bought and how many seats, if the partner has them. */
  planId?: string | null;
  quantity?: number | null;
  /** Which of the plan's prices was bought: of how many months, for how many units, and the price of one for all of them. */
  bought?: { months: number; quantity: number; rate: Decimal };
  /** The plan in the reference's shape. */
  plan?: Record<string, unknown> | null;
  /**
   * One agreement lives through many terms: a later start is read as a renewal, another plan or offer as the next term.
   * Absent: each term is an agreement of its own.
   */
  hasTerms?: boolean;
  /** An operation of the partner that waits for our answer, such as a plan change. */
  waitingOperationId?: string | null;
  startTime: Date;
  endTime: Date | null;
  acceptanceTime: Date | null;
  currency: string;
  /** Total contract value. */
  value: Decimal;
  /**
   * Only the status and the times are given, as for a purchase that has ended; what was read of the terms before still
   * applies.
   */
  statusOnly?: true;
  /** `included`: how much of it the price of the term includes (empty: nothing); absent: the partner does not say. */
  usageRates: { key: string; price: Decimal; included?: IncludedQuantity[] }[];
  /** It has other prices of usage, which cannot be read: they are unknown, and those of the listing do not count. */
  hasUnreadRates?: true;
  trial?: TrialRead;
  /** Absent: its offer and its listing say all there is. */
  agreed?: AgreedTerms;
  autoRenew: boolean;
  /** The pending renewal; null: there is none. Absent: this read says nothing about it. */
  renewal?: RenewalRead | null;
  /** The seller has turned its renewal off. */
  isOptedOut?: boolean;
  /** Usage is addressed by it; it may come later than the agreement. */
  licenseArn: string | null;
  /** Update time at the partner in milliseconds; a read older than the last one applied is not applied. */
  version: number;
  document: Record<string, unknown>;
};

export type CancellationStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'VALIDATION_FAILED';

/** A seller's request to cancel an agreement, which the buyer answers. Times are RFC 3339. */
export type CancellationRead = {
  /** The partner's id of the request. */
  externalId: string;
  agreementId: string;
  status: CancellationStatus;
  /** Why it has its status, in the words of the partner or of a party. */
  statusMessage: string | null;
  reasonCode: string;
  reasonDescription: string | null;
  createdTime: string;
  /** Update time at the partner in milliseconds. */
  version: number;
};

/** A request to cancel as it is sent. */
export type CancellationSend = {
  agreementId: string;
  /** Repeating the request with it makes no second one. */
  clientToken: string;
  reasonCode: string;
  reasonDescription: string | null;
};

/** One frozen report row as it is sent. It is identical every time. */
export type UsageSend = {
  /** Our report row. */
  reportId: string;
  product: { entityId: string; externalId: string; meteringKey: 'LICENSE' | 'PRODUCT_CODE' };
  buyerAccountId: string;
  customerIdentifier: string | null;
  /**
   * The resource that usage is reported for: AWS the license, AZURE the subscription, GCP the consumer
   * (`usageReportingId`).
   */
  usageResourceId: string | null;
  /** AZURE: the plan of the subscription in that hour. */
  planId?: string | null;
  dimension: string;
  /** A whole number if the partner takes only those. */
  quantity: Decimal;
  /** The hour of the usage, in whole seconds. */
  timestamp: Date;
  allocations: { quantity: Decimal; tags: { key: string; value: string }[] }[];
};

export type UsageOutcome =
  | { state: 'ACCEPTED'; recordId: string }
  /**
   * The partner already has a record for the hour. `quantity`: its quantity, if the partner says (AZURE: it may be the
   * same); `isOther`: it shows a record that is not this one (AZURE, of another plan); `isUnclear`: its word does not tell an
   * identical record from another quantity (AWS).
   */
  | { state: 'DUPLICATE'; recordId: string | null; quantity?: Decimal; isOther?: true; isUnclear?: true }
  | { state: 'REFUSED'; code: string; message: string }
  /** The partner did not process it; send it again unchanged. */
  | { state: 'UNPROCESSED' };

export type UsageAnswer = {
  outcomes: Map<string, UsageOutcome>;
  requestId: string | undefined;
  request: Record<string, unknown>;
  response: Record<string, unknown>;
};

/** A query for a day's usage: how much the marketplace has accepted of these dimensions. */
export type UsageQuestion = Pick<UsageSend, 'product' | 'usageResourceId' | 'planId'> & {
  /** Midnight UTC at its start. */
  day: Date;
  dimensions: readonly string[];
};

/** How much a marketplace shows as accepted for a dimension on that day. */
export type UsageRead = {
  dimension: string;
  quantity: Decimal;
  /** Records that make up the quantity. */
  count: number;
  /** The partner does not stand by the quantity (AZURE: Rejected, Mismatch, …): nothing follows from it. */
  isDisputed: boolean;
  document: Record<string, unknown>;
};

/** A query for all usage of a day, by every tool. `offer`: only that of the product with this external ID. */
export type UsageDayQuestion = {
  /** Midnight UTC at its start. */
  day: Date;
  offer?: string;
};

/**
 * How a marketplace treats a day's usage: not processed yet, as submitted, as another quantity, not billed. OPEN: it
 * does not say.
 */
export type UsageStanding = 'WAITING' | 'BILLED' | 'OTHER' | 'NOT_BILLED' | 'OPEN';

/** What a marketplace has of one resource, plan and dimension on a day. It does not show hours. */
export type UsageLine = {
  usageResourceId: string;
  planId: string | null;
  dimension: string;
  /** Null: the line has no quantity, so that nothing follows from it. */
  submitted: Decimal | null;
  /** What it bills; null: not known. */
  processed: Decimal | null;
  /** Records that make up the quantity. */
  count: number;
  standing: UsageStanding;
  /** The partner's own word for it. */
  status: string;
  document: Record<string, unknown>;
};

/**
 * What a buyer's browser sends. `audience`: our host name, for tokens issued to it. `retry`: repeats a call within the time that the buyer
 * waits; absent: a call is not repeated.
 */
export type LandingToken = { token: string; audience: string; retry?: BriefRetry };

/** The buyer that a marketplace sends, and what was bought, as far as it says. */
export type LandingRead = {
  buyerAccountId: string;
  /** Agreements that the buyer may have just made, most likely first. */
  agreementIds: string[];
  /** Why the agreements could not be listed; absent: they were. */
  failure?: PartnerError;
  productExternalId: string | null;
  licenseArn: string | null;
  buyer?: BuyerRead;
};

/**
 * A marketplace as the workflows see it. Every call may throw a PartnerError. Calls that change something take a key
 * made before the first try: repeating them with it has no further effect.
 */
export type Marketplace = {
  readonly code: MarketplaceCode;
  /** The most usage records in one call; they must belong to one product. */
  readonly usageBatchSize: number;
  readonly readBatchSize: number;
  /** The partner's error as a sentence that tells a seller what to do. */
  prettifyError(error: { code: string; message: string }): string;
  /** Where the buyer opens a private offer; null if the partner has no such address. */
  privateOfferUrl(offer: { productEntityId: string; externalId: string }): string | null;
  /** Why the partner could not read a legal document at an address; null: it can. Absent: it can read any address. */
  refusesDocumentAt?(url: string): string | null;
  /**
   * What the partner does with a product before everyone sees it, in a sentence, and how long that may take: days of
   * business time. Absent: a publication is a change like any other.
   */
  readonly publication?: { review: string; days: number; maxDelayMs: number };
  /** How often a change is polled, and for how long; absent: every few seconds, for a day. */
  readonly changePace?: { maxDelayMs: number; giveUpAfterMs: number };
  readonly messages: MessageReceiver;
  /** Checks the credentials with a real, harmless call. */
  verify(access: MarketplaceAccess): Promise<void>;
  /** Items that cannot be read are left out and reported to `skip`; the same applies to `readOffers`. */
  listProducts(access: MarketplaceAccess, skip?: Skip): Promise<ProductRead[]>;
  readProduct(access: MarketplaceAccess, entityId: string): Promise<ProductRead | null>;
  listOffers(
    access: MarketplaceAccess,
    filter: { changedSince?: Date },
  ): Promise<{ externalId: string; changedTime: Date | null }[]>;
  readOffer(access: MarketplaceAccess, externalId: string): Promise<OfferRead | null>;
  /** At most `readBatchSize`; offers that do not exist are left out. */
  readOffers(access: MarketplaceAccess, externalIds: string[], skip?: Skip): Promise<OfferRead[]>;
  /** How the last instant of an offer can be moved: by a change, or by withdrawing it and offering it again. */
  extendsBy(access: MarketplaceAccess, offer: { externalId: string; expireTime: Date }): Promise<'CHANGE' | 'REOFFER'>;
  /** Starts a change, or its next stage. The capability table has already refused what the partner cannot do. */
  startChange(access: MarketplaceAccess, change: PartnerChange, step: ChangeStep): Promise<ChangeStarted>;
  readChange(access: MarketplaceAccess, changeId: string): Promise<ChangeRead>;
  listAgreements(
    access: MarketplaceAccess,
    filter: { changedSince?: Date; offerExternalId?: string },
  ): Promise<{ externalId: string; changedTime: Date | null }[]>;
  readAgreement(access: MarketplaceAccess, externalId: string): Promise<AgreementRead | null>;
  /** What the partner says about a buyer, by its account; null: there is none. */
  readBuyer?(access: MarketplaceAccess, accountId: string): Promise<BuyerRead | null>;
  /** Approves a purchase that waits for us (AZURE activate; GCP approve, the account's sign-up first). Repeatable. */
  approveAgreement?(access: MarketplaceAccess, externalId: string): Promise<void>;
  /** Answers an operation of the partner that waits for us, and returns whether it has ended by now. Repeatable. */
  answerOperation?(
    access: MarketplaceAccess,
    operation: { agreementId: string; operationId: string; accept: boolean },
  ): Promise<boolean>;
  /** Asks the buyer to agree to the cancellation of an agreement (AWS). Repeatable. */
  requestCancellation?(access: MarketplaceAccess, request: CancellationSend): Promise<CancellationRead>;
  /**
   * Withdraws a request to cancel, and returns the request as it is then: it may have been answered before. Repeatable.
   */
  withdrawCancellation?(
    access: MarketplaceAccess,
    request: { agreementId: string; externalId: string; reason: string },
  ): Promise<CancellationRead>;
  /** The requests to cancel an agreement, newest first. */
  readCancellations?(access: MarketplaceAccess, agreementId: string): Promise<CancellationRead[]>;
  /** The agreements for which a request waits for its answer. */
  listCancelling?(access: MarketplaceAccess): Promise<string[]>;
  /**
   * The buyer who comes with the token that a marketplace issues for the way to us; null: it is not (or no longer)
   * valid.
   */
  resolveLanding(access: MarketplaceAccess, landing: LandingToken): Promise<LandingRead | null>;
  /**
   * At most `usageBatchSize` rows of one product. A PartnerError means that no row has an outcome. Once `signal` is
   * aborted, no further call is begun, and its reason is thrown.
   */
  reportUsage(access: MarketplaceAccess, rows: UsageSend[], signal?: AbortSignal): Promise<UsageAnswer>;
  /**
   * Returns the usage that it has accepted, without submitting any. Absent: it shows none, and is queried by submitting
   * the same usage again, which it counts once.
   */
  readUsage?(access: MarketplaceAccess, question: UsageQuestion): Promise<UsageRead[]>;
  /**
   * Returns the usage of a day by whichever tool it was submitted; several lines may be of the same resource, plan and
   * dimension. Throws a PartnerError with the code ANSWER_TOO_LARGE if it does not fit in one answer. Absent: it shows
   * none.
   */
  listUsage?(access: MarketplaceAccess, question: UsageDayQuestion): Promise<UsageLine[]>;
};
