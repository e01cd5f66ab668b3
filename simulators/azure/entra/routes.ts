import { matchPath } from '../../kit/control.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { Operation } from '../../kit/simulator.ts';
import { originOf } from '../api/call.ts';
import type { AzureSimulation } from '../state.ts';
import { issueToken } from './issue-token.ts';
import { publicKeys } from './keys.ts';

/** The issuer of a tenant's version 2 tokens. It is the real one, as in the metadata. */
export const issuerOf = (tenantId: string): string => `https://login.microsoftonline.com/${tenantId}/v2.0`;

type Route = { name: string; run(simulation: AzureSimulation, request: HttpRequest, tenant: string): RouteAnswer };
type RouteAnswer = HttpAnswer | Promise<HttpAnswer>;

const keys: Route = { name: 'Keys', run: (simulation, _, tenant) => answerKeys(simulation, tenant) };

const answerMetadata = (_: AzureSimulation, request: HttpRequest, tenant: string): HttpAnswer => {
  const authority = `${originOf(request)}/azure/login/${encodeURIComponent(tenant)}`;
  return jsonAnswer(200, {
    issuer: issuerOf(tenant === 'common' ? '{tenantid}' : tenant),
    token_endpoint: `${authority}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
    jwks_uri: `${authority}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  });
};

const routes: Record<string, Route> = {
  'POST /:tenant/oauth2/v2.0/token': {
    name: 'Token',
    run: (simulation, request, tenant) => issueToken(simulation, request, tenant, 'scope'),
  },
  'POST /:tenant/oauth2/token': {
    name: 'Token',
    run: (simulation, request, tenant) => issueToken(simulation, request, tenant, 'resource'),
  },
  'GET /:tenant/v2.0/.well-known/openid-configuration': { name: 'Metadata', run: answerMetadata },
  'GET /:tenant/.well-known/openid-configuration': { name: 'Metadata', run: answerMetadata },
  'GET /:tenant/discovery/v2.0/keys': keys,
  'GET /:tenant/discovery/keys': keys,
};

/** Finds the Entra operation, with or without `/login`; null if the path is not one of Entra's. */
export const findEntraOperation = (
  simulation: AzureSimulation,
  request: HttpRequest,
  path: string,
): Operation | null => {
  const entraPath = path.startsWith('/login/') ? path.slice('/login'.length) : path;
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, entraPath) : null;
    if (params) return { name, run: () => run(simulation, request, params.tenant ?? '') };
  }
  return null;
};

const answerKeys = (simulation: AzureSimulation, tenant: string): HttpAnswer =>
  jsonAnswer(200, publicKeys(simulation, issuerOf(tenant === 'common' ? '{tenantid}' : tenant)));
