/** Microsoft's APIs are on several hosts; an account that names one endpoint for all has them below it. */
const hosts = {
  LOGIN: { name: 'login', real: 'https://login.microsoftonline.com', below: '/login' },
  MARKETPLACE: { name: 'fulfilment', real: 'https://marketplaceapi.microsoft.com/api', below: '/api' },
  METERING: { name: 'metering', real: 'https://marketplaceapi.microsoft.com/api', below: '/api' },
  INGESTION: {
    name: 'ingestion',
    real: 'https://graph.microsoft.com/rp/product-ingestion',
    below: '/graph/rp/product-ingestion',
  },
  INSIGHTS: {
    name: 'insights',
    real: 'https://api.partnercenter.microsoft.com/insights/v1.1/cmp',
    below: '/insights/v1.1/cmp',
  },
  PAYOUTS: { name: 'payouts', real: 'https://api.partner.microsoft.com/v1.0/payouts', below: '/v1.0/payouts' },
  REFERRALS: {
    name: 'referrals',
    real: 'https://api.partner.microsoft.com/v1.0/engagements/referrals',
    below: '/v1.0/engagements/referrals',
  },
  // A list of solutions that the seller keeps: Microsoft has no public one.
  CATALOG: { name: 'catalog', real: '', below: '/solutions' },
  // Where Partner Center keeps the certificates of its notifications ("Partner Center webhooks": Sample event).
  CERTIFICATES: { name: 'certificates', real: 'https://3psostorageacct.blob.core.windows.net/cert', below: '/cert' },
} as const;

export type AzureHost = keyof typeof hosts;

/** The addresses of an account's APIs: one for all, and separate ones for single APIs. */
export type AzureAddresses = {
  endpoint: string | undefined;
  endpoints?: Readonly<Record<string, string>>;
};

/** The address of an API, without trailing slash; empty if there is none without being given. */
export const baseOf = ({ endpoint, endpoints = {} }: AzureAddresses, host: AzureHost): string => {
  const { name, real, below } = hosts[host];
  const own = endpoints[name];
  if (own !== undefined) return own.replace(/\/+$/, '');
  const isReal = endpoint === undefined || endpoint.replace(/\/+$/, '') === hosts.LOGIN.real;
  return isReal ? real : `${endpoint.replace(/\/+$/, '')}${below}`;
};

/** Whether that API is Microsoft's own. */
export const isRealHost = (addresses: AzureAddresses, host: AzureHost): boolean =>
  baseOf(addresses, host) === hosts[host].real;

/** The application behind the fulfillment and metering APIs: tokens are requested for it, and it calls webhooks. */
export const marketplaceAppId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

const graph = 'https://graph.microsoft.com';

/** The services of a connection by their names in its `endpoints`; Graph has no host of its own. */
export const azureServices: Readonly<Record<string, AzureHost>> = Object.fromEntries(
  Object.entries(hosts).map(([host, { name }]) => [name, host as AzureHost]),
);

/** The resource for which tokens of the ingestion API are requested. */
export const graphOf = ({ endpoints = {} }: AzureAddresses): string => (endpoints.graph ?? graph).replace(/\/+$/, '');

/**
 * The scopes of tokens. The scope of ingestion names Graph, which each of Microsoft's clouds has at a different
 * address. That of the analytics API is the resource of "Make your first API call to access commercial marketplace
 * analytics data".
 */
export const scopeOf = (
  addresses: AzureAddresses,
  host: Exclude<AzureHost, 'LOGIN' | 'CATALOG' | 'CERTIFICATES'>,
): string => {
  if (host === 'INGESTION') return `${graphOf(addresses)}/.default`;
  if (host === 'INSIGHTS') return 'https://api.partnercenter.microsoft.com/.default';
  if (host === 'PAYOUTS' || host === 'REFERRALS') return 'https://api.partner.microsoft.com/.default';
  return `${marketplaceAppId}/.default`;
};
