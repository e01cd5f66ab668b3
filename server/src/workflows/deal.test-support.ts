import type { FastifyInstance } from 'fastify';
import { createPartnerDesk } from '../adapters/desk.ts';
import { noDocuments } from '../adapters/documents/documents.test-support.ts';
import type { DocumentDesk } from '../adapters/documents/port.ts';
import { type AwsMarketplace, createAwsMarketplace } from '../adapters/marketplace/aws/adapter.ts';
import { type AwsSimulator, dayFrom, startSimulator } from '../adapters/marketplace/aws/simulator.test-support.ts';
import type { Marketplace } from '../adapters/marketplace/port.ts';
import { createSecretKeys } from '../auth/secrets.ts';
import type { ActCall } from '../contract/call.ts';
import { type EventName, eventCatalogue } from '../contract/events.ts';
import type { Database } from '../db/database.ts';
import { cancelOffer } from '../domain/offer/actions/cancel-offer.ts';
import { createOffer } from '../domain/offer/actions/create-offer.ts';
import { OfferIn } from '../domain/offer/schema.ts';
import { connectMarketplace } from '../domain/organization/connection/actions/connect-marketplace.ts';
import { insertOrganization } from '../domain/organization/store.ts';
import { freshAddress, openTest } from '../engine/engine.test-support.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { runAct } from '../engine/run-act.ts';
import { createMetrics } from '../http/metrics.ts';
import { registerPartnerHook } from '../http/partner-hook.ts';
import { createApiServer } from '../http/server.ts';
import type { Clock } from '../kit/clock.ts';
import { createIds, decodeId, encodeId } from '../kit/ids.ts';
import { silentLog } from '../kit/log.ts';
import { createWorkflows } from './registry.ts';
import { dueHandlers } from './schedules.ts';

const keys = createSecretKeys('0123456789abcdef0123456789abcdef');
const everyEvent = Object.keys(eventCatalogue) as EventName[];

export type Row = Record<string, unknown>;

