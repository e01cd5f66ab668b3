import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { freshDatabase, onPostgres } from '../../../test/fresh-database.ts';
import { openEmbeddedServer } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { surviveLostConnections } from '../../db/pool.ts';
import { foldCase } from '../../kit/fold-case.ts';
import { decodeId } from '../../kit/ids.ts';
import { CAPPED_TOTAL, cutPage, pageHeaders, readQueryPage } from '../page.ts';
import { parseQuery, printQuery } from '../query-language.ts';
import { compileQuery } from './compile.ts';
import { evaluateQuery, type QueryRow } from './evaluate.ts';
import { countCapped, pageClauses } from './page-clauses.ts';
import { thingFields, thingQuery, thingRow, thingRows, thingTable } from './query.test-support.ts';

type Things = { thing: Record<'id' | 'name', string> };

/**
 * On a server (TEST_DATABASE_URL), a database of each kind that customers have, by the end of the statement that
 * creates it.
 */
const places: Record<string, string> = onPostgres
  ? {
      'ICU, en-US': "locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'",
      'ICU, tr': "locale_provider icu icu_locale 'tr' locale 'C.UTF-8'",
      'libc, C.UTF-8': "locale_provider libc locale 'C.UTF-8'",
      'libc, C': "locale_provider libc locale 'C'",
    }
  : { embedded: '' };

let db: Kysely<Things>;

const open = async (locale: string): Promise<() => Promise<void>> => {
  const { url, drop } = await freshDatabase(`template template0 ${locale}`);
  const server = url === undefined ? await openEmbeddedServer({ folder: 'memory://' }) : undefined;
  const poolOf = (): pg.Pool =>
    // The database is dropped by force, which a connection that is still closing then notices.
    surviveLostConnections(new pg.Pool({ ...(server?.connection ?? { connectionString: url }), max: 1 }));
  const admin = poolOf();
  await migrate(admin);
  await admin.end();
  db = new Kysely<Things>({ dialect: new PostgresDialect({ pool: poolOf() }) });
  await sql.raw(`${thingTable}; select mos_collate('thing')`).execute(db);
  return async () => {
    await db.destroy();
    await server?.close();
    await drop();
  };
};

const insert = async (rows: readonly QueryRow[]) => {
  const json = JSON.stringify(rows.map((row) => ({ ...row, info: { currency: row['info.currency'] } })));
  const columns = sql.raw('id, creation_time, name, status, price, seats, active, end_time, buyer_id, info');
  await sql`insert into thing (${columns}) select ${columns} from json_populate_recordset(null::thing, ${json}::json)
    on conflict do nothing`.execute(db);
};

const replaceRows = async (rows: readonly QueryRow[]) => {
  await sql`delete from thing`.execute(db);
  await insert(rows);
};

const selectIds = async (text: string) => {
  const node = parseQuery(text, thingFields);
  const rows = await db
    .selectFrom('thing')
    .select('id')
    .where(compileQuery(node, thingFields, decodeId))
    .execute();
  return rows.map((row) => row.id).sort();
};

const anyCall = { orgId: 'o', url: '/thing' };

const readPage = async (params: Record<string, string>, url = '/thing') => {
  const page = readQueryPage(anyCall, params, thingFields);
  const clauses = pageClauses(page, thingFields, decodeId);
  const from = db.selectFrom('thing').where(clauses.where);
  const rows = await from
    .where(clauses.after)
    .select(['id', clauses.pageKey.as('page_key')])
    .orderBy(clauses.orderBy)
    .limit(clauses.limit)
    .offset(clauses.offset)
    .execute();
  const total = await sql<{ total: number }>`select ${countCapped(from)} as total`.execute(db);
  const cut = cutPage(page, rows);
  return { ids: cut.rows.map((row) => row.id), headers: pageHeaders(page, cut, total.rows[0]?.total ?? -1, url) };
};

