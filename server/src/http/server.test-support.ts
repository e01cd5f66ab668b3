import type { FastifyInstance } from 'fastify';
import { noDocuments } from '../adapters/documents/documents.test-support.ts';
import { createPartnerGateway } from '../adapters/partner-gateway.ts';
import type { ActEnvironment } from '../engine/run-act.ts';
import { silentLog } from '../kit/log.ts';
import { createMetrics } from '../kit/metrics.ts';
import type { ApiServerOptions } from './options.ts';
import { createApiServer } from './server.ts';

/** A rate limiter that allows everything. */
export const unlimited = () => ({ allowed: true, headers: {} });

/** A server without endpoints, for routes outside the API. */
export const createBareServer = (
  environment: ActEnvironment,
  {
    authenticate = () => Promise.reject(new Error('nobody asks')),
  }: Partial<Pick<ApiServerOptions, 'authenticate'>> = {},
): FastifyInstance =>
  createApiServer({
    endpoints: [],
    environment,
    authenticate,
    limiters: { general: unlimited, metering: unlimited },
    log: silentLog,
    metrics: createMetrics(),
    gateway: createPartnerGateway({}),
    documents: noDocuments,
    noteCalls: async () => {},
    watchEvents: () => {
      throw new Error('nothing is followed');
    },
    checkReplies: true,
    secureTransport: false,
  });
