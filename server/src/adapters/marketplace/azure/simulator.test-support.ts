import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAzureSimulator } from '../../../../../simulators/azure/server.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import type { MarketplaceAccess } from '../port.ts';

type Body = Record<string, unknown>;

export type AzureSimulator = {
  url: string;
  outgoing: Outgoing;
  access: MarketplaceAccess;
  publisher: { id: string; tenantId: string; clientId: string; clientSecret: string };
  billingAccount: string;
  product: { productId: string; offerId: string; plans: { id: string; planId: string }[] };
  /** The control API below `/control/azure`; throws on a refusal. */
  control<T = Body>(method: string, path: string, body?: Body): Promise<T>;
  fault(name: string, options?: Body): Promise<void>;
  advance(by: string): Promise<void>;
  now(): Date;
  close(): Promise<void>;
};

/** A simulator with a publisher and a live product: two plans for each user, and one that is metered. */
export const startSimulator = async (): Promise<AzureSimulator> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'azure-simulator-'));
  const simulator = await startAzureSimulator({ host: '127.0.0.1', port: 0, dataDir });
  const call = async <T>(method: string, path: string, body?: Body): Promise<T> => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const control = <T = Body>(method: string, path: string, body?: Body): Promise<T> =>
    call<T>(method, `/control/azure${path}`, body);
  await control('POST', '/settings', {
    jobDelayMs: 10,
    publishDelayMs: 10,
    operationDelayMs: 10,
    autoAcceptMs: 60_000,
  });
  const publisher = await control<AzureSimulator['publisher']>('POST', '/account', { id: 'acme', name: 'Acme' });
  const buyer = await control<{ id: string }>('POST', '/buyer', { name: 'Initech', emailId: 'robin@initech.example' });
  const product = await control<AzureSimulator['product']>('POST', '/product', {
    accountId: publisher.id,
    offerId: 'acme-api',
    title: 'Acme API',
    landingPageUrl: 'https://acme.example/landing',
    dimensions: [{ id: 'requests', displayName: 'Requests', unitOfMeasure: '1000 requests' }],
    plans: [
      {
        planId: 'silver',
        name: 'Silver',
        isPerSeat: true,
        minQuantity: 1,
        maxQuantity: 50,
        prices: [
          { termUnit: 'P1M', price: 10 },
          { termUnit: 'P1Y', price: 100 },
        ],
        meters: { requests: 0.2 },
      },
      { planId: 'gold', name: 'Gold', isPerSeat: true, prices: [{ termUnit: 'P1M', price: 20 }] },
      { planId: 'metered', name: 'Metered', prices: [{ termUnit: 'P1M', price: 0 }], meters: { requests: 0.1 } },
    ],
  });
  const { tenantId, clientId, clientSecret } = publisher;
  return {
    url: simulator.url,
    outgoing: createOutgoing({ allowedOrigins: [simulator.url], answerMs: 2000 }),
    publisher,
    billingAccount: buyer.id,
    product,
    access: {
      connectionId: 'conn_test',
      partner: 'AZURE',
      accountId: publisher.id,
      endpoint: `${simulator.url}/azure`,
      region: '',
      meteringRegion: '',
      credentials: { tenantId, clientId, clientSecret },
    },
    control,
    fault: async (name, options = {}) => void (await control('POST', '/fault', { name, ...options })),
    advance: async (by) => void (await call('POST', '/control/clock', { advance: by })),
    now: () => new Date(simulator.clock.now()),
    close: async () => {
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
