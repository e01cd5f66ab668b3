import { decodeId } from '../kit/ids.ts';
import type { Auth } from './auth.ts';
import { assertionType, claimedClient, verifyAssertion } from './client-assertion.ts';
import type { ClientLookup } from './client-lookup.ts';
import type { ClientRow } from './client-store.ts';
import { type Answer, invalidClient, invalidRequest, refuse } from './oauth-response.ts';
import { hashMachineSecret, isHashOutdated, machineSecretMatches } from './secrets.ts';
import type { Statements } from './store.ts';
import { bucketsOf } from './throttle.ts';
import { insertUsedAssertion } from './token-store.ts';

/** A client's request to the token listener, with the parts that every endpoint reads and checks in the same way. */
export type ClientRequest = {
  rawHeaders: readonly string[];
  contentType: string;
  contentEncoding: string;
  query: string;
  body: string;
  address: string;
};

type Proof = { secret: string } | { assertion: string };

export type Exchange = {
  request: ClientRequest;
  form: URLSearchParams;
  clientId: string;
  proof: Proof;
  client?: ClientRow;
};

export type Parts = { auth: Auth; reads: Statements; findClient: ClientLookup };
export type Step = (exchange: Exchange, parts: Parts) => Promise<Answer | undefined> | Answer | undefined;

/**
 * RFC 6749, 2.3.1: credentials must not be in a URL, where logs would keep them. No other parameters belong there
 * either.
 */
const refuseQuery: Step = ({ request }) =>
  request.query === '' ? undefined : invalidRequest('Parameters are taken from the body only.');

/** RFC 6749, 4.4.2 and appendix B. */
const requireFormType: Step = ({ request }) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.contentType)
    ? undefined
    : invalidRequest('The Content-Type must be application/x-www-form-urlencoded.');

/** RFC 9110, 8.4: an encoded body must not be read as if it were plain. */
const refuseEncoding: Step = ({ request: { contentEncoding } }) =>
  contentEncoding === ''
    ? undefined
    : refuse(415, 'invalid_request', 'Send the body without Content-Encoding.', {
        'accept-encoding': 'identity',
      });

/**
 * RFC 6749, 3.2: no parameter may be repeated, and an empty one counts as absent. RFC 8707, 2 allows repeated
 * `resource`.
 */
const readFields: Step = (exchange) => {
  const form = new URLSearchParams(exchange.request.body);
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name) && name !== 'resource') return invalidRequest('A parameter is given more than once.');
    names.add(name);
  }
  exchange.form = form;
  return undefined;
};

/** The checks before the form is used. */
export const readForm: readonly Step[] = [refuseQuery, requireFormType, refuseEncoding, readFields];

/** RFC 7523, 2.2. `client_id` may accompany the assertion, but must equal its subject. */
const readAssertion: Step = (exchange) => {
  const { form } = exchange;
  const assertion = form.get('client_assertion') ?? '';
  const type = form.get('client_assertion_type') ?? '';
  if (assertion === '' || type === '') {
    return invalidRequest('client_assertion and client_assertion_type must be sent together.');
  }
  if (type !== assertionType) return invalidClient();
  exchange.clientId = form.get('client_id') || claimedClient(assertion);
  exchange.proof = { assertion };
  return exchange.clientId === '' ? invalidClient() : undefined;
};

const readBasicHeader = (exchange: Exchange, header: string): Answer | undefined => {
  const id = exchange.form.get('client_id') ?? '';
  const basic = readBasic(header);
  if (!basic) return invalidClient();
  if (id !== '' && id !== basic.id) return invalidRequest('client_id is not the client that authenticates.');
  exchange.clientId = basic.id;
  exchange.proof = { secret: basic.secret };
  return undefined;
};

/** RFC 6749, 2.3.1 and RFC 7521, 4.2: HTTP Basic, form fields or an assertion, but only one of them. */
export const readClient: Step = (exchange, parts) => {
  const { form } = exchange;
  const headers = headersNamed('authorization', exchange.request.rawHeaders);
  if (headers.length > 1) return invalidRequest('There is more than one Authorization header.');
  const secret = form.get('client_secret') ?? '';
  const asserts = (form.get('client_assertion') ?? '') !== '' || (form.get('client_assertion_type') ?? '') !== '';
  if (headers.length + Number(secret !== '') + Number(asserts) > 1) {
    return invalidRequest('The client authenticates in two ways at once.');
  }
  if (asserts) return readAssertion(exchange, parts);
  if (headers[0] !== undefined) return readBasicHeader(exchange, headers[0]);
  exchange.clientId = form.get('client_id') ?? '';
  exchange.proof = { secret };
  return exchange.clientId === '' || secret === '' ? invalidClient() : undefined;
};

const hasGoodSecret = (auth: Auth, secret: string, client: ClientRow | undefined): boolean => {
  const hash = client?.secret_hash ?? undefined;
  if (!machineSecretMatches(auth.secretKeys, secret, hash) || !client || !hash) return false;
  if (isHashOutdated(auth.secretKeys, hash)) {
    auth.usage.outdatedHash({ orgId: client.org_id, id: client.id }, hash, hashMachineSecret(auth.secretKeys, secret));
  }
  return true;
};

/** This uses up the assertion, whatever the outcome of the request. */
const hasGoodAssertion = async (auth: Auth, assertion: string, client: ClientRow | undefined): Promise<boolean> => {
  if (!client?.jwks) return false;
  const { client_id: clientId, jwks } = client;
  const good = await verifyAssertion(assertion, { clientId, issuer: auth.issuer, jwks, now: auth.now() });
  if (!good) return false;
  const used = { orgId: client.org_id, appId: client.id, key: good.key, expireTime: good.expires };
  return auth.database.system((system) => insertUsedAssertion(system, used));
};

/**
 * RFC 6749, 2.3.1, with the required protection against guessing. Secret and keys are read for every request, so that
 * rotated ones are refused from the commit on. The response does not reveal whether the client exists. A client known
 * in this process to have failed too often is refused before the database is queried.
 */
export const authenticateClient: Step = async (exchange, { auth, findClient }) => {
  const { clientId, proof, request } = exchange;
  const now = auth.now();
  const buckets = bucketsOf(clientId, request.address);
  const tooMany = (): Answer | undefined => {
    const seconds = auth.throttle.secondsToWait(buckets, now);
    if (seconds === 0) return undefined;
    return refuse(429, 'invalid_client', 'Too many failed attempts; try again later.', { 'retry-after': `${seconds}` });
  };
  const refused = tooMany();
  if (refused) return refused;
  const known = decodeId('app', clientId) === null ? '' : clientId;
  const keys = buckets.map(({ key }) => key);
  const { client, drains } = await findClient(known, keys);
  auth.throttle.learn(drains);
  const refusedElsewhere = tooMany();
  if (refusedElsewhere) return refusedElsewhere;
  const isProven =
    'secret' in proof
      ? hasGoodSecret(auth, proof.secret, client)
      : await hasGoodAssertion(auth, proof.assertion, client);
  if (!isProven || !client) {
    auth.throttle.fail(buckets, now);
    return invalidClient();
  }
  exchange.client = client;
  return undefined;
};

const headersNamed = (name: string, rawHeaders: readonly string[]): string[] =>
  rawHeaders.flatMap((raw, index) =>
    index % 2 === 0 && raw.toLowerCase() === name ? [rawHeaders[index + 1] ?? ''] : [],
  );

/** RFC 7617, 2, with both halves form-encoded as specified in RFC 6749, 2.3.1. */
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