/** The service's workflows over the simulated AWS, with an organization whose account is connected. */
export type Deal = {
  simulator: AwsSimulator;
  database: Database;
  engine: Engine;
  orgId: string;
  connectionId: string;
  productId: string;
  act<T>(name: string, work: (call: ActCall) => Promise<T>): Promise<T>;
  /** Submits an offer for the simulator's buyer; answers its uuid. */
  submit(change?: Row): Promise<string>;
  cancel(offerId: string): Promise<void>;
  accept(offerExternalId: string): Promise<string>;
  offer(id: string): Promise<{
    status: string;
    external_id: string | null;
    info: Row;
    meta_info: Row;
    expire_time: Date;
    version: number;
  }>;
  rows(table: string): Promise<Row[]>;
  /** Reads what changed at the marketplace now, as the schedule does. */
  reconcile(): Promise<void>;
  hearEvents(on: boolean): Promise<void>;
  until(what: string, holds: () => Promise<boolean>, timeoutMs?: number): Promise<void>;
  settle(): Promise<void>;
  close(): Promise<void>;
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const startHook = async (engine: Engine, aws: AwsMarketplace): Promise<{ server: FastifyInstance; url: string }> => {
  const free = () => ({ allowed: true, headers: {} });
  const server = createApiServer({
    endpoints: [],
    environment: engine.environment,
    authenticate: () => Promise.reject(new Error('nobody asks')),
    limiters: { general: free, metering: free },
    log: silentLog,
    metrics: createMetrics(),
    desk: createPartnerDesk({}),
    documents: noDocuments,
    checkReplies: true,
    secureTransport: false,
  });
  registerPartnerHook(server, {
    environment: engine.environment,
    secretKeys: keys,
    receivers: { AWS: aws.messages },
    publicUrl: 'http://api.test',
    isServing: () => true,
  });
  return { server, url: await server.listen({ host: '127.0.0.1', port: 0 }) };
};

type DealOptions = {
  /** A marketplace that does some things its own way, over the simulated AWS. */
  over?: (aws: Marketplace) => Marketplace;
  documents?: DocumentDesk;
};

export const startDeal = async ({ over, documents = noDocuments }: DealOptions = {}): Promise<Deal> => {
  const simulator = await startSimulator();
  await simulator.control('POST', '/settings', {
    changeSetDelayMs: 20,
    licenseDelayMs: 20,
    eventRetryMs: 50,
    quotas: false,
  });
  const clock: Clock = { now: () => simulator.now(), wallNow: () => new Date() };
  const ids = createIds(clock);
  const { url, drop } = await freshAddress();
  const database = await openTest(url);
  const aws = createAwsMarketplace({ answerTimeoutMs: 700 });
  const workflows = createWorkflows({
    marketplaces: { AWS: over?.(aws) ?? aws },
    receivers: { AWS: aws.messages },
    payments: {},
    mailer: { send: async () => {} },
    organizationMail: { mailerOf: () => ({ send: async () => {} }) },
    documents,
    authUrl: 'https://auth.test',
    secretKeys: keys,
    log: silentLog,
  });
  const engine = createEngine({
    database,
    clock,
    ids,
    secretKeys: keys,
    log: silentLog,
    workflows,
    due: dueHandlers,
    pollMs: 20,
  });
  const hook = await startHook(engine, aws);
  const orgId = ids.next();
  await database.system((statements) =>
    insertOrganization(statements, {
      id: orgId,
      name: 'Acme',
      emailDomain: '',
      website: '',
      createdBy: 'test',
      now: clock.now(),
    }),
  );
  const act = async <T>(name: string, work: (call: ActCall) => Promise<T>): Promise<T> => {
    const request = {
      orgId,
      actor: { type: 'user', id: 'user_1', name: 'u' } as const,
      action: name,
      requestId: 'r',
      emits: everyEvent,
    };
    return (await runAct(engine.environment, request, work)).reply as T;
  };
  const { seller } = simulator;
  const connected = await act('connect', (call) =>
    connectMarketplace(call, {
      keys,
      input: {
        partner: 'AWS',
        accountId: seller.id,
        endpoint: `${simulator.url}/aws`,
        mode: 'LIVE',
        credentials: { accessKeyId: seller.accessKeyId, secretAccessKey: seller.secretAccessKey },
      },
    }),
  );
  const connectionId = decodeId('conn', connected.connection.id) as string;
  await engine.start();

  const rows = async (table: string): Promise<Row[]> =>
    (await database.pool.query(`select * from ${table} where org_id = $1`, [orgId])).rows as Row[];
  const settle = async (): Promise<void> => {
    await engine.runDueNow();
    await engine.idle(30_000);
  };
  await settle();
  const [product] = await rows('product');
  const productId = product?.id as string;

  return {
    simulator,
    database,
    engine,
    orgId,
    connectionId,
    productId,
    act,
    rows,
    settle,
    submit: async (change = {}) => {
      const { info = {}, ...rest } = change as { info?: Row };
      const body = OfferIn.parse({
        name: 'Acme 2027',
        partner: 'AWS',
        productID: encodeId('prod', productId),
        expireTime: `${dayFrom(simulator.now(), 20)}T00:00:00Z`,
        ...rest,
        info: {
          currency: 'USD',
          eulaType: 'SCMP',
          buyerAwsAccountIds: [simulator.buyerId],
          awsAgreementDuration: 'P12M',
          commits: [{ key: 'seats', rate: 1200, quantity: 1 }],
          dimensions: [{ key: 'requests', rate: 0.01 }],
          ...info,
        },
      });
      const view = await act('createOffer', (call) => createOffer(call, { body }));
      return decodeId('offer', view.id) as string;
    },
    cancel: async (offerId) => void (await act('cancelOffer', (call) => cancelOffer(call, { params: { offerId } }))),
    accept: async (offerExternalId) => {
      const path = `/offer/${offerExternalId}/accept`;
      return (await simulator.control<{ agreementId: string }>('POST', path, { buyerAccountId: simulator.buyerId }))
        .agreementId;
    },
    offer: async (id) =>
      (await database.pool.query('select * from offer where org_id = $1 and id = $2', [orgId, id])).rows[0] as never,
    reconcile: async () => {
      await act('reconcile', async (call) => {
        const operationId = await call.start(
          'marketplace.reconcile',
          { connectionId, full: false },
          { entityId: 'conn', partner: 'AWS' },
        );
        call.changed({ type: 'operation', id: operationId, before: null, after: {} });
      });
      await settle();
    },
    hearEvents: async (on) => {
      const path = `/account/${seller.id}/event-target`;
      const target = { url: `${hook.url}${connected.hookPath}`, headers: { authorization: connected.hookSecret } };
      await (on ? simulator.control('POST', path, target) : simulator.control('DELETE', path));
    },
    until: async (what, holds, timeoutMs = 10_000) => {
      const start = performance.now();
      while (!(await holds())) {
        if (performance.now() - start > timeoutMs) throw new Error(`waited in vain for: ${what}`);
        await sleep(20);
      }
    },
    close: async () => {
      await simulator.close();
      await engine.stop();
      await hook.server.close();
      aws.close();
      await database.close();
      await drop();
    },
  };
};
