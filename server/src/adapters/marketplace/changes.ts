import type { Decimal } from '../../kit/decimal.ts';

/** What a marketplace is asked to change. Each takes a while there: it is started, then looked at until it has ended. */
export type PartnerChange = ProductChange | OfferChange | OfferSetChange;

/** A price of a usage or contract dimension, in the currency of the whole. */
export type Rate = { key: string; price: Decimal };

/** A dimension as it is to stand in the listing. `types`: AWS `Entitled`, `Metered`, `ExternallyMetered`. */
export type DimensionWrite = { key: string; name: string; description: string; unit: string; types: string[] };

/** What the listing says: every text and link that is given; absent ones stay as they are. */
export type ListingWrite = {
  title?: string;
  shortDescription?: string;
  longDescription?: string;
  sku?: string;
  logoUrl?: string;
  videoUrls?: string[];
  highlights?: string[];
  resources?: { text: string; url: string }[];
  supportDescription?: string;
  categories?: string[];
  keywords?: string[];
  /** AZURE: the line under the title in search results, and what else its listing shows. */
  summary?: string;
  gettingStarted?: string;
  privacyPolicyUrl?: string;
  supportContact?: ListingContact;
  engineeringContact?: ListingContact;
};

export type ListingContact = { name: string; email: string; phone: string };

/** How much is in the price of a unit of the subscription; `quantity` null: without limit. */
export type IncludedQuantity = { every: 'MONTH' | 'YEAR'; quantity: Decimal | null };

/** A plan with its prices. AWS has exactly one, the public offer's. */
export type PlanWrite = {
  /** The partner's id of the plan (AZURE: what the seller named it, `gold`); null where plans have none (AWS). */
  id: string | null;
  name: string;
  description: string;
  /** Contract prices: of how much for how long. */
  commits: (Rate & { quantity: number; durationIso: string; name: string; description: string })[];
  usage: (Rate & {
    name: string;
    description: string;
    unit: string;
    includedQuantity: Decimal | null;
    /** Where it differs by the unit of the subscription (AZURE). */
    included?: IncludedQuantity[];
  })[];
  /** Contract prices are for each user, of which there are so many. */
  perUser?: { min: number | null; max: number | null } | null;
  currency: string;
  billingTermIso: string | null;
};

/** Legal terms. `urls` are addresses that the marketplace can fetch for days. */
export type LegalWrite = { type: 'STANDARD' } | { type: 'CUSTOM'; url: string };

/** Terms of the public offer. */
export type PublicTermsWrite = { legal: LegalWrite | null; refundPolicy: string | null };

/** `entityId` is the partner's id of the product; `made` of a creation names it `product`. */
export type ProductChange =
  | {
      act: 'product.create';
      /** A draft that is there already, of an earlier try or made elsewhere: completed instead of made. */
      entityId?: string;
      name: string;
      listing: ListingWrite;
      dimensions: DimensionWrite[];
      plans: PlanWrite[];
      terms: PublicTermsWrite;
      fulfillmentUrl: string;
      buyerAccountIds: string[];
      /** The partner's own document as the client gave it (`info.awsSaasProduct`, `info.azureProduct`). */
      document: Record<string, unknown>;
    }
  | {
      act: 'product.update';
      entityId: string;
      /** What changes. */
      listing: ListingWrite;
      /** All that shall stand there; null: they stay as they are. */
      dimensions: DimensionWrite[] | null;
      /** The partner's own document as it shall be, for what `listing` has no word for; absent where it has. */
      document?: Record<string, unknown>;
    }
  | { act: 'product.publish'; entityId: string }
  | { act: 'product.fulfillmentUrl'; entityId: string; fulfillmentUrl: string }
  | { act: 'product.targeting'; entityId: string; buyerAccountIds: string[] }
  | { act: 'product.price'; entityId: string; plans: PlanWrite[] }
  | { act: 'product.pricing'; entityId: string; plans: PlanWrite[]; terms: PublicTermsWrite };

/** What is offered to AWS: a private offer, complete. */
export type AwsOfferSubmission = {
  partner: 'AWS';
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
  usageRates: Rate[];
  durationIso: string;
  startDate: string | null;
  endDate: string | null;
  /** Null: the resale authorization's, else the standard contract. */
  eula: LegalWrite | null;
  refundPolicy: string | null;
  renewal: AwsRenewalTerms | null;
  /** What it continues or replaces: nothing, an agreement (a replacement or an agreement-based offer), a resale authorization. */
  base?: AwsOfferBase | undefined;
  /** Days until a bill is due: 15, 30, 45, 60, 90 or 120. */
  netPaymentDays?: number | undefined;
  /** Usage was bought elsewhere before (PreExistingAgreement). */
  preExistingAgreement?: { acquisitionChannel: string; pricingModel: string } | undefined;
};

export type AwsOfferBase =
  | { kind: 'REPLACEMENT'; agreementId: string }
  | { kind: 'RESALE'; resaleAuthorizationId: string; markupPercentage: Decimal | null; agreementId?: string };

export type AwsRenewalTerms = {
  enabled: boolean;
  lockoutDays?: number;
  adjustmentDeadlineDays?: number;
  maxRenewals?: number;
  priceIncrease?:
    | { type: 'FIXED'; percentage: Decimal }
    | { type: 'RANGE'; min: Decimal; default: Decimal; max: Decimal };
};

