import { startAwsSimulator } from '../../../../../simulators/aws/server.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { MarketplaceAccess } from '../port.ts';

export type AwsSimulator = Controls & {
  url: string;
  access: MarketplaceAccess;
  seller: { id: string; accessKeyId: string; secretAccessKey: string };
  buyerId: string;
  product: { productId: string; productCode: string };
  now(): Date;
};

/** A simulator with a seller, a buyer and a product that has an entitled and a metered dimension. */
export const startSimulator = async (): Promise<AwsSimulator> => {
  const { simulator, controls } = await startSimulated('aws', (at) => startAwsSimulator({ ...at, seed: 'test' }));
  const { control } = controls;
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
    ...controls,
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
    now: () => new Date(simulator.clock.now()),
  };
};
