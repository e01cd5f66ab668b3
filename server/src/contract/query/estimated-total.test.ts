import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../test/app.ts';

// A total by the planner's estimate, for callers who prefer it.

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  await app.database.write(app.acme.uuid, async (db) => {
    await sql`
      insert into contact (org_id, id, name, email_address, creation_time, last_update_time, info)
      select ${app.acme.uuid}, gen_random_uuid(), 'Person ' || n, 'p' || n || '@example.com', now(), now(),
        jsonb_build_object('role', case when n <= 900 then 'LEGAL' else 'SALES' end)
      from generate_series(1, 5000) as n
    `.execute(db.raw);
  });
});
after(() => app.close());

const list = (prefer: string | undefined, query = '') =>
  app.acme.editor.call('GET', `/contact/query?page_size=1${query}`, {
    headers: prefer === undefined ? {} : { prefer },
  });

test('without the preference a total is counted', async () => {
  const { headers } = await list(undefined);
  assert.equal(headers.get('x-total-count'), '5000');
  assert.deepEqual([headers.get('x-total-count-exact'), headers.get('preference-applied')], [null, null]);
});

test('with it, a long list says that its total is an estimate, above what was counted', async () => {
  for (const prefer of ['count=estimated', 'return=minimal, Count="estimated"; why=speed']) {
    const { headers } = await list(prefer);
    assert.equal(headers.get('x-total-count-exact'), 'false', prefer);
    assert.equal(headers.get('preference-applied'), 'count=estimated');
    assert.ok(Number(headers.get('x-total-count')) > 1000);
  }
});

test('a short list is counted all the same', async () => {
  const { headers } = await list('count=estimated', `&q=${encodeURIComponent('(= info.role "LEGAL")')}`);
  assert.deepEqual([headers.get('x-total-count'), headers.get('x-total-count-exact')], ['900', null]);
});

test('other preferences are ignored', async () => {
  const { headers } = await list('count=exact, respond-async');
  assert.deepEqual([headers.get('x-total-count'), headers.get('preference-applied')], ['5000', null]);
});
