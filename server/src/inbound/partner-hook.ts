import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { findReceiver, type MessageReceiver, type MessageReceivers } from '../adapters/marketplace/messages.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import { hashMachineSecret, isHashOutdated, machineSecretMatches, type SecretKeys } from '../auth/secrets.ts';
import { networkOf } from '../auth/throttle.ts';
import type { BodyLimits } from '../contract/limits.ts';
import { openCredentials } from '../domain/organization/connection/access.ts';
import { findPartnerRoute, findRoutedConnection } from '../domain/organization/connection/actions/find-entry.ts';
import type { Connection, PartnerRoute } from '../domain/organization/connection/connection.ts';
import { receivePartnerMessage } from '../domain/organization/partner-message/actions/receive-partner-message.ts';
import { type ActEnvironment, runAct } from '../engine/run-act.ts';
import { parseBody, refuseEncodedBody } from '../http/body.ts';
import { bodyBudgetOf } from '../http/body-budget.ts';
import type { RefusalLimit } from '../http/rate-limit.ts';
import { receiveBody } from '../http/receive-body.ts';
import { uploadsOf } from '../http/uploads.ts';
import { badRequest, notFound, Refusal, tooManyRequests } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';

export type PartnerHookOptions = {
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  receivers: MessageReceivers;
  /** The API's public URL for partners, without trailing slash. */
  publicUrl: string;
  /** Limit of refused messages, for each network that they come from; absent: none. */
  refusals?: RefusalLimit;
  /** False while the service starts or stops; the partner then sends the message again later. */
  isServing: () => boolean;
};

/** The ids of all partners are shorter; the index takes 2704 bytes. */
const messageIdMax = 800;

/** The partner's id of a message; what is longer is known by its digest. */
const idOfMessage = (id: string): string =>
  id.length <= messageIdMax ? id : `sha256:${hash('sha256', id, 'base64url')}`;

type RoutedMessage = PartnerRoute & { account: Connection; receiver: MessageReceiver; renewedHash: Buffer | null };

/** Messages about many things at once, such as those of AZURE and ADYEN, contain a few thousand values. */
const hookLimits: BodyLimits = { bytes: 256 * 1024, values: 10_000, depth: 32, names: 2000, keyBytes: 1024 };

const later = (message: string): Refusal =>
  new Refusal('ServiceUnavailable', message, undefined, { 'retry-after': '1' });

/** An EventBridge API destination sends its key in a header of any name; a leading `Bearer ` is removed. */
const secretOf = ({ headers }: FastifyRequest): string => {
  const given = headers['x-hook-secret'] ?? headers.authorization ?? '';
  return (typeof given === 'string' ? given : '').replace(/^Bearer /i, '').trim();
};

/**
 * An unknown URL, a URL of another partner and a wrong secret get the same response after the same work. For partners
 * that sign their messages no secret is required; the signature is checked after the message has been read.
 */
const enter = async (
  { environment, secretKeys, receivers }: PartnerHookOptions,
  request: FastifyRequest,
): Promise<RoutedMessage> => {
  const { partner, integrationId } = request.params as { partner: string; integrationId: string };
  const id = decodeId('conn', integrationId);
  const route = id === null ? undefined : await findPartnerRoute(environment.database, id);
  const account = route && (await findRoutedConnection(environment.database, route));
  const receiver = account && findReceiver(receivers, account);
  const matches = machineSecretMatches(secretKeys, secretOf(request), route?.hook_secret_hash);
  const isKnown = matches || receiver?.isAuthentic !== undefined;
  if (!route || !account || !receiver || !isKnown || route.partner !== partner.toUpperCase())
    throw notFound('integration');
  // The hash uses a retiring key; the message contains the secret, so the hash can be renewed.
  const isOutdated = matches && isHashOutdated(secretKeys, route.hook_secret_hash);
  const renewedHash = isOutdated ? hashMachineSecret(secretKeys, secretOf(request)) : null;
  return { ...route, account, receiver, renewedHash };
};

/** The body as JSON, parsed when it is first asked for. Throws 400 for what is none. */
const parsedOnce = (raw: Buffer): (() => unknown) => {
  let parsed: { body: unknown } | undefined;
  return () => {
    parsed ??= { body: parseBody(raw, hookLimits) };
    return parsed.body;
  };
};

/**
 * Refuses a message without a valid signature from a partner that signs its messages. The body of a stranger is not parsed, unless
 * the signature is in it (ADYEN): that costs more than all else.
 */
