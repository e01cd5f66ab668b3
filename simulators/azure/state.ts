import { type Change, type CommonTables, type Simulation, settingsReader } from '../kit/simulation.ts';
import type { Reader } from '../kit/store.ts';

/** Times are epoch milliseconds of business time. */

/** A JSON object as it travels on the wire. */
export type Json = { [key: string]: unknown };

/** A publisher: its Partner Center account and the Entra application with which it calls the APIs. */
export type Publisher = {
  /** The publisher ID, as in subscriptions. */
  id: string;
  name: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  /** Where buyers and events go if the product's technical configuration does not specify it. */
  landingPageUrl: string | null;
  /** Set by the control API; overrides the technical configuration. */
  messageTarget: { url: string; headers: Record<string, string> } | null;
  createdAt: number;
};

/** The key pair of the simulated Entra, as JWK. */
export type SigningKey = { id: string; privateJwk: Json; publicJwk: Json };

/** The roles of Partner Center that may use referrals ("Update a lead or opportunity": Prerequisites). */
export const referralRoles = ['GlobalAdmin', 'ReferralAdmin', 'ReferralUser'] as const;

/** A person of a publisher, who has signed in to its application. */
export type PartnerUser = {
  /** The object id in Entra. */
  id: string;
  publisherId: string;
  name: string;
  email: string;
  roles: (typeof referralRoles)[number][];
};

/** A refresh token of a person's sign-in. Its `id` is the token; times are wall time. */
export type RefreshToken = { id: string; publisherId: string; userId: string; issuedAt: number };

/** A referral: the copy that one organization has of a deal. Deals with several copies have one engagement. */
export type Referral = {
  id: string;
  engagementId: string;
  /** The organization that owns the copy: a publisher's id, or `msft`. */
  ownerId: string;
  /** The organization that created the copy: its owner, or the one that invited the owner. */
  creatorId: string;
  /** The writable members, in wire format (`referrals/schema.ts`). */
  content: Json;
  createdAt: number;
  updatedAt: number;
  /** When it lapses unless the owner responds; null once it has. */
  expiresAt: number | null;
  acceptedAt: number | null;
  closedAt: number | null;
  eTag: string;
};

/** A solution of Microsoft's catalogue: its own (1P) or that of a partner (3P). */
export type Solution = { id: string; name: string; publisherName: string; type: '1P' | '3P' };

/** Where Partner Center sends notifications to a publisher. Its `id` is the publisher's. */
export type EventRegistration = {
  id: string;
  subscriberId: string;
  webhookUrl: string;
  events: string[];
  /** Whether the signature is in `x-ms-signature` instead of `Authorization`. */
  signatureInOwnHeader: boolean;
  /** The simulator's origin, for addresses in notifications. */
  origin: string;
};

/** The key with which Partner Center signs notifications, as PEM. */
export type NotificationKey = { id: 'partner-center'; privateKey: string; certificate: string };

export type Target = 'draft' | 'preview' | 'live';

/**
 * One resource of the product ingestion API in each environment; null where it does not exist. Its ID is the durable
 * ID.
 */
export type Resource = {
  id: string;
  type: string;
  publisherId: string;
  /** `product/<guid>`. */
  productId: string;
  draft: Json | null;
  preview: Json | null;
  live: Json | null;
};

/** A publication of a product: the state of the draft is kept until it goes live. */
export type Submission = {
  id: string;
  publisherId: string;
  productId: string;
  target: 'preview' | 'live';
  status: 'running' | 'completed';
  result: 'pending' | 'succeeded' | 'failed';
  createdAt: number;
  schema: string;
  content: Record<string, Json>;
};

export type JobError = { resourceId?: string; code: string; message: string; details?: JobError[] };

/** A configure request processed in the background. */
export type Job = {
  id: string;
  publisherId: string;
  status: 'notStarted' | 'running' | 'completed';
  result: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  startedAt: number;
  endedAt: number | null;
  schema: string;
  request: Json[];
  errors: JobError[];
  /** Durable IDs of the resources it created or changed. */
  resourceIds: string[];
};

