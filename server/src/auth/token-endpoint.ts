import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { isRefusal } from '../kit/errors.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import type { Auth } from './auth.ts';
import { signAccessToken } from './jwt.ts';
import { hashMachineSecret, isHashOutdated, machineSecretMatches } from './secrets.ts';
import { keySetMaxAgeSeconds, tokenLifetimeSeconds } from './signing-keys.ts';
import { type ClientRow, findClient, globalReads, type Statements } from './store.ts';
import { bucketsOf, countFailure } from './throttle.ts';

/** RFC 6749, 5.2 and RFC 8707, 2; the last two are ours, for what the client cannot help. */
type ErrorName =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable';

type Answer = { status: number; headers?: Record<string, string>; body: object };

type TokenRequest = {
  rawHeaders: readonly string[];
  contentType: string;
  query: string;
  body: string;
  address: string;
};

type Exchange = {
  request: TokenRequest;
  form: URLSearchParams;
  clientId: string;
  clientSecret: string;
  client?: ClientRow;
};

type Parts = { auth: Auth; reads: Statements };
type Step = (exchange: Exchange, parts: Parts) => Promise<Answer | undefined> | Answer | undefined;

const realm = 'marketplace-operations';
const bodyBytesMax = 16 * 1024;

const refuse = (status: number, error: ErrorName, description: string, headers?: Record<string, string>): Answer => ({
  status,
  ...(headers && { headers }),
  body: { error, error_description: description },
});

const invalidRequest = (description: string): Answer => refuse(400, 'invalid_request', description);

/** RFC 6749, 5.2. The challenge goes with every 401 (RFC 9110, 15.5.2), also to clients that used form fields. */
const invalidClient = (): Answer =>
  refuse(401, 'invalid_client', 'Client authentication failed.', { 'www-authenticate': `Basic realm="${realm}"` });

/** RFC 6749, 2.3.1: credentials never stand in an address, where logs would keep them. Nothing else belongs there. */
const refuseQuery: Step = ({ request }) =>
  request.query === '' ? undefined : invalidRequest('Parameters are taken from the body only.');

/** RFC 6749, 4.4.2 and appendix B. */
const requireFormType: Step = ({ request }) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.contentType)
    ? undefined
    : invalidRequest('The Content-Type must be application/x-www-form-urlencoded.');

/** RFC 6749, 3.2: no parameter twice, and an empty one counts as absent. RFC 8707, 2 lets `resource` repeat. */
const readForm: Step = (exchange) => {
  const form = new URLSearchParams(exchange.request.body);
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name) && name !== 'resource') return invalidRequest('A parameter is given more than once.');
    names.add(name);
  }
  exchange.form = form;
  return undefined;
};

/** RFC 6749, 4.4.2. `scope` is ignored (3.3 allows it): permissions come from the app's access level. */
const checkGrant: Step = ({ form }) => {
  const grant = form.get('grant_type') ?? '';
  if (grant === '') return invalidRequest('grant_type is required.');
  return grant === 'client_credentials'
    ? undefined
    : refuse(400, 'unsupported_grant_type', 'The only grant is client_credentials.');
};

/** RFC 6749, 2.3.1: HTTP Basic or form fields, never both. */
const readClient: Step = (exchange) => {
  const authorization = headersNamed('authorization', exchange.request.rawHeaders);
  const id = exchange.form.get('client_id') ?? '';
  const secret = exchange.form.get('client_secret') ?? '';
  if (authorization.length > 1) return invalidRequest('There is more than one Authorization header.');
  if (authorization.length === 0) {
    exchange.clientId = id;
    exchange.clientSecret = secret;
    return id === '' || secret === '' ? invalidClient() : undefined;
  }
  if (secret !== '') return invalidRequest('The client authenticates in two ways at once.');
  const basic = readBasic(authorization[0] ?? '');
  if (!basic) return invalidClient();
  if (id !== '' && id !== basic.id) return invalidRequest('client_id is not the client that authenticates.');
  exchange.clientId = basic.id;
  exchange.clientSecret = basic.secret;
  return undefined;
};

/** RFC 8707, 2: the only resource is this API; absent means it too. */
const checkResource: Step = ({ form }, { auth }) =>
  form.getAll('resource').every((resource) => resource === '' || resource.replace(/\/$/, '') === auth.audience)
    ? undefined
    : refuse(400, 'invalid_target', 'The resource must be the base address of the API.');

/**
 * RFC 6749, 2.3.1, with guessing limited as it demands. The secret's hash is read for every token, so that one that was
 * rotated is refused from the commit on. Whether the client exists makes no difference in the answer or the work.
 */
const authenticateClient: Step = async (exchange, { auth, reads }) => {
  const { clientId, clientSecret, request } = exchange;
  const now = auth.now();
  const buckets = bucketsOf(clientId, request.address);
  const known = decodeId('app', clientId) === null ? '' : clientId;
  const { client, clearTime } = await findClient(
    reads,
    known,
    buckets.map(({ key }) => key),
  );
  if (clearTime && clearTime > now) {
    const seconds = Math.ceil((clearTime.getTime() - now.getTime()) / 1000);
    return refuse(429, 'invalid_client', 'Too many failed attempts; try again later.', { 'retry-after': `${seconds}` });
  }
  if (!machineSecretMatches(auth.secretKeys, clientSecret, client?.secret_hash) || !client) {
    await countFailure(auth.database, buckets, now);
    return invalidClient();
  }
  if (isHashOutdated(auth.secretKeys, client.secret_hash)) {
    auth.usage.outdatedHash(client.id, client.secret_hash, hashMachineSecret(auth.secretKeys, clientSecret));
  }
  exchange.client = client;
  return undefined;
};