const checkSignature = async (
  { environment, secretKeys, publicUrl }: PartnerHookOptions,
  route: RoutedMessage,
  request: FastifyRequest,
  { raw, readBody }: { raw: Buffer; readBody: () => unknown },
): Promise<void> => {
  if (!route.receiver.isAuthentic) return;
  const { account } = route;
  const access = {
    accountId: account.account_id,
    endpoint: account.endpoint ?? undefined,
    endpoints: account.endpoints,
    credentials: openCredentials(secretKeys, account),
  };
  const { headers, url } = request;
  const message = {
    headers,
    raw,
    get body() {
      return readBody();
    },
    url: `${publicUrl}${url.split('?')[0]}`,
    now: environment.clock.wallNow(),
  };
  let isAuthentic: boolean;
  try {
    isAuthentic = await route.receiver.isAuthentic(message, access);
  } catch (error) {
    if (!isPartnerError(error)) throw error;
    throw later('The keys of the partner are unavailable now; send it again.');
  }
  if (!isAuthentic) throw notFound('integration');
};

/**
 * Receives messages that partners send on their own initiative: the sender is verified, the message is stored once and
 * acknowledged. All processing is done by a run started in the same transaction.
 */
export const registerPartnerHook = (server: FastifyInstance, options: PartnerHookOptions): void => {
  const { environment, refusals } = options;
  const routes = new WeakMap<FastifyRequest, RoutedMessage>();
  /**
   * Senders, by network and address of the hook, of which a message was authentic. They are not limited: a partner that sends messages of
   * other accounts too, which are refused, must not be kept from sending ours.
   */
  const proven = new LRUCache<string, true>({ max: 20_000 });
  const senderOf = (request: FastifyRequest): string => `${networkOf(request.ip)} ${request.url.split('?')[0]}`;
  const authentic = new WeakSet<FastifyRequest>();

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const route = routes.get(request) as RoutedMessage;
    const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const readBody = parsedOnce(raw);
    await checkSignature(options, route, request, { raw, readBody });
    authentic.add(request);
    proven.set(senderOf(request), true);
    const envelopes = route.receiver.readEnvelopes(readBody());
    if (!envelopes) throw badRequest([{ path: '', code: 'message', message: `must be a message of ${route.partner}` }]);
    const { acknowledgement } = route.receiver;
    let outcome: unknown = { received: false };
    for (const envelope of envelopes) {
      const { reply: stored } = await runAct(
        environment,
        {
          orgId: route.org_id,
          actor: { type: 'partner', id: route.partner, name: route.partner },
          action: 'receivePartnerMessage',
          requestId: request.id,
          sourceIp: request.ip,
          emits: [],
        },
        (call) =>
          receivePartnerMessage(call, {
            route,
            message: {
              partnerMessageId: idOfMessage(envelope.id),
              partnerRequestId: envelope.requestId,
              type: envelope.type,
              body: envelope.body,
            },
          }),
      );
      outcome = stored;
    }
    return reply
      .type(acknowledgement?.type ?? 'application/json; charset=utf-8')
      .send(acknowledgement?.body ?? JSON.stringify(outcome));
  };

  const uploads = uploadsOf(server);
  const bodyBudget = bodyBudgetOf(server);
  server.register(async (scope) => {
    // What was refused because of us (5xx), or because of this limit, is not counted.
    scope.addHook('onResponse', async (request, { statusCode }) => {
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 429 && !authentic.has(request))
        refusals?.count(networkOf(request.ip));
    });
    // Signatures cover the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
      receiveBody(payload, uploads, { maxBytes: hookLimits.bytes, room: request.bodyRoom }),
    );
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => {
      const look = (): Refusal => new Refusal('UnsupportedMediaType', 'Send the message as application/json.');
      return receiveBody(payload, uploads, { maxBytes: hookLimits.bytes, look });
    });
    scope.route({
      method: 'POST',
      url: '/hook/:partner/:integrationId',
      bodyLimit: hookLimits.bytes,
      // Before any byte of the body is read.
      onRequest: async (request, reply) => {
        if (!options.isServing()) throw later('The service is starting or stopping.');
        const use = proven.has(senderOf(request)) ? undefined : refusals?.look(networkOf(request.ip));
        if (use && !use.allowed) throw tooManyRequests({ 'retry-after': use.headers['retry-after'] ?? '1' });
        routes.set(request, await enter(options, request));
        refuseEncodedBody(request.headers['content-encoding']);
        // Most partners sign their messages, so the sender is unknown until the body has been read.
        bodyBudget.forStranger(request, reply, { network: networkOf(request.ip) });
      },
      handler: handle,
    });
  });
};
