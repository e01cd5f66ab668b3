import { createHash } from 'node:crypto';
import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { LRUCache } from 'lru-cache';
import type Stripe from 'stripe';
import type { z } from 'zod';
import { refuseInsideTransaction } from '../../../db/database.ts';
import { loadOnce } from '../../../kit/load-once.ts';
import { createAnswerGate } from '../../outgoing/answer-gate.ts';
import { partnerError } from '../../partner-error.ts';
import { readAnswer } from '../../read-answer.ts';
import { userAgent } from '../../user-agent.ts';
import type { PaymentAccess } from '../port.ts';
import { toPartnerError, unreadableAnswer } from './errors.ts';

const clientsMax = 64;
const standardTimeoutMs = 20_000;

/** The SDK is large: it is loaded when it is first used. */
export const loadStripe = loadOnce(async () => (await import('stripe')).default);
type Sdk = Awaited<ReturnType<typeof loadStripe>>;

export type StripeOptions = {
  /** How long to wait for an answer; tests shorten it. */
  answerTimeoutMs?: number;
  /** Makes the connections to an endpoint that a caller gave; absent: the SDK's own. */
  agents?: (base: string) => { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
};

type HttpClient = InstanceType<Sdk['HttpClient']>;
type HttpAnswer = Awaited<ReturnType<HttpClient['makeRequest']>>;

/** The SDK has no limit, and the endpoint may be anyone's. */
const answerBytesMax = 8 * 1024 * 1024;

/** The SDK writes into what it reads, outside any promise of ours: a number or `null` there would end the process. */
const readObject = async (answer: HttpAnswer): Promise<unknown> => {
  const raw = answer.getRawResponse() as IncomingMessage;
  const gate = createAnswerGate(answerBytesMax);
  raw.on('data', (piece: Buffer | string) => {
    try {
      gate.push(Buffer.from(piece as string));
    } catch (error) {
      raw.destroy(error as Error);
    }
  });
  const read: unknown = await answer.toJSON();
  if (typeof read === 'object' && read !== null) return read;
  throw new Error('the answer is not a JSON object');
};

const readingObjects = (client: HttpClient, prefix: string): HttpClient =>
  ({
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, ...rest) => {
      const answer = await client.makeRequest(host, port, `${prefix}${path}`, ...rest);
      return Object.assign(Object.create(answer) as HttpAnswer, { toJSON: () => readObject(answer) });
    },
  }) as HttpClient;

/** The SDK supports hosts, not paths: an endpoint's path is put in front of each request's. */
const httpClientFor = (sdk: Sdk, endpoint: URL, agents: StripeOptions['agents']): HttpClient => {
  const made = agents?.(endpoint.href);
  const client = sdk.createNodeHttpClient(endpoint.protocol === 'http:' ? made?.httpAgent : made?.httpsAgent);
  return readingObjects(client, endpoint.pathname.replace(/\/+$/, ''));
};

/** A call is sent once: workflow steps repeat it. */
const openClient = (sdk: Sdk, access: PaymentAccess, { agents, answerTimeoutMs }: StripeOptions): Stripe => {
  const { apiKey } = access.credentials;
  if (!apiKey)
    throw partnerError('The connection has no Stripe key.', {
      partner: 'STRIPE',
      outcome: 'NOT_SENT',
      partnerCode: 'MissingCredentials',
      httpStatus: undefined,
      requestId: undefined,
      retryable: false,
    });
  const common = {
    appInfo: { name: userAgent },
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: answerTimeoutMs ?? standardTimeoutMs,
  };
  if (access.endpoint === undefined)
    return new sdk(apiKey, { ...common, httpClient: readingObjects(sdk.createNodeHttpClient(), '') });
  const endpoint = new URL(access.endpoint);
  const protocol = endpoint.protocol === 'http:' ? 'http' : 'https';
  return new sdk(apiKey, {
    ...common,
    protocol,
    host: endpoint.hostname,
    port: endpoint.port || (protocol === 'http' ? 80 : 443),
    httpClient: httpClientFor(sdk, endpoint, agents),
  });
};

const identityOf = ({ connectionId, endpoint = '', credentials }: PaymentAccess): string =>
  [
    connectionId,
    endpoint,
    createHash('sha256')
      .update(credentials.apiKey ?? '')
      .digest('base64url'),
  ].join('\n');

/** Keeps the most recently used connections' clients, with their open sockets. */
export const createStripeClients = (options: StripeOptions) => {
  const cache = new LRUCache<string, Stripe>({ max: clientsMax });
  return {
    of: async (access: PaymentAccess): Promise<Stripe> => {
      const sdk = await loadStripe();
      const key = identityOf(access);
      const client = cache.get(key) ?? openClient(sdk, access, options);
      cache.set(key, client);
      return client;
    },
  };
};

/** Sends one call and validates the answer like input: an answer that does not fit the schema counts as no answer. */
export const send = async <Shape extends z.ZodType>(
  what: string,
  shape: Shape,
  call: () => Promise<unknown>,
): Promise<z.output<Shape>> => {
  refuseInsideTransaction(`Stripe ${what}`);
  let output: unknown;
  try {
    output = await call();
  } catch (error) {
    throw toPartnerError(error, what);
  }
  const read = readAnswer(shape, output);
  if ('answer' in read) return read.answer;
  throw unreadableAnswer(what, read.why);
};
