import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { testDatabase } from '../../../test/app.ts';
import type { ReadCall } from '../../contract/call.ts';
import type { Database } from '../../db/database.ts';
import { readRelease } from '../../wiring/knowledge.ts';
import { importFolder, removeImported } from './actions/import-files.ts';
import { keepReleaseIndex } from './actions/keep-index.ts';
import { type Piece, pageOf } from './pieces/piece.ts';
import { questions } from './questions.test-support.ts';
import { searchKnowledge } from './reads.ts';
import { KnowledgeSearch, KnowledgeSearchResponse } from './schema.ts';

const orgId = '01900000-0000-7000-8000-000000000000';

const searchIn = async (database: Database, asked: z.input<typeof KnowledgeSearch>) => {
  const call = { db: database.read(orgId), apiUrl: 'https://api.example' } as unknown as ReadCall;
  const reply = await searchKnowledge(call, { body: KnowledgeSearch.parse(asked) });
  return KnowledgeSearchResponse.parse(reply).results;
};

/** The counts that the index keeps must be those of its pieces. */
const assertCounts = async (database: Database): Promise<void> => {
  const { rows: wrong } = await database.pool.query(`
    select * from (select word, count(*)::int as pieces from knowledge_piece, unnest(tsvector_to_array(words)) as word group by word) c
    full join knowledge_word w on w.word = c.word where w.pieces is distinct from c.pieces limit 5`);
  assert.deepEqual(wrong, []);
  const { rows } = await database.pool.query(
    'select (select pieces from knowledge_index) as kept, (select count(*)::int from knowledge_piece) as counted',
  );
  assert.equal(rows[0]?.kept, rows[0]?.counted);
};

const aPiece = (id: string, markdown: string): Piece => ({
  id,
  keeper: 'RELEASE',
  file: '',
  source: 'SERVICE',
  title: id,
  keywords: '',
  path: pageOf(id),
  reference: null,
  markdown,
});

describe('the index of a release', () => {
  let database: Database;
  before(async () => {
    database = await testDatabase();
    await keepReleaseIndex(database, await readRelease());
  });
  after(() => database.close());

  test('is complete after one run, and unchanged by the next', async () => {
    assert.equal(await keepReleaseIndex(database, await readRelease()), null);
    await assertCounts(database);
  });

  test('answers at least 0.8 of the questions among the first three results', async () => {
    const missed: string[] = [];
    for (const [query, ...wanted] of questions) {
      const found = await searchIn(database, { query, limit: 3 });
      if (!found.some(({ id }) => wanted.includes(id)))
        missed.push(`${query}: ${found.map(({ id }) => id).join(', ')}`);
    }
    assert.ok(questions.length >= 60);
    assert.ok(missed.length <= questions.length * 0.2, missed.join('\n'));
  });

  test('is bounded by limit, and searched by source', async () => {
    assert.equal((await searchIn(database, { query: 'offer' })).length, 10);
    assert.equal((await searchIn(database, { query: 'offer', limit: 50 })).length, 50);
    for (const source of ['MARKETPLACE', 'SERVICE', 'API'] as const) {
      const found = await searchIn(database, { query: 'usage of an offer', sources: [source], limit: 20 });
      assert.ok(found.length > 5 && found.every((one) => one.source === source));
    }
    const scores = (await searchIn(database, { query: 'late usage' })).map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((one, other) => other - one),
    );
    for (const wrong of [
      { query: '' },
      { query: 'x'.repeat(501) },
      { query: 'x', limit: 51 },
      { query: 'x', limit: 0 },
    ]) {
      assert.equal(KnowledgeSearch.safeParse(wrong).success, false);
    }
  });

  test('is found by misspelled words, in any case', async () => {
    const [first] = await searchIn(database, { query: 'CUSTOMERNOTSUBSCRIBD' });
    assert.equal(first?.id, 'marketplace.aws-customer-not-subscribed');
    assert.match(first?.snippet ?? '', /<mark>CustomerNotSubscribed<\/mark>/);
    assert.equal(first?.url, 'https://api.example/docs/knowledge/marketplace.aws-customer-not-subscribed');
  });

  test('any query gets a response, whatever it contains', async () => {
    const odd = [
      '???',
      'the of and',
      "' or 1=1; drop table offer --",
      "a & b | !c <-> 'd':* ((",
      '%_%\\',
      '"\'"\'',
      '\\\'\\"',
      '什么是报价',
      'Как отменить предложение',
      'عرض خاص',
      '😀👩‍👩‍👧',
      'offer '.repeat(83),
      'qxzj'.repeat(125),
      `${'abcdefgh ijklmnop qrstuvwx '.repeat(18)}`,
      'ﬁ ǆ İ ß',
      '\u200b\u202e\u0301\u0001',
      '--'.repeat(250),
    ];
    for (const query of odd) assert.ok((await searchIn(database, { query })).length <= 10, query);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), async (query) => {
        if (query.length > 500 || query.includes('\0')) return;
        assert.ok((await searchIn(database, { query })).length <= 10);
      }),
      { numRuns: 60 },
    );
  });
});

