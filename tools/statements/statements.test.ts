import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { findUntestedSenders, judgeRecord, readTenantTables } from './check-statements.ts';
import { type Exception, exceptions, postgresOnly } from './exceptions.ts';
import { type ShardRuleName, shardRules } from './judge-shards.ts';
import { judgeStatement } from './judge-statement.ts';

const tables: ReadonlySet<string> = new Set(['offer', 'link', 'membership']);
const subjectsOf = (text: string): string[] => judgeStatement(text, tables).map(({ subject }) => subject);

before(loadModule);

const kept = [
  'select id from offer where org_id = $1',
  "select id from offer where 'x'::uuid = offer.org_id and id = any($1)",
  'select id from public.offer as o where $1::uuid = o.org_id',
  'select 1 from organization g join offer o on o.org_id = $1 where g.id = $1',
  'select 1 from offer o join link l on l.org_id = $1 and l.offer_id = o.id where o.org_id = $2',
  'select 1 from offer o left join link l on l.org_id = $1 where o.org_id = $2',
  'select 1 from offer o left join link l on l.offer_id = o.id where o.org_id = $1 and l.org_id = $2',
  'select 1 from offer o, link l where o.org_id = $1 and l.org_id = $1',
  'select array(select id from link where org_id = $1 and offer_id = offer.id) from offer where org_id = $1',
  'select 1 from offer o where o.org_id = $1 and not exists (select from link l where l.org_id = $1 and l.offer_id = o.id)',
  'with link as (select id from offer where org_id = $1) select * from link',
  'select 1 from dbos.offer',
  'select id from offer where org_id = $1 union all select id from link where org_id = $2',
  'insert into offer (org_id, id) values ($1, $2), ($3, $4)',
  'insert into offer (id, org_id) values ($1, $2) on conflict (org_id, id) do update set time = $3',
  'update offer set time = now() where org_id = $1',
  'update offer o set name = l.name from link l where o.org_id = $1 and l.org_id = $1',
  'delete from offer using link l where offer.org_id = $1 and l.org_id = $1',
  'select random() from offer where org_id = $1 for update',
  'lock table organization in share mode',
  'set constraints all immediate',
];
const refused: readonly (readonly [text: string, ...subjects: string[]])[] = [
  ['select id from offer', 'offer'],
  ['select id from offer where id = $1 or org_id = $2', 'offer'],
  ['select id from offer where org_id = any($1)', 'offer'],
  ['select id from offer where not (org_id = $1)', 'offer'],
  ['select 1 from offer o join link l on l.org_id = o.org_id where o.org_id = $1', 'link'],
  ['select 1 from offer o join link o2 on o.org_id = $1', 'link'],
  ['select 1 from offer o left join link l on o.org_id = $1 and l.org_id = $2', 'offer'],
  ['select 1 from offer o full join link l on o.org_id = $1 and l.org_id = $1', 'offer', 'link'],
  ['select 1 from offer o, link l where org_id = $1', 'offer', 'link'],
  ['select array(select id from link l where l.org_id = offer.org_id) from offer where org_id = $1', 'link'],
  ['select 1 from offer o where o.org_id = $1 and exists (select from link l where o.org_id = $1)', 'link'],
  [
    'select 1 from offer o cross join lateral (select 1 from link l where l.org_id = o.org_id) x where o.org_id = $1',
    'link',
    'spread-lateral',
  ],
  ['with x as (select id from offer) select * from x', 'offer'],
  ['with offer as (select 1) select * from offer, public.offer', 'offer'],
  ['select id from offer where org_id = $1 union select id from link', 'link'],
  ['insert into offer (id) values ($1)', 'offer'],
  ['insert into offer values ($1, $2)', 'offer'],
  ['insert into offer (org_id) values ($1), (gen_random_uuid())', 'offer'],
  ['insert into offer (org_id, id) select $1::uuid, id from link', 'link', 'insert-select'],
  ['with gone as (delete from link) insert into offer (org_id) values ($1)', 'link', 'spread-change'],
  ['update offer set name = $1', 'offer'],
  ['update offer o set name = l.name from link l where o.org_id = $1 and l.org_id = o.org_id', 'link'],
  ['delete from offer using link l where l.org_id = $1', 'offer'],
  ['lock table offer in share mode', 'offer'],
  ['truncate link', 'link'],
  ['merge into offer using organization g on offer.org_id = g.id when matched then delete', 'offer'],
  ['update offer set time = clock_timestamp() where org_id = $1', 'clock_timestamp'],
  ['delete from offer where org_id = $1 and chance < random()', 'random'],
  [
    'insert into offer (org_id) values ($1) on conflict (org_id) do update set id = gen_random_uuid()',
    'gen_random_uuid',
  ],
];

