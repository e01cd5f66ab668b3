import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import { Refusal } from '../kit/errors.ts';
import { type Capability, type CapabilityName, no } from './marketplaces/facts.ts';
import { findMarketplaceFacts, marketplaceCodes, marketplaceFacts } from './marketplaces/marketplaces.ts';

export type { CapabilityName } from './marketplaces/facts.ts';

/** Partners that are not marketplaces have no capabilities. */
const capabilityOf = (name: CapabilityName, partner: string): Capability =>
  findMarketplaceFacts(partner)?.capabilities[name] ?? no(`${partner} is not a marketplace that can do this.`);

export const marketplacesThatCan = (name: CapabilityName): MarketplaceCode[] =>
  marketplaceCodes.filter((code) => marketplaceFacts[code].capabilities[name].can);

/** Each marketplace's entry for one capability. */
export const capabilityRow = (name: CapabilityName): Readonly<Record<string, Capability>> =>
  Object.fromEntries(marketplaceCodes.map((code) => [code, marketplaceFacts[code].capabilities[name]]));

/** Throws a 409 if the marketplace cannot do it, with the reason and the marketplaces that can. */
export const requireCapability = (name: CapabilityName, partner: string): void => {
  const capability = capabilityOf(name, partner);
  if (capability.can) return;
  throw new Refusal('Conflict', capability.note, { capability: name, partner, possible: marketplacesThatCan(name) });
};
