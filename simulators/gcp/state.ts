import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';

/** A JSON object as received. */
export type Json = Record<string, unknown>;

/** A seller: a provider of Partner Procurement with its project and the service account that calls the APIs. */
export type Seller = {
  /** The provider id. */
  id: string;
  name: string;
  projectId: string;
  projectNumber: string;
  clientEmail: string;
  privateKey: string;
  publicKey: string;
  keyId: string;
  /** The audience of sign-up tokens. */
  domain: string;
  signUpUrl: string | null;
  /** The URL to which Pub/Sub pushes; null if the subscription is pulled. */
  target: PushTarget | null;
  /** The id of the Pub/Sub subscription in the seller's project. */
  subscription: string;
  createdAt: number;
};

export type PushTarget = { url: string; audience: string; email: string; headers: Record<string, string> };

/** One of Google's keys: `oidc` signs Pub/Sub push tokens, `commerce-partner` signs sign-up tokens. */
export type GoogleKey = { id: string; keyId: string; privateKey: string; publicKey: string; certificate: string };

/** An access token; `expiresAt` is wall time. */
export type AccessToken = { id: string; sellerId: string; scopes: string[]; expiresAt: number };

/** A listed product. `id` is the name of the service, such as `acme.endpoints.acme-public.cloud.goog`. */
export type Service = {
  id: string;
  sellerId: string;
  title: string;
  /** Orders need no approval by the seller. */
  autoApproval: boolean;
  /** A billing account may hold several active orders of the product. */
  multipleOrders: boolean;
};

/** A plan with a term; plans without a subscription have no term. */
export type StandardOffer = {
  id: string;
  serviceId: string;
  serviceLevel: string;
  serviceLevelTitle: string;
  termMonths: number | null;
  flatFeeSku: string | null;
  usageSkus: string[];
  /** Names its usage SKUs by a group of them. */
  skuGroup?: string;
  createdAt: number;
  effectiveAt: number;
  expireAt: number | null;
};

/** `flatFee`: a price per month; `usage`: a price per unit of a metric. Prices are decimal text in USD. */
export type Sku = {
  id: string;
  serviceId: string;
  description: string;
  effectiveAt: number;
  price: string;
  flatFee: boolean;
  metric: { name: string; type: 'INT64' | 'DOUBLE'; unit: string; unitDescription: string } | null;
};

export type SkuGroup = { id: string; sellerId: string; skus: string[] };

export type PrivateOfferState = 'DRAFT' | 'PUBLISHING' | 'PUBLISHED' | 'ACCEPTED' | 'CANCELLED' | 'EXPIRED' | 'ENDED';

export type PrivateOffer = {
  id: string;
  sellerId: string;
  /** The fields that the seller writes. */
  content: Json;
  state: PrivateOfferState;
  serviceLevel: string | null;
  needsReview: boolean;
  reviewedAt: number | null;
  createdAt: number;
  updatedAt: number;
  publishedAt: number | null;
  acceptedAt: number | null;
  cancelledAt: number | null;
  endedAt: number | null;
  cancellationNote: string | null;
};

/** `id` is `<offer>/<document>`. */
export type OfferDocument = { id: string; offerId: string; content: Json; createdAt: number; updatedAt: number };

export type Approval = { name: string; state: 'PENDING' | 'APPROVED' | 'REJECTED'; reason?: string; updatedAt: number };

/** A customer's billing account in relation to one seller. */
export type BuyerAccount = {
  id: string;
  sellerId: string;
  billingAccount: string;
  userIdentity: string;
  state: 'ACCOUNT_ACTIVATION_REQUESTED' | 'ACCOUNT_ACTIVE';
  approvals: Approval[];
  properties: Record<string, string>;
  /** The billing account of the reseller above the customer's; absent: the customer buys from the seller. */
  resellerParent?: string | null;
  createdAt: number;
  updatedAt: number;
};

export type EntitlementState =
  | 'ENTITLEMENT_ACTIVATION_REQUESTED'
  | 'ENTITLEMENT_ACTIVE'
  | 'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL'
  | 'ENTITLEMENT_PENDING_PLAN_CHANGE'
  | 'ENTITLEMENT_PENDING_CANCELLATION'
  | 'ENTITLEMENT_SUSPENDED'
  | 'ENTITLEMENT_CANCELLED';

/** The purchased item: a plan, by its standard offer, or a private offer based on one. */
export type Terms = {
  standardOfferId: string;
  privateOfferId: string | null;
  plan: string;
  /** Length of a term; null if the offer has a fixed end, or no term at all. */
  durationMonths: number | null;
  /** An agreed start; null for at once. */
  startsAt: number | null;
  /** An agreed end. */
  endsAt: number | null;
  renewalsLeft: number;
};

/** An order of a product. */
export type Entitlement = {
  id: string;
  sellerId: string;
  accountId: string;
  billingAccount: string;
  serviceId: string;
  state: EntitlementState;
  terms: Terms;
  /** The current term; null before the start and for plans without one. */
  termStartAt: number | null;
  termEndAt: number | null;
  autoRenew: boolean;
  approved: boolean;
  pending: (Terms & { approved: boolean; eventId: string }) | null;
  messageToUser: string | null;
  usageReportingId: string | null;
  cancellationReason: string | null;
  cancelledAt: number | null;
  benefitId: string;
  purchaseEventId: string;
  offerHistory: string[];
  properties: Record<string, string>;
  createdAt: number;
  updatedAt: number;
};