export type PrivateOffer = {
  /** `private-offer/<guid>`. */
  id: string;
  publisherId: string;
  state: 'draft' | 'live' | 'withdrawn';
  document: Json;
  acceptance: { billingAccountId: string; at: number } | null;
  /** Customized plans by the durable id of their base plan. */
  newPlans: { planId: string; basePlan: string; externalId: string; index: number }[];
  modifiedAt: number;
  revision: number;
};

/** A customer: its billing account, with the person who buys. */
export type Buyer = {
  /** The billing account id. */
  id: string;
  name: string;
  tenantId: string;
  objectId: string;
  emailId: string;
  puid: string;
  azureSubscriptionId: string;
  /** Absent in older state: Pay as You Go. */
  salesChannel?: string;
};

export type SubscriptionStatus = 'PendingFulfillmentStart' | 'Subscribed' | 'Suspended' | 'Unsubscribed';

export type Subscription = {
  id: string;
  publisherId: string;
  productId: string;
  offerId: string;
  /** The external id of the plan. */
  planId: string;
  /** All plans it has had, newest last: usage may still refer to them. */
  planIds: string[];
  privateOfferId: string | null;
  buyerId: string;
  name: string;
  status: SubscriptionStatus;
  quantity: number | null;
  termUnit: string;
  termStart: number | null;
  termEnd: number | null;
  autoRenew: boolean;
  isTest: boolean;
  isFreeTrial: boolean;
  allowedCustomerOperations: string[];
  createdAt: number;
  modifiedAt: number;
  /** When it was cancelled. */
  endedAt?: number;
  /** Its state before the last change, which reads show for `readDelayMs`. */
  before?: Subscription;
};

export type OperationAction = 'Unsubscribe' | 'ChangePlan' | 'ChangeQuantity' | 'Suspend' | 'Reinstate' | 'Renew';

export type SaasOperation = {
  id: string;
  activityId: string;
  subscriptionId: string;
  publisherId: string;
  action: OperationAction | 'Subscribe';
  source: 'Azure' | 'Partner';
  planId: string;
  quantity: number | null;
  status: 'InProgress' | 'Succeeded' | 'Failed' | 'Conflict';
  errorMessage: string;
  createdAt: number;
};

/** The token in the landing page URL. */
export type PurchaseToken = { id: string; subscriptionId: string; expiresAt: number };

/** Exactly what was accepted for one resource, plan, dimension and hour. */
export type UsageEvent = {
  id: string;
  publisherId: string;
  usageEventId: string;
  subscriptionId: string;
  offerId: string;
  planId: string;
  dimension: string;
  /** The hour, epoch milliseconds. */
  hour: number;
  effectiveStartTime: string;
  quantity: number;
  acceptedAt: number;
  identicalResends: number;
  differentResends: number;
};

/** The documented values of `reconStatus` ("Metered billing APIs", "Retrieve usage events"). */
export const reconStatuses = ['Submitted', 'Accepted', 'Rejected', 'Mismatch', 'TestHeaders', 'DryRun'] as const;

/** The verdict of Partner Center's analytics on a day's usage of one resource, plan and dimension. */
export type UsageVerdict = {
  id: string;
  reconStatus: (typeof reconStatuses)[number];
  processedQuantity: number;
};

/** A term of a subscription, by which included quantities are counted. The first has the subscription's id. */
export type Term = { id: string; subscriptionId: string; start: number; end: number };

/** How Microsoft bills the customers of a publisher, and pays it. */
export type PublisherBilling = {
  /** The publisher's id. */
  id: string;
  /** Microsoft's fee, in percent of what was billed; decimal text. */
  feePercent: string;
  /** Days from a bill until the customer pays it. */
  payDays: number;
  /** Days that Microsoft holds collected money before it is paid out. */
  holdDays: number;
  /** The payout threshold; decimal text. */
  minimumPayout: string;
  /** When the first item was billed; null before. */
  startedAt: number | null;
  /** Usage before this time has been billed. */
  usageBilledUntil: number;
};

/** How long a customer takes to pay a bill; null if it never pays. Its `id` is the buyer's. With an Enterprise Agreement it has no effect. */
export type PaymentHabit = { id: string; payDays: number | null };

