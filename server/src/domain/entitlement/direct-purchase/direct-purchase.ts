import type { Partner } from '../../../contract/shapes.ts';
import type { Buyer } from '../../buyer/buyer.ts';
import { paymentCodes } from '../../buyer/payment/payment.ts';
import type { Offer } from '../../offer/offer.ts';
import type { EntitlementInfoDocument } from '../entitlement.ts';

/** Partners whose purchases nobody but us makes, starts and ends: they only take the money. */
export const directPartners: readonly Partner[] = paymentCodes;

/** Due work of direct purchases; its entity is the entitlement. Written when one is made. */
export const directStartKind = 'entitlement.start';
export const directEndKind = 'entitlement.end';

export type SoldOffer = Pick<Offer, 'id' | 'partner' | 'service' | 'name' | 'product_id' | 'buyer_id' | 'info'>;
export type DirectBuyer = Pick<Buyer, 'id' | 'partner' | 'external_id' | 'info'>;
export type SoldProduct = { external_id: string | null; product_type: string };

/** What an entitlement takes over of the terms of its offer. */
const copied = [
  'autoRenew',
  'billableDimensions',
  'billingCycle',
  'billingIntervalInMonths',
  'commitAmount',
  'commits',
  'currency',
  'eulaType',
  'eulaUrl',
  'gracePeriodInDays',
  'isMeteringOverageCommit',
  'netTermsInDays',
  'paymentInstallments',
  'paymentSchedule',
  'refundCancellationPolicy',
  'sellerNotes',
  'trialConfig',
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
