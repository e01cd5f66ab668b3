import { createAzureCoSell } from '../../src/adapters/cosell/azure/adapter.ts';
import { createHubspotCrm } from '../../src/adapters/crm/hubspot/adapter.ts';
import { hubspotMessages } from '../../src/adapters/crm/hubspot/messages.ts';
import { type HubspotSimulator, startHubspot } from '../../src/adapters/crm/hubspot/simulator.test-support.ts';
import { createSalesforceCrm } from '../../src/adapters/crm/salesforce/adapter.ts';
import { type SalesforceSimulator, startSalesforce } from '../../src/adapters/crm/salesforce/simulator.test-support.ts';
import { noDocuments } from '../../src/adapters/documents/documents.test-support.ts';
import type { Mail } from '../../src/adapters/mail/port.ts';
import { createAwsMarketplace } from '../../src/adapters/marketplace/aws/adapter.ts';
import { type AwsSimulator, startSimulator } from '../../src/adapters/marketplace/aws/simulator.test-support.ts';
import { createAzureMarketplace } from '../../src/adapters/marketplace/azure/adapter.ts';
import {
  type AzureSimulator,
  startSimulator as startAzureSimulator,
} from '../../src/adapters/marketplace/azure/simulator.test-support.ts';
import { createGcpMarketplace } from '../../src/adapters/marketplace/gcp/adapter.ts';
import {
  type GcpSimulator,
  startSimulator as startGcpSimulator,
} from '../../src/adapters/marketplace/gcp/simulator.test-support.ts';
import { createOutgoing, type Outgoing, type OutgoingRequest } from '../../src/adapters/outgoing/outgoing.ts';
import { createAdyenPayments } from '../../src/adapters/payment/adyen/payments.ts';
import { type AdyenBench, startAdyen } from '../../src/adapters/payment/adyen/simulator.test-support.ts';
import { createStripePayments } from '../../src/adapters/payment/stripe/payments.ts';
import { type StripeBench, startStripe } from '../../src/adapters/payment/stripe/simulator.test-support.ts';
import { createAdyenFeed } from '../../src/adapters/revenue/adyen/feed.ts';
import type { RevenueFeeds } from '../../src/adapters/revenue/feeds.ts';
import { createStripeFeed } from '../../src/adapters/revenue/stripe/feed.ts';
import type { Controls } from '../../src/adapters/simulated.test-support.ts';
import { createSecretKeys, type SecretKeys } from '../../src/auth/secrets.ts';
import type { ActCall } from '../../src/contract/call.ts';
import { type EventName, eventCatalogue } from '../../src/contract/events.ts';
import type { Database } from '../../src/db/database.ts';
import { openMarketplaceAccess } from '../../src/domain/organization/connection/access.ts';
import { connectMarketplace } from '../../src/domain/organization/connection/actions/connect-marketplace.ts';
import { findMarketplaceConnectionById } from '../../src/domain/organization/connection/store.ts';
import { insertOrganization } from '../../src/domain/organization/store.ts';
import { importProduct } from '../../src/domain/product/actions/import-product.ts';
import { type ActEnvironment, runAct } from '../../src/engine/run-act.ts';
import { startWorkflow } from '../../src/engine/start.ts';
import type { AnyWorkflow } from '../../src/engine/workflow.ts';
import type { Clock } from '../../src/kit/clock.ts';
import { createIds, decodeId } from '../../src/kit/ids.ts';
import { silentLog } from '../../src/kit/log.ts';
import { silentMetrics } from '../../src/kit/metrics.ts';
import { announcedTo } from '../../src/wiring/revenue-feeds.ts';
import { createWorkflows } from '../../src/workflows/registry.ts';

export type Row = Record<string, unknown>;

/** A database and a simulator. No engine runs: tests execute runs themselves. */
export type Deployment = {
  secretKeys: SecretKeys;
  simulator: AwsSimulator;
  database: Database;
  environment: ActEnvironment;
  /** What was sent, over all organizations. */
  mails: readonly Mail[];
  /** Keys of the files that were removed, over all organizations. */
  removedFiles: readonly string[];
  workflows: ReadonlyMap<string, AnyWorkflow>;
  /** An organization of its own with a seller account and a product; `isKnown`: the product is imported already. */
  addTenant(options?: { isKnown?: boolean }): Promise<Tenant>;
  /** A simulator of Google Cloud, started when it is first asked for; its business time is the deployment's. */
  gcp(): Promise<GcpSimulator>;
  /** A simulator of Microsoft, started when it is first asked for. */
  azure(): Promise<AzureSimulator>;
  /** What was sent to Microsoft, over all organizations. */
  toMicrosoft: OutgoingRequest[];
  /** A simulator of HubSpot, started when it is first asked for. */
  hubspot(): Promise<HubspotSimulator>;
  /** A simulator of Salesforce, started when it is first asked for. */
  salesforce(): Promise<SalesforceSimulator>;
  /** A simulator of Stripe, started when it is first asked for. */
  stripe(): Promise<StripeBench>;
  /** A simulator of Adyen, started when it is first asked for. */
  adyen(): Promise<AdyenBench>;
  /** The simulators that were started, by name. */
  simulators(): Promise<ReadonlyMap<string, Controls>>;
  close(): Promise<void>;
};

