import type { DatabaseFacts, ForeignKey, TableFacts } from './facts.ts';
import { distributionColumn, type Placement, type Swap } from './placements.ts';

/** Why a table cannot stand where it should, and what to do. */
export type Obstacle = { table: string; why: string; advice: string };

export type Plan = {
  /** In the order in which they are sent, in one transaction. */
  statements: string[];
  obstacles: Obstacle[];
};

/** What a table is judged by: `placements.ts`, or a test's own. */
export type Choices = {
  placements: ReadonlyMap<string, Placement>;
  localTriggers: ReadonlySet<string>;
  swaps: readonly Swap[];
  anchor: string;
};

type Place = 'distributed' | 'reference' | 'coordinator';

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Roles log in on the servers that hold the shards: the coordinator connects there as the role of the transaction. */
const roleStatements = ['mos_read', 'mos_write', 'mos_system'].map((role) => `alter role ${role} login`);

const settings = [
  // Foreign keys to reference tables: the tables of one transaction are distributed one after the other.
  "set local citus.multi_shard_modify_mode = 'sequential'",
  'set local citus.enable_unsafe_triggers = on',
  // A shard on two servers would be written by statement, and could not be locked.
  'set local citus.shard_replication_factor = 1',
];

const judgeKeys = ({ name, keys }: TableFacts): Obstacle[] =>
  keys
    .filter(({ columns }) => !columns.includes(distributionColumn))
    .map((key) => ({
      table: name,
      why: `its ${key.kind} ${key.name} lacks ${distributionColumn}, and no server sees the rows of all organizations`,
      advice: `put ${distributionColumn} first into ${key.name}`,
    }));

const judgeColumns = ({ name, columns }: TableFacts): Obstacle[] => {
  const organization = columns.find((column) => column.name === distributionColumn);
  const found: Obstacle[] = [];
  if (organization && (organization.type !== 'uuid' || !organization.isRequired)) {
    found.push({
      table: name,
      why: `${distributionColumn} is ${organization.type}${organization.isRequired ? '' : ' and may be null'}`,
      advice: `make it \`${distributionColumn} uuid not null\`, as in every other table`,
    });
  }
  for (const column of columns) {
    const isNumbered = column.isIdentity || (column.default?.includes('nextval(') ?? false);
    if (isNumbered && column.type !== 'bigint') {
      found.push({
        table: name,
        why: `${column.name} is numbered and ${column.type}, and the numbers of a distributed table are bigint`,
        advice: `make ${column.name} bigint`,
      });
    }
  }
  return found;
};

const judgeTriggers = ({ name, triggers }: TableFacts, { localTriggers, swaps }: Choices): Obstacle[] =>
  triggers
    .filter((trigger) => !localTriggers.has(trigger.runs) && !swaps.some((swap) => swap.trigger === trigger.name))
    .map((trigger) => ({
      table: name,
      why: `nobody has said that ${trigger.runs}() of its trigger ${trigger.name} stays with the organization of its row`,
      advice:
        'let it read and write only rows with `org_id = new.org_id`, by VALUES and not by INSERT … SELECT, and list it in `localTriggers` (db/citus/placements.ts)',
    }));

const judgeRest = ({ name, isFenced, policies, rules, partitionedPartitions }: TableFacts): Obstacle[] => [
  ...(isFenced
    ? []
    : [{ table: name, why: 'it has no row-level security', advice: 'call mos_fence() in its migration' }]),
  ...policies
    .filter(({ condition }) => /\bselect\b/i.test(condition))
    .map((policy) => ({
      table: name,
      why: `its policy ${policy.name} reads another table, which a shard cannot do`,
      advice: 'let the policy compare columns with settings only',
    })),
  ...rules.map((rule) => ({
    table: name,
    why: `it has the rule ${rule}`,
    advice: 'use a trigger, or the statement itself',
  })),
  ...partitionedPartitions.map((partition) => ({
    table: name,
    why: `its partition ${partition} is partitioned again`,
    advice: 'use one level of partitions',
  })),
];

const keepsOrganization = ({ columns, referenced }: ForeignKey): boolean => {
  const place = columns.indexOf(distributionColumn);
  return place >= 0 && referenced[place] === distributionColumn;
};

const judgeForeignKey = (key: ForeignKey, from: Place, to: Place): Obstacle[] => {
  const refused = (why: string, advice: string): Obstacle[] => [
    { table: key.table, why: `its foreign key ${key.name} to ${key.references} ${why}`, advice },
  ];
  const isCrossing = from !== to && to !== 'reference';
  if (isCrossing) {
    return refused(
      `leads from a ${from === 'coordinator' ? 'table of the coordinator' : `${from} table`} to a ${to === 'coordinator' ? 'table of the coordinator' : `${to} table`}`,
      'drop it in a migration and let the act check it, or place both tables alike (db/citus/placements.ts)',
    );
  }
  if (from === 'distributed' && to === 'distributed' && !keepsOrganization(key))
    return refused(`lacks ${distributionColumn}`, `begin both lists of columns with ${distributionColumn}`);
  const changesKey = (action: string): boolean => action === 'SET NULL' || action === 'SET DEFAULT';
  if (
    from === 'distributed' &&
    key.columns.includes(distributionColumn) &&
    (changesKey(key.onDelete) || changesKey(key.onUpdate) || key.onUpdate === 'CASCADE')
  )
    return refused('would change org_id of its rows', 'let it restrict, or cascade on delete');
  return [];
};

/**
 * Plans how the tables of a database are spread over the servers of Citus: settings and roles; every foreign key between tables that
 * move is dropped; reference tables; distributed tables, all stored with the anchor; then the foreign keys again, those of reference
 * tables first. Partitions follow their table. `done`: tables that are spread already.
 */
