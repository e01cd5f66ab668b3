import { createHubspotCrm } from '../adapters/crm/hubspot/adapter.ts';
import { hubspotMessages } from '../adapters/crm/hubspot/messages.ts';
import type { Crm, CrmSystem } from '../adapters/crm/port.ts';
import { createSalesforceCrm } from '../adapters/crm/salesforce/adapter.ts';
import type { MessageReceivers } from '../adapters/marketplace/messages.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import type { Clock } from '../kit/clock.ts';

/** How messages of the CRMs are received. SALESFORCE sends none. */
export const crmMessages: MessageReceivers = { 'HUBSPOT/CRM': hubspotMessages };

/** The clients of the CRMs. */
export const wireCrms = (outgoing: Outgoing, clock: Clock): Readonly<Record<CrmSystem, Crm>> => ({
  SALESFORCE: createSalesforceCrm({ outgoing, clock }),
  HUBSPOT: createHubspotCrm({ outgoing, clock }),
});
