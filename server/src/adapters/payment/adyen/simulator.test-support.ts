import { startAdyenSimulator } from '../../../../../simulators/adyen/server.ts';
import { createSimulatedClock } from '../../../../../simulators/kit/clock.ts';
import { type Controls, startSimulated } from '../../simulated.test-support.ts';
import type { PaymentAccess } from '../port.ts';

export type AdyenBench = Controls & {
  url: string;
  access: PaymentAccess;
  /** A shopper stores a payment method on a page of Adyen; returns its id. */
  addMethod(shopperReference: string, type?: string): Promise<string>;
};

/** A simulator of Adyen with one merchant account. `wall`: the start of its business time, and its pace. */
export const startAdyen = async ({ wall }: { wall?: () => number } = {}): Promise<AdyenBench> => {
  const { simulator, controls } = await startSimulated('adyen', (at) => {
    const clock = createSimulatedClock({ dataDir: at.dataDir, ...(wall === undefined ? {} : { wall }) });
    return startAdyenSimulator({ ...at, clock });
  });
  const { control } = controls;
  const account = await control<{ id: string; apiKey: string; hmacKey: string }>('POST', '/account', {
    id: 'AcmeECOM',
    companyName: 'Acme',
  });
  return {
    ...controls,
    url: simulator.url,
    access: {
      connectionId: 'conn_1',
      partner: 'ADYEN',
      accountId: account.id,
      endpoint: `${simulator.url}/adyen`,
      credentials: { apiKey: account.apiKey, hmacKey: account.hmacKey },
    },
    addMethod: async (shopper, type = 'scheme') =>
      (await control<{ id: string }>('POST', `/account/${account.id}/shopper/${shopper}/payment-method`, { type })).id,
  };
};
