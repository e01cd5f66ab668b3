import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAwsSimulator } from '../../../../simulators/aws/server.ts';
import { createAzureSimulator } from '../../../../simulators/azure/server.ts';
import { createHubspotSimulator } from '../../../../simulators/hubspot/server.ts';
import { createSimulatedClock } from '../../../../simulators/kit/clock.ts';
import { startListener } from '../../../../simulators/kit/listener.ts';
import { createSalesforceSimulator } from '../../../../simulators/salesforce/server.ts';
import { startApp, type TestApp, type TestOrganization } from '../../../test/app.ts';
import { allRows } from '../../../test/rows.ts';
import { type AzureApp, registerForNotifications } from '../../demo/notifications.ts';

export type Body = Record<string, unknown>;
export type Row = Record<string, unknown>;
export type Partner = 'aws' | 'azure' | 'salesforce' | 'hubspot';
/** Partners that send messages. */
type Sender = 'aws' | 'azure';

/** A referral as the API shows it. */
export type Shown = {
  id: string;
  status: string;
  stage: string;
  name: string;
  direction: string;
  externalID?: string;
  buyerCompany: { name: string; website?: string; country?: string };
  dealValue?: number;
  currency?: string;
  crm?: { system: string; recordId: string; url?: string };
  info: Readonly<Record<string, Body>>;
  partnerView?: { status: string; reason?: string; comments?: string; document: Body };
  acceptBy?: string;
  closeReason?: string;
  closedTime?: string;
  sync: { status: string; lastSuccessTime?: string; errors: { path: string; code: string; message: string }[] };
  metaInfo: Body;
};

/** An account at a partner that is connected for co-sell, and whose messages reach the service. */
export type Account = { accountId: string; connectionId: string };

/** The whole service and the simulators of its co-sell partners and CRMs, which share one business time. */
export type Bench = {
  app: TestApp;
  now(): Date;
  /** Moves business time, and does what falls due. `by`: an ISO 8601 duration. */
  advance(by: string): Promise<void>;
  control<T = Body>(partner: Partner, method: string, path: string, body?: Body): Promise<T>;
  /** The body of a successful answer of the service, to the owner of the organization. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A call that must be refused: its status, code, and what it says. */
  refused(method: string, path: string, body?: unknown): Promise<{ status: number; code: string; info: never }>;
  connect(connection: Body): Promise<{ id: string; hookPath: string; hookSecret: string }>;
  connectAws(catalog?: 'AWS' | 'Sandbox'): Promise<Account>;
  connectAzure(): Promise<Account>;
  /** Connects a CRM; returns how a person makes a record there. */
  connectSalesforce(): Promise<(type: string, fields: Body) => Promise<string>>;
  connectHubspot(): Promise<(type: string, properties: Body, to?: Readonly<Record<string, number>>) => Promise<string>>;
  /** Waits until every message of the partners has arrived, and nothing is left to do. */
  settle(): Promise<void>;
  /** What happens to the messages of a partner: `drop-message`, `duplicate-message`, …; null: nothing. */
  disturb(partner: Sender, fault: string | null, options?: Body): Promise<void>;
  /** Reads what changed at the partners, as the schedule does. */
  reconcile(): Promise<void>;
  referral(id: string): Promise<Shown>;
  referrals(query?: string): Promise<Shown[]>;
  change(id: string, body: Body): Promise<Shown>;
  /** What was sent and received for a referral, oldest first. */
  ledger(id: string): Promise<LedgerRow[]>;
  /** The names of the events about a referral, oldest first. */
  events(id: string): Promise<string[]>;
  rows(table: string): Promise<Row[]>;
  /** The same bench for another organization. */
  of(organization: TestOrganization): Bench;
  close(): Promise<void>;
};

