import { createHash, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import type { AzureSimulation, Publisher } from '../state.ts';
import { marketplaceAppId } from './authorize.ts';
import { entraError } from './entra-error.ts';
import { signToken } from './keys.ts';
import { refreshUser } from './refresh-token.ts';

/** Resources for which a publisher's application may request tokens. */
const resources = [
  marketplaceAppId,
  `api://${marketplaceAppId}`,
  'https://graph.microsoft.com',
  'https://graph.windows.net',
  'https://api.partner.microsoft.com',
  'https://api.partnercenter.microsoft.com',
];

/** The resource of a person's token if the request names none. */
const resourceOfUsers = 'https://api.partner.microsoft.com';
/** Scopes of OpenID Connect, which belong to no resource. */
const openScopes = ['openid', 'profile', 'email', 'offline_access'];

/**
 * Client credentials give the application's own token, a refresh token one that it holds for a person. Version 2 takes a
 * `scope`, version 1 a `resource`. The secret is in the form or in Basic credentials.
 */
export const issueToken = async (
  simulation: AzureSimulation,
  request: HttpRequest,
  tenant: string,
  asks: 'scope' | 'resource',
): Promise<HttpAnswer> => {
  const fail = (status: number, error: string, number: number, message: string): HttpAnswer =>
    entraError(simulation, { status, error, number, message });
  const form = new URLSearchParams(request.body.toString('utf8'));
  const { clientId, clientSecret } = credentialsOf(request, form);
  const grant = form.get('grant_type') ?? '';
  const publishers = simulation.store.list('publishers');

  if (grant === '') return fail(400, 'invalid_request', 900144, missing('grant_type'));
  if (!publishers.some((publisher) => publisher.tenantId === tenant))
    return fail(
      400,
      'invalid_request',
      90002,
      `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`,
    );
  const isForUser = grant === 'refresh_token';
  if (grant !== 'client_credentials' && !isForUser)
    return fail(400, 'unsupported_grant_type', 70003, `The app requested an unsupported grant type '${grant}'.`);
  if (clientId === '') return fail(400, 'invalid_request', 900144, missing('client_id'));
  const publisher = publishers.find((row) => row.tenantId === tenant && row.clientId === clientId);
  if (!publisher)
    return fail(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory '${tenant}'.`,
    );
  if (clientSecret === '')
    return fail(
      401,
      'invalid_client',
      7000218,
      "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    );
  if (!isSame(clientSecret, publisher.clientSecret))
    return fail(
      401,
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${clientId}'.`,
    );

  const words = (form.get(asks) ?? '').split(' ').filter((word) => !openScopes.includes(word));
  const asked = isForUser && words.length === 0 ? `${resourceOfUsers}/.default` : words.join(' ');
  if (asked === '') return fail(400, 'invalid_request', 900144, missing(asks));
  if (asks === 'scope' && !isForUser && !asked.endsWith('/.default'))
    return fail(
      400,
      'invalid_scope',
      1002012,
      `The provided value for scope ${asked} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    );
  const audience = asked.replace(asks === 'scope' ? /\/[^/]*$/ : /\/(\.default)?$/, '');
  if (!resources.includes(audience))
    return fail(
      400,
      'invalid_resource',
      500011,
      `The resource principal named ${audience} was not found in the tenant named ${tenant}.`,
    );

  const common = {
    aud: audience.replace('api://', ''),
    iss: `https://sts.windows.net/${tenant}/`,
    ...{ appid: clientId, appidacr: '1', tid: tenant, ver: '1.0' },
  };
  if (!isForUser) return reply(simulation, asks, asked, { ...common, ...applicationClaims(publisher) });

  const given = form.get('refresh_token') ?? '';
  if (given === '') return fail(400, 'invalid_request', 900144, missing('refresh_token'));
  const refreshed = refreshUser(simulation, publisher, given);
  if ('message' in refreshed) return fail(400, 'invalid_grant', refreshed.number, refreshed.message);
  const { id, name, email } = refreshed.user;
  const claims = { idtyp: 'user', oid: id, sub: id, name, upn: email, unique_name: email, scp: 'user_impersonation' };
  const more = { scope: `${audience}/user_impersonation`, refresh_token: refreshed.refreshToken };
  return reply(simulation, asks, asked, { ...common, ...claims }, more);
};

/** The service principal of the publisher's application. */
const applicationClaims = ({ tenantId, clientId }: Publisher): JWTPayload => {
  const hash = createHash('sha256').update(`${tenantId}:${clientId}`).digest('hex');
  const oid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(12, 15)}`,
    `a${hash.slice(15, 18)}`,
    hash.slice(18, 30),
  ];
  return { idtyp: 'app', oid: oid.join('-'), sub: oid.join('-') };
};

const missing = (name: string): string => `The request body must contain the following parameter: '${name}'.`;

const reply = async (
  simulation: AzureSimulation,
  asks: 'scope' | 'resource',
  asked: string,
  claims: JWTPayload,
  more: Record<string, string> = {},
): Promise<HttpAnswer> => {
  const token = await signToken(simulation, claims);
  const answer = { token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599, access_token: token, ...more };
  if (asks === 'scope') return jsonAnswer(200, answer);
  // The older endpoint returns its numbers as strings.
  const expires = Math.floor(simulation.wall() / 1000) + 3599;
  const numbers = { expires_in: '3599', ext_expires_in: '3599', expires_on: String(expires), resource: asked };
  return jsonAnswer(200, { ...answer, ...numbers });
};

const credentialsOf = (request: HttpRequest, form: URLSearchParams): { clientId: string; clientSecret: string } => {
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined)
    return { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { clientId: decodeForm(id), clientSecret: decodeForm(secret) };
};

const decodeForm = (text: string): string => new URLSearchParams(`x=${text}`).get('x') ?? '';

const isSame = (given: string, wanted: string): boolean => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
};
