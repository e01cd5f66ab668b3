import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAdyenSimulator } from '../../../../../simulators/adyen/server.ts';
import type { PaymentAccess } from '../port.ts';

type Body = Record<string, unknown>;

export type AdyenBench = {
  url: string;
  access: PaymentAccess;
  /** The control API below `/control/adyen`; throws on a refusal. */
  control<T = Body>(method: string, path: string, body?: Body): Promise<T>;
  fault(name: string, options?: Body): Promise<void>;
  /** A shopper stores a payment method at a page of Adyen; answers its id. */
  addMethod(shopperReference: string, type?: string): Promise<string>;
  close(): Promise<void>;
};

/** A simulator of Adyen with one merchant account. */
export const startAdyen = async (): Promise<AdyenBench> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'adyen-simulator-'));
  const simulator = await startAdyenSimulator({ host: '127.0.0.1', port: 0, dataDir });
  const control = async <T = Body>(method: string, path: string, body?: Body): Promise<T> => {
    const response = await fetch(`${simulator.url}/control/adyen${path}`, {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const account = await control<{ id: string; apiKey: string; hmacKey: string }>('POST', '/account', {
    id: 'AcmeECOM',
    companyName: 'Acme',
  });
  return {
    url: simulator.url,
    access: {
      connectionId: 'conn_1',
      partner: 'ADYEN',
      accountId: account.id,
      endpoint: `${simulator.url}/adyen`,
      credentials: { apiKey: account.apiKey, hmacKey: account.hmacKey },
    },
    control,
    fault: async (name, options = {}) => void (await control('POST', '/fault', { name, ...options })),
    addMethod: async (shopper, type = 'scheme') =>
      (await control<{ id: string }>('POST', `/account/${account.id}/shopper/${shopper}/payment-method`, { type })).id,
    close: async () => {
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