describe('keeping the index', () => {
  let database: Database;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database.close());

  const keep = (digest: string, pieces: Piece[], isStopping?: () => boolean) =>
    keepReleaseIndex(database, { digest, pieces: async () => pieces }, isStopping);
  const many = (count: number, text: string) =>
    Array.from({ length: count }, (_, index) => aPiece(`p${index}`, `${text} number${index}`));

  test('writes only what changed, and removes what is gone', async () => {
    assert.deepEqual(await keep('1', many(100, 'alpha beta')), { changed: 100, removed: 0 });
    const next = many(98, 'alpha beta');
    next[3] = aPiece('p3', 'gamma delta');
    assert.deepEqual(await keep('2', next), { changed: 1, removed: 2 });
    assert.deepEqual(
      (await searchIn(database, { query: 'gamma' })).map(({ id }) => id),
      ['p3'],
    );
    assert.equal(
      (await searchIn(database, { query: 'number99' })).some(({ id }) => id === 'p99'),
      false,
    );
    await assertCounts(database);
  });

  test('is done by several processes at once, and completed after one that was stopped', async () => {
    const wanted = many(130, 'epsilon');
    let looks = 0;
    const stopped = await keep('3', wanted, () => {
      looks += 1;
      return looks > 1;
    });
    assert.ok((stopped?.changed ?? 0) < 130);
    // What is incomplete belongs to no release: an older one must not take it for its own.
    assert.equal((await database.pool.query('select digest from knowledge_index')).rows[0]?.digest, null);
    const all = await Promise.all([keep('3', wanted), keep('3', wanted), keep('3', wanted)]);
    const changed = all.reduce((sum, outcome) => sum + (outcome?.changed ?? 0), 0);
    assert.equal((stopped?.changed ?? 0) + changed, 130);
    assert.equal(await keep('3', wanted), null);
    await assertCounts(database);
  });

  test('leaves the same counts after any changes', async () => {
    const texts = fc.array(fc.constantFrom('one two', 'two three three', 'four', 'LicenseArn one', ''), {
      maxLength: 6,
    });
    let digest = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (chosen) => {
        digest += 1;
        await keep(
          `any ${digest}`,
          chosen.flatMap((text, index) => (text === '' ? [] : [aPiece(`q${index}`, text)])),
        );
        await assertCounts(database);
      }),
      { numRuns: 15 },
    );
  });

  test('is not possible for an organization', async () => {
    const change = database.write(orgId, async (db) => {
      await db.raw.insertInto('knowledge_word').values({ word: 'theirs', pieces: 1 }).execute();
    });
    await assert.rejects(change, /permission denied/);
  });
});

