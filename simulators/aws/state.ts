import type { DueItem as AnyDueItem } from '../kit/due.ts';
import { type Change as ChangeOf, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';
import type { Bill, BillingEvent, BillingSettings, Disbursement, TaxItem } from './billing/rows.ts';
import type { FeedObject, FeedPart, FeedState, FeedVersion, UsageDeletion } from './feeds/rows.ts';
import type { Json, JsonValue } from './json.ts';
import type {
  Connection,
  ConnectionInvitation,
  Engagement,
  EngagementInvitation,
  Opportunity,
  PartnerTask,
  PartnerTraits,
  SellingSettings,
  Solution,
} from './partner-central/rows.ts';

export type { Json, JsonValue };

/** Times are epoch milliseconds of business time, unless the name ends in `Wall` (wall time). */

export type Account = {
  /** 12 digits. */
  id: string;
  kind: 'seller' | 'buyer';
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  messageTarget: EventTarget | null;
  createdAt: number;
};

/** The destination to which the EventBridge rule of a seller account sends its events. */
export type EventTarget = { url: string; headers: Record<string, string> };

export type EntityType = 'SaaSProduct' | 'Offer' | 'OfferSet' | 'ResaleAuthorization';

export type Dimension = { Key: string; Name: string; Description: string; Unit: string; Types: string[] };
export type DeliveryOption = { Id: string; Visibility: string; Details: Json; BuyerAccounts: string[] };

export type Product = {
  type: 'SaaSProduct';
  id: string;
  accountId: string;
  revision: number;
  createdAt: number;
  modifiedAt: number;
  code: string;
  /** Old products are metered by product code and customer identifier, new ones by license. */
  legacy: boolean;
  title: string | null;
  visibility: 'Draft' | 'Limited' | 'Public' | 'Restricted';
  information: Json;
  dimensions: Dimension[];
  buyerAccounts: string[];
  deliveryOptions: DeliveryOption[];
};

export type PriceRate = { DimensionKey: string; Price: string };
export type Term = Json & { Type: string };

export type Offer = {
  type: 'Offer';
  id: string;
  accountId: string;
  revision: number;
  createdAt: number;
  modifiedAt: number;
  name: string | null;
  description: string | null;
  state: 'Draft' | 'Released';
  productId: string;
  offerSetId: string | null;
  preExistingAgreement: Json | null;
  pricingModel: string | null;
  /** In Catalog form: `Type` and the fields of `DetailsDocument.Terms[]`. */
  terms: Term[];
  /** null: no targeting rule, so the offer is public. */
  targeting: { buyerAccounts: string[]; countryCodes: string[]; excludedCountryCodes: string[] } | null;
  /** YYYY-MM-DD; the offer can be accepted until the end of that UTC day. */
  availabilityEndDate: string | null;
  /** Set if a past date was given: when the offer was withdrawn. */
  withdrawnAt: number | null;
  /** The manufacturer's authorization under which a channel partner made it. */
  resaleAuthorizationId: string | null;
  markupPercentage: string | null;
  releasedAt: number | null;
  createdBySource: 'Seller' | 'AwsMarketplace';
  /** The agreement that this offer replaces or renews. */
  targetAgreementId: string | null;
  targetAgreementIntent: 'Replace' | 'Renew' | null;
  priceIncreasedAt: number | null;
};

export type OfferSet = {
  type: 'OfferSet';
  id: string;
  accountId: string;
  revision: number;
  createdAt: number;
  modifiedAt: number;
  name: string;
  buyerNotes: string | null;
  state: 'Draft' | 'Released';
  offerIds: string[];
  solutionId: string | null;
  releasedAt: number | null;
};

/** What a manufacturer allows a channel partner to sell; the manufacturer owns it, the partner can see it. */
export type ResaleAuthorization = {
  type: 'ResaleAuthorization';
  id: string;
  accountId: string;
  revision: number;
  createdAt: number;
  modifiedAt: number;
  name: string;
  description: string | null;
  productId: string;
  resellerAccountId: string;
  /** Only the manufacturer sees a draft. */
  status: 'Draft' | 'Active' | 'Restricted';
  /** In the form of an offer's terms; described with the prefix Resale. */
  terms: Term[];
  /** Between manufacturer and channel partner (ResaleLegalTerm), or null. */
  resellerContract?: Term | null;
  /** Set if the buyer already had an agreement. */
  preExistingAgreement?: Json | null;
  /** BuyerValidityTerm: the latest start of an agreement, YYYY-MM-DD, or null. */
  latestStartDate?: string | null;
  /** Empty for any buyer. */
  buyerAccounts: string[];
  /** YYYY-MM-DD, or null. */
  availabilityEndDate: string | null;
  /** How many offers may be made with it; null for any number. */
  offersMax: number | null;
  offerIds: string[];
};

export type Entity = Product | Offer | OfferSet | ResaleAuthorization;

export type ErrorDetail = { ErrorCode: string; ErrorMessage: string };

export type Change = {
  ChangeType: string;
  Entity: { Type: string; Identifier?: string };
  Details: string;
  ChangeName?: string;
  EntityTags?: Tag[];
  ErrorDetailList: ErrorDetail[];
};

export type ChangeSetStatus = 'PREPARING' | 'APPLYING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

export type ChangeSet = {
  id: string;
  accountId: string;
  name: string | null;
  intent: 'APPLY' | 'VALIDATE';
  status: ChangeSetStatus;
  failureCode: 'CLIENT_ERROR' | 'SERVER_FAULT' | null;
  failureDescription: string | null;
  changes: Change[];
  /** IDs of the entities that stay locked while it runs. */
  lockedIds: string[];
  startedAt: number;
  /** When APPLYING begins; until then it can be cancelled. */
  applyAt: number;
  /** When it will be done. */
  dueAt: number;
  endedAt: number | null;
  forcedError: ErrorDetail | null;
};

/** The response to an earlier call with the same client token. */
export type ClientToken = { id: string; fingerprint: string; result: string };

export type Tag = { Key: string; Value: string };
export type TagList = { id: string; tags: Tag[] };
export type ResourcePolicy = { id: string; policy: string };

export type AgreementStatus = 'ACTIVE' | 'CANCELLED' | 'EXPIRED' | 'RENEWED' | 'REPLACED' | 'TERMINATED';
export type AgreementIntent = 'NEW' | 'REPLACE' | 'RENEW';

/** A buyer's entitlement for one dimension: a number of units bought up front. */
export type EntitledQuantity = { dimensionKey: string; quantity: number };

export type Agreement = {
  id: string;
  sellerAccountId: string;
  buyerAccountId: string;
  productId: string;
  productCode: string;
  offerId: string;
  offerSetId: string | null;
  status: AgreementStatus;
  intent: AgreementIntent;
  acceptedAt: number;
  startAt: number;
  /** null for pay-as-you-go. */
  endAt: number | null;
  endedAt: number | null;
  updatedAt: number;
  initialAgreementId: string;
  previousAgreementId: string | null;
  currencyCode: string;
  agreementValue: string;
  /** In Catalog form, plus the `id` of each accepted term. */
  terms: Term[];
  entitlements: EntitledQuantity[];
  selectedDuration: string | null;
  autoRenew: boolean;
  proposerOptedOut: boolean;
  renewals: number;
  renewalOfferId: string | null;
  licenseArn: string | null;
};

export type License = {
  /** The license ARN. */
  id: string;
  agreementId: string;
  sellerAccountId: string;
  buyerAccountId: string;
  productId: string;
  productCode: string;
  provisionedAt: number;
  deprovisionedAt: number | null;
};

/** The buyer of a product as a legacy integration sees it; the ID is `<product code>/<account id>`. */
export type Customer = {
  id: string;
  productCode: string;
  buyerAccountId: string;
  customerIdentifier: string;
  agreementIds: string[];
};

export type CancellationStatus = 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'CANCELLED' | 'VALIDATION_FAILED';

export type CancellationRequest = {
  id: string;
  agreementId: string;
  sellerAccountId: string;
  buyerAccountId: string;
  reasonCode: string;
  description: string | null;
  status: CancellationStatus;
  statusMessage: string | null;
  createdAt: number;
  updatedAt: number;
};

export type RegistrationToken = { id: string; agreementId: string; createdAt: number; expiresAt: number };

/** One accepted metering record; the ID is its identity (region, product or license, customer, dimension, hour). */
export type MeteringRecord = {
  id: string;
  kind: 'BatchMeterUsage' | 'MeterUsage';
  sellerAccountId: string;
  region: string;
  productId: string;
  productCode: string;
  customerAWSAccountId: string;
  customerIdentifier: string | null;
  licenseArn: string | null;
  agreementId: string | null;
  dimension: string;
  /** Start of the hour, ISO 8601. */
  hour: string;
  timestamp: string;
  quantity: number;
  usageAllocations: JsonValue | null;
  meteringRecordId: string;
  firstAcceptedAt: string;
  identicalResends: number;
  differentResends: number;
};

export type DueKind =
  | 'change-set-apply'
  | 'change-set-end'
  | 'license-provision'
  | 'license-deprovision'
  | 'agreement-notice'
  | 'agreement-end'
  | 'cancellation-validate'
  | 'cancellation-approve'
  | 'agreement-charge'
  | 'agreement-recurring'
  | 'usage-invoices'
  | 'bill-payment'
  | 'payout'
  | 'payout-failure'
  | 'feed-delivery'
  | 'partner-task-end'
  | 'partner-contacts'
  | 'partner-invitation-expiry';

export type DueItem = AnyDueItem & { kind: DueKind };

export type Settings = {
  id: 'settings';
  changeSetDelayMs: number;
  licenseDelayMs: number;
  eventRetryMs: number;
  eventAttemptsMax: number;
  quotas: boolean;
  openChangeSetsMax: number;
  /** How long a task of Partner Central is in progress. */
  partnerTaskDelayMs: number;
};

export type AwsTables = CommonTables & {
  accounts: Account;
  accessKeys: { id: string; accountId: string };
  entities: Entity;
  productCodes: { id: string; productId: string };
  changeSets: ChangeSet;
  openChangeSets: { id: string; accountId: string };
  locks: { id: string; changeSetId: string };
  clientTokens: ClientToken;
  tags: TagList;
  policies: ResourcePolicy;
  agreements: Agreement;
  licenses: License;
  customers: Customer;
  customerIdentifiers: { id: string; customerId: string };
  cancellations: CancellationRequest;
  registrationTokens: RegistrationToken;
  metering: MeteringRecord;
  billingSettings: BillingSettings;
  bills: Bill;
  billingEvents: BillingEvent;
  /** Billing events of which the feed lacks the latest version. */
  undelivered: { id: string; accountId: string };
  /** Billing events that count in the balance and that no payout covers. */
  undisbursed: { id: string; accountId: string };
  disbursements: Disbursement;
  taxItems: TaxItem;
  feedStates: FeedState;
  feedVersions: FeedVersion;
  /** Delivered rows of daily usage that the next delivery deletes. */
  usageDeletions: UsageDeletion;
  feedObjects: FeedObject;
  feedParts: FeedPart;
  opportunities: Opportunity;
  engagements: Engagement;
  invitations: EngagementInvitation;
  partnerTasks: PartnerTask;
  solutions: Solution;
  connections: Connection;
  connectionInvitations: ConnectionInvitation;
  partnerTraits: PartnerTraits;
  sellingSettings: SellingSettings;
  due: DueItem;
  settings: Settings;
};

export type AwsSimulation = Simulation<AwsTables>;
export type AwsTransaction = ChangeOf<AwsTables>;
export type AwsReader = Reader<AwsTables>;

/** The current settings. */
export const readSettings = settingsReader<AwsTables>({
  id: 'settings',
  changeSetDelayMs: 150,
  licenseDelayMs: 100,
  eventRetryMs: 500,
  eventAttemptsMax: 20,
  quotas: true,
  openChangeSetsMax: 100,
  partnerTaskDelayMs: 150,
});

/** Formats a time as AWS writes ISO times: seconds, no fraction. */
export const isoSeconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

/** The first instant after the UTC day `date` (YYYY-MM-DD). */
export const endOfDay = (date: string): number => Date.parse(`${date}T00:00:00Z`) + 86_400_000;
