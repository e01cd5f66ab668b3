/** Microsoft's APIs stand on three hosts; an account that names an endpoint has all of them below it. */
const hosts = {
  LOGIN: { real: 'https://login.microsoftonline.com', below: '/login' },
  MARKETPLACE: { real: 'https://marketplaceapi.microsoft.com/api', below: '/api' },
  INGESTION: { real: 'https://graph.microsoft.com/rp/product-ingestion', below: '/graph/rp/product-ingestion' },
} as const;

export type AzureHost = keyof typeof hosts;

export const baseOf = (endpoint: string | undefined, host: AzureHost): string => {
  const { real, below } = hosts[host];
  const isReal = endpoint === undefined || endpoint.replace(/\/+$/, '') === hosts.LOGIN.real;
  return isReal ? real : `${endpoint.replace(/\/+$/, '')}${below}`;
};

/** The application behind the fulfilment and metering APIs: what tokens for it are asked for, and who calls webhooks. */
export const marketplaceAppId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

export const scopes = {
  MARKETPLACE: `${marketplaceAppId}/.default`,
  INGESTION: 'https://graph.microsoft.com/.default',
} as const;
