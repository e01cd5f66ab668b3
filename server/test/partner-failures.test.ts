import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import type { ActCall } from '../src/contract/call.ts';
import { startUsageReport } from '../src/domain/metering/usage-record-report/actions/start-usage-report.ts';
import { openMarketplaceAccess } from '../src/domain/organization/connection/access.ts';
import { startSync } from '../src/domain/organization/connection/actions/record-sync.ts';
import { findMarketplaceConnectionById } from '../src/domain/organization/connection/store.ts';
import { openTest } from '../src/engine/engine.test-support.ts';
import { encodeId, nilId } from '../src/kit/ids.ts';
import { workflowNames } from '../src/workflows/registry.ts';
import { freshDatabase } from './fresh-database.ts';
import { startDeployment, type Tenant } from './workflows/deployment.ts';
import { execute, findRunning, finishRuns, type Run } from './workflows/execute.ts';
import { scenarios } from './workflows/scenarios.ts';

// Runs every workflow while its partner fails, with each partner's own error format: what the operation and the
// connection show.

type Fault = 'broken' | 'forbidden' | 'throttled' | 'silent';
const faults: readonly Fault[] = ['broken', 'forbidden', 'throttled', 'silent'];

const words: Readonly<Record<Exclude<Fault, 'silent'>, { status: number; aws: string; google: string; said: string }>> =
  {
    broken: { status: 500, aws: 'InternalServiceException', google: 'INTERNAL', said: 'It broke in our house.' },
    forbidden: { status: 403, aws: 'AccessDeniedException', google: 'PERMISSION_DENIED', said: 'You may not do this.' },
    throttled: { status: 429, aws: 'ThrottlingException', google: 'RESOURCE_EXHAUSTED', said: 'Too many calls.' },
  };

/** What the partner repeats behind its words: some answer with the request, or with what they computed from the credentials. */
let echo = '';

/** The error documents of AWS (JSON and REST), Google and Stripe have only these members in common. */
const answer = (reply: ServerResponse, fault: Exclude<Fault, 'silent'>): void => {
  const { status, aws, google } = words[fault];
  const said = words[fault].said + echo;
  const type = fault === 'broken' ? 'api_error' : 'invalid_request_error';
  reply
    .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': aws })
    .end(JSON.stringify({ __type: aws, message: said, error: { code: status, status: google, message: said, type } }));
};