export type LedgerRow = {
  system: string;
  direction: string;
  changes: { path: string; before: unknown; after: unknown }[];
  conflicts: { path: string; before: unknown; after: unknown }[];
  error?: { code: string; message: string };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const openCoSellBench = async (): Promise<Bench> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cosell-bench-'));
  const clock = createSimulatedClock({ dataDir });
  const options = { dataDir, clock, seed: 'test' };
  const mounts = [createAwsSimulator, createAzureSimulator, createSalesforceSimulator, createHubspotSimulator];
  const listener = await startListener({
    host: '127.0.0.1',
    port: 0,
    clock,
    mounts: mounts.map((create) => create(options)),
  });
  const now = (): Date => new Date(clock.now());
  const app = await startApp(
    {},
    { clock: { now, wallNow: () => new Date() }, outgoing: { allowedOrigins: [listener.url] } },
  );
  const { engine } = app.app;

  const control: Bench['control'] = async <T>(partner: Partner | '', method: string, path: string, body?: Body) => {
    const response = await fetch(`${listener.url}/control/${partner}${path}`, {
      method,
      headers: { authorization: `Bearer ${listener.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${method} ${partner}${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as T;
  };
  const untilDelivered = async (partner: Sender): Promise<void> => {
    const until = Date.now() + 30_000;
    for (;;) {
      const { count } = await control<{ count: number }>(partner, 'GET', '/message?status=PENDING');
      if (count === 0) return;
      assert.ok(Date.now() < until, `${partner} has messages that do not arrive`);
      await pause(20);
    }
  };
  const settle = async (): Promise<void> => {
    // What the service does can make the partner send messages, once more.
    for (let round = 0; round < 2; round += 1) {
      await untilDelivered('aws');
      await untilDelivered('azure');
      await engine.idle(30_000);
    }
  };
  const advance = async (by: string): Promise<void> => {
    const response = await fetch(`${listener.url}/control/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${listener.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ advance: by }),
    });
    assert.ok(response.ok, await response.text());
    await settle();
  };
  let partners = 4_711_000;

  const benchOf = (organization: TestOrganization): Bench => {
    const { owner, uuid } = organization;
    const call: Bench['call'] = async <T>(method: string, path: string, body?: unknown) => {
      const reply = await owner.call(method, path, body === undefined ? {} : { body });
      assert.equal(reply.status, 200, `${method} ${path}: ${reply.text}`);
      return reply.body as T;
    };
    const connect: Bench['connect'] = (connection) => call('POST', '/integration', connection);
    return {
      app,
      now,
      advance,
      control,
      call,
      refused: async (method, path, body) => {
        const reply = await owner.call(method, path, body === undefined ? {} : { body });
        const { code, info } = reply.body as { code: string; info: never };
        return { status: reply.status, code, info };
      },
      connect,
      connectAws: async (catalog = 'AWS') => {
        const seller = await control<Record<'id' | 'accessKeyId' | 'secretAccessKey', string>>(
          'aws',
          'POST',
          '/account',
          { name: 'Acme' },
        );
        const { id: accountId, accessKeyId, secretAccessKey } = seller;
        const { id, hookPath, hookSecret } = await connect({
          ...{ partner: 'AWS', service: 'COSELL', accountId, endpoint: `${listener.url}/aws` },
          credentials: { accessKeyId, secretAccessKey, catalog },
        });
        await control('aws', 'PUT', `/account/${accountId}/message-target`, {
          url: `${app.url}${hookPath}`,
          headers: { authorization: hookSecret },
        });
        return { accountId, connectionId: id };
      },
      connectAzure: async () => {
        partners += 1;
        const accountId = String(partners);
        const made = await control<AzureApp>('azure', 'POST', '/account', { id: accountId, name: 'Acme' });
        const user = { email: `ada@p${accountId}.example` };
        const { refreshToken } = await control<Row>('azure', 'POST', `/account/${accountId}/user`, user);
        const { tenantId, clientId, clientSecret } = made;
        const { id, hookPath } = await connect({
          ...{ partner: 'AZURE', service: 'COSELL', accountId, endpoint: `${listener.url}/azure` },
          credentials: { tenantId, clientId, clientSecret, refreshToken },
        });
        await registerForNotifications(listener.url, made, `${app.url}${hookPath}`);
        return { accountId, connectionId: id };
      },
      connectSalesforce: async () => {
        const made = await control<Record<'id' | 'domainPath' | 'clientId' | 'clientSecret', string>>(
          'salesforce',
          'POST',
          '/account',
          { domain: 'acme', name: 'Acme' },
        );
        const { id: accountId, clientId, clientSecret } = made;
        const endpoint = `${listener.url}${made.domainPath}`;
        const credentials = { clientId, clientSecret };
        await connect({ partner: 'SALESFORCE', service: 'CRM', accountId, endpoint, credentials });
        return async (type, fields) => {
          const body = { type, fields };
          const record = await control<{ fields: Row }>('salesforce', 'POST', `/account/${accountId}/record`, body);
          return String(record.fields.Id);
        };
      },
      connectHubspot: async () => {
        const made = await control<Record<'id' | 'privateToken', string>>('hubspot', 'POST', '/account', {
          ...{ id: '45678901', name: 'Acme', tenSecondlyLimit: 1_000_000, searchLimit: 1_000_000 },
        });
        const endpoint = `${listener.url}/hubspot`;
        const credentials = { accessToken: made.privateToken };
        await connect({ partner: 'HUBSPOT', service: 'CRM', accountId: made.id, endpoint, credentials });
        return async (type, properties, to = {}) => {
          const associations = Object.entries(to).map(([id, associationTypeId]) => ({
            to: { id },
            types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId }],
          }));
          const body = { type, properties, associations };
          return (await control<{ id: string }>('hubspot', 'POST', `/account/${made.id}/record`, body)).id;
        };
      },
      settle,
      disturb: async (partner, fault, options = {}) => {
        await control(partner, 'DELETE', '/fault');
        if (fault !== null) await control(partner, 'POST', '/fault', { name: fault, count: null, ...options });
      },
      reconcile: async () => advance('PT16M'),
      referral: (id) => call('GET', `/cosell/referral/${id}`),
      referrals: async (query = '') =>
        (await call<{ data: Shown[] }>('GET', `/cosell/referral?page_size=100&${query}`)).data,
      change: (id, body) => call('PATCH', `/cosell/referral/${id}`, body),
      ledger: async (id) =>
        (await call<{ data: LedgerRow[] }>('GET', `/cosell/referral/${id}/syncEvent?page_size=100`)).data.toReversed(),
      events: async (id) =>
        (await allRows(app.database, uuid, 'outbox'))
          .filter((row) => row.entity_id === id)
          .sort((left, right) => left.version - right.version || left.position - right.position)
          .map((row) => String(row.name)),
      rows: (table) => allRows(app.database, uuid, table),
      of: benchOf,
      close: async () => {
        await app.close();
        await listener.close();
        rmSync(dataDir, { recursive: true, force: true });
      },
    };
  };
  await control('aws', 'POST', '/settings', { quotas: false, partnerTaskDelayMs: 20, eventRetryMs: 50 });
  await control('hubspot', 'POST', '/settings', { searchDelayMs: 0 });
  return benchOf(app.acme);
};
