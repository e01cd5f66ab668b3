import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import { Refusal } from '../kit/errors.ts';
import { type Capability, type CapabilityName, no } from './marketplaces/facts.ts';
import { findMarketplaceFacts, marketplaceCodes, marketplaceFacts } from './marketplaces/marketplaces.ts';

export type { CapabilityName } from './marketplaces/facts.ts';

/** Other partners than marketplaces can do nothing of it. */
const capabilityOf = (name: CapabilityName, partner: string): Capability =>
  findMarketplaceFacts(partner)?.capabilities[name] ?? no(`${partner} is not a marketplace that can do this.`);

export const marketplacesThatCan = (name: CapabilityName): MarketplaceCode[] =>
  marketplaceCodes.filter((code) => marketplaceFacts[code].capabilities[name].can);

/** What each marketplace says to one capability. */
export const capabilityRow = (name: CapabilityName): Readonly<Record<string, Capability>> =>
  Object.fromEntries(marketplaceCodes.map((code) => [code, marketplaceFacts[code].capabilities[name]]));

/** Throws 409 with the reason when the marketplace cannot do it, and names those that can. */
export const requireCapability = (name: CapabilityName, partner: string): void => {
  const capability = capabilityOf(name, partner);
  if (capability.can) return;
  throw new Refusal('Conflict', capability.note, { capability: name, partner, possible: marketplacesThatCan(name) });
};
