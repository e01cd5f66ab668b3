import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../../test/fresh-database.ts';
import { noDocuments } from '../../adapters/documents/documents.test-support.ts';
import type { Marketplace, MarketplaceAccess } from '../../adapters/marketplace/port.ts';
import { createSecretKeys } from '../../auth/secrets.ts';
import type { ActCall } from '../../contract/call.ts';
import { type EventName, eventCatalogue } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import { createFakeMarketplace } from '../../domain/metering/metering.test-support.ts';
import { seedSeller } from '../../domain/metering/seed-seller.test-support.ts';
import { reportUsage } from '../../domain/metering/usage-record-group/actions/report-usage.ts';
import { openTest } from '../../engine/engine.test-support.ts';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { runAct } from '../../engine/run-act.ts';
import { createIds, encodeId } from '../../kit/ids.ts';
import { silentLog } from '../../kit/log.ts';
import { silentMetrics } from '../../kit/metrics.ts';
import { createWorkflows } from '../registry.ts';
import { dueHandlers } from '../schedules.ts';

/** One account's marketplace does not answer for an hour of business time; usage of others is submitted in time. */

let now = new Date('2026-11-10T10:05:00Z');
const clock = { now: () => now, wallNow: () => new Date() };
const ids = createIds(clock);
const secretKeys = createSecretKeys('0123456789abcdef0123456789abcdef');
const mailer = { send: async () => {} };
const emits = Object.keys(eventCatalogue) as EventName[];

let database: Database;
let drop: () => Promise<void>;
let engine: Engine;

/** Calls of the hanging account in progress, and the highest number of its concurrent usage calls. */
const hanging = { connection: '', open: 0, mostUsage: 0, usage: 0, isOver: false, release: () => {} };
const over = new Promise<void>((resolve) => {
  hanging.release = () => {
    hanging.isOver = true;
    resolve();
  };
});

const hangsFor = async (access: MarketplaceAccess): Promise<void> => {
  if (access.connectionId !== hanging.connection || hanging.isOver) return;
  hanging.open += 1;
  await over;
};

const aws = createFakeMarketplace('AWS');
const azure = createFakeMarketplace('AZURE');
const hangingAws: Marketplace = {
  ...aws,
  reportUsage: async (access, rows) => {
    const isHanging = access.connectionId === hanging.connection;
    if (isHanging) hanging.usage += 1;
    hanging.mostUsage = Math.max(hanging.mostUsage, hanging.usage);
    await hangsFor(access);
    if (isHanging) hanging.usage -= 1;
    return aws.reportUsage(access, rows);
  },
  readAgreement: async (access) => {
    await hangsFor(access);
    return null;
  },
};

before(async () => {
  const address = await freshDatabase();
  drop = address.drop;
  database = await openTest(address.url);
  engine = createEngine({
    authUrl: 'https://auth.test',
    database,
    clock,
    ids,
    secretKeys,
    log: silentLog,
    workflows: createWorkflows({
      marketplaces: { AWS: hangingAws, AZURE: azure },
      receivers: {},
      payments: {},
      revenueFeeds: {},
      coSells: {},
      crms: {},
      mailer,
      organizationMail: { mailerOf: () => mailer },
      documents: noDocuments,
      authUrl: 'https://auth.test',
      publicUrl: 'https://api.test',
      secretKeys,
      log: silentLog,
      metrics: silentMetrics,
    }),
    due: dueHandlers,
    pollMs: 50,
    drainMs: 100,
  });
  await engine.start();
});
after(async () => {
  hanging.release();
  await engine.stop();
  await database.close();
  await drop();
});

const actIn = <T>(orgId: string, work: (call: ActCall) => Promise<T>) =>
  runAct(
    engine.environment,
    { orgId, actor: { type: 'user', id: 'user_1', name: 'u' }, action: 'test', requestId: 'r', emits },
    work,
  );

type Account = { orgId: string; partner: 'AWS' | 'AZURE'; entitlementId: string; connectionId: string };