describe('imports', () => {
  let database: Database;
  let folder: string;
  before(async () => {
    database = await testDatabase();
    folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
    mkdirSync(join(folder, 'sales'));
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.close();
  });

  const write = (file: string, text: string | Buffer): void => writeFileSync(join(folder, file), text);
  const clear = (file: string): void => rmSync(join(folder, file));

  test('are found, replaced by the next import of the same file, and removed', async () => {
    write(
      'sales/discounts.md',
      '---\nsource: SERVICE\ntitle: Our discounts\n---\nAsk Wilhelmina.\n## Limits\nAt most a fifth.\n',
    );
    write(
      'rules.md',
      '---\nsource: MARKETPLACE\npartner: AWS\nreference: https://aws.example/x\n---\n# House rules\nNever on Fridays.\n',
    );
    assert.deepEqual(await importFolder(database, folder), [
      { file: 'rules.md', pieces: 1, changed: 1, removed: 0 },
      { file: 'sales/discounts.md', pieces: 2, changed: 2, removed: 0 },
    ]);
    const [found] = await searchIn(database, { query: 'wilhelmina' });
    assert.deepEqual([found?.title, found?.source], ['Our discounts', 'SERVICE']);
    assert.equal((await searchIn(database, { query: 'fridays Amazon' }))[0]?.source, 'MARKETPLACE');

    write('sales/discounts.md', '---\nsource: SERVICE\ntitle: Our discounts\n---\nAsk Leopold.\n');
    assert.deepEqual((await importFolder(database, folder))[1], {
      file: 'sales/discounts.md',
      pieces: 1,
      changed: 1,
      removed: 1,
    });
    assert.deepEqual(await searchIn(database, { query: 'wilhelmina' }), []);
    // A release keeps its own pieces only.
    await keepReleaseIndex(database, { digest: 'x', pieces: async () => [aPiece('own', 'text')] });
    assert.equal((await searchIn(database, { query: 'leopold' })).length, 1);

    assert.deepEqual(await removeImported(database, 'sales/'), [
      { file: 'sales/discounts.md', pieces: 0, changed: 0, removed: 1 },
    ]);
    assert.equal((await removeImported(database, '.')).length, 1);
    assert.deepEqual(await searchIn(database, { query: 'fridays' }), []);
    await assert.rejects(removeImported(database, '.'), /^Error: Nothing was imported from \.\./);
    await assertCounts(database);
  });

  test('say what is wrong with a file, and store nothing then', async () => {
    const wrong: readonly [text: string | Buffer, RegExp][] = [
      [
        '# No source',
        /^Error: wrong\.md: the file must begin with front matter that has source: MARKETPLACE or source: SERVICE\.$/,
      ],
      ['---\nsource: API\n---\nx', /SERVICE, not API\.$/],
      ['---\nsource: SERVICE\n---\n', /has no text/],
      [`---\nsource: SERVICE\ntitle: ${'t'.repeat(201)}\n---\nx`, /title has more than 200 characters/],
      ['---\nsource: SERVICE\nreference: javascript:alert(1)\n---\nx', /reference must be a URL/],
      ['---\nsource: SERVICE\n---\na\0b', /U\+0000/],
      [`---\nsource: SERVICE\n---\n${'# h\nx\n'.repeat(501)}`, /501 sections; at most 500/],
      [`---\nsource: SERVICE\n---\n${'x'.repeat(256 * 1024)}`, /at most 262144 are allowed/],
      [Buffer.from([0xff, 0xfe, 0x41]), /is not UTF-8/],
    ];
    write('good.md', '---\nsource: SERVICE\n---\nUnmistakable.\n');
    for (const [text, message] of wrong) {
      write('wrong.md', text);
      await assert.rejects(importFolder(database, folder), message);
    }
    clear('wrong.md');
    assert.deepEqual(await searchIn(database, { query: 'unmistakable' }), []);
  });
});
