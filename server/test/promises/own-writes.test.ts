import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type TestApp } from '../app.ts';
import { aDeal } from '../examples/deal.ts';
import { idOf } from '../examples/example.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

// R6: a client reads its own writes.
test('what was acknowledged is in the next read, by id, in lists, in queries and in totals', async () => {
  const { editor } = app.acme;
  const { entitlementId } = await aDeal(app, app.acme);
  for (let round = 0; round < 10; round += 1) {
    const name = `own ${round}`;
    const contact = idOf(
      await editor.call('POST', '/contact', { body: { emailAddress: `own${round}@own.example`, name } }),
    );
    const offer = idOf(await editor.call('POST', '/draftOffer', { body: { name, partner: 'AWS' } }));
    const group = idOf(
      await editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, { body: { records: { gb: 1 } } }),
    );
    const named = `query?q=${encodeURIComponent(`(= name "${name}")`)}`;
    for (const [path, id] of [
      [`/contact/${contact}`, contact],
      ['/contact?emailDomain=own.example', contact],
      [`/contact/${named}`, contact],
      [`/offer/${offer}`, offer],
      [`/offer/${named}`, offer],
      [`/usageRecordGroup?entitlementId=${entitlementId}`, group],
    ] as const) {
      const reply = await editor.call('GET', path);
      assert.equal(reply.status, 200, reply.text);
      assert.ok(reply.text.includes(`"${id}"`), `${path} does not show ${id}`);
    }
    const total = await editor.call('GET', '/contact?emailDomain=own.example&limit=1');
    assert.equal(total.headers.get('x-total-count'), String(round + 1));
    await editor.call('PATCH', `/contact/${contact}`, { body: { name: `${name} changed` } });
    const changed = await editor.call('GET', `/contact/${contact}`);
    assert.equal((changed.body as { name: string }).name, `${name} changed`);
    assert.equal(changed.headers.get('etag'), '"2"');
  }
});

// R8, the second half.
test('a service that is stopping says so to every caller, from the first moment', async () => {
  const other = await startApp({}, { idle: true });
  assert.equal((await other.anonymous('GET', '/readyz')).status, 200);
  const held = await other.database.pool.connect();
  const closing = other.close();
  const reply = await other.anonymous('GET', '/readyz').catch(() => undefined);
  if (reply) assert.equal(reply.status, 503);
  held.release();
  await closing;
});