export type EarningStatus = 'Uncollected' | 'Unprocessed' | 'Upcoming' | 'Sent';

/** A line of a customer's bill, with what the publisher earns by it. Amounts are decimal text in US dollars. */
export type Charge = {
  /** The LineItemId of reports. */
  id: string;
  publisherId: string;
  subscriptionId: string;
  buyerId: string;
  /** The bill: the PurchaseRecordId of reports. */
  purchaseRecordId: string;
  kind: 'Purchase' | 'Refund' | 'Adjustment';
  billingModel: 'SubscriptionBased' | 'UsageBased';
  planId: string;
  privateOfferId: string | null;
  /** The custom meter of metered usage. */
  dimension: string | null;
  quantity: string;
  price: string;
  /** Refunds are negative. */
  amount: string;
  feePercent: string;
  fee: string;
  /** The first instant of the month that it is billed for. */
  month: number;
  serviceStart: number;
  serviceEnd: number;
  billedAt: number;
  /** The charge that a refund or an adjustment corrects. */
  correctsId: string | null;
  status: EarningStatus;
  collectedAt: number | null;
  payoutId: string | null;
};

/** A payment to a publisher. */
export type Payout = { id: string; publisherId: string; amount: string; sentAt: number };

/** A query of the analytics API that a publisher has created. */
export type ReportQuery = {
  id: string;
  publisherId: string;
  name: string;
  description: string;
  query: string;
  createdAt: number;
};

export type Report = {
  id: string;
  publisherId: string;
  name: string;
  description: string;
  queryId: string;
  query: string;
  startAt: number;
  /** Hours; null for a report that is executed once. */
  recurrenceInterval: number | null;
  /** Null for endless. */
  recurrenceCount: number | null;
  format: 'csv' | 'tsv';
  callbackUrl: string | null;
  callbackMethod: string | null;
  endAt: number | null;
  /** What replaces the query's TIMESPAN. */
  queryStart: number | null;
  queryEnd: number | null;
  status: 'Active' | 'Paused' | 'Inactive';
  executions: number;
  createdAt: number;
  modifiedAt: number | null;
};

export type ReportExecution = {
  id: string;
  publisherId: string;
  reportId: string;
  status: 'Pending' | 'Running' | 'Paused' | 'Completed';
  dueAt: number;
  generatedAt: number | null;
};

/** A request for an export of earnings (`transactionhistory`) or payments. */
export type PayoutExport = {
  id: string;
  publisherId: string;
  kind: 'transactionhistory' | 'payments';
  /** The query string as received. */
  queryString: string;
  filter: string;
  format: 'csv' | 'tsv';
  status: 'Queued' | 'Processing' | 'Completed';
  requestedAt: number;
};

/** A file behind a signed link. Its `id` is the path of the blob. */
export type Blob = { id: string; text: string; createdAt: number; expiresAt: number };

/** The secret by which links to blobs are signed. */
export type LinkSecret = { id: 'blobs'; secret: string };

