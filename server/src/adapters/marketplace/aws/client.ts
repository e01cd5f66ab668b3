import { createHash } from 'node:crypto';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable, Transform } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { refuseInsideTransaction } from '../../../db/database.ts';
import { createAnswerGate } from '../../outgoing/answer-gate.ts';
import { readAnswer } from '../../read-answer.ts';
import { userAgent } from '../../user-agent.ts';
import type { MarketplaceAccess } from '../port.ts';
import { credentialsOf } from './credentials.ts';
import { toPartnerError, unreadableAnswer } from './errors.ts';

const connectionsMax = 64;
const connectTimeoutMs = 3000;
const answerTimeoutMs = 10_000;
/** The SDK's limit ends with the first byte; this limit ends an answer that begins and never finishes. */
const wholeAnswerMs = 25_000;
/** The SDK has no limit, and the endpoint may be anyone's. */
const answerBytesMax = 8 * 1024 * 1024;

export type ClientOptions = {
  /** How long to wait for an answer; tests shorten it. */
  answerTimeoutMs?: number;
  /** Makes the connections to an endpoint that a caller gave; absent: the SDK's own. */
  agents?: (base: string) => { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
};

const bounded = (body: Readable, bytes: number): Readable => {
  const gate = createAnswerGate(bytes);
  const gated = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      try {
        gate.push(chunk);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return pipeline(body, gated, () => {});
};

type Handler = (args: unknown) => Promise<{ response: { body?: unknown; statusCode?: number } }>;
/** Each client of the SDK has its own type of middleware stack. */
type Stack = { add(middleware: (next: Handler) => Handler, options: object): void };

/**
 * Bounds the answers of a client. Innermost: nothing has read from the answer yet. `files`: the answers that are no refusals are
 * files, which are read as they arrive. `bytes`: the largest of the others.
 */
export const boundAnswersOf = (
  client: { middlewareStack: unknown },
  { files = false, bytes = answerBytesMax } = {},
): void => {
  const boundAnswers =
    (next: Handler): Handler =>
    async (args) => {
      const output = await next(args);
      const { response } = output;
      const isFile = files && (response.statusCode ?? 0) < 300;
      if (response.body instanceof Readable && !isFile) response.body = bounded(response.body, bytes);
      return output;
    };
  (client.middlewareStack as Stack).add(boundAnswers, { step: 'deserialize', priority: 'low' });
};

/**
 * What a client of the SDK is opened with. An address given by the caller is called over checked connections; AWS's own
 * addresses are known to the SDK. A call is sent once: workflow steps repeat it.
 */
export const clientConfig = (
  access: Pick<MarketplaceAccess, 'credentials'>,
  endpoint: string | undefined,
  options: ClientOptions,
) => ({
  ...(endpoint === undefined ? {} : { endpoint }),
  credentials: credentialsOf(access),
  maxAttempts: 1,
  userAgentAppId: userAgent,
  requestHandler: {
    connectionTimeout: connectTimeoutMs,
    requestTimeout: options.answerTimeoutMs ?? answerTimeoutMs,
    throwOnRequestTimeout: true,
    ...(endpoint === undefined ? {} : options.agents?.(endpoint)),
  },
});

type Account = Pick<MarketplaceAccess, 'connectionId' | 'endpoint' | 'endpoints' | 'credentials'> &
  Partial<Pick<MarketplaceAccess, 'region' | 'meteringRegion'>>;

const identityOf = (access: Account): string => {
  const { connectionId, endpoint = '', endpoints = {}, region, meteringRegion, credentials } = access;
  const secrets = createHash('sha256')
    .update(JSON.stringify(Object.entries(credentials).sort()))
    .digest('base64url');
  return [connectionId, endpoint, JSON.stringify(endpoints), region, meteringRegion, secrets].join('\n');
};

/** Keeps the most recently used connections' clients, with their open sockets. */
export const cacheClients = <Access extends Account, Clients extends Record<string, { destroy(): void }>>(
  open: (access: Access) => Clients,
) => {
  const cache = new LRUCache<string, Clients>({
    max: connectionsMax,
    dispose: (clients) => {
      for (const client of Object.values(clients)) client.destroy();
    },
  });
  return {
    of: (access: Access): Clients => {
      const key = identityOf(access);
      let clients = cache.get(key);
      if (!clients) {
        clients = open(access);
        cache.set(key, clients);
      }
      return clients;
    },
    close: () => cache.clear(),
  };
};

const inTime = async <T>(call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error(`no whole answer within ${wholeAnswerMs} ms`), { name: 'TimeoutError' });
    timer = setTimeout(() => reject(error), wholeAnswerMs);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Sends one call and validates the answer like input: an answer that does not fit the schema counts as no answer. */
export const send = async <Shape extends z.ZodType>(
  what: string,
  shape: Shape,
  call: () => Promise<unknown>,
): Promise<{ answer: z.output<Shape>; requestId: string | undefined }> => {
  refuseInsideTransaction(`AWS ${what}`);
  let output: unknown;
  try {
    output = await inTime(call);
  } catch (error) {
    throw toPartnerError(error, what);
  }
  const requestId = (output as { $metadata?: { requestId?: string } }).$metadata?.requestId;
  const read = readAnswer(shape, output);
  if ('why' in read) throw unreadableAnswer(what, read.why, requestId);
  return { answer: read.answer, requestId };
};
