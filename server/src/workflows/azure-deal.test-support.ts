import type { DocumentDesk } from '../adapters/documents/port.ts';
import { createAzureMarketplace } from '../adapters/marketplace/azure/adapter.ts';
import { type AzureSimulator, dayFrom, startSimulator } from '../adapters/marketplace/azure/simulator.test-support.ts';
import type { Marketplace } from '../adapters/marketplace/port.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import { approveEntitlement } from '../domain/entitlement/actions/approve-entitlement.ts';
import { cancelOffer } from '../domain/offer/actions/cancel-offer.ts';
import { createOffer } from '../domain/offer/actions/create-offer.ts';
import { deleteOffer } from '../domain/offer/actions/delete-offer.ts';
import { extendPrivateOfferExpiryDate } from '../domain/offer/actions/extend-offer.ts';
import { OfferIn } from '../domain/offer/schema.ts';
import { connectMarketplace } from '../domain/organization/connection/actions/connect-marketplace.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import { type Bench, openBench, type Row } from './bench.test-support.ts';

export type { Row };

/** A subscription as the simulator answers a purchase. */
export type Bought = { id: string; token: string; landingPageUrl: string };

/** The service's workflows over the simulated Microsoft, with an organization whose account is connected. */
export type AzureDeal = Bench & {
  simulator: AzureSimulator;
  marketplace: Marketplace;
  connectionId: string;
  hookPath: string;
  productId: string;
  /** Submits an offer for a buyer of its own; answers its uuid. */
  submit(change?: Row): Promise<string>;
  /** Submits one and waits until it can be accepted. */
  released(change?: Row): Promise<{ offerId: string; externalId: string }>;
  cancel(offerId: string): Promise<void>;
  remove(offerId: string): Promise<void>;
  extend(offerId: string, day: string): Promise<void>;
  accept(externalId: string): Promise<void>;
  /** The buyer of an accepted offer buys by it. */
  purchase(externalId: string, more?: Row): Promise<Bought>;
  /** A buyer of its own buys at the public price. */
  buy(more?: Row): Promise<Bought>;
  /** What happens to a subscription at Microsoft: `suspend`, `change-quantity`, …. */
  happens(subscriptionId: string, act: string, body?: Row): Promise<void>;
  approve(subscriptionId: string): Promise<void>;
  offer(id: string): Promise<Row & { status: string; external_id: string | null; info: Row; meta_info: Row }>;
  entitlement(subscriptionId: string): Promise<Row | undefined>;
  terms(entitlementId: unknown): Promise<Row[]>;
  operation(name: string, offerId: string): Promise<Row>;
  reconcile(full?: boolean): Promise<void>;
  hearEvents(on: boolean): Promise<void>;
  /** Microsoft refuses the next requests to change something. */
  refuseChanges(on: boolean): void;
  /** Microsoft shows no plans any more, as of what was taken off the market. */
  hidePlans(on: boolean): void;
  /** Happens once, just before a request to change something. */
  beforeChange(happens: () => Promise<unknown>): void;
};

const byStart = (left: Row, right: Row): number =>
  (left.start_time as Date).getTime() - (right.start_time as Date).getTime();

