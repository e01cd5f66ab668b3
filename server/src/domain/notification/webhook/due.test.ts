import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { onPostgres } from '../../../../test/fresh-database.ts';
import { until } from '../../../../test/until.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { endTimesAhead } from '../../../db/times-ahead.ts';
import {
  type ClaimedDelivery,
  claimWebhookDeliveries,
  mendDueWebhooks,
  returnDeliveries,
  setDue,
} from '../../../db/webhooks.ts';
import { decodeId } from '../../../kit/ids.ts';
import { insertDeliveries } from './delivery/queue-store.ts';
import { countAttempt } from './store.ts';
import { startWebhooks } from './webhook.test-support.ts';

let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
before(async () => {
  webhooks = await startWebhooks({ deliveryMs: 300_000 });
});
after(() => webhooks.close());

/** Queues a delivery for a webhook that was never disabled. */
const queueOne = (db: OrgDb, webhookId: string, now: Date): Promise<number> => {
  const event = { event_id: randomUUID(), event_type: 'contact.created', entity_type: 'contact', entity_id: 'one' };
  const own = { own_event: { version: 1, actor: {}, time: now.toISOString(), data: {} } as never, sequence: null };
  const key = { id: randomUUID(), webhook_id: webhookId, epoch: 0, ordered: false };
  return insertDeliveries(db, [{ ...key, ...event, ...own }], { now });
};