const anAccount = async (orgId: string, partner: 'AWS' | 'AZURE'): Promise<Account> => {
  const seller = await seedSeller({ database, ids, secretKeys, orgId, partner, now: () => now });
  const plan = {
    azureSubscriptions: [{ planId: 'silver', term: { termUnit: 'P1M' } }],
    dimensions: [{ key: 'users', planId: 'silver', rate: 2, includedBaseQuantities: [] }],
  };
  const { id } = await seller.anEntitlement(partner === 'AZURE' ? { agreed: plan } : {});
  return { orgId, partner, entitlementId: id, connectionId: seller.connectionId };
};

const use = ({ orgId, entitlementId }: Account, users: number) =>
  actIn(orgId, (call) => reportUsage(call, { params: { entitlementId }, body: { records: { users } } }));

const submitted = async ({ orgId, entitlementId }: Account): Promise<string[]> => {
  const { rows } = await sql<{ quantity: string }>`
    select quantity from usage_report_row where org_id = ${orgId} and entitlement_id = ${entitlementId} and state = 'SUCCESS'
    order by hour`.execute(database.read(orgId).raw);
  return rows.map((row) => row.quantity);
};

const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > 30_000) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

/** Runs of an organization that submit usage to a partner and have not ended. */
const submittingNow = async (orgId: string, partner: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from operation
    where org_id = ${orgId} and name = 'usage.report' and partner = ${partner} and status = 'RUNNING'`.execute(
    database.read(orgId).raw,
  );
  return rows[0]?.count ?? 0;
};

/** Advances business time; due work begins, and ends for accounts that need not wait. */
const passMinutes = async (minutes: number, unhung: Account[] = []): Promise<void> => {
  for (let passed = 0; passed < minutes; passed += 5) {
    now = new Date(now.getTime() + 5 * 60_000);
    await engine.runDueNow();
    for (const { orgId, partner } of unhung)
      await until(`the usage of ${partner} is submitted`, async () => (await submittingNow(orgId, partner)) === 0);
  }
};

it('an account whose partner does not respond for an hour delays neither another organization nor another account of its own', async () => {
  const hung = await anAccount(ids.next(), 'AWS');
  const sibling = await anAccount(hung.orgId, 'AZURE');
  const stranger = await anAccount(ids.next(), 'AWS');
  hanging.connection = encodeId('conn', hung.connectionId);
  // Not only its usage: every other call to its partner hangs in the meantime too.
  await actIn(hung.orgId, async (call) => {
    for (let run = 0; run < 80; run += 1)
      await call.start(
        'agreement.sync',
        { connectionId: hung.connectionId, agreementId: `agmt-${run}` },
        { entityId: hanging.connection, partner: 'AWS' },
      );
    call.recordChange({ type: 'conn', id: hanging.connection, before: null, after: { asked: 80 } });
  });
  await until('calls hang', async () => hanging.open > 0);

  // Each hour is submitted within five minutes of business time after it has settled; the clock stands still while we
  // wait.
  const [siblings, strangers]: string[][] = [[], []];
  for (const hour of [1, 2]) {
    await use(hung, 100 + hour);
    await use(sibling, 200 + hour);
    await use(stranger, 300 + hour);
    await passMinutes(75 - (hour - 1) * 15, [sibling, stranger]);
    siblings?.push(String(200 + hour));
    strangers?.push(String(300 + hour));
    await until(`the stranger's hour ${hour} is submitted`, async () => (await submitted(stranger)).length === hour);
    await until(`the sibling's hour ${hour} is submitted`, async () => (await submitted(sibling)).length === hour);
  }
  assert.deepEqual([await submitted(sibling), await submitted(stranger)], [siblings, strangers]);
  assert.deepEqual(await submitted(hung), []);
  assert.equal(hanging.mostUsage, 1, 'one worker for the usage of a connection, however long it hangs');

  hanging.release();
  await until('the usage that hung is submitted', async () => {
    await passMinutes(5);
    return (await submitted(hung)).length === 2;
  });
  assert.deepEqual(await submitted(hung), ['101', '102']);
});
