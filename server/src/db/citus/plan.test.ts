import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseFacts, ForeignKey, TableFacts } from './facts.ts';
import { type Choices, planDistribution, printObstacles } from './plan.ts';

const choices: Choices = {
  placements: new Map([
    ['organization', { on: 'reference', because: 'of the test' }],
    ['role', { on: 'reference', because: 'of the test' }],
    ['account', { on: 'coordinator', because: 'of the test' }],
  ]),
  localTriggers: new Set(['counts_at_home']),
  swaps: [{ table: 'offer', trigger: 'counts_all', instead: 'create trigger counts_one' }],
  anchor: 'product',
};

const orgId = { name: 'org_id', type: 'uuid', isRequired: true, default: null, isIdentity: false };
const id = { ...orgId, name: 'id' };

const table = (name: string, more: Partial<TableFacts> = {}): TableFacts => ({
  name,
  columns: [orgId, id],
  keys: [{ name: `${name}_pkey`, kind: 'primary key', columns: ['org_id', 'id'] }],
  triggers: [],
  policies: [{ name: 'org', condition: "(org_id = (current_setting('app.org_id'::text))::uuid)" }],
  isFenced: true,
  rules: [],
  partitionedPartitions: [],
  grants: [],
  ...more,
});

const globalTable = (name: string, more: Partial<TableFacts> = {}): TableFacts =>
  table(name, {
    columns: [id],
    keys: [{ name: `${name}_pkey`, kind: 'primary key', columns: ['id'] }],
    isFenced: false,
    ...more,
  });

const keyOf = (from: string, to: string, more: Partial<ForeignKey> = {}): ForeignKey => ({
  name: `${from}_${to}`,
  table: from,
  columns: ['org_id', `${to}_id`],
  references: to,
  referenced: ['org_id', 'id'],
  onDelete: 'NO ACTION',
  onUpdate: 'NO ACTION',
  definition: `foreign key to ${to}`,
  ...more,
});

const toOrganization = (from: string): ForeignKey =>
  keyOf(from, 'organization', { columns: ['org_id'], referenced: ['id'] });

const facts: DatabaseFacts = {
  tables: [globalTable('account'), table('offer'), globalTable('organization'), table('product'), table('role')],
  foreignKeys: [keyOf('offer', 'product'), keyOf('offer', 'role'), toOrganization('role')],
};

const changed = (name: string, more: Partial<TableFacts>): DatabaseFacts => ({
  ...facts,
  tables: facts.tables.map((each) => (each.name === name ? { ...each, ...more } : each)),
});
const linked = (key: ForeignKey): DatabaseFacts => ({ ...facts, foreignKeys: [...facts.foreignKeys, key] });
const obstaclesOf = (given: DatabaseFacts): string => printObstacles(planDistribution(given, choices).obstacles);

test('foreign keys go first and come back last, those of reference tables before the others', () => {
  const { statements, obstacles } = planDistribution(facts, choices);
  assert.deepEqual(obstacles, []);
  assert.deepEqual(statements, [
    "set local citus.multi_shard_modify_mode = 'sequential'",
    'set local citus.enable_unsafe_triggers = on',
    'set local citus.shard_replication_factor = 1',
    'alter role mos_read login',
    'alter role mos_write login',
    'alter role mos_system login',
    'alter table offer drop constraint offer_product',
    'alter table offer drop constraint offer_role',
    'alter table role drop constraint role_organization',
    "select create_reference_table('organization')",
    "select create_reference_table('role')",
    "select create_distributed_table('product', 'org_id', colocate_with => 'none')",
    "select create_distributed_table('offer', 'org_id', colocate_with => 'product')",
    'alter table role add constraint role_organization foreign key to organization',
    'alter table offer add constraint offer_role foreign key to role',
    'alter table offer add constraint offer_product foreign key to product',
  ]);
});

test('what is spread already stays, and nothing is sent when all of it is', () => {
  const all = new Set(['organization', 'role', 'product', 'offer']);
  assert.deepEqual(planDistribution(facts, choices, all).statements, []);
  const { statements } = planDistribution(facts, choices, new Set(['organization', 'role', 'product']));
  assert.deepEqual(
    statements.filter((statement) => /create_|constraint/.test(statement)),
    [
      'alter table offer drop constraint offer_product',
      'alter table offer drop constraint offer_role',
      "select create_distributed_table('offer', 'org_id', colocate_with => 'product')",
      'alter table offer add constraint offer_role foreign key to role',
      'alter table offer add constraint offer_product foreign key to product',
    ],
  );
});