/** RFC 6749, 5.1. */
const issueToken: Step = async ({ client, clientId }, { auth }) => {
  if (!client) return invalidClient();
  const now = auth.now();
  const orgId = encodeId('org', client.org_id);
  const token = await signAccessToken(auth.ring.signer(now), auth, { clientId, orgId, now });
  auth.usage.used(client.id, now);
  return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds } };
};

/** A token request in order. The first step that answers ends it; what needs no database comes first. */
const steps: readonly Step[] = [
  refuseQuery,
  requireFormType,
  readForm,
  checkGrant,
  readClient,
  checkResource,
  authenticateClient,
  issueToken,
];

const exchangeToken = async (request: TokenRequest, parts: Parts): Promise<Answer> => {
  const exchange: Exchange = { request, form: new URLSearchParams(), clientId: '', clientSecret: '' };
  for (const step of steps) {
    const answer = await step(exchange, parts);
    if (answer) return answer;
  }
  return refuse(500, 'server_error', 'Something went wrong here.');
};

const headersNamed = (name: string, rawHeaders: readonly string[]): string[] =>
  rawHeaders.flatMap((raw, index) =>
    index % 2 === 0 && raw.toLowerCase() === name ? [rawHeaders[index + 1] ?? ''] : [],
  );

/** RFC 7617, 2, with both halves form-encoded as RFC 6749, 2.3.1 says. */
const readBasic = (header: string): { id: string; secret: string } | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  try {
    return { id: formDecode(pair.slice(0, colon)), secret: formDecode(pair.slice(colon + 1)) };
  } catch {
    return undefined;
  }
};

const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** The database restarts, is gone or full: the client may try again. */
const isOutage = (error: unknown): boolean =>
  /^(57P0\d|53\d{3}|08\d{3}|ECONN\w+|EPIPE|ETIMEDOUT|ENOENT)$/.test((error as { code?: string } | null)?.code ?? '') ||
  (error instanceof Error && error.message.startsWith('Connection terminated'));

/** RFC 8414, 2. */
const metadataOf = ({ issuer }: Auth): object => ({
  issuer,
  token_endpoint: `${issuer}/oauth2/token`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
});

const allowed: ReadonlyMap<string, string> = new Map([
  ['/oauth2/token', 'POST'],
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
]);

const neverStored = { 'cache-control': 'no-store', pragma: 'no-cache' };
const publicly = { 'cache-control': `public, max-age=${keySetMaxAgeSeconds}` };

export type TokenServerOptions = {
  auth: Auth;
  /** Whose `X-Forwarded-For` is believed, as Fastify takes it; the throttle counts by address. */
  trustProxy?: boolean | string | string[];
};

/** The listener of `AUTH_URL`: token endpoint, key set and metadata. The caller listens and closes. */
export const createTokenServer = ({ auth, trustProxy = false }: TokenServerOptions): FastifyInstance => {
  const server = Fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: 10_000,
    trustProxy,
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply.code(400).headers(neverStored).send(invalidRequest('The request is malformed.').body);
    },
  });
  const parts: Parts = { auth, reads: globalReads(auth.database) };

  const failed = (error: unknown): Answer => {
    if (isRefusal(error) || isOutage(error))
      return refuse(503, 'temporarily_unavailable', 'Try again shortly.', { 'retry-after': '1' });
    auth.log.error({ reason: error instanceof Error ? error.message : 'unknown' }, 'the token endpoint failed');
    return refuse(500, 'server_error', 'Something went wrong here.');
  };

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });

  server.post('/oauth2/token', async (request, reply) => {
    const url = request.raw.url ?? '';
    const query = url.indexOf('?');
    const answer = await exchangeToken(
      {
        rawHeaders: request.raw.rawHeaders,
        contentType: request.headers['content-type'] ?? '',
        query: query < 0 ? '' : url.slice(query + 1),
        body: typeof request.body === 'string' ? request.body : '',
        address: request.ip,
      },
      parts,
    ).catch(failed);
    return reply
      .code(answer.status)
      .headers({ ...neverStored, ...answer.headers })
      .send(answer.body);
  });

  server.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.headers(publicly).send({ keys: auth.ring.published(auth.now()) }),
  );
  server.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply.headers(publicly).send(metadataOf(auth)),
  );

  server.setNotFoundHandler(async (request, reply) => {
    const allow = allowed.get(request.url.replace(/\?.*$/, ''));
    reply.headers(neverStored);
    if (allow === undefined) return reply.code(404).send(invalidRequest('There is nothing at this address.').body);
    return reply.code(405).header('allow', allow).send(invalidRequest('This method is not served here.').body);
  });
  server.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const answer =
      status === 413
        ? refuse(413, 'invalid_request', 'The body is too large.')
        : status < 500
          ? invalidRequest('The request is malformed.')
          : failed(error);
    return reply
      .code(answer.status)
      .headers({ ...neverStored, ...answer.headers })
      .send(answer.body);
  });
  return server;
};
