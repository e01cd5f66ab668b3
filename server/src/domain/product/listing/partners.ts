import type { MarketplaceThatCan } from '../../../contract/marketplaces/marketplaces.ts';
import type { Partner } from '../../../contract/partner-codes.ts';
import { awsListing } from './aws.ts';
import { azureListing } from './azure.ts';
import type { PartnerListing } from './listing.ts';

const listings: Readonly<Record<MarketplaceThatCan<'productCreate'>, PartnerListing>> = {
  AWS: awsListing,
  AZURE: azureListing,
};

/** Only for partners that the capability table allows. */
export const listingOf = (partner: Partner): PartnerListing => {
  const listing = (listings as { readonly [Code in Partner]?: PartnerListing })[partner];
  if (!listing) throw new Error(`the service writes no listings of ${partner}`);
  return listing;
};
