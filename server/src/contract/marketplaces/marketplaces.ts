import type { MarketplaceCode } from '../../adapters/marketplace/port.ts';
import type { Partner } from '../partner-codes.ts';
import { aws } from './aws.ts';
import { azure } from './azure.ts';
import type { MarketplaceFacts } from './facts.ts';
import { gcp } from './gcp.ts';

/** One entry for each marketplace. */
export const marketplaceFacts: Readonly<Record<MarketplaceCode, MarketplaceFacts>> = {
  AWS: aws,
  AZURE: azure,
  GCP: gcp,
};

export const marketplaceCodes = Object.keys(marketplaceFacts) as [MarketplaceCode, ...MarketplaceCode[]];

export const isMarketplace = (partner: string): partner is MarketplaceCode => Object.hasOwn(marketplaceFacts, partner);

/** Undefined for partners that are not marketplaces. */
export const findMarketplaceFacts = (partner: string): MarketplaceFacts | undefined =>
  isMarketplace(partner) ? marketplaceFacts[partner] : undefined;

/** Partners whose accounts are AWS accounts. */
export const awsPartners: readonly Partner[] = ['AWS', 'AWS_CHINA'];
