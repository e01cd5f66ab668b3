import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../test/app.ts';

// A page is read in one way if few rows match, and in another if many do. Both have every row once, in order.

/** Rows of each company: as many as are few, one more, and many. */
const companies = { Few: 1000, More: 1001, Many: 1600 };
const total = Object.values(companies).reduce((sum, rows) => sum + rows, 0);

type Row = { name: string; company: string; minute: number };
const rows: Row[] = Object.entries(companies).flatMap(([company, count]) =>
  Array.from({ length: count }, (_, at) => {
    const n = at * 7 + count;
    // Names in an order of their own; six rows of a company share a minute.
    return { name: `${(n * 2654435761) % 1_000_003} ${company} ${at}`, company, minute: (at * 31) % 167 };
  }),
);

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  await app.database.write(app.acme.uuid, async (db) => {
    await sql`
      insert into contact (org_id, id, name, email_address, creation_time, last_update_time, info)
      select ${app.acme.uuid}, gen_random_uuid(), name, 'p' || place || '@example.com', '2026-01-01T00:00:00Z',
        '2026-01-01T00:00:00Z'::timestamptz + minute * interval '1 minute', jsonb_build_object('companyName', company)
      from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ company }) => company)}::text[],
        ${rows.map(({ minute }) => minute)}::int[]) with ordinality as given(name, company, minute, place)
    `.execute(db.raw);
  });
});
after(() => app.close());

type Answer = { data: { id: string; name: string; lastUpdateTime: string }[]; total_count: number };
const size = 450;

const readAll = async (q: string, s: string, by: 'number' | 'token', prefer: string | undefined) => {
  const found: Answer['data'] = [];
  let token = '';
  for (let page = 1; page <= Math.ceil(total / size) + 1; page += 1) {
    const place = by === 'number' || token === '' ? `page_number=${page}` : `page_token=${encodeURIComponent(token)}`;
    const url = `/contact/query?page_size=${size}&${place}&s=${s}&q=${encodeURIComponent(q)}`;
    const { body, headers } = await app.acme.editor.call('GET', url, { headers: prefer ? { prefer } : {} });
    found.push(...(body as Answer).data);
    token = /page_token=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    token = decodeURIComponent(token);
    if (token === '') return found;
  }
  throw new Error('there is always another page');
};

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

for (const [company, count] of Object.entries(companies)) {
  for (const [s, key] of [
    ['name', ({ name }) => name],
    ['-last_update_time', ({ minute }) => String(999 - minute)],
  ] as const satisfies [string, (row: Row) => string][]) {
    for (const by of ['number', 'token'] as const) {
      test(`${count} rows by ${s}, page by ${by}: each once, in order`, async () => {
        const expected = rows.filter((row) => row.company === company);
        for (const prefer of [undefined, 'count=estimated']) {
          const read = await readAll(`(= info.companyName "${company}")`, s, by, prefer);
          const byName = new Map(expected.map((row) => [row.name, row]));
          assert.equal(new Set(read.map(({ id }) => id)).size, count);
          assert.equal(read.length, count);
          const keys = read.map(({ name }) => key(byName.get(name) ?? { name: '', company: '', minute: 0 }));
          assert.deepEqual(keys, expected.map(key).sort(compare));
        }
      });
    }
  }
}

test('a page behind the last row is empty, with the total', async () => {
  for (const [company, count] of Object.entries(companies)) {
    const q = encodeURIComponent(`(= info.companyName "${company}")`);
    const { body } = await app.acme.editor.call('GET', `/contact/query?page_size=100&page_number=99&s=name&q=${q}`);
    assert.deepEqual([(body as Answer).data, (body as Answer).total_count], [[], count]);
  }
});