test('each reference to a table of organizations needs its own organization, and changes need exact values', () => {
  for (const text of kept) assert.deepEqual(subjectsOf(text), [], text);
  for (const [text, ...subjects] of refused) assert.deepEqual(subjectsOf(text), subjects, text);
});

test('a violation that a shard would refuse is named by its rule', () => {
  const accepted = [
    'insert into offer (org_id, id) select l.org_id, u.id from link l join unnest($2::uuid[]) as u (id) on true where l.org_id = $1',
    'insert into offer (org_id, id) select org_id, id from link where org_id = $1',
    'insert into offer (org_id, id, day) values ($1, unnest($2::text[]::uuid[]), $3)',
    'insert into organization (id) select id from unnest($1::uuid[]) as u (id)',
    'insert into offer (org_id, id) values ($1, $2) on conflict (org_id, id) do update set time = excluded.time',
    'update offer set time = now() where org_id = $1',
    'update organization set time = now() where id = $1',
    'update organization set name = $2 where id in (select org_id from membership where org_id = $1)',
    'with offer as (select $2::uuid as id) delete from organization where id in (select id from offer)',
    'update account set time = date_trunc($2, time) where id = $1',
    'insert into steady_clock (one, time) values (true, now()) on conflict (one) do update set time = excluded.time',
    'update offer set time = coalesce(time, $2) where org_id = $1',
    "update offer set waited = least(waited + interval '1 day', now_time - seen_time) where org_id = $1 and time < now() - interval '1 day'",
    'with recursive x (n) as (select 1 union all select n + 1 from x) select * from x, offer where org_id = $1',
    'select 1 from offer o cross join lateral (select 1 from link l where l.org_id = $1 and l.id = o.id) x where o.org_id = $1',
    'with gone as (delete from link where org_id = $1 returning id) select id from gone',
    'select id from offer where org_id = $1 for update',
    "set local app.org_id = 'x'",
  ];
  const rules: readonly (readonly [text: string, rule: ShardRuleName])[] = [
    ['insert into offer (org_id, id) select $1::uuid, id from unnest($2::uuid[]) as u (id)', 'insert-select'],
    [
      'insert into offer (org_id, id) select u.org_id, u.id from unnest($1::uuid[], $2::uuid[]) as u (org_id, id)',
      'insert-select',
    ],
    ['insert into offer (org_id, id) select org_id, id from link where org_id = $1 limit 5', 'insert-select'],
    ['insert into offer (org_id, id) select org_id, id from membership where org_id = $1', 'insert-select'],
    ['insert into offer (org_id, id) values ($1, (select id from link where org_id = $1))', 'values-subquery'],
    [
      'insert into offer (org_id, id) values ($1, $2) on conflict (org_id, id) do update set name = (select name from link where org_id = $1)',
      'values-subquery',
    ],
    ['insert into organization (id) values ((select $1::uuid))', 'values-subquery'],
    [
      'insert into steady_clock (one, time) values (true, $1) on conflict (one) do update set time = now()',
      'stable-in-conflict',
    ],
    ['update organization set day = date_trunc($2, time) where id = $1', 'stable-over-column'],
    [
      'update organization set name = $2 where id in (select l.org_id from link l where l.org_id = $1)',
      'reference-change',
    ],
    [
      'with x as (select l.org_id from link l where l.org_id = $1) delete from organization using x where id = x.org_id',
      'reference-change',
    ],
    ['insert into offer (org_id, id) values ($1, unnest($2::text[])::uuid)', 'set-in-expression'],
    ['update offer set org_id = $2 where org_id = $1', 'change-org'],
    [
      'insert into offer (org_id, id) values ($1, $2) on conflict (org_id, id) do update set time = now()',
      'stable-in-conflict',
    ],
    ['update offer set day = date_trunc($2, time) where org_id = $1', 'stable-over-column'],
    ['delete from offer where org_id = $1 and coalesce(time, now()) < $2', 'stable-over-column'],
    ["update offer set due_time = due_time + interval '1 day' where org_id = $1", 'stable-over-column'],
    ["delete from offer where org_id = $1 and hour + $2 * interval '1 hour' < $3", 'stable-over-column'],
    [
      'insert into offer (org_id, id) values ($1, $2) on conflict (org_id, id) do update set end_time = excluded.end_time - make_interval(secs => $3)',
      'stable-in-conflict',
    ],
    ['update offer set id = $2 where org_id = $1 returning now()', 'stable-in-returning'],
    ["select set_config('app.org_id', $1, true)", 'set-config'],
    ['with recursive x (n) as (select 1 union all select n + 1 from x) select * from x, offer', 'spread-recursive'],
    ['select 1 from offer o cross join lateral (select 1 from link l where l.org_id = $1) x', 'spread-lateral'],
    ['with gone as (delete from link returning id) select id from gone', 'spread-change'],
    ['select id from offer for update', 'spread-lock'],
    ['select id from offer tablesample system (1)', 'spread-sets'],
  ];
  const rulesIn = (text: string): string[] => subjectsOf(text).filter((subject) => subject in shardRules);
  for (const text of accepted) assert.deepEqual(rulesIn(text), [], text);
  for (const [text, rule] of rules) assert.deepEqual(rulesIn(text), [rule], text);
  assert.deepEqual(new Set(rules.map(([, rule]) => rule)), new Set(Object.keys(shardRules)));
});

