import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Reply, startApp, type TestApp } from '../app.ts';
import { aDeal } from '../examples/deal.ts';

// R2: one effect per idempotency key; one record per usage record group id, for ever, within its organization.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

const count = async (sql: string, values: unknown[]): Promise<number> =>
  (await app.database.pool.query(`select count(*)::int as n from ${sql}`, values)).rows[0].n;

const statuses = (replies: Reply[]): string => [...new Set(replies.map(({ status }) => status))].sort().join();

const groups = async (from: number, to: number, step: number) => {
  const { entitlementId } = await aDeal(app, app.acme);
  return Array.from({ length: to - from }, (_, index) => ({
    id: `one-${from + ((index * step) % (to - from))}`,
    entitlementID: entitlementId,
    records: { gb: 1 },
  }));
};

test('batches at once that share their ids in different orders store each id once, and count what was there', async () => {
  const bodies = await Promise.all([1, 3, 7, 9, 11, 13, 17, 19].map((step) => groups(0, 100, step)));
  const replies = await Promise.all(
    bodies.map((body) => app.acme.editor.call('POST', '/batchCreateUsageRecordGroups', { body })),
  );
  assert.equal(statuses(replies), '200');
  const stored = await count("usage_record_group where org_id = $1 and id like 'one-%'", [app.acme.uuid]);
  assert.equal(stored, 100);
  const items = await count("usage_record_item where org_id = $1 and group_id like 'one-%'", [app.acme.uuid]);
  assert.equal(items, 100);
  const duplicates = replies.map((reply) => Number(reply.headers.get('x-duplicate-count')));
  assert.equal(
    duplicates.reduce((sum, one) => sum + one, 0),
    700,
  );
  for (const [index, reply] of replies.entries()) {
    assert.deepEqual(
      (reply.body as { id: string }[]).map(({ id }) => id),
      bodies[index]?.map(({ id }) => id),
    );
  }
});

test('of many concurrent reports of one id one is stored, and the others get 409 with the stored one', async () => {
  const { entitlementId } = await aDeal(app, app.acme);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      app.acme.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, {
        body: { [index % 2 ? 'id' : 'ID']: 'single', records: { gb: index + 1 } },
      }),
    ),
  );
  const won = replies.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  const { creationTime } = (won[0] as Reply).body as { creationTime: string };
  for (const reply of replies.filter((one) => one !== won[0])) {
    assert.equal(reply.status, 409, reply.text);
    const { info } = reply.body as { info: unknown };
    assert.deepEqual(info, { id: 'single', status: 'CREATED', creationTime, differs: true });
  }
});

test('the same usage id is free in another organization', async () => {
  const { entitlementId } = await aDeal(app, app.globex);
  const reply = await app.globex.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, {
    body: { id: 'single', records: { gb: 1 } },
  });
  assert.equal(reply.status, 200, reply.text);
});

test('many concurrent calls with one key have one effect: the first response, or a request to retry', async () => {
  const call = () =>
    app.acme.editor.call('POST', '/draftOffer', {
      body: { name: 'Only one', partner: 'AWS' },
      headers: { 'idempotency-key': 'at-once' },
    });
  const replies = await Promise.all(Array.from({ length: 12 }, call));
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    assert.equal(reply.status, 409);
    assert.ok(Number(reply.headers.get('retry-after')) >= 1);
  }
  const last = await call();
  assert.equal(last.headers.get('idempotency-replayed'), 'true');
  for (const reply of replies.filter(({ status }) => status === 200)) assert.equal(reply.text, last.text);
  assert.equal(await count("offer where org_id = $1 and name = 'Only one'", [app.acme.uuid]), 1);
});
