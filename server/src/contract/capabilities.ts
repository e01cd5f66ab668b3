import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import { Refusal } from '../kit/errors.ts';
import { directBilling, directCodes, isDirectBilling } from './marketplaces/direct-billing.ts';
import { type Capability, type CapabilityName, no } from './marketplaces/facts.ts';
import { findMarketplaceFacts, marketplaceCodes, marketplaceFacts } from './marketplaces/marketplaces.ts';

export type { CapabilityName } from './marketplaces/facts.ts';

/** Marketplaces have every row; of other partners, those of direct billing have some. */
const capabilityOf = (name: CapabilityName, partner: string): Capability =>
  findMarketplaceFacts(partner)?.capabilities[name] ??
  (isDirectBilling(partner) ? directBilling[partner][name] : undefined) ??
  no(`${partner} is not a marketplace that can do this.`);

export const marketplacesThatCan = (name: CapabilityName): MarketplaceCode[] =>
  marketplaceCodes.filter((code) => marketplaceFacts[code].capabilities[name].can);

/** Marketplaces and partners of direct billing. */
export const partnersThatCan = (name: CapabilityName): string[] => [
  ...marketplacesThatCan(name),
  ...directCodes.filter((code) => directBilling[code][name]?.can),
];

/** Each marketplace's entry for one capability, and those of direct billing if there are any. */
export const capabilityRow = (name: CapabilityName): Readonly<Record<string, Capability>> =>
  Object.fromEntries([
    ...marketplaceCodes.map((code) => [code, marketplaceFacts[code].capabilities[name]]),
    ...directCodes.flatMap((code) => {
      const capability = directBilling[code][name];
      return capability ? [[code, capability]] : [];
    }),
  ]);

/** Throws a 409 if the marketplace cannot do it, with the reason and the partners that can. */
export const requireCapability = (name: CapabilityName, partner: string): void => {
  const capability = capabilityOf(name, partner);
  if (capability.can) return;
  throw new Refusal('Conflict', capability.note, { capability: name, partner, possible: partnersThatCan(name) });
};