/** An operation that Service Control has accepted; `id` is `<service>/<operationId>`. */
export type UsageOperation = {
  id: string;
  sellerId: string;
  entitlementId: string;
  operation: Json;
  acceptedAt: number;
  identicalResends: number;
  differentResends: number;
  /** What the order had purchased when the usage was accepted; absent in older state. */
  terms?: Pick<Terms, 'standardOfferId' | 'privateOfferId'>;
  /** Whether it is in a month's bill. */
  isBilled?: boolean;
};

/** How Google settles with a seller, and where its reports go. Its `id` is the seller's. */
export type Settlement = {
  id: string;
  /** Google's share of what customers are charged, in percent; decimal text. */
  googleSharePercent: string;
  /** The Cloud Storage bucket of the reports. */
  bucket: string;
  /** Days after a day until its Customer Insights are written. */
  insightsDelayDays: number;
  /** When the first order began; null before. */
  startedAt: number | null;
};

/**
 * `OPEN` until the disbursement of its month; then `PAID`, or `WITHHELD` while the customer's billing account is
 * delinquent, and `RELEASED` or `ABANDONED` after that.
 */
export type PayoutStatus = 'OPEN' | 'PAID' | 'WITHHELD' | 'RELEASED' | 'ABANDONED';

/** A customer's charge for a SKU. Amounts are decimal text in US dollars. */
export type Charge = {
  id: string;
  sellerId: string;
  entitlementId: string;
  accountId: string;
  billingAccount: string;
  serviceId: string;
  skuId: string;
  privateOfferId: string | null;
  kind: 'FEE' | 'USAGE' | 'REFUND';
  /** The month in Los Angeles, `2026-11`. */
  month: string;
  quantity: string;
  unit: string;
  price: string;
  /** Usage that a commitment has paid for; it is not in `amount`. */
  credit: string;
  /** Refunds are negative. */
  amount: string;
  googleShare: string;
  chargedAt: number;
  correctsId: string | null;
  status: PayoutStatus;
  /** The disbursements with which it was withheld, and with which it was paid, released or abandoned. */
  withheldId: string | null;
  disbursementId: string | null;
};

/** What a payment of a commitment lets the customer spend on usage from a time until another one; null: as long as the order lasts. */
export type Grant = { from: number; until: number | null; left: string };

/** The grants of an order, oldest first. */
export type Credit = { id: string; grants: Grant[] };

/** A month's transfer to a seller, which arrives at `sentAt`; `id` is `<seller>|<month>`. */
export type Disbursement = { id: string; sellerId: string; month: string; amount: string; sentAt: number };

/** A customer's billing account that is, or was, delinquent. Its `id` is the buyer account's. */
export type Standing = {
  id: string;
  state: 'good' | 'probation' | 'closed';
  probationStart: number | null;
  probationEnd: number | null;
};

/** A file in a bucket; `id` is `<bucket>/<name>`. */
export type StoredObject = {
  id: string;
  bucket: string;
  name: string;
  text: string;
  generation: string;
  createdAt: number;
};

/** A message that was pulled but not yet acknowledged; `until` is wall time. */
export type Lease = { id: string; ackId: string; until: number };

/** Delays, in milliseconds. */
export type Settings = {
  id: string;
  activationDelayMs: number;
  publishDelayMs: number;
  cancellingDelayMs: number;
  /** Usage is refused this long after its end; null for never (Google documents no limit). */
  usageWindowMs: number | null;
  /** Accounts wait for the seller's approval before they are active, as they once did. */
  accountsStartRequested: boolean;
  /** How public plans are charged: by the calendar month, as Google does, or their whole price each month from their start. */
  publicFees: 'whole' | 'prorated';
};

export type GcpTables = CommonTables & {
  sellers: Seller;
  keys: GoogleKey;
  tokens: AccessToken;
  services: Service;
  standardOffers: StandardOffer;
  skus: Sku;
  skuGroups: SkuGroup;
  privateOffers: PrivateOffer;
  documents: OfferDocument;
  accounts: BuyerAccount;
  entitlements: Entitlement;
  usage: UsageOperation;
  leases: Lease;
  settlements: Settlement;
  charges: Charge;
  credits: Credit;
  disbursements: Disbursement;
  standings: Standing;
  objects: StoredObject;
  settings: Settings;
};

export type GcpSimulation = Simulation<GcpTables>;
export type GcpChange = Change<GcpTables>;
export type GcpReader = Reader<GcpTables>;

/** The current settings. */
export const readSettings = settingsReader<GcpTables>({
  id: 'settings',
  activationDelayMs: 200,
  publishDelayMs: 200,
  cancellingDelayMs: 1000,
  usageWindowMs: null,
  accountsStartRequested: false,
  publicFees: 'prorated',
});

/** A time in Google's format: UTC with microseconds. */
export const googleTime = (time: number): string => new Date(time).toISOString().replace('Z', '000Z');

/** The time of a row's next change: always later than the previous one, so that `updateTime` distinguishes them. */
export const nextUpdate = (transaction: GcpChange, row: { updatedAt: number }): number =>
  Math.max(transaction.at, row.updatedAt + 1);
