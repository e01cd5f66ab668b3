import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Difference, type PartnerContract, show } from '../difference.ts';
import { createOpenApiCheck, type OpenApi } from './check-openapi.ts';

type Source = { name: string; file: string };

/** Checks exchanges below a path by the documents of a partner; what none of them describes is a difference. */
const openApiContract = (
  simulator: string,
  { base, sources }: { base: RegExp; sources: readonly Source[] },
): PartnerContract => ({
  simulator,
  load: (dataFolder) => {
    const checks = sources.map(({ name, file }) =>
      createOpenApiCheck(name, JSON.parse(readFileSync(join(dataFolder, file), 'utf8')) as OpenApi),
    );
    return (exchange): Difference[] => {
      if (!base.test(exchange.path)) return [];
      const path = exchange.path.replace(base, '/');
      for (const check of checks) {
        const found = check(exchange, path);
        if (found) return found;
      }
      const operation = `${exchange.method} ${path}`;
      return [{ operation, side: 'request', at: '', rule: 'no such operation', detail: show(exchange.query) }];
    };
  },
});

const microsoft = 'microsoft-commercial-marketplace-openapi';

/** Microsoft: SaaS fulfilment 2 and metering 1. Entra and product ingestion are published as pages only. */
export const azureContract = openApiContract('azure', {
  base: /^(?:\/azure)?\/api\//,
  sources: [
    { name: 'SaaS', file: `${microsoft}/saasapi.v2.json` },
    { name: 'Metering', file: `${microsoft}/meteringapi.v1.json` },
  ],
});

/** Adyen: Checkout 72. */
export const adyenContract = openApiContract('adyen', {
  base: /^(?:\/adyen)?\/checkout\/v\d+\//,
  sources: [{ name: 'Checkout', file: 'adyen-openapi/CheckoutService-v72.json' }],
});
