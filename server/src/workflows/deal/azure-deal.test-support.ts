import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { DocumentService } from '../../adapters/documents/port.ts';
import { createAzureMarketplace } from '../../adapters/marketplace/azure/adapter.ts';
import { type AzureSimulator, startSimulator } from '../../adapters/marketplace/azure/simulator.test-support.ts';
import type { Marketplace } from '../../adapters/marketplace/port.ts';
import type { Outgoing } from '../../adapters/outgoing/outgoing.ts';
import { dayFrom } from '../../adapters/simulated.test-support.ts';
import { approveEntitlement } from '../../domain/entitlement/actions/approve-entitlement.ts';
import { type Connected, connectAccount } from './connected.test-support.ts';
import { openHarness, type Row } from './harness.test-support.ts';

export type { Row };

/** A subscription as the simulator returns it for a purchase. */
export type Bought = { id: string; token: string; landingPageUrl: string };

/** The service's workflows over the simulated Microsoft, with an organization whose account is connected. */
export type AzureDeal = Connected & {
  simulator: AzureSimulator;
  marketplace: Marketplace;
  /** Submits an offer for a new buyer; returns its UUID. */
  submit(change?: Row): Promise<string>;
  /** Submits one and waits until it can be accepted. */
  released(change?: Row): Promise<{ offerId: string; externalId: string }>;
  accept(externalId: string): Promise<void>;
  /** The buyer of an accepted offer buys with it. */
  purchase(externalId: string, more?: Row): Promise<Bought>;
  /** A new buyer buys at the public price. */
  buy(more?: Row): Promise<Bought>;
  /** What happens to a subscription at Microsoft: `suspend`, `change-quantity`, …. */
  happens(subscriptionId: string, act: string, body?: Row): Promise<void>;
  approve(subscriptionId: string): Promise<void>;
  operation(name: string, offerId: string): Promise<Row>;
  hearEvents(on: boolean): Promise<void>;
  /** Microsoft refuses the next requests to change something. */
  refuseChanges(on: boolean): void;
  /** Microsoft no longer shows plans, as for a product taken off the market. */
  hidePlans(on: boolean): void;
  /** Happens once, just before a request to change something. */
  beforeChange(happens: () => Promise<unknown>): void;
};

const json = { 'content-type': 'application/json' };

export const startAzureDeal = async ({ autoApprove = false } = {}): Promise<AzureDeal> => {
  const simulator = await startSimulator();
  const clock = { now: () => simulator.now(), wallNow: () => new Date() };
  const documents: DocumentService = {
    ...noDocuments,
    keepMerged: async () => {},
    keepWritten: async () => {},
    load: () => Promise.reject(new Error('no file')),
    link: async (key) => `https://files.test/${key}`,
  };
  let isRefusing = false;
  let isHiding = false;
  let disturbed: (() => Promise<unknown>) | null = null;
  const outgoing: Outgoing = {
    ...simulator.outgoing,
    request: async (asked) => {
      const isChange = asked.method === 'POST' && asked.url.includes('/configure?');
      const happens = disturbed;
      if (isChange && happens) {
        disturbed = null;
        await happens();
      }
      if (isHiding && asked.url.includes('/listAvailablePlans'))
        return { status: 404, headers: json, body: JSON.stringify({ code: 'EntityNotFound', message: 'no plans' }) };
      if (!isChange || !isRefusing) return simulator.outgoing.request(asked);
      const error = { code: 'badRequest', message: 'not like this', details: [] };
      return { status: 400, headers: json, body: JSON.stringify({ error }) };
    },
  };
  const marketplace = createAzureMarketplace({ outgoing, publicUrl: 'https://api.test', clock, lostAfterMs: 500 });
  const harness = await openHarness({ marketplace, clock, documents });
  const { tenantId, clientId, clientSecret } = simulator.publisher;
  const connected = await connectAccount(harness, {
    partner: 'AZURE',
    accountId: simulator.publisher.id,
    endpoint: `${simulator.url}/azure`,
    settings: { autoApprove },
    credentials: { tenantId, clientId, clientSecret },
  });

  /** Prices of a private offer apply to whatever its buyer buys, so each purchase has a new buyer. */
  const newBuyer = async (): Promise<string> =>
    (await simulator.control<{ id: string }>('POST', '/buyer', { name: 'Initech', emailId: 'robin@initech.example' }))
      .id;

  const deal: AzureDeal = {
    ...connected,
    simulator,
    marketplace,
    submit: async (change = {}) =>
      connected.makeOffer(
        {
          name: 'Initech 2027',
          expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
          endTime: `${dayFrom(simulator.now(), 400)}T00:00:00Z`,
          info: {
            eulaType: 'SCMP',
            discountPercentage: 25,
            azureProductVariant: { id: 'silver' },
            azurePrivateOffer: {
              preparedBy: 'sales@acme.example',
              beneficiaries: [{ id: await newBuyer(), description: 'Initech' }],
            },
          },
        },
        change,
      ),
    released: async (change) => connected.untilReleased(await deal.submit(change)),
    accept: async (externalId) => void (await simulator.control('POST', `/private-offer/${externalId}/accept`, {})),
    purchase: (externalId, more = {}) => simulator.control('POST', `/private-offer/${externalId}/purchase`, more),
    buy: async (more = {}) =>
      simulator.control('POST', '/subscription', {
        billingAccountId: await newBuyer(),
        offerId: simulator.product.offerId,
        planId: 'silver',
        quantity: 2,
        ...more,
      }),
    happens: async (id, name, body = {}) => void (await simulator.control('POST', `/subscription/${id}/${name}`, body)),
    approve: async (subscriptionId) => {
      const entitlementId = (await deal.entitlement(subscriptionId))?.id as string;
      await harness.act('approveEntitlement', (call) => approveEntitlement(call, { params: { entitlementId } }));
      await harness.settle();
    },
    operation: async (name, offerId) => {
      const found = (await connected.operations(name, offerId)).at(-1);
      if (!found) throw new Error(`no operation ${name}`);
      return found;
    },
    hearEvents: async (on) => {
      const path = `/account/${simulator.publisher.id}/message-target`;
      const target = { url: `${harness.hookUrl}${connected.hookPath}` };
      await (on ? simulator.control('PUT', path, target) : simulator.control('DELETE', path));
    },
    refuseChanges: (on) => {
      isRefusing = on;
    },
    hidePlans: (on) => {
      isHiding = on;
    },
    beforeChange: (happens) => {
      disturbed = happens;
    },
    close: async () => {
      await simulator.close();
      await harness.close();
    },
  };
  return deal;
};
