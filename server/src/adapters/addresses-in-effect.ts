import { awsAddressOf } from './marketplace/aws/addresses.ts';
import { azureServices, baseOf, graphOf } from './marketplace/azure/hosts.ts';
import { addressOf, type GoogleHost } from './marketplace/gcp/settings.ts';
import { findPartnerService } from './partner-services.ts';

/**
 * What an address comes from. SET: the service's own address; ENDPOINT: the one endpoint for all services; REGION: the
 * region and its partition; STANDARD: where the partner has the service for everyone.
 */
export const addressSources = ['SET', 'ENDPOINT', 'REGION', 'STANDARD'] as const;
export type AddressInEffect = { address: string; from: (typeof addressSources)[number] };

/** The parts of a connection that determine its addresses; credentials stay sealed, only their names are known. */
export type Addressed = {
  partner: string;
  service: string;
  endpoint: string | null;
  endpoints: Readonly<Record<string, string>>;
  region: string | null;
  meteringRegion: string | null;
  credentialFields: readonly string[];
};

type AddressOf = (given: Addressed, name: string, standard: string) => string;

const below = (endpoint: string, path: string): string => `${endpoint.replace(/\/+$/, '')}${path}`;

/**
 * Where each partner's adapter calls a service; `standard` applies if neither an address nor an endpoint overrides it.
 */
const addressOfService: Readonly<Record<string, AddressOf>> = {
  AWS: ({ endpoint, region, meteringRegion }, _name, standard) =>
    endpoint ??
    awsAddressOf(standard, { region: region ?? 'us-east-1', meteringRegion: meteringRegion ?? region ?? 'us-east-1' }),
  AZURE: ({ endpoint }, name) => {
    const addresses = { endpoint: endpoint ?? undefined };
    const host = azureServices[name];
    return host === undefined ? graphOf(addresses) : baseOf(addresses, host);
  },
  GCP: ({ endpoint }, name) => addressOf({ endpoint: endpoint ?? undefined }, name as GoogleHost),
  ADYEN: ({ endpoint, credentialFields }, name, standard) => {
    const isLive = credentialFields.includes('livePrefix');
    if (name === 'reports') {
      if (endpoint !== null) return below(endpoint, '/reports/download');
      return isLive ? 'https://ca-live.adyen.com/reports/download' : standard;
    }
    if (endpoint !== null) return name === 'checkout' ? below(endpoint, '/checkout') : endpoint;
    return isLive && name === 'checkout' ? 'https://{livePrefix}-checkout-live.adyenpayments.com/checkout' : standard;
  },
};

/**
 * The address of every service that a connection calls, and what it comes from; a partner's only service is called
 * `api`.
 */
export const addressesInEffect = (given: Addressed): Record<string, AddressInEffect> => {
  const known = findPartnerService(given.partner, given.service);
  const standard = known?.endpoint.standard ?? null;
  if (!known?.addresses) {
    const address = given.endpoint ?? standard;
    return address === null ? {} : { api: { address, from: given.endpoint === null ? 'STANDARD' : 'ENDPOINT' } };
  }
  const entries = Object.entries(known.addresses).flatMap(([name, own]): [string, AddressInEffect][] => {
    const set = given.endpoints[name];
    if (set !== undefined) return [[name, { address: set, from: 'SET' }]];
    const address = addressOfService[given.partner]?.(given, name, own) ?? own;
    const unmoved = addressOfService[given.partner]?.({ ...given, endpoint: null }, name, own) ?? own;
    if (address === '') return [];
    const isMoved = given.endpoint !== null && address !== unmoved;
    return [[name, { address, from: isMoved ? 'ENDPOINT' : own.includes('egion}') ? 'REGION' : 'STANDARD' }]];
  });
  return Object.fromEntries(entries);
};
