import type { AgreementRead } from '../../adapters/marketplace/port.ts';
import type { PartnerDocumentName } from '../partner-documents/documents.ts';
import type { Document } from '../partner-documents/read-document.ts';

/** Whether a marketplace can do something, and the reason or the way around it where it cannot. */
export type Capability = { can: true; note?: string } | { can: false; note: string };

export const yes = (note?: string): Capability => (note === undefined ? { can: true } : { can: true, note });
export const no = (note: string): Capability => ({ can: false, note });

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
  'entitlementScheduleCancellation',
  'entitlementSeats',
  'renewalAdjustUplift',
  'renewalOptOut',
  'agreementPdf',
  'metering',
  'usageAllocation',
  'invitePartner',
] as const;

export type CapabilityName = (typeof capabilityNames)[number];

/** A document of the marketplace: the member of `info` that holds it, and its shape. */
type DocumentPlace<Member extends string> = { member: Member; object: PartnerDocumentName };

/** The marketplace's documents of an agreement, as members of an entitlement's `info`. */
export type AgreementDocuments = {
  awsAgreement?: Document;
  azureSubscriptions?: Document[];
  gcpEntitlements?: Document[];
  gcpPlans?: Document[];
};

/** The call that reported a row of usage. */
export type UsageCall = { id: string; request: Document | null; response: Document | null };

/** How large a quantity may be, until when an hour is accepted, and where the billing month ends. */
export type UsageWindow = {
  /** The largest quantity of one record. A larger sum is held, never cut. */
  maxQuantity: string;
  /** Usage should be reported within so many hours of its time. Only planning uses it: nothing is refused because of it. */
  plannedHours: number;
  /** The instant from which usage of that time is no longer accepted. */
  deadlineOf(time: Date): Date;
  /** The end of the billing month that holds the hour. Late usage never moves past it. */
  monthEndOf(hour: Date): Date;
  /** From then on what is left of the month must be reported: hours settle at once. */
  cutOffOf(hour: Date): Date;
  /** Usage for an hour that was reported already: added to the next unreported one, or sent by itself with its own time. */
  late: 'NEXT_HOUR' | 'BY_ITSELF';
};

/**
 * Where the id of the resource stands that usage is reported for: the license of the term, its agreement, or a path in the
 * term's `info` (`{member,0,name}`).
 */
export type UsageResource = { from: 'LICENSE' } | { from: 'AGREEMENT' } | { from: 'INFO'; path: string };

/**
 * Everything that must be known of a marketplace besides how to speak with it, which is its adapter's. What a family does
 * differently for each marketplace stands in that family: `domain/product/listing/`, `domain/offer/submission/`.
 */
export type MarketplaceFacts = {
  /** Refusals of the API (409) and the buttons of the console follow from it. */
  capabilities: Readonly<Record<CapabilityName, Capability>>;
  /** The token that its buyer brings to the landing page: a field of the form or a parameter of the address. */
  landingToken: { field: string; sender: string };
  /** Addresses of its standard contracts, by `eulaType` (docs/decisions/0039). Others are not known to be published. */
  standardContracts: Readonly<Record<string, string>>;
  product: DocumentPlace<'awsSaasProduct' | 'azureProductResource' | 'gcpProduct'>;
  /** `ofAccount`: what the id of the account alone tells. */
  buyer: DocumentPlace<'awsBuyer' | 'azureBuyer' | 'gcpBuyer'> & { ofAccount(accountId: string): Document };
  agreement: {
    documentsOf(read: AgreementRead): AgreementDocuments;
    /** Which document names the plan that was bought, and in which field; null: it has no plans. */
    plan: { member: 'azureSubscriptions' | 'gcpEntitlements'; field: string } | null;
  };
  usage: UsageWindow & {
    resource: UsageResource;
    /**
     * Usage is reported for a plan, and what the price of the plan includes is ours to deduct. `termUnitPath`: where the
     * length of its term stands in the term's `info`. Null: neither.
     */
    byPlan: { termUnitPath: string } | null;
    /** The last request and answer, as members of a report's `info`. */
    documentsOf(call: UsageCall): object;
  };
};
