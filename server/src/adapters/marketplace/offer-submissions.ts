import type { Decimal } from '../../kit/decimal.ts';

/** A price of a usage or contract dimension, in the offer's currency. */
export type Rate = { key: string; price: Decimal };

/** How much the price of a unit of the subscription includes; `quantity` null: unlimited. */
export type IncludedQuantity = { every: 'MONTH' | 'YEAR'; quantity: Decimal | null };

/** Legal terms. `urls` are addresses that the marketplace can fetch for days. */
export type LegalWrite = { type: 'STANDARD' } | { type: 'CUSTOM'; url: string };

/** A complete private offer for AWS. */
export type AwsOfferSubmission = {
  partner: 'AWS';
  name: string;
  description: string;
  productEntityId: string;
  buyerAccountIds: string[];
  /** The last day on which it can be accepted, YYYY-MM-DD. */
  availabilityEndDate: string;
  currency: string;
  /** Contract price of the whole duration, and what it grants. */
  upfront: { price: Decimal; grants: { key: string; quantity: number }[] } | null;
  /** Dates on which parts of the contract price are charged; empty: all of it at acceptance. */
  installments: { chargeDate: string; amount: Decimal }[];
  /** The day on which a price without installments is charged, if the partner requires one; the day of submission. */
  upfrontChargeDate?: string;
  usageRates: Rate[];
  durationIso: string;
  startDate: string | null;
  endDate: string | null;
  /** Null: that of the resale authorization, otherwise the standard contract. */
  eula: LegalWrite | null;
  refundPolicy: string | null;
  renewal: AwsRenewalTerms | null;
  /**
   * What it continues or replaces: nothing, an agreement (a replacement or an agreement-based offer), a resale
   * authorization.
   */
  base?: AwsOfferBase | undefined;
  /** Days until a bill is due: 15, 30, 45, 60, 90 or 120. */
  netPaymentDays?: number | undefined;
  /** Usage was bought elsewhere before (PreExistingAgreement). */
  preExistingAgreement?: { acquisitionChannel: string; pricingModel: string } | undefined;
  /** Not an offer to a buyer, but something a channel partner may make offers with: a resale authorization. */
  authorizes?: AwsAuthorization | undefined;
};

/**
 * In a resale authorization's offer `buyerAccountIds` may be empty (any buyer), `availabilityEndDate` may be '' (no
 * last day), and `startDate` is the latest start of an agreement.
 */
export type AwsAuthorization = {
  resellerAccountId: string;
  /** For a single offer of the partner. */
  once: boolean;
  /**
   * Contract prices of one unit, from which the partner's buyers choose; with installments the offer's `upfront`
   * applies.
   */
  prices: Rate[];
  /** Between us and the partner; null: none in AWS Marketplace. */
  contract: LegalWrite | null;
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

/** A private offer for AZURE (private-offer and its price resources of the product ingestion API). */
export type AzureOfferSubmission = {
  partner: 'AZURE';
  name: string;
  productEntityId: string;
  /**
   * Billing accounts of the buyers, and whom there the offer is for. A recipient without a type is a customer of a reseller
   * (`cspCustomer`); so are those that runs from before types have stored as an id.
   */
  beneficiaries: {
    billingAccountId: string;
    description: string;
    recipients: (string | { id: string; type: string })[];
  }[];
  /** The last day on which it can be accepted, YYYY-MM-DD. */
  acceptBy: string;
  /** First day; null: at acceptance. Last day of the price. */
  start: string | null;
  end: string;
  notificationContacts: string[];
  preparedBy: string;
  /** The private offer that it replaces (`private-offer/…`). */
  upgradedFrom: string | null;
  terms: { url: string } | null;
  pricing: (
    | { planId: string; kind: 'DISCOUNT'; percentage: Decimal }
    | {
        planId: string;
        kind: 'ABSOLUTE';
        newPlan: { name: string; description: string } | null;
        recurrent: { billingTermIso: string; paymentOptionIso: string; price: Decimal }[];
        perUser: { min: number | null; max: number | null } | null;
        /**
         * `price` null: that of the base plan. `includedByTerm`: what each price of the plan includes, null for no limit; without
         * it, `includedQuantity` is included in all of them.
         */
        meters: {
          key: string;
          price: Decimal | null;
          includedQuantity: Decimal | null;
          includedByTerm?: { billingTermIso: string; quantity: Decimal | null }[];
        }[];
        currency: string;
      }
  )[];
};

/** A private offer for GCP (Commerce Producer API). */
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
  /** The last instant at which it can be accepted. */
  acceptDeadline: string;
  start: string | null;
  end: { kind: 'AFTER_MONTHS'; months: number } | { kind: 'AT'; time: string };
  maxRenewals: number;
  price: {
    currency: string;
    /** Fixed fee of every interval, or a commitment with a discount on usage. */
    flatFee: Decimal | null;
    commitment: { amount: Decimal; discountPercent: Decimal | null } | null;
    usageDiscountPercent: Decimal | null;
    skuDiscounts: { sku: string; percent: Decimal }[];
    schedule:
      | { kind: 'INTERVAL'; interval: string }
      | {
          kind: 'INSTALLMENTS';
          /** `amount`: the fee, or what is committed. A discount of its own is taken off that instead of the commitment's. */
          installments: { start: string; amount: Decimal; discountPercent?: Decimal; additionalCredit?: Decimal }[];
        };
  };
  dealType: string | null;
  amends: { privateOffer?: string; standardOffer?: string } | null;
  features: { name: string; value: string }[];
  documents: { type: 'STANDARD' | 'CUSTOM_EULA' | 'SOW'; url?: string; fileName?: string }[];
};

export type OfferSubmission = AwsOfferSubmission | AzureOfferSubmission | GcpOfferSubmission;
