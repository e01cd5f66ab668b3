import type { Partner } from '../../../contract/partner-codes.ts';
import type { Buyer } from '../../buyer/buyer.ts';
import { paymentCodes } from '../../buyer/payment/payment.ts';
import type { Offer } from '../../offer/offer.ts';
import type { EntitlementInfoDocument } from '../entitlement.ts';

/** Partners that only collect payment: we create, start and end their purchases ourselves. */
export const directPartners: readonly Partner[] = paymentCodes;

/** Due work of direct purchases, scheduled when one is created. Its entity is the entitlement. */
export const directStartKind = 'entitlement.start';
export const directEndKind = 'entitlement.end';

/**
 * Finds what must be billed for a direct purchase by now. Scheduled by every act that changes what it costs: its start,
 * its end, its prices, its addons. Its entity is the entitlement.
 */
export const directBillKind = 'invoice.bill';

export type SoldOffer = Pick<Offer, 'id' | 'partner' | 'service' | 'name' | 'product_id' | 'buyer_id' | 'info'>;
export type DirectBuyer = Pick<Buyer, 'id' | 'partner' | 'external_id' | 'info'>;
export type SoldProduct = { external_id: string | null; product_type: string };

/** Fields that an entitlement copies from the terms of its offer. */
const copied = [
  'autoRenew',
  'billableDimensions',
  'billingCycle',
  'billingIntervalInMonths',
  'commitAmount',
  'commitBillingIntervalInMonths',
  'commits',
  'currency',
  'eulaType',
  'eulaUrl',
  'gracePeriodInDays',
  'isMeteringOverageCommit',
  'netTermsInDays',
  'paymentInstallments',
  'paymentSchedule',
  'proratedBilling',
  'refundCancellationPolicy',
  'sellerNotes',
  'trialConfig',
  'usageBillingIntervalInMonths',
] as const satisfies (keyof Offer['info'] & keyof EntitlementInfoDocument)[];

const maxDimensions = 50;

export const boughtTerms = ({ info }: Pick<SoldOffer, 'info'>): EntitlementInfoDocument => {
  const terms = Object.fromEntries(copied.flatMap((name) => (info[name] === undefined ? [] : [[name, info[name]]])));
  const dimensions = info.dimensions ?? [];
  return {
    ...terms,
    dimensions: dimensions.slice(0, maxDimensions),
    dimensionsOversized: dimensions.length > maxDimensions,
  };
};
