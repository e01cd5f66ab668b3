import type { Decimal } from '../../kit/decimal.ts';
import type { IncludedQuantity, LegalWrite, OfferSubmission, Rate } from './offer-submissions.ts';

/** A change requested from a marketplace. Each takes a while: it is started, then polled until it has ended. */
export type PartnerChange = ProductChange | OfferChange | OfferSetChange | AgreementChange | RenewalChange;

/** A dimension as the listing should have it. `types`: AWS `Entitled`, `Metered`, `ExternallyMetered`. */
export type DimensionWrite = { key: string; name: string; description: string; unit: string; types: string[] };

/** The content of the listing: every text and link that is given; absent ones stay unchanged. */
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
  /** AZURE: the line under the title in search results, and other parts of its listing. */
  summary?: string;
  gettingStarted?: string;
  privacyPolicyUrl?: string;
  supportContact?: ListingContact;
  engineeringContact?: ListingContact;
};

export type ListingContact = { name: string; email: string; phone: string };

/** A plan with its prices. AWS has exactly one, the public offer's. */
export type PlanWrite = {
  /** The partner's id of the plan (AZURE: the seller's own, such as `gold`); null if plans have none (AWS). */
  id: string | null;
  name: string;
  description: string;
  /** Contract prices: how much is charged for which duration. */
  commits: (Rate & { quantity: number; durationIso: string; name: string; description: string })[];
  usage: (Rate & {
    name: string;
    description: string;
    unit: string;
    includedQuantity: Decimal | null;
    /** If it differs by the unit of the subscription (AZURE). */
    included?: IncludedQuantity[];
  })[];
  /** Contract prices are for each user, within this range of users. */
  perUser?: { min: number | null; max: number | null } | null;
  currency: string;
  billingTermIso: string | null;
};

/** Terms of the public offer. */
export type PublicTermsWrite = { legal: LegalWrite | null; refundPolicy: string | null };

/** `entityId` is the partner's id of the product; a creation's `made` names it `product`. */
export type ProductChange =
  | {
      act: 'product.create';
      /** An existing draft, from an earlier try or made elsewhere: completed instead of made. */
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
      /** The complete set wanted; null: they stay unchanged. */
      dimensions: DimensionWrite[] | null;
      /** The partner's own document as wanted, for what `listing` cannot express; absent if it can express all. */
      document?: Record<string, unknown>;
    }
  | { act: 'product.publish'; entityId: string }
  | { act: 'product.fulfillmentUrl'; entityId: string; fulfillmentUrl: string }
  | { act: 'product.targeting'; entityId: string; buyerAccountIds: string[] }
  | { act: 'product.price'; entityId: string; plans: PlanWrite[] }
  | { act: 'product.pricing'; entityId: string; plans: PlanWrite[]; terms: PublicTermsWrite };

/** A creation's `made` names the offer `offer`. */
export type OfferChange =
  | { act: 'offer.create'; offer: OfferSubmission }
  /** Stops it from being accepted. `lastDay` (YYYY-MM-DD) is in the past. */
  | { act: 'offer.withdraw'; externalId: string; lastDay: string }
  /**
   * For a partner that moves the last day in one call (`extendsBy` CHANGE). `expireTime`: the last instant, ISO 8601.
   */
  | { act: 'offer.extend'; externalId: string; lastDay: string; expireTime: string }
  /** For a partner that does not: offered again after it was withdrawn; `made.offer` may be another id. */
  | { act: 'offer.reoffer'; externalId: string; offer: OfferSubmission }
  /** Usage rates of an offer in force: changed, or added with their dimensions. All rates that should apply. */
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
  offers: { key: string; offer: OfferSubmission }[];
};

/** Changes of the offer by which AWS will renew an agreement. */
export type RenewalChange =
  /** Its prices are those of the agreement, raised by this percentage. */
  | { act: 'renewal.adjust'; agreementId: string; externalId: string; upliftPercentage: Decimal }
  /** The agreement is not renewed. `lastDay` (YYYY-MM-DD) is in the past. */
  | { act: 'renewal.optOut'; externalId: string; lastDay: string };

/** Changes of a purchase in force (AZURE). */
export type AgreementChange =
  /** Ends it at once. */
  { act: 'agreement.cancel'; agreementId: string } | { act: 'agreement.seats'; agreementId: string; quantity: number };

/**
 * One request of a change. A change may take several, one after the other, each waited for: `stage` counts them from 0,
 * `made` holds what the earlier ones made, and `key` is new for each and the same in every try of it.
 */
export type ChangeStep = {
  key: string;
  stage: number;
  made: Readonly<Record<string, string>>;
  /** How often this stage was started; 1: it was never sent before, so nothing is looked for. Absent: unknown. */
  attempt?: number;
  /** The PDF at an address that the change names, for partners that take its content. */
  load?: (url: string) => Promise<Uint8Array>;
};

/** `more`: after this stage the next one must be started. */
export type ChangeStarted = { changeId: string; more?: boolean };

/**
 * The progress of an asynchronous change. Error codes and messages are the partner's own. `of`: what the refused part of
 * the change makes or changes, by the key under which it is made, or by its id at the partner.
 */
export type ChangeRead =
  | { state: 'RUNNING' }
  | { state: 'DONE'; entityIds: Record<string, string> }
  | { state: 'FAILED'; serverFault: boolean; errors: { code: string; message: string; of?: string }[] };