export const startAzureDeal = async ({ autoApprove = false } = {}): Promise<AzureDeal> => {
  const simulator = await startSimulator();
  const clock = { now: () => simulator.now(), wallNow: () => new Date() };
  const documents: DocumentDesk = {
    keepMerged: async () => {},
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
        return { status: 404, headers: {}, body: JSON.stringify({ code: 'EntityNotFound', message: 'no plans' }) };
      if (!isChange || !isRefusing) return simulator.outgoing.request(asked);
      const error = { code: 'badRequest', message: 'not like this', details: [] };
      return { status: 400, headers: {}, body: JSON.stringify({ error }) };
    },
  };
  const marketplace = createAzureMarketplace({ outgoing, publicUrl: 'https://api.test', clock, lostAfterMs: 500 });
  const bench = await openBench({ marketplace, clock, documents });
  const { act, rows, settle, orgId, database } = bench;
  const { tenantId, clientId, clientSecret } = simulator.publisher;
  const connected = await act('connect', (call) =>
    connectMarketplace(call, {
      keys: bench.secretKeys,
      input: {
        partner: 'AZURE',
        accountId: simulator.publisher.id,
        endpoint: `${simulator.url}/azure`,
        mode: 'LIVE',
        settings: { autoApprove },
        credentials: { tenantId, clientId, clientSecret },
      },
    }),
  );
  const connectionId = decodeId('conn', connected.connection.id) as string;
  await settle();
  const productId = (await rows('product'))[0]?.id as string;

  /** Prices of a private offer hold for whatever its buyer buys, so each purchase has a buyer of its own. */
  const newBuyer = async (): Promise<string> =>
    (await simulator.control<{ id: string }>('POST', '/buyer', { name: 'Initech', emailId: 'robin@initech.example' }))
      .id;

  const deal: AzureDeal = {
    ...bench,
    simulator,
    marketplace,
    connectionId,
    hookPath: connected.hookPath,
    productId,
    submit: async (change = {}) => {
      const { info = {}, ...rest } = change as { info?: Row };
      const body = OfferIn.parse({
        name: 'Initech 2027',
        partner: 'AZURE',
        productID: encodeId('prod', productId),
        expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
        endTime: `${dayFrom(simulator.now(), 400)}T00:00:00Z`,
        ...rest,
        info: {
          eulaType: 'SCMP',
          discountPercentage: 25,
          azureProductVariant: { id: 'silver' },
          azurePrivateOffer: {
            preparedBy: 'sales@acme.example',
            beneficiaries: [{ id: await newBuyer(), description: 'Initech' }],
          },
          ...info,
        },
      });
      const view = await act('createOffer', (call) => createOffer(call, { body }));
      return decodeId('offer', view.id) as string;
    },
    released: async (change = {}) => {
      const offerId = await deal.submit(change);
      await settle();
      const { status, external_id: externalId, meta_info: meta } = await deal.offer(offerId);
      if (status !== 'PENDING_ACCEPTANCE' || externalId === null) throw new Error(`${status} ${JSON.stringify(meta)}`);
      return { offerId, externalId };
    },
    cancel: async (offerId) => void (await act('cancelOffer', (call) => cancelOffer(call, { params: { offerId } }))),
    remove: async (offerId) => void (await act('deleteOffer', (call) => deleteOffer(call, { params: { offerId } }))),
    extend: async (offerId, newExpiryDate) =>
      void (await act('extendOffer', (call) =>
        extendPrivateOfferExpiryDate(call, { params: { offerId }, query: { newExpiryDate } }),
      )),
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
      await act('approveEntitlement', (call) => approveEntitlement(call, { params: { entitlementId } }));
      await settle();
    },
    offer: async (id) =>
      (await database.pool.query('select * from offer where org_id = $1 and id = $2', [orgId, id])).rows[0] as never,
    entitlement: async (subscriptionId) =>
      (await rows('entitlement')).find((entitlement) => entitlement.external_id === subscriptionId),
    terms: async (entitlementId) =>
      (await rows('entitlement_term')).filter((term) => term.entitlement_id === entitlementId).sort(byStart),
    operation: async (name, offerId) => {
      const found = (await rows('operation')).filter(
        (row) => row.name === name && (row.input as Row).offerId === offerId,
      );
      if (found.length === 0) throw new Error(`no operation ${name}`);
      return found.at(-1) as Row;
    },
    reconcile: async (full = false) => {
      await act('reconcile', async (call) => {
        const about = { entityId: 'conn', partner: 'AZURE' } as const;
        const operationId = await call.start('marketplace.reconcile', { connectionId, full }, about);
        call.changed({ type: 'operation', id: operationId, before: null, after: {} });
      });
      await settle();
    },
    hearEvents: async (on) => {
      const path = `/account/${simulator.publisher.id}/message-target`;
      const target = { url: `${bench.hookUrl}${connected.hookPath}` };
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
      await bench.close();
    },
  };
  return deal;
};