/** Runs `first` in a transaction that ends only once `second` waits for it. */
const whileOpen = async (
  first: (held: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> => {
  const [held, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = first(() => {
    held.resolve();
    return waits.promise;
  });
  await Promise.race([held.promise, one]);
  const other = second();
  const blocked = () =>
    sql`
      select from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not l.granted and a.datname = current_database()
    `.execute(webhooks.app.database.reads);
  try {
    await until('the second one waits', async () => (await blocked()).rows.length > 0, 60_000);
  } finally {
    waits.resolve();
  }
  await Promise.all([one, other]);
};

test('deliveries that were queued or claimed while the clock was a year ahead are sent once it is set back', async () => {
  const { app, receiver, anOrganization, create } = webhooks;
  const organization = await anOrganization();
  const idOf = async (path: string): Promise<string> =>
    decodeId('webhook', (await create(organization, path)).id) ?? '';
  const [queued, claimed] = [await idOf('/hangs/queued'), await idOf('/hangs/leased')];
  const now = app.clock.now();
  await app.database.write(organization.uuid, async (db) => {
    await queueOne(db, queued, new Date(now.getTime() + 365 * 86_400_000));
    await queueOne(db, claimed, now);
    await sql`update webhook_delivery set lease_until = now() + interval '1 year'
      where org_id = ${organization.uuid} and webhook_id = ${claimed}`.execute(db.raw);
    await setDue(db.raw, organization.uuid, [claimed]);
  });
  await endTimesAhead(app.database, now, []);
  await app.database.system((db) => mendDueWebhooks(db, 10));
  const isSent = (path: string): boolean => receiver.at(path).length === 1;
  await until('both are sent', () => isSent('/hangs/queued') && isSent('/hangs/leased'), 40_000);
});

if (onPostgres)
  test('a delivery that is queued while deliveries of before are discarded is found', async () => {
    const { app, anOrganization, create, unfound } = webhooks;
    const organization = await anOrganization();
    const webhookId = decodeId('webhook', (await create(organization, '/hangs/discarded')).id) ?? '';
    const now = app.clock.now();
    await whileOpen(
      (held) =>
        app.database.write(organization.uuid, async (db) => {
          await queueOne(db, webhookId, now);
          await held();
        }),
      () => app.database.write(organization.uuid, (db) => setDue(db.raw, organization.uuid, [webhookId])),
    );
    assert.deepEqual(await unfound(), []);
  });

if (onPostgres)
  test('a delivery that is given back while the end of another is recorded is found', async () => {
    const { app, receiver, anOrganization, create, addContact, tell, unfound } = webhooks;
    const organization = await anOrganization();
    const webhookId = decodeId('webhook', (await create(organization, '/hangs/given-back')).id) ?? '';
    for (let index = 0; index < 2; index += 1) await addContact(organization);
    await tell();
    await until('two are being sent', () => receiver.at('/hangs/given-back').length === 2, 60_000);
    const { rows } = await app.database.system((db) =>
      sql<ClaimedDelivery>`
        select org_id, id, webhook_id, lease_until from webhook_delivery where webhook_id = ${webhookId} limit 1
      `.execute(db),
    );
    await whileOpen(
      (held) =>
        app.database.system(async (db) => {
          await returnDeliveries(db, rows);
          await held();
        }),
      () =>
        app.database.write(organization.uuid, (db) =>
          countAttempt(db, webhookId, { succeeded: true, isOver: true, now: app.clock.now() }),
        ),
    );
    assert.deepEqual(await unfound(), []);
  });

if (onPostgres)
  test('a delivery that is queued while the others of its webhook are claimed is found', async () => {
    const { app, receiver, anOrganization, create, addContact, tell, unfound } = webhooks;
    const organization = await anOrganization();
    const webhook = await create(organization, '/hangs/claimed');
    for (let index = 0; index < 5; index += 1) await addContact(organization);
    await tell();
    await until('four are being sent', () => receiver.at('/hangs/claimed').length === 4, 60_000);
    const now = app.clock.now();
    const share = { org_id: organization.uuid, webhook_id: decodeId('webhook', webhook.id) ?? '', count: 1 };
    const claim = () =>
      app.database.system((db) => claimWebhookDeliveries(db, { now, shares: [share], leaseMs: 300_000 }));
    const [inserted, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queued = app.database.write(organization.uuid, async (db) => {
      await queueOne(db, share.webhook_id, now);
      inserted.resolve();
      await looked.promise;
    });
    await inserted.promise;
    const claimed = await claim().finally(() => looked.resolve());
    await queued;
    assert.deepEqual(claimed, [], 'the webhook is left for the next look');
    assert.deepEqual(await unfound(), []);
    assert.equal((await claim()).length + (await claim()).length, 2);
  });

test('a delivery of which its webhook says a later time, as after releases before, is found by housekeeping', async () => {
  const { app, anOrganization, tried, delivery, unfound } = webhooks;
  const organization = await anOrganization();
  const { webhook, delivery: first } = await tried(organization, '/fails/later');
  const later = new Date(app.clock.now().getTime() + 86_400_000);
  await app.database.system((db) =>
    sql`update webhook_health set due_time = ${later} where webhook_id = ${decodeId('webhook', webhook.id)}`.execute(
      db,
    ),
  );
  app.clock.advance(60_000);
  assert.equal((await unfound()).length, 1);
  assert.equal(await app.database.system((db) => mendDueWebhooks(db, 10)), 1);
  const attempts = async () => (await delivery(organization, webhook.id, first.id)).attemptCount;
  await until('it is tried again', async () => (await attempts()) === 2, 60_000);
});

test('a delivery that its webhook does not know of, as releases before leave them, is found by housekeeping', async () => {
  const { app, anOrganization, tried, delivery, unfound } = webhooks;
  const organization = await anOrganization();
  const { webhook, delivery: first } = await tried(organization, '/fails/unknown');
  await app.database.system((db) =>
    sql`update webhook_health set due_time = null, lease_time = null where webhook_id = ${decodeId('webhook', webhook.id)}`.execute(
      db,
    ),
  );
  app.clock.advance(60_000);
  assert.equal((await unfound()).length, 1);
  assert.equal(await app.database.system((db) => mendDueWebhooks(db, 10)), 1);
  const attempts = async () => (await delivery(organization, webhook.id, first.id)).attemptCount;
  await until('it is tried again', async () => (await attempts()) === 2, 60_000);
});

test('a disabled webhook has nothing due, before its deliveries are canceled too', async () => {
  const { app, anOrganization, tried, update } = webhooks;
  const organization = await anOrganization();
  const { webhook } = await tried(organization, '/fails/disabled');
  const dueTimes = async (): Promise<(Date | null)[]> => {
    const { rows } = await app.database.system((db) =>
      sql<{ due_time: Date | null }>`
        select due_time from webhook_health where webhook_id = ${decodeId('webhook', webhook.id)}
      `.execute(db),
    );
    return rows.map((row) => row.due_time);
  };
  assert.ok((await dueTimes())[0], 'it waits for the next attempt');
  await update(organization, webhook.id, { enabled: false });
  assert.deepEqual(await dueTimes(), [null]);
});