/** Follows `next` links to the end. */
const walk = async (params: Record<string, string>, between: () => Promise<unknown> = async () => {}) => {
  const seen: string[] = [];
  let next: Record<string, string> | null = params;
  for (let pages = 0; next; pages += 1) {
    assert.ok(pages < 500, 'the walk does not end');
    const search: string = new URLSearchParams(next).toString();
    const { ids, headers } = await readPage(next, `/thing?${search}`);
    seen.push(...ids);
    const link = /^<(.*)>/.exec(headers.Link ?? '')?.[1];
    next = link ? Object.fromEntries(new URL(link, 'http://localhost').searchParams) : null;
    await between();
  }
  return seen;
};

for (const [place, locale] of Object.entries(places)) {
  describe(place, () => {
    let close = async (): Promise<void> => {};
    before(async () => {
      close = await open(locale);
    });
    after(() => close());

    it('folds every letter as the service does, and takes no character away', async () => {
      // Whatever the locale, the same function folds; above the second plane there are no letters.
      const last = place === Object.keys(places)[0] ? 0x10ffff : 0x1ffff;
      const { rows } = await sql<{ point: number; folded: string; kept: string }>`
      select point, mos_fold(chr(point)) as folded, chr(point) || 'x' as kept
      from generate_series(1, ${last}) as point where point not between 55296 and 57343
    `.execute(db);
      assert.equal(rows.length, last - 2048);
      for (const { point, folded, kept } of rows) {
        const letter = String.fromCodePoint(point);
        if (folded !== foldCase(letter)) assert.fail(`U+${point.toString(16)} is folded to ${JSON.stringify(folded)}`);
        if (kept !== `${letter}x`)
          assert.fail(`U+${point.toString(16)} at the beginning arrives as ${JSON.stringify(kept)}`);
      }
    });

    describe('a query in the database', () => {
      it('selects exactly the rows for which it is true in memory', async () => {
        const example = fc.tuple(thingRows(100), fc.array(thingQuery, { minLength: 40, maxLength: 40 }));
        await fc.assert(
          fc.asyncProperty(example, async ([rows, queries]) => {
            await replaceRows(rows);
            for (const node of queries) {
              const expected = rows
                .filter((row) => evaluateQuery(node, thingFields, row, decodeId))
                .map((row) => row.id);
              assert.deepEqual(await selectIds(printQuery(node)), expected.sort(), printQuery(node));
            }
          }),
          { numRuns: 15, interruptAfterTimeLimit: 4000 },
        );
      });

      it('treats empty columns as people expect', async () => {
        const base = { creation_time: '2026-01-01T00:00:00Z', status: 'ACTIVE' };
        const [one, two] = ['01900001-0000-7000-8000-000000000001', '01900002-0000-7000-8000-000000000002'];
        await replaceRows([
          { ...base, id: one, name: 'acme' },
          { ...base, id: two, name: null },
        ]);
        assert.deepEqual(await selectIds('(= name "acme")'), [one]);
        assert.deepEqual(await selectIds('(!= name "acme")'), [two]);
        assert.deepEqual(await selectIds('(not_in name ("acme"))'), [two]);
        assert.deepEqual(await selectIds('(not (= name "acme"))'), [two]);
        assert.deepEqual(await selectIds('(not (ilike name "ac%"))'), [two]);
        assert.deepEqual(await selectIds('(not (is_null name))'), [one]);
        assert.deepEqual(await selectIds('(= id "offer_nonsense")'), []);
        assert.deepEqual(await selectIds('(!= id "offer_nonsense")'), [one, two]);
        assert.deepEqual(await selectIds('(in status ("UNUSED"))'), []);
      });

      it('passes values as parameters only', () => {
        const node = parseQuery(`(or (= name "x' or 1=1 --") (in price (1 2)) (like name "p%"))`, thingFields);
        const compiled = db
          .selectFrom('thing')
          .where(compileQuery(node, thingFields, decodeId))
          .compile();
        assert.deepEqual(compiled.parameters, ["x' or 1=1 --", ['1', '2'], 'p%']);
        assert.doesNotMatch(compiled.sql, /1=1|p%/);
      });
    });

    describe('paging by links', () => {
      const names = ['creation_time', 'name', 'status', 'price', 'seats', 'active', 'end_time', 'buyer_id', 'id'];
      const sort = fc
        .tuple(
          fc.shuffledSubarray(names, { minLength: 1, maxLength: 3 }),
          fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        )
        .map(([keys, down]) => keys.map((key, index) => (down[index] ? `-${key}` : key)).join(','));
      const size = fc.integer({ min: 3, max: 9 }).map(String);

      it('gives the rows in the order of one unbroken list, empty columns last', async () => {
        await fc.assert(
          fc.asyncProperty(thingRows(30), sort, size, async (rows, s, page_size) => {
            await replaceRows(rows);
            const { ids } = await readPage({ s, page_size: '1000' });
            assert.equal(ids.length, rows.length);
            assert.deepEqual(await walk({ s, page_size }), ids);
            const first = s.split(',')[0]?.replace('-', '') ?? '';
            const empty = ids.map((id) => rows.find((row) => row.id === id)?.[first] === null);
            assert.deepEqual(
              empty,
              empty.toSorted((left, right) => Number(left) - Number(right)),
            );
          }),
          { numRuns: 25 },
        );
      });

      it('shows each row once while others insert', async () => {
        const example = fc.tuple(
          thingRows(25),
          fc.array(thingRow, { minLength: 30, maxLength: 60, size: 'max' }),
          sort,
          size,
        );
        await fc.assert(
          fc.asyncProperty(example, async ([rows, later, s, page_size]) => {
            await replaceRows(rows);
            const waiting = [...later];
            const seen = await walk({ s, page_size }, () => insert(waiting.splice(0, 4)));
            assert.equal(new Set(seen).size, seen.length, 'a row was shown twice');
            const missing = rows.filter((row) => !seen.includes(String(row.id)));
            assert.deepEqual(missing, []);
          }),
          { numRuns: 25 },
        );
      });

      it('keeps the filter and its total over all pages', async () => {
        const rows = fc.sample(thingRows(60), { numRuns: 1, seed: 7 })[0] ?? [];
        await replaceRows(rows);
        const q = '(not (= status "DRAFT"))';
        const wanted = rows.filter((row) => row.status !== 'DRAFT').map((row) => row.id);
        assert.deepEqual((await walk({ q, page_size: '7' })).sort(), wanted.sort());
        const { headers } = await readPage({ q, page_size: '7', page_number: '2' });
        assert.equal(headers['X-Total-Count'], String(wanted.length));
      });

      it('reads deep pages from an index, in both directions', async () => {
        await sql`create index thing_time on thing (creation_time, id)`.execute(db);
        const token = async (s: string) => {
          const link = (await readPage({ s, page_size: '5' })).headers.Link ?? '';
          return /page_token=([\w-]+)/.exec(link)?.[1] ?? '';
        };
        const plans: [string, RegExp][] = [
          ['-creation_time', /Index Only Scan Backward.*Index Cond: \(ROW\(creation_time, id\) </],
          ['creation_time', /Index Only Scan using.*Index Cond: \(ROW\(creation_time, id\) >/],
          ['creation_time,-id', /Index Cond: \(creation_time >=/],
        ];
        await replaceRows(fc.sample(thingRows(60), { numRuns: 1, seed: 7 })[0] ?? []);
        await sql`set enable_seqscan = off`.execute(db);
        for (const [s, expected] of plans) {
          const page = readQueryPage(anyCall, { s, page_size: '5', page_token: await token(s) }, thingFields);
          const clauses = pageClauses(page, thingFields, decodeId);
          const plan = await sql<{ 'QUERY PLAN': string }>`explain select id from thing where ${clauses.after}
          order by ${clauses.orderBy} limit 5`.execute(db);
          const text = plan.rows.map((row) => row['QUERY PLAN']).join(' ');
          assert.match(text, expected);
          if (!s.includes(',')) assert.doesNotMatch(text, /Sort/);
        }
        await sql`set enable_seqscan = on`.execute(db);
      });

      it('stops counting at 100,001', async () => {
        const rows = db.selectFrom(sql<{ n: number }>`generate_series(1, 250000)`.as<'n'>(sql`g(n)`));
        const counted = await sql<{ total: number }>`select ${countCapped(rows)} as total`.execute(db);
        assert.equal(counted.rows[0]?.total, CAPPED_TOTAL);
      });
    });
  });
}
