import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { hubAnswer, newCorrelation } from '../errors.ts';
import type { AccessToken, App, HubspotChange, HubspotReader, HubspotSimulation } from '../state.ts';

/** Access tokens last half an hour of wall time (HubSpot developer docs, Working with OAuth). */
const lifeMs = 1800 * 1000;

/** An error of the OAuth endpoints, in the form of RFC 6749 with HubSpot's own status beside it. */
const oauthError = (error: string, status: string, message: string): HttpAnswer =>
  hubAnswer(400, { error, error_description: message, status, message, correlationId: newCorrelation() });

/**
 * `POST /oauth/v1/token`, and the dated address that replaces it on 16 February 2027. Only the dated one has the grant
 * `client_credentials`, whose token is the app's own and has no scope of a portal's records.
 */
export const issueToken = (simulation: HubspotSimulation, request: HttpRequest, isDated: boolean): HttpAnswer => {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const { store } = simulation;
  const { id, secret } = clientOf(request, form);
  const app = store.get('apps', id);
  if (!app) return oauthError('invalid_client', 'BAD_CLIENT_ID', 'missing or invalid client id');
  if (secret !== app.clientSecret) {
    return oauthError('invalid_client', 'BAD_CLIENT_SECRET', 'missing or invalid client secret');
  }
  const grant = form.get('grant_type');
  if (grant === 'refresh_token') {
    if (form.get('refresh_token') !== app.refreshToken) {
      return oauthError('invalid_grant', 'BAD_REFRESH_TOKEN', 'missing or invalid refresh token');
    }
    return change(simulation, (tx) => tokenAnswer(tx, app, app.scopes));
  }
  if (grant === 'authorization_code') return exchangeCode(simulation, app, form);
  if (grant === 'client_credentials' && isDated) return change(simulation, (tx) => tokenAnswer(tx, app, []));
  return oauthError('unsupported_grant_type', 'BAD_GRANT_TYPE', 'missing or unknown grant type');
};

const clientOf = (request: HttpRequest, form: URLSearchParams): { id: string; secret: string } => {
  const [, basic] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent);
  return { id, secret };
};

/** A code is exchanged once. */
const exchangeCode = (simulation: HubspotSimulation, app: App, form: URLSearchParams): HttpAnswer => {
  const code = simulation.store.get('codes', form.get('code') ?? '');
  if (code?.clientId !== app.id) return oauthError('invalid_grant', 'BAD_AUTH_CODE', 'missing or unknown auth code');
  if (code.redirectUri !== form.get('redirect_uri')) {
    return oauthError('invalid_grant', 'BAD_REDIRECT_URI', 'redirect uri does not match that of the authorization');
  }
  return change(simulation, (tx) => {
    tx.remove('codes', code.id);
    return tokenAnswer(tx, app, app.scopes);
  });
};

const tokenAnswer = (tx: HubspotChange, app: App, scopes: string[]): HttpAnswer => {
  for (const old of tx.list('tokens')) if (old.expiresAt < tx.wall - lifeMs) tx.remove('tokens', old.id);
  const token: AccessToken = {
    id: `C${tx.ids.text(40)}-${tx.ids.text(40)}`,
    clientId: app.id,
    scopes,
    expiresAt: tx.wall + lifeMs,
  };
  tx.put('tokens', token);
  return hubAnswer(200, {
    token_type: 'bearer',
    access_token: token.id,
    expires_in: lifeMs / 1000,
    ...(scopes.length > 0 ? { refresh_token: app.refreshToken } : {}),
    hub_id: Number(app.portalId),
    user_id: app.userId,
    scopes,
  });
};

/** `GET /oauth/v1/access-tokens/{token}`: the owner of a token. */
export const describeToken = (reader: HubspotReader, wall: number, id: string): HttpAnswer => {
  const token = reader.get('tokens', id);
  const app = token && reader.get('apps', token.clientId);
  if (!app || token.expiresAt <= wall) {
    return hubAnswer(404, { status: 'error', message: 'token not found', correlationId: newCorrelation() });
  }
  return hubAnswer(200, {
    token: id,
    hub_id: Number(app.portalId),
    app_id: app.appId,
    user_id: app.userId,
    scopes: token.scopes,
    expires_in: Math.floor((token.expiresAt - wall) / 1000),
    token_type: 'access',
  });
};
