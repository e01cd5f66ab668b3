import type { ReadCall } from '../../../contract/call.ts';
import { requireFound } from '../../../kit/errors.ts';
import { findEntitlement } from '../store.ts';
import { type RenewalView, viewRenewal } from './draft-offer.ts';
import { requireRenewal } from './renewal.ts';

/** The offer by which the marketplace will renew the current agreement; 404 if there is none. */
export const getEntitlementRenewalDraftOffer = async (
  call: ReadCall,
  { params }: { params: { entitlementId: string } },
): Promise<RenewalView> => {
  const entitlement = requireFound(await findEntitlement(call.db, params.entitlementId), 'entitlement');
  return viewRenewal(call, entitlement, requireRenewal(entitlement));
};
