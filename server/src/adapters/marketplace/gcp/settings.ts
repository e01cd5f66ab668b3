import { partnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';

/** What of a connection tells Google Cloud accounts apart; the optional settings stand among the credentials. */
export type GoogleAccess = Pick<MarketplaceAccess, 'accountId' | 'endpoint' | 'endpoints' | 'credentials'>;

type Host = { real: string; below: string };

/** The hosts of Google, and where they are below the one endpoint of a connection. */
const hosts = {
  token: { real: 'https://oauth2.googleapis.com', below: '' },
  keys: { real: 'https://www.googleapis.com', below: '' },
  procurement: { real: 'https://cloudcommerceprocurement.googleapis.com', below: '/procurement' },
  producer: { real: 'https://commerceproducer.googleapis.com', below: '/producer' },
  serviceControl: { real: 'https://servicecontrol.googleapis.com', below: '/servicecontrol' },
  serviceManagement: { real: 'https://servicemanagement.googleapis.com', below: '/servicemanagement' },
  // Assumed: no API names the address at which a customer opens a private offer.
  console: { real: 'https://console.cloud.google.com/marketplace', below: '/console' },
} as const satisfies Record<string, Host>;

export type GoogleHost = keyof typeof hosts;

/** Connections of earlier releases may name the host of the tokens, which is the real Google. */
const isReal = (endpoint: string | undefined): boolean =>
  endpoint === undefined || endpoint.replace(/\/+$/, '') === hosts.token.real;

/** Where the APIs of an account are: one address for all, and addresses of single ones. */
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
  if (accountId === '') throw missing('The connection does not say its provider id: set accountId.');
  return accountId;
};

const projectOfEmail = /@([a-z][a-z0-9-]{4,61})\.iam\.gserviceaccount\.com$/;

const findProject = ({ credentials: { projectId, clientEmail = '' } }: GoogleAccess): string | undefined =>
  projectId || projectOfEmail.exec(clientEmail)?.[1];

/** The seller's project: named, or that of the service account. */
export const projectOf = (access: GoogleAccess): string => {
  const project = findProject(access);
  if (!project) throw missing('The connection does not say its project: set the credential projectId.');
  return project;
};

/**
 * Whether an address may sign pushes of this connection: the one that is named. Where none is named any service account of
 * the project, which nobody else has: Pub/Sub wants it in the project of the subscription.
 */
export const mayPush = (access: GoogleAccess, email: string): boolean => {
  const { pushServiceAccount } = access.credentials;
  if (pushServiceAccount) return email === pushServiceAccount;
  const project = findProject(access);
  return project !== undefined && email.endsWith(`@${project}.iam.gserviceaccount.com`);
};
