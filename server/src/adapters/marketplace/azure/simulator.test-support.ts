import { startAzureSimulator } from '../../../../../simulators/azure/server.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { MarketplaceAccess } from '../port.ts';

export type AzureSimulator = Controls & {
  url: string;
  outgoing: Outgoing;
  access: MarketplaceAccess;
  publisher: { id: string; tenantId: string; clientId: string; clientSecret: string };
  billingAccount: string;
  product: { productId: string; offerId: string; plans: { id: string; planId: string }[] };
  now(): Date;
};

/**
 * A simulator with a publisher and a live product: two plans for each user, one that is metered, and one that includes
 * some of it.
 */
export const startSimulator = async (): Promise<AzureSimulator> => {
  const { simulator, controls } = await startSimulated('azure', startAzureSimulator);
  const { control } = controls;
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
      {
        planId: 'bundle',
        name: 'Bundle',
        prices: [
          { termUnit: 'P1M', price: 30 },
          { termUnit: 'P1Y', price: 300 },
        ],
        meters: { requests: 0.1 },
        included: { requests: { P1M: 5, P1Y: null } },
      },
    ],
  });
  const { tenantId, clientId, clientSecret } = publisher;
  return {
    ...controls,
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
    now: () => new Date(simulator.clock.now()),
  };
};
