import type { AgreementRead, OfferCharging } from '../../adapters/marketplace/port.ts';
import type { Decimal } from '../../kit/decimal.ts';
import type { PartnerDocumentName } from '../partner-documents/documents.ts';
import type { Document } from '../partner-documents/read-document.ts';

/** Whether a marketplace supports something and, if not, the reason or a workaround. */
export type Capability = { can: true; note?: string } | { can: false; note: string };

export const yes = (note?: string): { can: true; note?: string } =>
  note === undefined ? { can: true } : { can: true, note };
export const no = (note: string): { can: false; note: string } => ({ can: false, note });

export const capabilityNames = [
  'productCreate',
  'productPublish',
  'productUpdate',
  'productFulfillmentUrl',
  'productPrice',
  'productTargeting',
  'offerCreate',
  'offerCancel',
  'publicOfferCancel',
  'offerExtendExpiry',
  'offerPrice',
  'offerSet',
  'entitlementApprove',
  'entitlementCancel',
  'cancellationRequest',
  'entitlementScheduleCancellation',
  'entitlementSeats',
  'entitlementPriceModel',
  'entitlementAddon',
  'renewalAdjustUplift',
  'renewalOptOut',
  'agreementPdf',
  'metering',
  'usageAllocation',
  'usageComparison',
  'coSellSubmit',
  'coSellSync',
  'coSellHandOff',
  'coSellInbound',
  'invitePartner',
] as const;

export type CapabilityName = (typeof capabilityNames)[number];

/** A document of the marketplace: the member of `info` that holds it, and its schema. */
type DocumentPlace<Member extends string> = { member: Member; object: PartnerDocumentName };

/** The marketplace's documents about an agreement, as members of an entitlement's `info`. */
export type AgreementDocuments = {
  awsAgreement?: Document;
  azureSubscriptions?: Document[];
  gcpEntitlements?: Document[];
  gcpPlans?: Document[];
};

/**
 * `terms`: prices of whole terms, in `currency`; `payments` are those of a schedule, each on a day (YYYY-MM-DD), or when the term
 * begins. `discounts`: in percent off the prices of the listing.
 */
export type TermPrices = {
  currency: string;
  terms: { months: number; price: Decimal; payments: { price: Decimal; day: string | null }[] | null }[];
  discounts: Decimal[];
};

/** The call that reported a row of usage. */
export type UsageCall = { id: string; request: Document | null; response: Document | null };

/** Maximum quantity, until when usage of an hour is accepted, and where the billing month ends. */
export type UsageWindow = {
  /** The largest quantity of one record. A larger sum is held back, never truncated. */
  maxQuantity: string;
  /**
   * Usage should be reported within this many hours of its time. Used only for planning: it is no reason to refuse
   * usage.
   */
  plannedHours: number;
  /** The instant after which usage of that time is no longer accepted. */
  deadlineOf(time: Date): Date;
  /** The end of the billing month that contains the hour. Late usage never moves past it. */
  monthEndOf(hour: Date): Date;
  /** From this instant on, the rest of the month must be reported: hours settle at once. */
  cutOffOf(hour: Date): Date;
  /**
   * How usage for an already reported hour is sent: added to the next unreported hour, or as its own record with its
   * own time.
   */
  late: 'NEXT_HOUR' | 'BY_ITSELF';
};

/**
 * Where to find the ID of the resource for which usage is reported: the term's license, its agreement, or a path in the
 * term's `info` (`{member,0,name}`).
 */
export type UsageResource = { from: 'LICENSE' } | { from: 'AGREEMENT' } | { from: 'INFO'; path: string };

/**
 * Everything to know about a marketplace besides its protocol, which belongs to its adapter. Differences within one
 * family are in that family: `domain/product/listing/`, `domain/offer/submission/`.
 */
export type MarketplaceFacts = {
  /** The API's refusals (409) and the console's buttons follow from these. */
  capabilities: Readonly<Record<CapabilityName, Capability>>;
  /** The token that a buyer brings to the landing page: a form field or a query parameter. */
  landingToken: { field: string; sender: string };
  /**
   * URLs of its standard contracts, by `eulaType` (docs/decisions/0039). We know of no published URL for the others.
   */
  standardContracts: Readonly<Record<string, string>>;
  product: DocumentPlace<'awsSaasProduct' | 'azureProductResource' | 'gcpProduct'>;
  /** `ofAccount` derives the buyer's document from the account ID alone. */
  buyer: DocumentPlace<'awsBuyer' | 'azureBuyer' | 'gcpBuyer'> & { ofAccount(accountId: string): Document };
  agreement: {
    documentsOf(read: AgreementRead): AgreementDocuments;
    /** The document and field that name the purchased plan; null if the marketplace has no plans. */
    plan: { member: 'azureSubscriptions' | 'gcpEntitlements'; field: string } | null;
  };
  /**
   * How the marketplace charges an offer, by the prices in its own document of it; null: it does not say. What the seller wrote
   * may differ, as with a discount on what is committed.
   */
  chargingOf(prices: unknown): OfferCharging | null;
  /**
   * What whole terms cost by the marketplace's own document of an offer, among an offer's `info`, if a purchase shows its price
   * without saying whether it is that of a term or of one payment.
   */
  termPricesOf(info: { azurePrivateOffer?: unknown }): TermPrices | null;
  usage: UsageWindow & {
    resource: UsageResource;
    /**
     * How to read the marketplace's own usage records: in which time zone its days are, and whether a dimension's record covers what was
     * acknowledged of it, or all of the day, because the records name dimensions differently.
     */
    shown: { zone: string; replaces: 'DIMENSION' | 'DAY' };
    /**
     * Usage is reported for a plan, and we must deduct the quantities that the plan's price includes. `termUnitPath`:
     * where the term's `info` holds the unit of its length. Null if neither applies.
     */
    byPlan: { termUnitPath: string } | null;
    /** The last request and response, as members of a report's `info`. */
    documentsOf(call: UsageCall): object;
  };
};
