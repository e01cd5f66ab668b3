import type { Partner } from '../../../contract/shapes.ts';
import { awsListing } from './aws.ts';
import { azureListing } from './azure.ts';
import type { PartnerListing } from './listing.ts';

const listings: Partial<Record<Partner, PartnerListing>> = { AWS: awsListing, AZURE: azureListing };

/** For partners that the capability table lets through. */
export const listingOf = (partner: Partner): PartnerListing => {
  const listing = listings[partner];
  if (!listing) throw new Error(`the capability table has more than the listings: ${partner}`);
  return listing;
};
