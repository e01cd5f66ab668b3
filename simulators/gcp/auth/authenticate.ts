import type { HttpRequest } from '../../kit/http.ts';
import { refusal } from '../errors.ts';
import type { GcpSimulation, Seller } from '../state.ts';

const scopeRoot = 'https://www.googleapis.com/auth/';

const reason = (name: string): unknown[] => [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: name, domain: 'googleapis.com' },
];

/** Finds the seller by a call's bearer token; `scopes` are what the API accepts besides `cloud-platform`. */
export const authenticate = (simulation: GcpSimulation, request: HttpRequest, scopes: readonly string[]): Seller => {
  const [, id] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!id) {
    throw refusal(
      'UNAUTHENTICATED',
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      reason('CREDENTIALS_MISSING'),
    );
  }
  const token = simulation.store.get('tokens', id);
  const seller = token && simulation.store.get('sellers', token.sellerId);
  if (!token || !seller || token.expiresAt <= simulation.wall()) {
    throw refusal(
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      reason(token ? 'ACCESS_TOKEN_EXPIRED' : 'ACCESS_TOKEN_TYPE_UNSUPPORTED'),
    );
  }
  const accepted = ['cloud-platform', ...scopes].map((name) => `${scopeRoot}${name}`);
  if (!token.scopes.some((name) => accepted.includes(name))) {
    throw refusal(
      'PERMISSION_DENIED',
      'Request had insufficient authentication scopes.',
      reason('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    );
  }
  return seller;
};
