import type { HttpRequest } from '../../kit/http.ts';
import { refusal } from '../errors.ts';
import type { App, HubspotSimulation } from '../state.ts';

/** The app of a call, and the scopes of its token. */
export type Caller = { app: App; scopes: string[] };

const unauthenticated = (message: string): Error =>
  refusal({ status: 401, category: 'INVALID_AUTHENTICATION', message });

/** Finds the app by a bearer token: that of a private app, which does not expire, or an OAuth access token. */
export const authenticate = ({ store, wall }: HubspotSimulation, request: HttpRequest): Caller => {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) {
    throw unauthenticated(
      'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
    );
  }
  const own = store.list('apps').find(({ privateToken }) => privateToken === token);
  if (own) return { app: own, scopes: own.scopes };
  const access = store.get('tokens', token);
  const app = access && store.get('apps', access.clientId);
  if (!app) {
    throw unauthenticated('The OAuth token used to make this call is not valid or the app has been uninstalled.');
  }
  const late = wall() - access.expiresAt;
  if (late < 0) return { app, scopes: access.scopes };
  throw refusal({
    status: 401,
    category: 'EXPIRED_AUTHENTICATION',
    message: `The OAuth token used to make this call expired ${Math.floor(late / 1000)} second(s) ago.`,
    context: { 'expire time': [new Date(access.expiresAt).toISOString()] },
  });
};

/** A call needs one of some scopes (HubSpot developer docs, Scopes). */
export const checkScopes = ({ scopes }: Caller, wanted: string[]): void => {
  if (wanted.length === 0 || wanted.some((scope) => scopes.includes(scope))) return;
  throw refusal({
    status: 403,
    category: 'MISSING_SCOPES',
    message:
      "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    errors: [
      { message: 'One or more of the following scopes are required.', context: { requiredGranularScopes: wanted } },
    ],
    links: { scopes: 'https://developers.hubspot.com/scopes' },
  });
};