let fault: Fault | null = null;
let calls = 0;
const partner = createServer((_request, reply) => {
  calls += 1;
  if (fault !== null && fault !== 'silent') answer(reply, fault);
}).listen(0, '127.0.0.1');
await once(partner, 'listening');
const origin = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`;

const { url, drop } = await freshDatabase();
const database = await openTest(url);
const deployment = await startDeployment(database, {
  // A partner that never answers need not be waited for long; one that does may be slow on a busy machine.
  answerTimeoutMs: () => (fault === 'silent' ? 250 : 1500),
  elsewhereAt: () => (fault === null ? undefined : origin),
});
after(async () => {
  partner.closeAllConnections();
  partner.close();
  await deployment.close();
  await database.close();
  await drop();
});

/**
 * Workflows that call no partner. A mail server counts as one; `message.test.ts`, `invitation.test.ts` and `prm.test.ts` cover
 * it. So does the file storage.
 */
const without: ReadonlySet<string> = new Set([
  'offer.notify',
  'message.send',
  'invitation.send',
  'partner-invitation.deliver',
  'partner-file.remove',
  'support-attachment.remove',
]);

const begin = async (name: (typeof workflowNames)[number], bad: Fault): Promise<{ tenant: Tenant; run: Run }> => {
  const [scenario] = scenarios[name];
  fault = null;
  const tenant = await deployment.addTenant({ isKnown: !scenario.isUnknownProduct });
  await scenario.arrange(tenant);
  await database.write(tenant.orgId, (db) =>
    db.updateTable('connection').set({ endpoint: origin }).where('connection.org_id', '=', tenant.orgId).execute(),
  );
  fault = bad;
  calls = 0;
  const [run] = await findRunning(tenant);
  assert.ok(run);
  return { tenant, run };
};

/** The connection to the partner that the run calls. */
const connectionOf = async (tenant: Tenant, run: Run) => {
  const { partner: name } = (await tenant.rows('operation')).find(({ id }) => id === run.id) ?? {};
  const found = (await tenant.rows('connection')).find((row) => row.partner === name);
  assert.ok(found);
  return found as {
    status: string;
    last_error: { code: string; message: string; partnerMessage: string } | null;
    failing: Record<string, { code: string; partnerMessage: string }>;
  };
};

/** Checks that the connection shows this fault. */
const checkShown = async (tenant: Tenant, run: Run, bad: Fault): Promise<void> => {
  const { status, last_error: error, failing } = await connectionOf(tenant, run);
  if (bad === 'throttled') {
    assert.deepEqual([status, error, failing], ['CONNECTED', null, {}], 'a rate limit is no failure');
    return;
  }
  assert.equal(status, 'ERROR');
  assert.notEqual(Object.keys(failing).length, 0);
  const said = bad === 'silent' ? /no (whole )?answer|did not answer|timed out/i : new RegExp(words[bad].said);
  assert.match(error?.partnerMessage ?? '', said, "the partner's words");
};

describe('a partner that fails', () => {
  for (const name of workflowNames.filter((one) => !without.has(one)))
    for (const bad of faults) {
      it(`${name}, ${bad}: shown at the first failed call, and the operation is no success`, async () => {
        const { tenant, run } = await begin(name, bad);
        // Discarded after the first failed call.
        let attempts = 0;
        const abandoned = Promise.withResolvers<void>();
        const inside = async (step: { kind: string }, work: () => Promise<unknown>): Promise<unknown> => {
          const before = calls;
          try {
            return await work();
          } finally {
            if (step.kind === 'partner' && calls > before) attempts += 1;
          }
        };
        const control = { isDead: () => attempts > 0, onAbandoned: () => abandoned.resolve() };
        await Promise.race([execute(tenant, run, { inside }, control), abandoned.promise]);
        assert.ok(attempts >= 1, 'the partner was called');
        await checkShown(tenant, run, bad);
        await execute(tenant, run, { maxAttempts: 2 });
        const ended = (await tenant.rows('operation')).find(({ id }) => id === run.id);
        assert.equal(ended?.status, 'FAILED', String(ended?.message));
        assert.notEqual(ended?.message, '');
        if (bad !== 'silent')
          assert.match(JSON.stringify([ended?.message, ended?.failure]), new RegExp(words[bad].said));
        await checkShown(tenant, run, bad);
      });
    }
});

/** A full read is due a day after `last_full_sync_time`: 0: it is complete; -21: it is repeated in three hours. */
const hoursOfFull = ({
  last_full_sync_time: full,
  last_sync_start_time: start,
}: Record<string, unknown> = {}): number =>
  Math.round(((full as Date).getTime() - (start as Date).getTime()) / 3_600_000);

describe('what fails of an account', () => {
  const pointAt = (tenant: Tenant, endpoint: string) =>
    database.write(tenant.orgId, (db) =>
      db.updateTable('connection').set({ endpoint }).where('connection.org_id', '=', tenant.orgId).execute(),
    );
  const eventsOf = async (tenant: Tenant): Promise<unknown[]> =>
    (await tenant.rows('outbox')).map(({ name }) => name).filter((name) => String(name).startsWith('connection.'));

  it('recovers with a call of the same kind only', async () => {
    const { tenant, run } = await begin('usage.report', 'broken');
    await execute(tenant, run, { maxAttempts: 1 });
    const shown = () => connectionOf(tenant, run);
    assert.deepEqual(Object.keys((await shown()).failing), ['USAGE']);
    fault = null;
    await pointAt(tenant, `${deployment.simulator.url}/aws`);
    await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
    await finishRuns(tenant);
    const read = await shown();
    assert.deepEqual(
      [read.status, Object.keys(read.failing)],
      ['ERROR', ['USAGE']],
      'a full reading says nothing of usage',
    );
    assert.match(read.last_error?.partnerMessage ?? '', /It broke/);

    await pointAt(tenant, origin);
    fault = 'forbidden';
    await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
    for (const next of await findRunning(tenant)) await execute(tenant, next, { maxAttempts: 1 });
    const both = await shown();
    assert.deepEqual(Object.keys(both.failing).sort(), ['AGREEMENT', 'LISTING', 'USAGE']);
    assert.match(both.last_error?.partnerMessage ?? '', /You may not/, 'the newest');

    fault = null;
    await pointAt(tenant, `${deployment.simulator.url}/aws`);
    await tenant.deployment.simulator.advance('PT1H');
    await tenant.act('due', (call) => startUsageReport(call, { entityId: 'AWS' }));
    await finishRuns(tenant);
    assert.deepEqual(Object.keys((await shown()).failing).sort(), ['AGREEMENT', 'LISTING']);
    await tenant.act('due', (call) => startSync(call, { connectionId: tenant.connectionId }));
    await finishRuns(tenant);
    const mended = await shown();
    assert.deepEqual([mended.status, mended.last_error, mended.failing], ['CONNECTED', null, {}]);
    assert.deepEqual((await eventsOf(tenant)).slice(-2), ['connection.failed', 'connection.recovered']);
  });

  it('is reported without the credentials that the partner repeats, wherever it is stored', async () => {
    for (const bad of ['broken', 'forbidden'] as const) {
      const { tenant, run } = await begin('offer.create', bad);
      const row = await findMarketplaceConnectionById(database.read(tenant.orgId), tenant.connectionId);
      assert.ok(row);
      const { accessKeyId = '', secretAccessKey = '' } = openMarketplaceAccess(deployment.secretKeys, row).credentials;
      echo = ` You sent ${accessKeyId}:${secretAccessKey} ${encodeURIComponent(secretAccessKey)}${'.'.repeat(2000)}`;
      try {
        await execute(tenant, run, { maxAttempts: 2 });
      } finally {
        echo = '';
      }
      const tables = ['operation', 'operation_event', 'connection', 'offer', 'audit_event', 'outbox'];
      const kept = JSON.stringify(await Promise.all(tables.map((table) => tenant.rows(table))));
      assert.ok(kept.includes('You sent ***:***'), 'the words are kept');
      for (const secret of [accessKeyId, secretAccessKey, encodeURIComponent(secretAccessKey)])
        assert.ok(secret !== '' && !kept.includes(secret), `${bad}: a credential is kept readable`);
    }
  });

  it('affects only itself: the rest of a read is completed', async () => {
    const { tenant } = await begin('marketplace.reconcile', 'forbidden');
    fault = null;
    await pointAt(tenant, `${deployment.simulator.url}/aws`);
    const [run] = await findRunning(tenant);
    const inside = async ({ name }: { name: string }, work: () => Promise<unknown>): Promise<unknown> => {
      if (name !== 'offers') return work();
      await pointAt(tenant, origin);
      fault = 'forbidden';
      try {
        return await work();
      } finally {
        fault = null;
        await pointAt(tenant, `${deployment.simulator.url}/aws`);
      }
    };
    await execute(tenant, run as Run, { inside });
    const ended = (await tenant.rows('operation')).find(({ id }) => id === run?.id);
    assert.equal(ended?.status, 'FAILED');
    assert.match(
      String(ended?.message),
      /^\d+ products, offers and agreements were read: [1-9]\d* changed\. Could not be listed, and are left for later: offers\. AWS said: You may not do this\.$/,
    );
    assert.equal((await tenant.rows('entitlement')).length, 1, 'the agreement was read');
    assert.equal(hoursOfFull((await tenant.rows('connection'))[0]), -21, 'all is read again in three hours');
  });

  for (const [name, partnerName, step] of [
    ['marketplace.reconcile', 'AWS', /^read agmt-/],
    ['payment.reconcile', 'STRIPE', /^read part 1$/],
  ] as const)
    it(`${name}: after something was not answered, all is read again in three hours, not at once`, async () => {
      fault = null;
      const tenant = await deployment.addTenant({ isKnown: true });
      await scenarios[name][0].arrange(tenant);
      const shown = async () => (await tenant.rows('connection')).find(({ partner: one }) => one === partnerName);
      const { id: connectionId, endpoint } = (await shown()) as { id: string; endpoint: string };
      const set = (change: { endpoint?: string; last_full_sync_time?: Date | null }) =>
        database.write(tenant.orgId, (db) =>
          db.updateTable('connection').set(change).where('connection.id', '=', connectionId).execute(),
        );
      let fails = step;
      const inside = async (at: { name: string }, work: () => Promise<unknown>): Promise<unknown> => {
        if (!fails.test(at.name)) return work();
        await set({ endpoint: origin });
        fault = 'broken';
        try {
          return await work();
        } finally {
          fault = null;
          await set({ endpoint });
        }
      };
      const readAll = async (start: (call: ActCall) => Promise<string | null>): Promise<void> => {
        const id = await tenant.act('due', start);
        const run = (await findRunning(tenant)).find((one) => one.id === id);
        await execute(tenant, run as Run, { inside, maxAttempts: 1 });
        const { status, message } = (await tenant.rows('operation')).find((one) => one.id === id) ?? {};
        assert.equal(status, 'FAILED', String(message));
        assert.match(String(message), /(, \d+ with an unknown outcome|: disputes)\. \w+ answered/);
      };
      const start = (call: ActCall) => startSync(call, { connectionId });
      await set({ last_full_sync_time: null });
      await readAll(start);
      assert.equal(hoursOfFull(await shown()), -21);
      for (const [pause, hours] of [
        ['PT2H', -23],
        ['PT65M', 0],
      ] as const) {
        await tenant.deployment.simulator.advance(pause);
        const id = await tenant.act('due', start);
        await execute(tenant, (await findRunning(tenant)).find((one) => one.id === id) as Run);
        assert.equal(hoursOfFull(await shown()), hours, pause);
      }
      if (name !== 'payment.reconcile') return;
      // One that reads the rest of what an earlier one has begun.
      await set({ last_full_sync_time: new Date() });
      const entityId = encodeId('conn', connectionId);
      const input = { connectionId, full: true, after: nilId };
      await readAll((call) => {
        call.recordChange({ type: 'conn', id: entityId, before: {}, after: { name } });
        return call.start(name, input, { entityId, partner: partnerName });
      });
      assert.equal(hoursOfFull(await shown()), -21);
      fails = /^disputes$/;
      await set({ last_full_sync_time: null });
      await readAll(start);
      assert.equal(hoursOfFull(await shown()), 0, 'all customers were read');
    });
});
