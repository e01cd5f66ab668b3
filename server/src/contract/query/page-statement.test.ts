import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp } from '../../../test/app.ts';
import { grownLists } from '../../../test/lists/grown-lists.ts';

// A page is read in one way if few rows match, and in another if many do. Both have every row once, in order.

/** Rows of each company: as many as are few, one more, and many. */
const companies = { Few: 1000, More: 1001, Many: 1600 };
const total = Object.values(companies).reduce((sum, rows) => sum + rows, 0);

/** The minutes in which a contact was created, and changed last. */
type Row = { name: string; company: string; created: number; minute: number };
const rows: Row[] = Object.entries(companies).flatMap(([company, count]) =>
  Array.from({ length: count }, (_, at) => {
    const n = at * 7 + count;
    // Names in an order of their own; six rows of a company share a minute.
    const minute = (at * 31) % 167;
    return { name: `${(n * 2654435761) % 1_000_003} ${company} ${at}`, company, created: n % (minute + 1), minute };
  }),
);

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  await app.database.write(app.acme.uuid, async (db) => {
    await sql`
      insert into contact (org_id, id, name, email_address, creation_time, last_update_time, info)
      select ${app.acme.uuid}, gen_random_uuid(), name, 'p' || place || '@example.com',
        '2026-01-01T00:00:00Z'::timestamptz + created * interval '1 minute',
        '2026-01-01T00:00:00Z'::timestamptz + minute * interval '1 minute', jsonb_build_object('companyName', company)
      from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ company }) => company)}::text[],
        ${rows.map(({ created }) => created)}::int[], ${rows.map(({ minute }) => minute)}::int[])
        with ordinality as given(name, company, created, minute, place)
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
          const keys = read.map(({ name }) =>
            key(byName.get(name) ?? { name: '', company: '', created: 0, minute: 0 }),
          );
          assert.deepEqual(keys, expected.map(key).sort(compare));
        }
      });
    }
  }
}

const times = { creation_time: 'created', last_update_time: 'minute' } as const;
const operators = {
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '=': (left, right) => left === right,
  '<=': (left, right) => left <= right,
  '<': (left, right) => left < right,
} as const satisfies Record<string, (left: number, right: number) => boolean>;
/** Most rows are within or without; one minute has more than 1,000 rows for no operator but `=`. */
const minutes = [0, 7, 60, 120];

for (const [ranged, ordered] of [
  ['creation_time', 'last_update_time'],
  ['last_update_time', 'creation_time'],
] as const) {
  for (const direction of ['', '-']) {
    test(`ranges of ${ranged} by ${direction}${ordered}: each row once, in order`, async () => {
      for (const [operator, holds] of Object.entries(operators)) {
        for (const minute of minutes) {
          const expected = rows.filter((row) => holds(row[times[ranged]], minute));
          if (expected.length === 0) continue;
          const time = new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
          const q = `(and (${operator} ${ranged} "${time}") (!= name "nobody"))`;
          const read = await readAll(q, `${direction}${ordered}`, 'token', undefined);
          const what = `${operator} ${minute}`;
          assert.deepEqual(read.map(({ name }) => name).sort(), expected.map(({ name }) => name).sort(), what);
          const byName = new Map(rows.map((row) => [row.name, row[times[ordered]]]));
          const keys = read.map(({ name }) => (byName.get(name) ?? -1) * (direction === '-' ? -1 : 1));
          assert.deepEqual(
            keys,
            keys.toSorted((left, right) => left - right),
            what,
          );
        }
      }
    });
  }
}

test('a time that is said to be never before another one is so by a check of its table', async () => {
  const said = grownLists.flatMap(({ tables, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'time' && field.notBefore ? [{ tables, name, field, before: field.notBefore, fields }] : [],
    ),
  );
  assert.ok(said.length >= 4, 'contacts, offers, entitlements and the trail');
  for (const { tables, name, field, before, fields } of said) {
    assert.ok(field.required && fields[before]?.required, `${name} of ${tables}: both are NOT NULL`);
    const [column, other] = [field.column, fields[before].column].map((each) => each.split('.').at(-1));
    const { rows: checked } = await app.database.write(app.acme.uuid, (db) =>
      sql<{ table: string; checks: string[] }>`
        select a.attrelid::regclass::text as table, array(
          select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'c' and k.convalidated
        ) as checks
        from pg_attribute a where a.attrelid = any(${[...tables]}::regclass[]) and a.attname = ${column}::text`.execute(
        db.raw,
      ),
    );
    assert.ok(checked.length > 0, `${column} of ${tables}`);
    for (const { table, checks } of checked)
      assert.ok(checks.includes(`CHECK ((${column} >= ${other}))`), `${table}: ${checks.join(', ')}`);
  }
});

test('a contact that is changed by a process with a clock behind was changed when it was created', async () => {
  const { body: made } = await app.acme.editor.call('POST', '/contact', {
    body: { emailAddress: 'behind@example.com', name: 'Behind' },
  });
  const { id, creationTime } = made as { id: string; creationTime: string };
  app.clock.set(new Date(Date.parse(creationTime) - 5000));
  const { body: changed, status } = await app.acme.editor.call('PATCH', `/contact/${id}`, {
    body: { emailAddress: 'behind@example.com', name: 'Behind them' },
  });
  assert.equal(status, 200);
  assert.equal((changed as { lastUpdateTime: string }).lastUpdateTime, creationTime);
});

test('a page behind the last row is empty, with the total', async () => {
  for (const [company, count] of Object.entries(companies)) {
    const q = encodeURIComponent(`(= info.companyName "${company}")`);
    const { body } = await app.acme.editor.call('GET', `/contact/query?page_size=100&page_number=99&s=name&q=${q}`);
    assert.deepEqual([(body as Answer).data, (body as Answer).total_count], [[], count]);
  }
});
