import { partnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';

/**
 * The parts of a connection that distinguish Google Cloud accounts; the optional settings are among the credentials.
 */
export type GoogleAccess = Pick<MarketplaceAccess, 'accountId' | 'endpoint' | 'endpoints' | 'credentials'>;

type Host = { real: string; below: string };

/** Google's hosts, and their paths below the one endpoint of a connection. */
const hosts = {
  token: { real: 'https://oauth2.googleapis.com', below: '' },
  keys: { real: 'https://www.googleapis.com', below: '' },
  procurement: { real: 'https://cloudcommerceprocurement.googleapis.com', below: '/procurement' },
  producer: { real: 'https://commerceproducer.googleapis.com', below: '/producer' },
  serviceControl: { real: 'https://servicecontrol.googleapis.com', below: '/servicecontrol' },
  serviceManagement: { real: 'https://servicemanagement.googleapis.com', below: '/servicemanagement' },
  storage: { real: 'https://storage.googleapis.com', below: '' },
  // Assumed: no API returns the address at which a customer opens a private offer.
  console: { real: 'https://console.cloud.google.com/marketplace', below: '/console' },
} as const satisfies Record<string, Host>;

export type GoogleHost = keyof typeof hosts;

/** Connections of earlier releases may name the token host, which is Google's own. */
const isReal = (endpoint: string | undefined): boolean =>
  endpoint === undefined || endpoint.replace(/\/+$/, '') === hosts.token.real;

/** The addresses of an account's APIs: one for all, and separate ones for single APIs. */
export type GoogleAddresses = Pick<GoogleAccess, 'endpoint' | 'endpoints'>;

export const addressOf = ({ endpoint, endpoints = {} }: GoogleAddresses, host: GoogleHost): string => {
  const own = endpoints[host];
  if (own !== undefined) return own.replace(/\/+$/, '');
  const { real, below } = hosts[host];
  return endpoint === undefined || isReal(endpoint) ? real : `${endpoint.replace(/\/+$/, '')}${below}`;
};

const missing = (message: string) =>
  partnerError(message, {
    partner: 'GCP',
    outcome: 'NOT_SENT',
    partnerCode: 'MissingSetting',
    httpStatus: undefined,
    requestId: undefined,
    retryable: false,
  });

/** The provider id of Partner Procurement. */
export const providerOf = ({ accountId }: GoogleAccess): string => {
  if (accountId === '') throw missing('The connection has no provider id: set accountId.');
  return accountId;
};

const projectOfEmail = /@([a-z][a-z0-9-]{4,61})\.iam\.gserviceaccount\.com$/;

const findProject = ({ credentials: { projectId, clientEmail = '' } }: GoogleAccess): string | undefined =>
  projectId || projectOfEmail.exec(clientEmail)?.[1];

/** The seller's project: the named one, or that of the service account. */
export const projectOf = (access: GoogleAccess): string => {
  const project = findProject(access);
  if (!project) throw missing('The connection has no project: set the credential projectId.');
  return project;
};

/**
 * Whether a service account may sign pushes of this connection: the named one. If none is named, any service account of
 * the project, which nobody else can have: Pub/Sub requires it to be in the project of the subscription.
 */
export const mayPush = (access: GoogleAccess, email: string): boolean => {
  const { pushServiceAccount } = access.credentials;
  if (pushServiceAccount) return email === pushServiceAccount;
  const project = findProject(access);
  return project !== undefined && email.endsWith(`@${project}.iam.gserviceaccount.com`);
};