test('a trigger that cannot work on a shard is replaced once its table is distributed', () => {
  const { statements } = planDistribution(changed('offer', { triggers: [{ name: 'counts_all', runs: 'f' }] }), choices);
  assert.ok(statements.includes('drop trigger counts_all on offer'));
  assert.ok(
    statements.indexOf('create trigger counts_one') > statements.findIndex((each) => each.includes("_table('offer'")),
  );
});

test('whoever writes a reference table may update those that it refers to', () => {
  const grants = [{ role: 'mos_write', may: ['insert', 'select'] }];
  const given = changed('role', { grants });
  assert.match(obstaclesOf(given), /^organization .*no row-level security.* mos_fence/);
  const fenced = given.tables.map((each) => (each.name === 'organization' ? { ...each, isFenced: true } : each));
  const { statements, obstacles } = planDistribution({ ...given, tables: fenced }, choices);
  assert.deepEqual(obstacles, []);
  assert.ok(statements.includes('grant update on organization to mos_write'));
});

const refusals: readonly (readonly [what: string, given: DatabaseFacts, says: RegExp])[] = [
  [
    'no org_id',
    { ...facts, tables: [...facts.tables, globalTable('stray')] },
    /^stray .*no org_id.*db\/citus\/placements/,
  ],
  [
    'a list that is out of date',
    { ...facts, tables: facts.tables.filter(({ name }) => name !== 'account') },
    /^account .*no such table/,
  ],
  [
    'org_id may be null',
    changed('offer', { columns: [{ ...orgId, isRequired: false }, id] }),
    /^offer .*may be null.*uuid not null/,
  ],
  [
    'a key without org_id',
    changed('offer', { keys: [{ name: 'k', kind: 'unique', columns: ['id'] }] }),
    /^offer .*unique k lacks org_id.*put org_id first/,
  ],
  [
    'an exclusion without org_id',
    changed('offer', { keys: [{ name: 'k', kind: 'exclusion', columns: ['id'] }] }),
    /^offer .*exclusion k lacks/,
  ],
  [
    'small numbers',
    changed('offer', { columns: [orgId, { ...id, type: 'integer', isIdentity: true }] }),
    /^offer .*bigint/,
  ],
  [
    'a small sequence',
    changed('offer', { columns: [orgId, { ...id, type: 'integer', default: "nextval('s'::regclass)" }] }),
    /^offer .*bigint/,
  ],
  [
    'an unread trigger',
    changed('offer', { triggers: [{ name: 't', runs: 'wanders' }] }),
    /^offer .*wanders\(\).*localTriggers/,
  ],
  [
    'a trigger on a reference table',
    changed('role', { triggers: [{ name: 't', runs: 'counts_at_home' }] }),
    /^role .*reference table with a trigger/,
  ],
  ['no fence', changed('offer', { isFenced: false }), /^offer .*mos_fence/],
  [
    'a policy that reads',
    changed('offer', { policies: [{ name: 'p', condition: 'EXISTS ( SELECT 1 )' }] }),
    /^offer .*policy p reads/,
  ],
  ['a rule', changed('offer', { rules: ['r'] }), /^offer .*rule r/],
  ['partitions of partitions', changed('offer', { partitionedPartitions: ['offer_2026'] }), /^offer .*offer_2026/],
  [
    'reference to distributed',
    linked(keyOf('role', 'product')),
    /^role .*from a reference table to a distributed table.*drop it/,
  ],
  [
    'coordinator to distributed',
    linked(keyOf('account', 'product')),
    /^account .*from a table of the coordinator to a distributed/,
  ],
  ['distributed to coordinator', linked(keyOf('offer', 'account')), /^offer .*to a table of the coordinator/],
  [
    'a foreign key without org_id',
    linked(keyOf('offer', 'product', { name: 'k', columns: ['product_id'], referenced: ['id'] })),
    /^offer .* k .*lacks org_id/,
  ],
  [
    'an action that changes org_id',
    linked(keyOf('offer', 'product', { name: 'k', onDelete: 'SET NULL' })),
    /^offer .* k .*change org_id/,
  ],
];

for (const [what, given, says] of refusals) {
  test(`refused, with what to do: ${what}`, () => {
    const text = obstaclesOf(given);
    assert.match(text, says);
    assert.match(text, /What to do: /);
  });
}

test('a trigger that was read, and a foreign key that cascades, are no obstacles', () => {
  assert.equal(obstaclesOf(changed('offer', { triggers: [{ name: 't', runs: 'counts_at_home' }] })), '');
  assert.equal(obstaclesOf(linked(keyOf('offer', 'product', { name: 'k', onDelete: 'CASCADE' }))), '');
});
