import { createHmac, timingSafeEqual, verify } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { oauthError, sfAnswer } from '../errors.ts';
import {
  type Json,
  type Org,
  recordsOf,
  type SalesforceReader,
  type SalesforceSimulation,
  type Session,
} from '../state.ts';
import { openSession } from './sessions.ts';

const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** An assertion expires within three minutes; one more minute allows for clock skew. */
const assertionMsMax = 4 * 60_000;

/** The login hosts shared by all orgs, with the audience of each. */
export const loginHosts: Readonly<Record<string, string>> = {
  login: 'https://login.salesforce.com',
  test: 'https://test.salesforce.com',
};

/** The simulated address of an org's My Domain. */
const instanceUrl = (request: HttpRequest, org: Org): string =>
  `http://${request.headers.host ?? 'localhost'}/salesforce/${org.domain}`;

/**
 * `POST /services/oauth2/token` at a host. Sources: Salesforce Help, OAuth 2.0 JWT Bearer Flow for Server-to-Server
 * Integration and OAuth 2.0 Client Credentials Flow; the messages are those that users published.
 */
export const issueToken = (simulation: SalesforceSimulation, request: HttpRequest, host: string): HttpAnswer => {
  const form = new URLSearchParams(`${request.body.toString('utf8')}&${request.query}`);
  const grant = form.get('grant_type') ?? '';
  if (grant === jwtBearer) return byAssertion(simulation, request, form.get('assertion') ?? '');
  if (grant === 'client_credentials') return byCredentials(simulation, request, form, host);
  return oauthError('unsupported_grant_type', 'grant type not supported');
};

/** The flow with a secret works at an org's own host only (issue 58 of pozil/pub-sub-api-node-client). */
const byCredentials = (
  simulation: SalesforceSimulation,
  request: HttpRequest,
  form: URLSearchParams,
  host: string,
): HttpAnswer => {
  if (host in loginHosts) return oauthError('invalid_grant', 'request not supported on this domain');
  const { id, secret } = clientOf(request, form);
  const app = simulation.store.get('apps', id);
  const org = app && simulation.store.get('orgs', app.orgId);
  if (!app || org?.domain !== host) return oauthError('invalid_client_id', 'client identifier invalid');
  if (!isSame(secret, app.clientSecret)) return oauthError('invalid_client', 'invalid client credentials');
  if (app.runAsUserId === null) return oauthError('invalid_grant', 'no client credentials user enabled');
  const refused = refuseUser(simulation.store, app.runAsUserId);
  if (refused) return refused;
  const answer = openFor(simulation, request, org, app.runAsUserId);
  const issuedAt = String(simulation.wall());
  const signature = createHmac('sha256', app.clientSecret).update(`${answer.id}${issuedAt}`).digest('base64');
  return sfAnswer(200, { ...answer, issued_at: issuedAt, signature });
};

/** The client's id and secret: in the form, or as basic authentication (RFC 6749 section 2.3.1). */
const clientOf = (request: HttpRequest, form: URLSearchParams): { id: string; secret: string } => {
  const [, basic] = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
};

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const refuseUser = (reader: SalesforceReader, userId: string): HttpAnswer | null =>
  reader.get('records', userId)?.fields.IsActive === false ? oauthError('invalid_grant', 'inactive user') : null;

/** An assertion signed with the app's key; the answer has neither a lifetime nor a refresh token. */
const byAssertion = (simulation: SalesforceSimulation, request: HttpRequest, assertion: string): HttpAnswer => {
  const { store } = simulation;
  const [head = '', body = '', signature = '', ...rest] = assertion.split('.');
  const [header, claims] = [decodePart(head), decodePart(body)];
  if (!header || !claims || rest.length > 0) return oauthError('invalid_grant', 'invalid assertion');
  const app = store.get('apps', String(claims.iss));
  const org = app && store.get('orgs', app.orgId);
  if (!app || !org) return oauthError('invalid_client_id', 'client identifier invalid');
  const content = Buffer.from(`${head}.${body}`);
  const isSigned =
    header.alg === 'RS256' && verify('RSA-SHA256', content, app.publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) return oauthError('invalid_grant', 'invalid assertion');
  if (!audiencesOf(request, org).includes(String(claims.aud)))
    return oauthError('invalid_grant', 'audience is invalid');
  const left = Number(claims.exp) * 1000 - simulation.wall();
  if (!(left > 0)) return oauthError('invalid_grant', 'expired authorization code');
  if (left > assertionMsMax) return oauthError('invalid_grant', 'invalid assertion');
  const user = userNamed(store, org, String(claims.sub));
  if (!user || !app.approvedUserIds.includes(user))
    return oauthError('invalid_grant', "user hasn't approved this consumer");
  return refuseUser(store, user) ?? sfAnswer(200, openFor(simulation, request, org, user));
};

/** The host at which the org logs in, or its own; the real addresses, and those of the simulator. */
const audiencesOf = (request: HttpRequest, org: Org): string[] => {
  const name = org.sandbox ? 'test' : 'login';
  const here = `http://${request.headers.host}/salesforce`;
  return [
    loginHosts[name] ?? '',
    `${here}/${name}`,
    `${here}/${org.domain}`,
    `https://${org.domain}.my.salesforce.com`,
  ];
};

const decodePart = (part: string): Json | null => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Json;
  } catch {
    return null;
  }
};

const userNamed = (reader: SalesforceReader, org: Org, username: string): string | undefined =>
  recordsOf(reader, org.id, 'User').find(
    ({ fields }) => String(fields.Username).toLowerCase() === username.toLowerCase(),
  )?.id;

const openFor = (simulation: SalesforceSimulation, request: HttpRequest, org: Org, userId: string) => {
  const session = change(simulation, (tx) => openSession(tx, org, userId));
  const host = loginHosts[org.sandbox ? 'test' : 'login'];
  return {
    access_token: session.id,
    scope: 'api id',
    instance_url: instanceUrl(request, org),
    id: `${host}/id/${org.id}/${userId}`,
    token_type: 'Bearer',
  };
};

/** `POST /services/oauth2/revoke` (RFC 7009): ends a session. */
export const revokeToken = (simulation: SalesforceSimulation, request: HttpRequest): HttpAnswer => {
  const token = new URLSearchParams(`${request.body.toString('utf8')}&${request.query}`).get('token') ?? '';
  if (!simulation.store.get('sessions', token))
    return oauthError('unsupported_token_type', 'this token type is not supported');
  change(simulation, (tx) => tx.remove('sessions', token));
  return sfAnswer(200);
};

/** `GET /services/oauth2/userinfo`: the user of a session. */
export const userInfo = (reader: SalesforceReader, { orgId, userId }: Session): HttpAnswer => {
  const fields: Json = reader.get('records', userId)?.fields ?? {};
  return sfAnswer(200, {
    sub: `https://login.salesforce.com/id/${orgId}/${userId}`,
    user_id: userId,
    organization_id: orgId,
    preferred_username: fields.Username,
    name: fields.Name,
    email: fields.Email,
    active: fields.IsActive,
  });
};
