import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../app.ts';

// R12: a page ends early where its rows are large, and a client that continues sees every row once.

const mebibyte = 1024 * 1024;
const pageMax = 8 * mebibyte;
/** Small and large rows in turn, including some that clients can no longer store. */
const sizes = [1, 10, 300, 40, 2500, 1, 1, 250, 9000, 1, 250, 250, 1500, 20, 1];
const count = 45;

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  const { acme } = app;
  const draft = await acme.editor.call('POST', '/draftProduct', { body: { name: 'P', partner: 'AWS' } });
  assert.equal(draft.status, 200, draft.text);
  const texts = Array.from({ length: count }, (_, index) =>
    'é"x'.repeat(((sizes[index % sizes.length] ?? 1) * 1024) / 5),
  );
  await app.database.write(acme.uuid, async (db) => {
    for (const [index, text] of texts.entries()) {
      await sql`
        insert into product (org_id, id, partner, service, name, status, product_type, info, meta_info, created_by,
          last_updated_by, creation_time, last_update_time)
        select org_id, gen_random_uuid(), partner, service, ${`P${index}`}, status, product_type,
          ${JSON.stringify({ sellerNotes: text })}::jsonb, meta_info, created_by, last_updated_by,
          creation_time + make_interval(secs => ${index}), last_update_time
        from product where org_id = ${db.orgId} and name = 'P'`.execute(db.raw);
    }
  });
});
after(() => app.close());

type Named = { name: string };
const expected = ['P', ...Array.from({ length: count }, (_, index) => `P${index}`)].sort();

const nextOf = (headers: Headers): string | undefined => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** All pages from an address on, by their links. */
const walk = async (path: string, rowsOf: (body: never) => Named[]): Promise<{ names: string[]; cut: number }> => {
  const names: string[] = [];
  let cut = 0;
  for (let at: string | undefined = path; at !== undefined; ) {
    const reply = await app.acme.editor.call('GET', at);
    assert.equal(reply.status, 200, reply.text.slice(0, 300));
    const rows = rowsOf(reply.body);
    assert.ok(rows.length === 1 || Buffer.byteLength(reply.text) <= pageMax * 1.01, `${Buffer.byteLength(reply.text)}`);
    if (reply.headers.get('x-page-cut') !== null) cut += 1;
    assert.equal(reply.headers.get('x-total-count'), String(count + 1));
    names.push(...rows.map(({ name }) => name));
    const next = nextOf(reply.headers);
    at = next && `/${next.split('/').slice(3).join('/')}`;
  }
  return { names: names.sort(), cut };
};

test('a list of large rows holds every row once, however it is cut', async () => {
  const { names, cut } = await walk('/product?limit=1000', (body) => body);
  assert.deepEqual(names, expected);
  assert.ok(cut > 3, `${cut}`);
});

for (const size of [32, 33]) {
  test(`a query of large rows holds every row once in pages of ${size}`, async () => {
    const path = `/product/query?page_size=${size}&s=name:asc`;
    const { names, cut } = await walk(path, (body: { data: Named[] }) => body.data);
    assert.deepEqual(names, expected);
    assert.ok(cut > 3, `${cut}`);
  });
}

test('counting on by what was received is exact too', async () => {
  const names: string[] = [];
  for (;;) {
    const reply = await app.acme.editor.call('GET', `/product?limit=1000&offset=${names.length}`);
    const rows = reply.body as Named[];
    names.push(...rows.map(({ name }) => name));
    if (nextOf(reply.headers) === undefined) break;
  }
  assert.deepEqual(names.sort(), expected);
});

test('the first page of a thousand asks the database for little more than it shows', async () => {
  const rss = process.memoryUsage().rss;
  await Promise.all(Array.from({ length: 4 }, () => app.acme.editor.call('GET', '/product?limit=1000')));
  const grown = process.memoryUsage().rss - rss;
  assert.ok(grown < 400 * mebibyte, `${Math.round(grown / mebibyte)} MiB`);
});
