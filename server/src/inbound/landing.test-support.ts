import type { FastifyInstance } from 'fastify';
import { type Auth, createAuth } from '../auth/auth.ts';
import { createBareServer, unlimited } from '../http/server.test-support.ts';
import { silentLog } from '../kit/log.ts';
import { silentMetrics } from '../kit/metrics.ts';
import { type LandingOptions, registerLanding } from './landing.ts';

export const publicUrl = 'https://api.example';

/** The landing page for buyers, with the keys that sign its references. */
export type Landing = { server: FastifyInstance; auth: Auth; close(): Promise<void> };

export const startLanding = async ({
  environment,
  secretKeys,
  marketplaces,
  limiter = unlimited,
  waiting,
  log = silentLog,
}: Pick<LandingOptions, 'environment' | 'secretKeys' | 'marketplaces'> & Partial<LandingOptions>): Promise<Landing> => {
  const auth = createAuth({ ...environment, log: silentLog, secretKeys, authUrl: 'https://auth.example', publicUrl });
  await auth.start();
  const server = createBareServer(environment, { authenticate: (request) => auth.authenticate(request) });
  registerLanding(server, {
    environment,
    secretKeys,
    auth,
    marketplaces,
    limiter,
    publicUrl,
    log,
    metrics: silentMetrics,
    isServing: () => true,
    ...(waiting ? { waiting } : {}),
  });
  return {
    server,
    auth,
    close: async () => {
      await server.close();
      await auth.stop();
    },
  };
};