export const planDistribution = (
  { tables, foreignKeys }: DatabaseFacts,
  choices: Choices,
  done: ReadonlySet<string> = new Set(),
): Plan => {
  const { placements, swaps, anchor } = choices;
  const obstacles: Obstacle[] = [];
  const places = new Map<string, Place>();
  for (const table of tables) {
    const placement = placements.get(table.name);
    const isTenant = table.columns.some(({ name }) => name === distributionColumn);
    if (placement) places.set(table.name, placement.on);
    else if (isTenant) places.set(table.name, 'distributed');
    else {
      obstacles.push({
        table: table.name,
        why: `it has no ${distributionColumn}, and nobody has said where it stands`,
        advice: `give it ${distributionColumn} as the first column of its primary key, or list it with the reason in db/citus/placements.ts`,
      });
    }
  }
  for (const name of placements.keys()) {
    if (tables.some((table) => table.name === name)) continue;
    obstacles.push({ table: name, why: 'there is no such table', advice: 'take it out of db/citus/placements.ts' });
  }
  const distributed = tables.filter(({ name }) => places.get(name) === 'distributed');
  const referenced = tables.filter(({ name }) => places.get(name) === 'reference');
  for (const table of distributed) {
    obstacles.push(...judgeColumns(table), ...judgeKeys(table), ...judgeTriggers(table, choices), ...judgeRest(table));
  }
  for (const { name, triggers } of referenced) {
    if (triggers.length > 0)
      obstacles.push({ table: name, why: 'it is a reference table with a trigger', advice: 'do its work in the act' });
  }
  for (const key of foreignKeys) {
    const [from, to] = [places.get(key.table), places.get(key.references)];
    if (from && to) obstacles.push(...judgeForeignKey(key, from, to));
  }

  const open = (table: TableFacts): boolean => !done.has(table.name);
  const isAnchor = ({ name }: TableFacts): boolean => name === anchor;
  const moving = new Set([...distributed, ...referenced].filter(open).map(({ name }) => name));
  if (moving.size === 0) return { statements: [], obstacles };
  const dropped = foreignKeys.filter(({ table, references }) => moving.has(table) || moving.has(references));
  const restored = [
    ...dropped.filter(
      ({ references, table }) => places.get(references) === 'reference' && places.get(table) === 'reference',
    ),
    ...dropped.filter(
      ({ references, table }) => places.get(references) === 'reference' && places.get(table) !== 'reference',
    ),
    ...dropped.filter(({ references }) => places.get(references) !== 'reference'),
  ];
  const swapped = swaps.filter(
    (swap) =>
      moving.has(swap.table) &&
      tables.some(({ name, triggers }) => name === swap.table && triggers.some((each) => each.name === swap.trigger)),
  );

  // A change of a reference table locks the copies of those that it refers to, which takes the right to update them.
  const widened = new Map<string, Set<string>>();
  const grantsOf = (name: string) => tables.find((table) => table.name === name)?.grants ?? [];
  for (const { table, references } of foreignKeys) {
    if (places.get(table) !== 'reference' || places.get(references) !== 'reference' || table === references) continue;
    for (const { role, may } of grantsOf(table)) {
      const writes = may.some((right) => right !== 'select');
      const hasRight = grantsOf(references).some((grant) => grant.role === role && grant.may.includes('update'));
      if (writes && !hasRight) widened.set(references, (widened.get(references) ?? new Set()).add(role));
    }
  }
  const widenings = [...widened].flatMap(([name, roles]) =>
    [...roles].map((role) => `grant update on ${quoted(name)} to ${role}`),
  );
  for (const [name] of widened) {
    if (tables.some((table) => table.name === name && table.isFenced)) continue;
    obstacles.push({
      table: name,
      why: 'whoever writes a table that refers to it needs the right to update it, and it has no row-level security',
      advice: 'call mos_fence() in its migration, or drop the foreign key and let the act check it',
    });
  }

  const statements = [
    ...settings,
    ...roleStatements,
    ...dropped.map(({ table, name }) => `alter table ${quoted(table)} drop constraint ${quoted(name)}`),
    ...swapped.map(({ table, trigger }) => `drop trigger ${quoted(trigger)} on ${quoted(table)}`),
    ...(done.has('organization') ? [] : widenings),
    ...referenced.filter(open).map(({ name }) => `select create_reference_table('${quoted(name)}')`),
    ...distributed
      .filter((table) => open(table) && isAnchor(table))
      .map(
        ({ name }) =>
          `select create_distributed_table('${quoted(name)}', '${distributionColumn}', colocate_with => 'none')`,
      ),
    ...distributed
      .filter((table) => open(table) && !isAnchor(table))
      .map(
        ({ name }) =>
          `select create_distributed_table('${quoted(name)}', '${distributionColumn}', colocate_with => '${anchor}')`,
      ),
    ...swapped.map(({ instead }) => instead),
    ...restored.map(
      ({ table, name, definition }) => `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
    ),
  ];
  return { statements, obstacles };
};

/** One line for each obstacle. */
export const printObstacles = (obstacles: readonly Obstacle[]): string =>
  obstacles
    .map(({ table, why, advice }) => `${table} cannot be spread over servers: ${why}. What to do: ${advice}.`)
    .join('\n');

/** The plan as a text to review. */
export const printPlan = ({ statements }: Plan, { placements }: Pick<Choices, 'placements'>): string => {
  const reasons = [...placements].map(([name, { on, because }]) => `--   ${name}: ${on}; ${because}`);
  return [
    '-- How the tables are spread over the servers of Citus. The migrator sends this in one transaction where the operator wants it (docs/operating/scale-out.md).',
    '-- Not distributed by organization:',
    ...reasons,
    '',
    ...statements.map((statement) => `${statement};`),
    '',
  ].join('\n');
};
