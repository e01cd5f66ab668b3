import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Marketplace, MarketplaceCode } from '../adapters/marketplace/port.ts';
import { hashMachineSecret, isHashOutdated, machineSecretMatches, type SecretKeys } from '../auth/secrets.ts';
import { receiveMessage } from '../domain/organization/connection/actions/receive-message.ts';
import type { PartnerRoute } from '../domain/organization/connection/connection.ts';
import { findRoute } from '../domain/organization/connection/store.ts';
import { type ActEnvironment, runAct } from '../engine/run-act.ts';
import { badRequest, notFound, Refusal } from '../kit/errors.ts';
import { decodeId } from '../kit/ids.ts';
import { refuseEncodedBody } from './body.ts';

export type PartnerHookOptions = {
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  marketplaces: Partial<Record<MarketplaceCode, Marketplace>>;
  /** False while the service starts or stops: the partner sends again later. */
  isServing: () => boolean;
};

type Entered = PartnerRoute & { renewedHash: Buffer | null };

const hookBodyMax = 256 * 1024;

/** An EventBridge API destination sends its key in a header of any name; `Bearer ` in front of it is taken off. */
const secretOf = ({ headers }: FastifyRequest): string => {
  const given = headers['x-hook-secret'] ?? headers.authorization ?? '';
  return (typeof given === 'string' ? given : '').replace(/^Bearer /i, '').trim();
};

/** An unknown address, an address of another partner and a wrong secret are answered alike, after the same work. */
const enter = async ({ environment, secretKeys }: PartnerHookOptions, request: FastifyRequest): Promise<Entered> => {
  const { partner, integrationId } = request.params as { partner: string; integrationId: string };
  const id = decodeId('conn', integrationId);
  const route = id === null ? undefined : await environment.database.system((statements) => findRoute(statements, id));
  const matches = machineSecretMatches(secretKeys, secretOf(request), route?.hook_secret_hash);
  if (!route || !matches || route.partner !== partner.toUpperCase()) throw notFound('integration');
  // Made with a key that is being retired: the message brings the secret along to make it anew.
  const isOutdated = isHashOutdated(secretKeys, route.hook_secret_hash);
  return { ...route, renewedHash: isOutdated ? hashMachineSecret(secretKeys, secretOf(request)) : null };
};

/**
 * Messages that partners send by themselves: known sender, stored once, answered; all work on them is a run that is started
 * in the same transaction.
 */
export const registerPartnerHook = (server: FastifyInstance, options: PartnerHookOptions): void => {
  const { environment, marketplaces } = options;
  const routes = new WeakMap<FastifyRequest, Entered>();

  server.route({
    method: 'POST',
    url: '/hook/:partner/:integrationId',
    bodyLimit: hookBodyMax,
    // Before a byte of the body is read.
    onRequest: async (request) => {
      if (!options.isServing()) {
        throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
          'retry-after': '1',
        });
      }
      routes.set(request, await enter(options, request));
      refuseEncodedBody(request.headers['content-encoding']);
    },
    handler: async (request, reply) => {
      const route = routes.get(request) as Entered;
      const envelope = marketplaces[route.partner]?.readEnvelope(request.body);
      if (!envelope) throw badRequest([{ path: '', code: 'message', message: `is not a message of ${route.partner}` }]);
      const outcome = await runAct(
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
          receiveMessage(call, {
            route,
            message: {
              partnerMessageId: envelope.id,
              partnerRequestId: envelope.requestId,
              type: envelope.type,
              body: request.body as Record<string, unknown>,
            },
          }),
      );
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(outcome.reply));
    },
  });
};