export type Tenant = {
  deployment: Deployment;
  orgId: string;
  connectionId: string;
  sellerId: string;
  /** At the simulator. */
  productEntityId: string;
  /** Here; empty when the product is not known yet. */
  productId: string;
  act<T>(name: string, work: (call: ActCall) => Promise<T>): Promise<T>;
  rows(table: string): Promise<Row[]>;
};

const dayMs = 86_400_000;
const everyEvent = Object.keys(eventCatalogue) as EventName[];
const keys = createSecretKeys('0123456789abcdef0123456789abcdef');

const dimensions = [
  { key: 'requests', name: 'Requests', types: ['Metered'] },
  { key: 'seats', name: 'Seats', types: ['Entitled'] },
];

/** How the partners of a deployment are reached. */
export type DeploymentOptions = {
  /** How long AWS, Stripe and Adyen are waited for by clients that are opened now. */
  answerTimeoutMs?: () => number;
  /** Where requests to Google Cloud, Microsoft, Adyen and the CRMs go instead, while it answers an origin. */
  elsewhereAt?: () => string | undefined;
};

export const startDeployment = async (
  database: Database,
  { answerTimeoutMs = () => 5000, elsewhereAt }: DeploymentOptions = {},
): Promise<Deployment> => {
  const simulator = await startSimulator();
  await simulator.control('POST', '/settings', { changeSetDelayMs: 0, licenseDelayMs: 0, quotas: false });
  const clock: Clock = { now: () => simulator.now(), wallNow: () => new Date() };
  const ids = createIds(clock);
  const patience = {
    get answerTimeoutMs() {
      return answerTimeoutMs();
    },
  };
  const aws = createAwsMarketplace(patience);
  const mails: Mail[] = [];
  const removedFiles: string[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  let google: Promise<GcpSimulator> | null = null;
  const gcp = (): Promise<GcpSimulator> => {
    google ??= startGcpSimulator({ wall: () => simulator.now().getTime() });
    return google;
  };
  /** Requests go to the partner's simulator, or elsewhere while `elsewhereAt` names an origin. */
  const through = (to: () => Promise<{ outgoing: Outgoing }>, seen?: OutgoingRequest[]): Outgoing => ({
    ...createOutgoing(),
    request: async (asked) => {
      seen?.push(asked);
      const elsewhere = elsewhereAt?.();
      if (elsewhere === undefined) return (await to()).outgoing.request(asked);
      const there = createOutgoing({ allowedOrigins: [elsewhere], answerMs: answerTimeoutMs() });
      return there.request({ ...asked, url: new URL(new URL(asked.url).pathname, elsewhere).href });
    },
  });
  const outgoing = through(gcp);
  let microsoft: Promise<AzureSimulator> | null = null;
  const azure = (): Promise<AzureSimulator> => {
    // Operations end at once, so that every execution polls equally often.
    microsoft ??= startAzureSimulator().then(async (started) => {
      await started.control('POST', '/settings', { operationDelayMs: 0 });
      return started;
    });
    return microsoft;
  };
  const toMicrosoft: OutgoingRequest[] = [];
  const toAzure = through(azure, toMicrosoft);
  let hub: Promise<HubspotSimulator> | null = null;
  const hubspot = (): Promise<HubspotSimulator> => {
    hub ??= startHubspot();
    return hub;
  };
  let force: Promise<SalesforceSimulator> | null = null;
  const salesforce = (): Promise<SalesforceSimulator> => {
    force ??= startSalesforce();
    return force;
  };
  const crmClock: Clock = { now: () => new Date(), wallNow: () => new Date() };
  const crms = {
    HUBSPOT: createHubspotCrm({ outgoing: through(hubspot), clock: crmClock }),
    SALESFORCE: createSalesforceCrm({ outgoing: through(salesforce), clock: crmClock }),
  };
  const marketplaces = {
    AWS: aws,
    GCP: createGcpMarketplace({ clock, outgoing }),
    AZURE: createAzureMarketplace({ outgoing: toAzure, publicUrl: 'https://api.test', clock, lostAfterMs: 500 }),
  };
  let adyenBench: Promise<AdyenBench> | undefined;
  const adyen = (): Promise<AdyenBench> => {
    // Each tenant moves its clock a minute: from yesterday noon on, all that it does is of one day, which is over.
    const noon = Math.floor(Date.now() / dayMs) * dayMs - dayMs / 2;
    const started = Date.now();
    adyenBench ??= startAdyen({ wall: () => noon + Date.now() - started });
    return adyenBench;
  };
  const toAdyen = through(async () => ({
    outgoing: createOutgoing({ allowedOrigins: [(await adyen()).url], answerMs: answerTimeoutMs() }),
  }));
  const payments = {
    STRIPE: createStripePayments(patience),
    ADYEN: createAdyenPayments(toAdyen.request, { publicUrl: 'https://api.test' }),
  };
  const revenueFeeds: RevenueFeeds = {
    STRIPE: () => createStripeFeed(patience),
    ADYEN: (kept) => {
      const open: Outgoing['open'] = async (...asked) =>
        createOutgoing({ allowedOrigins: [(await adyen()).url], answerMs: answerTimeoutMs() }).open(...asked);
      return createAdyenFeed({ open, announced: announcedTo(kept) });
    },
  };
  const receivers = {
    'AWS/MARKETPLACE': aws.messages,
    'STRIPE/PAYMENT': payments.STRIPE.messages,
    'ADYEN/PAYMENT': payments.ADYEN.messages,
    'HUBSPOT/CRM': hubspotMessages,
  };
  const organizationMail = { mailerOf: () => mailer };
  const services = {
    marketplaces,
    receivers,
    payments,
    revenueFeeds,
    crms,
    coSells: { AZURE: createAzureCoSell({ outgoing: toAzure }) },
    mailer,
    organizationMail,
    documents: { ...noDocuments, removeFile: async (key: string) => void removedFiles.push(key) },
    authUrl: 'https://auth.test',
    publicUrl: 'https://api.test',
    secretKeys: keys,
    log: silentLog,
    metrics: silentMetrics,
  };
  const environment: ActEnvironment = {
    database,
    clock,
    ids,
    secretKeys: keys,
    authUrl: 'https://auth.test',
    startWorkflow,
  };

  const addTenant: Deployment['addTenant'] = async ({ isKnown = true } = {}) => {
    const orgId = ids.next();
    const act: Tenant['act'] = async (action, work) => {
      const actor = { type: 'user', id: 'user_1', name: 'u' } as const;
      const request = { orgId, actor, action, requestId: 'r', emits: everyEvent };
      return (await runAct(environment, request, work)).reply as never;
    };
    const named = { name: 'Acme', emailDomain: '', website: '', createdBy: 'test' };
    await database.system((statements) => insertOrganization(statements, { id: orgId, ...named, now: clock.now() }));
    const seller = await simulator.control<AwsSimulator['seller']>('POST', '/account', { name: 'Acme' });
    const { productId: productEntityId } = await simulator.control<{ productId: string }>('POST', '/product', {
      sellerAccountId: seller.id,
      title: 'Acme API',
      dimensions,
    });
    const { connection } = await act('connect', (call) =>
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
    const connectionId = decodeId('conn', connection.id) as string;
    const rows = async (table: string): Promise<Row[]> =>
      (await database.pool.query(`select * from ${table} where org_id = $1`, [orgId])).rows as Row[];
    const learnProduct = async (): Promise<string> => {
      const row = await findMarketplaceConnectionById(database.read(orgId), connectionId);
      if (!row) throw new Error('no connection');
      const read = await aws.readProduct(openMarketplaceAccess(keys, row), productEntityId);
      if (!read) throw new Error('no product');
      const reference = { id: connectionId, partner: 'AWS' as const, accountId: seller.id };
      await act('import', (call) => importProduct(call, reference, read));
      return (await rows('product'))[0]?.id as string;
    };
    const productId = isKnown ? await learnProduct() : '';
    return { deployment, orgId, connectionId, sellerId: seller.id, productEntityId, productId, act, rows };
  };

  let bench: Promise<StripeBench> | undefined;
  const stripe = (): Promise<StripeBench> => {
    bench ??= startStripe();
    return bench;
  };
  const deployment: Deployment = {
    secretKeys: keys,
    simulator,
    database,
    environment,
    mails,
    removedFiles,
    workflows: new Map(createWorkflows(services).map((workflow) => [workflow.name, workflow])),
    addTenant,
    gcp,
    azure,
    toMicrosoft,
    hubspot,
    salesforce,
    stripe,
    adyen,
    simulators: async () => {
      const started = {
        AWS: simulator,
        GCP: google,
        Microsoft: microsoft,
        Stripe: bench,
        Adyen: adyenBench,
        HubSpot: hub,
        Salesforce: force,
      };
      const found = new Map<string, Controls>();
      for (const [name, one] of Object.entries(started)) if (one) found.set(name, await one);
      return found;
    },
    close: async () => {
      await simulator.close();
      await (await google)?.close();
      await (await microsoft)?.close();
      await (await bench)?.close();
      await (await adyenBench)?.close();
      await (await hub)?.close();
      await (await force)?.close();
      aws.close();
    },
  };
  return deployment;
};