export type Settings = {
  id: 'settings';
  /** Duration of a job, and the additional time if it publishes. */
  jobDelayMs: number;
  publishDelayMs: number;
  /** Duration of an operation that the publisher requested. */
  operationDelayMs: number;
  /** After this time without a response Microsoft accepts a change on the publisher's behalf. */
  autoAcceptMs: number;
  /** Claims of the webhook's token: version 1 has `appid`, version 2 `azp`. */
  webhookTokenVersion: 1 | 2;
  /** Whether activation sends a Subscribe event, which only the newer documentation has. */
  subscribeEvent: boolean;
  /**
   * Whether a reinstatement happens whatever the publisher answers ("No Action": Implementing a webhook on the SaaS
   * service, and Microsoft's emulator), or waits for its PATCH (SaaS fulfillment Operations APIs v2).
   */
  reinstatement: 'notified' | 'answered';
  /** Whether a webhook about a change contains only the members of the documentation's ChangePlan sample: no status, no plan. */
  briefChangeEvents: boolean;
  /** How a subscription to a plan without seats shows its quantity: not at all, or as an empty text, as in the samples. */
  noSeats: 'absent' | 'empty';
  /**
   * Whether a subscription shows the time of its last change, or the earliest possible time, as in the samples:
   * "[Deprecated] Do not use" (SaaS fulfillment Subscription APIs v2).
   */
  lastModified: 'deprecated' | 'kept';
  /**
   * Whether there is one usage event an hour for each dimension of a plan, or for each dimension, whatever the plan: "per
   * resource and dimension" (Marketplace metered billing APIs).
   */
  usageKey: 'plan' | 'dimension';
  /**
   * What `listAvailablePlans` shows as the price of a term that is paid in parts: that of each payment, or of the whole term. No
   * page says which.
   */
  termPrice: 'payment' | 'term';
  /** The state that a withdrawn private offer shows. */
  withdrawnState: 'draft' | 'withdrawn';
  /**
   * Whether the list of private offers has whole offers in `value`, or summaries without buyers and prices in
   * `privateOffers`, whose next page is at another path (dstarr/partner-center-cli).
   */
  privateOfferList: 'value' | 'privateOffers';
  /** Whether a private offer shows its `subState`: the samples of the pages have none. */
  offerSubState: 'shown' | 'absent';
  pageSize: number;
  /** How long reads of a subscription show its state before the last change. */
  readDelayMs: number;
  /** How long an execution of a report, or an export of payouts, waits, and then runs. */
  reportDelayMs: number;
  /** How long the link to a report is valid. */
  reportLinkMs: number;
  /** Whether members of the analytics API are written as on each page of its documentation, or all in camel case. */
  insightsCase: 'published' | 'camel';
  /** Whether reports show a correction as a separate line, or as a part of the line that it corrects. */
  correctionLines: 'own' | 'same';
  /**
   * Whether referrals are shown with the members of the pages, and `direction` by who made them; or as in answers of the API
   * that others have published, where every copy of one's own is Incoming, names oneself as the inviter of one's own deals, and has
   * more members that only Microsoft writes.
   */
  referralAnswers: 'documented' | 'observed';
  /** How many days the recipient of a referral has to respond. */
  referralDays: number;
};

export type AzureTables = CommonTables & {
  publishers: Publisher;
  keys: SigningKey;
  resources: Resource;
  submissions: Submission;
  jobs: Job;
  privateOffers: PrivateOffer;
  buyers: Buyer;
  subscriptions: Subscription;
  operations: SaasOperation;
  purchaseTokens: PurchaseToken;
  usage: UsageEvent;
  usageVerdicts: UsageVerdict;
  terms: Term;
  billing: PublisherBilling;
  paymentHabits: PaymentHabit;
  charges: Charge;
  payouts: Payout;
  reportQueries: ReportQuery;
  reports: Report;
  reportExecutions: ReportExecution;
  payoutExports: PayoutExport;
  blobs: Blob;
  linkSecrets: LinkSecret;
  users: PartnerUser;
  refreshTokens: RefreshToken;
  referrals: Referral;
  solutions: Solution;
  eventRegistrations: EventRegistration;
  notificationKeys: NotificationKey;
  settings: Settings;
};

export type AzureSimulation = Simulation<AzureTables>;
export type AzureChange = Change<AzureTables>;
export type AzureReader = Reader<AzureTables>;

/** The current settings. */
export const readSettings = settingsReader<AzureTables>({
  id: 'settings',
  jobDelayMs: 300,
  publishDelayMs: 300,
  operationDelayMs: 300,
  autoAcceptMs: 10_000,
  webhookTokenVersion: 2,
  subscribeEvent: false,
  reinstatement: 'notified',
  briefChangeEvents: false,
  noSeats: 'absent',
  lastModified: 'kept',
  usageKey: 'plan',
  termPrice: 'payment',
  withdrawnState: 'draft',
  privateOfferList: 'value',
  offerSubState: 'shown',
  pageSize: 100,
  readDelayMs: 0,
  reportDelayMs: 300,
  reportLinkMs: 7 * 86_400_000,
  insightsCase: 'published',
  correctionLines: 'own',
  referralAnswers: 'documented',
  referralDays: 14,
});
