import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { onPostgres } from '../../../../test/fresh-address.ts';
import { until } from '../../../../test/until.ts';
import { claimWebhookDeliveries, mendDueWebhooks } from '../../../db/webhooks.ts';
import { decodeId } from '../../../kit/ids.ts';
import { insertDeliveries } from './delivery/queue-store.ts';
import { startWebhooks } from './webhook.test-support.ts';

let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
before(async () => {
  webhooks = await startWebhooks({ deliveryMs: 300_000 });
});
after(() => webhooks.close());

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
      const event = { event_id: randomUUID(), event_type: 'contact.created', entity_type: 'contact', entity_id: 'one' };
      const own = { own_event: { version: 1, actor: {}, time: now.toISOString(), data: {} } as never, sequence: null };
      const key = { id: randomUUID(), webhook_id: share.webhook_id, epoch: 0, ordered: false };
      await insertDeliveries(db, [{ ...key, ...event, ...own }], { now });
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
