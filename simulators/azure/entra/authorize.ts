import type { HttpRequest } from '../../kit/http.ts';
import type { AzureSimulation, PartnerUser, Publisher } from '../state.ts';
import { readToken } from './keys.ts';

/** The application that represents the SaaS fulfilment and metering APIs, and that calls webhooks. */
export const marketplaceAppId = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7';

/** A caller: its publisher, and the person for whom the application calls; null if it calls for itself. */
export type Caller = { publisher: Publisher; user: PartnerUser | null };

/** The caller that holds the bearer token, if the token is valid and for one of the audiences. */
export const authorizeCaller = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  audiences: string[],
): Promise<Caller | null> => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const claims = token === undefined ? null : await readToken(simulation, token);
  if (!claims || typeof claims.aud !== 'string' || !audiences.includes(claims.aud)) return null;
  const { store } = simulation;
  const publisher = store
    .list('publishers')
    .find(({ clientId, tenantId }) => clientId === claims.appid && tenantId === claims.tid);
  if (!publisher) return null;
  if (claims.idtyp !== 'user') return { publisher, user: null };
  const user = store.get('users', String(claims.oid));
  return user?.publisherId === publisher.id ? { publisher, user } : null;
};

/** The publisher whose application holds the bearer token, if the token is valid and for one of the audiences. */
export const authorize = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  audiences: string[],
): Promise<Publisher | null> => (await authorizeCaller(simulation, request, audiences))?.publisher ?? null;
