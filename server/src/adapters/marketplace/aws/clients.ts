import { MarketplaceAgreementClient } from '@aws-sdk/client-marketplace-agreement';
import { MarketplaceCatalogClient } from '@aws-sdk/client-marketplace-catalog';
import { MarketplaceMeteringClient } from '@aws-sdk/client-marketplace-metering';
import type { MarketplaceAccess } from '../port.ts';
import { boundAnswersOf, type ClientOptions, cacheClients, clientConfig } from './client.ts';

/**
 * The services of AWS Marketplace that a seller account calls. The Entitlement service is not among them: it names the
 * licenses of a buyer and a product, not of an agreement, and the Agreement API names those of the agreement.
 */
export type AwsClients = {
  catalog: MarketplaceCatalogClient;
  agreement: MarketplaceAgreementClient;
  metering: MarketplaceMeteringClient;
};

/** One set of clients for each connection and its credentials. */
const openClients = (access: MarketplaceAccess, options: ClientOptions): AwsClients => {
  const at = (service: 'catalog' | 'agreement' | 'metering') =>
    clientConfig(access, access.endpoints?.[service] ?? access.endpoint, options);
  const clients = {
    catalog: new MarketplaceCatalogClient({ ...at('catalog'), region: access.region }),
    agreement: new MarketplaceAgreementClient({ ...at('agreement'), region: access.region }),
    metering: new MarketplaceMeteringClient({ ...at('metering'), region: access.meteringRegion }),
  };
  for (const client of Object.values(clients)) boundAnswersOf(client);
  return clients;
};

/** The clients of AWS Marketplace. */
export const createClientCache = (options: ClientOptions) =>
  cacheClients((access: MarketplaceAccess) => openClients(access, options));