/** What is offered to AZURE (private-offer and its price resources of the product ingestion API). */
export type AzureOfferSubmission = {
  partner: 'AZURE';
  name: string;
  productEntityId: string;
  /** Billing accounts of the buyers, with whom to tell. */
  beneficiaries: { billingAccountId: string; description: string; recipients: string[] }[];
  /** The last day on which it can be accepted, YYYY-MM-DD. */
  acceptBy: string;
  /** First day; null: at acceptance. Last day of the price. */
  start: string | null;
  end: string;
  notificationContacts: string[];
  preparedBy: string;
  /** The private offer that it takes the place of (`private-offer/…`). */
  upgradedFrom: string | null;
  terms: { url: string; fileName: string } | null;
  pricing: (
    | { planId: string; kind: 'DISCOUNT'; percentage: Decimal }
    | {
        planId: string;
        kind: 'ABSOLUTE';
        newPlan: { name: string; description: string } | null;
        recurrent: { billingTermIso: string; paymentOptionIso: string; price: Decimal }[];
        perUser: { min: number | null; max: number | null } | null;
        meters: (Rate & { includedQuantity: Decimal | null })[];
        currency: string;
      }
  )[];
};

/** What is offered to GCP (private offer of the Commerce Producer API). */
export type GcpOfferSubmission = {
  partner: 'GCP';
  title: string;
  productEntityId: string;
  /** `…/standardOffers/{id}` of the plan whose prices are replaced. */
  baseStandardOffer: string;
  customer: { entityTitle: string; contactName: string; email: string; billingAccount: string };
  provider: { contactName: string; email: string } | null;
  customerNote: string;
  internalNote: string;
  /** The last instant in which it can be accepted. */
  acceptDeadline: string;
  start: string | null;
  end: { kind: 'AFTER_MONTHS'; months: number } | { kind: 'AT'; time: string };
  maxRenewals: number;
  price: {
    currency: string;
    /** Fixed fee of every interval, or a commitment with a discount on usage. */
    flatFee: Decimal | null;
    commitment: { amount: Decimal; discountPercent: Decimal | null; additionalCredit: Decimal | null } | null;
    usageDiscountPercent: Decimal | null;
    skuDiscounts: { sku: string; percent: Decimal }[];
    schedule:
      | { kind: 'INTERVAL'; interval: string }
      | { kind: 'INSTALLMENTS'; installments: { start: string; amount: Decimal }[] };
    /** Whether an interval is charged before it or after it. */
    paymentSchedule: 'PREPAY' | 'POSTPAY';
  };
  dealType: string | null;
  amends: { privateOffer?: string; standardOffer?: string } | null;
  features: { name: string; value: string }[];
  documents: { type: 'STANDARD' | 'CUSTOM_EULA' | 'SOW'; url?: string; fileName?: string }[];
};

export type OfferSubmission = AwsOfferSubmission | AzureOfferSubmission | GcpOfferSubmission;

/** `made` of a creation names the offer `offer`. */
export type OfferChange =
  | { act: 'offer.create'; offer: OfferSubmission }
  /** Stops it from being accepted. `lastDay` (YYYY-MM-DD) is over. */
  | { act: 'offer.withdraw'; externalId: string; lastDay: string }
  /** Where the partner moves the last day in one call (`extendsBy` CHANGE). `expireTime`: the last instant, ISO 8601. */
  | { act: 'offer.extend'; externalId: string; lastDay: string; expireTime: string }
  /** Where it does not: offered again after it was withdrawn; `made.offer` may be another id. */
  | { act: 'offer.reoffer'; externalId: string; offer: OfferSubmission }
  /** Usage rates of an offer in force: changed, or added with their dimensions. All rates that shall hold. */
  | {
      act: 'offer.reprice';
      externalId: string;
      productEntityId: string;
      newDimensions: DimensionWrite[];
      currency: string;
      rates: Rate[];
    };

/** A set with its offers, each under our id: `made` names the set `offerSet` and each offer by `key`. */
export type OfferSetChange = {
  act: 'offerSet.create';
  name: string;
  buyerNotes: string;
  solutionId: string | null;
  offers: { key: string; offer: AwsOfferSubmission }[];
};

/**
 * One request of a change. A change may take several, one after the other, each waited for: `stage` counts them from 0,
 * `made` holds what the earlier ones made, and `key` is new for each and equal in every try of it.
 */
export type ChangeStep = {
  key: string;
  stage: number;
  made: Readonly<Record<string, string>>;
  /** How often this stage was begun; 1: nothing of it was sent before, so nothing is looked for. Absent: not known. */
  attempt?: number;
  /** The PDF behind an address that the change names, for partners that take its content. */
  load?: (url: string) => Promise<Uint8Array>;
};

/** `more`: once this stage is done the next one is to be started. */
export type ChangeStarted = { changeId: string; more?: boolean };

/** Where an asynchronous change stands. Error codes and messages are the partner's own. */
export type ChangeRead =
  | { state: 'RUNNING' }
  | { state: 'DONE'; entityIds: Record<string, string> }
  | { state: 'FAILED'; serverFault: boolean; errors: { code: string; message: string }[] };
