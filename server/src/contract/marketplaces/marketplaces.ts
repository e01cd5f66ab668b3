import type { MarketplaceCode } from '../../adapters/marketplace/port.ts';
import type { Partner } from '../partner-codes.ts';
import { aws } from './aws.ts';
import { azure } from './azure.ts';
import type { CapabilityName, MarketplaceFacts } from './facts.ts';
import { gcp } from './gcp.ts';

/** One entry for each marketplace. */
const rows = { AWS: aws, AZURE: azure, GCP: gcp } satisfies Record<MarketplaceCode, MarketplaceFacts>;

export const marketplaceFacts: Readonly<Record<MarketplaceCode, MarketplaceFacts>> = rows;

/** The marketplaces that can do something: what is needed for it is a table of exactly these. */
export type MarketplaceThatCan<Name extends CapabilityName> = {
  [Code in keyof typeof rows]: (typeof rows)[Code]['capabilities'][Name] extends { can: true } ? Code : never;
}[keyof typeof rows];

export const marketplaceCodes = Object.keys(marketplaceFacts) as [MarketplaceCode, ...MarketplaceCode[]];

export const isMarketplace = (partner: string): partner is MarketplaceCode => Object.hasOwn(marketplaceFacts, partner);

/** Undefined for partners that are not marketplaces. */
export const findMarketplaceFacts = (partner: string): MarketplaceFacts | undefined =>
  isMarketplace(partner) ? marketplaceFacts[partner] : undefined;

/** Partners whose accounts are AWS accounts. */
export const awsPartners: readonly Partner[] = ['AWS', 'AWS_CHINA'];
