import { type CrmSystem, crmSystems } from '../adapters/crm/port.ts';
import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { PaymentCode } from '../adapters/payment/port.ts';
import { directCodes } from '../contract/marketplaces/direct-billing.ts';
import { marketplaceCodes } from '../contract/marketplaces/marketplaces.ts';

export type SimulatedPartner = MarketplaceCode | PaymentCode | CrmSystem | 'SLACK' | 'TEAMS';

const simulatedPartners: readonly SimulatedPartner[] = [
  ...marketplaceCodes,
  ...directCodes,
  ...crmSystems,
  'SLACK',
  'TEAMS',
];

/** The simulator paths that the service may call: the partners' APIs, but not the control API. */
export const simulatedPaths: readonly string[] = [
  ...simulatedPartners.map((code) => `/${code.toLowerCase()}`),
  '/seller',
];
