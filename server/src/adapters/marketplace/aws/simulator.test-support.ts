import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAwsSimulator } from '../../../../../simulators/aws/server.ts';
import type { MarketplaceAccess } from '../port.ts';

type Body = Record<string, unknown>;

export type AwsSimulator = {
  url: string;
  access: MarketplaceAccess;
  seller: { id: string; accessKeyId: string; secretAccessKey: string };
  buyerId: string;
  product: { productId: string; productCode: string };
  /** The control API below `/control/aws`; throws on a refusal. */
  control<T = Body>(method: string, path: string, body?: Body): Promise<T>;
  fault(name: string, options?: Body): Promise<void>;
  advance(by: string): Promise<void>;
  now(): Date;
  close(): Promise<void>;
};

/** A simulator with a seller, a buyer and a product that has an entitled and a metered dimension. */
export const startSimulator = async (): Promise<AwsSimulator> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'aws-simulator-'));
  const simulator = await startAwsSimulator({ host: '127.0.0.1', port: 0, dataDir, seed: 'test' });
  const call = async <T>(method: string, path: string, body?: Body): Promise<T> => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const control = <T = Body>(method: string, path: string, body?: Body): Promise<T> =>
    call<T>(method, `/control/aws${path}`, body);
  const seller = await control<AwsSimulator['seller']>('POST', '/account', { name: 'Acme' });
  const buyer = await control<{ id: string }>('POST', '/account', { kind: 'buyer', name: 'Buyer' });
  const product = await control<AwsSimulator['product']>('POST', '/product', {
    sellerAccountId: seller.id,
    title: 'Acme API',
    dimensions: [
      { key: 'requests', name: 'Requests', types: ['Metered'] },
      { key: 'seats', name: 'Seats', types: ['Entitled'] },
    ],
  });
  return {
    url: simulator.url,
    seller,
    buyerId: buyer.id,
    product,
    access: {
      connectionId: 'conn_test',
      partner: 'AWS',
      accountId: seller.id,
      endpoint: `${simulator.url}/aws`,
      region: 'us-east-1',
      meteringRegion: 'us-east-1',
      credentials: { accessKeyId: seller.accessKeyId, secretAccessKey: seller.secretAccessKey },
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
