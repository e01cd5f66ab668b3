import type { MarketplaceCode } from '../../../adapters/marketplace/port.ts';
import { isMarketplace } from '../../../contract/marketplaces/marketplaces.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { awsListing } from './aws.ts';
import { azureListing } from './azure.ts';
import type { PartnerListing } from './listing.ts';

/** Null for marketplaces in which we do not write listings. */
const listings: Readonly<Record<MarketplaceCode, PartnerListing | null>> = {
  AWS: awsListing,
  AZURE: azureListing,
  GCP: null,
};

/** Only for partners that the capability table allows. */
export const listingOf = (partner: Partner): PartnerListing => {
  const listing = isMarketplace(partner) ? listings[partner] : null;
  if (!listing) throw new Error(`the capability table has more than the listings: ${partner}`);
  return listing;
};