test('a refusal names the reference and the remedy', () => {
  const [offence] = judgeStatement('select 1 from offer o where o.org_id = $1 and exists (select from link l)', tables);
  assert.deepEqual(offence, {
    subject: 'link',
    why: 'link l has no organization of its own',
    advice: 'add `l.org_id = $n` to the WHERE or the ON of the same query level',
  });
});

test('an exception allows a subject only in the statements of its function, and has to be needed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-statements-test-'));
  try {
    const [offers, links] = ['select id from offer', 'select id from link'];
    const lines = [
      { at: 'store.ts findAll', text: offers },
      { at: 'store.ts findAll', text: links },
      { at: 'reads.ts list', text: links },
    ];
    writeFileSync(join(folder, '1.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const allow = (at: string, ...subjects: string[]): Exception => ({ at, subjects, because: 'of the test' });
    const judge = (...allowed: Exception[]) => judgeRecord(folder, tables, allowed);
    const bare = await judge();
    assert.deepEqual(
      bare.refusals.map(({ text, senders }) => [text, senders]),
      [
        [offers, ['store.ts findAll']],
        [links, ['store.ts findAll', 'reads.ts list']],
      ],
    );
    const { refusals, excepted, unneeded } = await judge(
      allow('reads.ts list', 'link'),
      allow('store.ts findAll', 'due'),
    );
    assert.deepEqual([refusals.map(({ text }) => text), excepted], [[offers], 1]);
    assert.deepEqual(unneeded, ['store.ts findAll: due']);
    assert.deepEqual((await judge(allow('store.ts findAll', 'offer', 'link'))).refusals, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a function that sends a statement on PostgreSQL only is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-statements-test-'));
  try {
    const lines = [
      { at: 'store.ts both', text: 'select 1', on: 'postgres' },
      { at: 'store.ts both', text: 'select 2', on: 'embedded' },
      { at: 'store.ts here', text: 'select 3', on: 'embedded' },
      { at: 'store.ts there', text: 'select 4', on: 'postgres' },
      { at: 'store.ts allowed', text: 'select 5', on: 'postgres' },
      { at: '', text: 'select 6', on: 'postgres' },
      { at: 'store.ts none', text: 'select 7', on: '' },
      { at: 'store.ts shared', text: 'select 3', on: 'postgres' },
    ];
    writeFileSync(join(folder, '1.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    assert.deepEqual(findUntestedSenders(folder, ['store.ts allowed']), ['store.ts there']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every exception names an existing function, and tables of organizations or rules', () => {
  const root = resolve(import.meta.dirname, '../..');
  const known = readTenantTables();
  assert.ok(known.has('offer') && !known.has('organization'));
  for (const { at, because } of postgresOnly) {
    const [file = '', name = ''] = at.split(' ');
    assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(`\\b${name}\\b`), at);
    assert.ok(because.length > 10, at);
  }
  for (const { at, subjects, because } of exceptions) {
    const [file = '', name = ''] = at.split(' ');
    assert.ok(existsSync(join(root, file)), at);
    assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(`\\b${name}\\b`), at);
    assert.deepEqual(
      subjects.filter((subject) => !known.has(subject) && !(subject in shardRules)),
      [],
      at,
    );
    assert.ok(because.length > 20, at);
  }
});
