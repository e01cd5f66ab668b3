import type { CrmSystem } from '../adapters/crm/port.ts';
import type { MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { PaymentCode } from '../adapters/payment/port.ts';

export type SimulatedPartner = MarketplaceCode | PaymentCode | CrmSystem | 'SLACK' | 'TEAMS';

/** Where each serves its partner's API. */
const apiPaths: Readonly<Record<SimulatedPartner, string>> = {
  AWS: '/aws',
  AZURE: '/azure',
  GCP: '/gcp',
  STRIPE: '/stripe',
  ADYEN: '/adyen',
  SALESFORCE: '/salesforce',
  HUBSPOT: '/hubspot',
  SLACK: '/slack',
  TEAMS: '/teams',
};

/** The simulator paths that the service may call: the partners' APIs, but not the control API. */
export const simulatedPaths: readonly string[] = [...Object.values(apiPaths), '/seller'];
