import { createHubspotCrm } from '../adapters/crm/hubspot/adapter.ts';
import type { Crm, CrmSystem } from '../adapters/crm/port.ts';
import { createSalesforceCrm } from '../adapters/crm/salesforce/adapter.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import type { Clock } from '../kit/clock.ts';

/** The clients of the CRMs. */
export const wireCrms = (outgoing: Outgoing, clock: Clock): Readonly<Record<CrmSystem, Crm>> => ({
  SALESFORCE: createSalesforceCrm({ outgoing, clock }),
  HUBSPOT: createHubspotCrm({ outgoing, clock }),
});
