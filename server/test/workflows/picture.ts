import { agreementsAtPartner, changeSetsAtPartner, offersAtPartner, usageAtPartner } from './arrange.ts';
import type { Row, Tenant } from './deployment.ts';
import { customersAtPartner } from './payment-arrange.ts';

/** Not part of what a run brings about: how often it was tried, what only its own execution needs, and the chain over it. */
const leftOut = new Set([
  'audit_unsealed',
  'audit_seal',
  'operation_event',
  'usage_call',
  // Read as one sum; the changes have numbers of their own.
  'usage_total_change',
  'usage_report_send',
  'idempotency',
  'oauth_app',
  'outbox_delivery',
]);
const leftOutColumns = ['credentials_sealed', 'event_count', 'attempts', 'next_attempt_time', 'request_id'];

const masks: [RegExp, string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"\s]*/g, '<time>'],
  // A time in a report of Adyen.
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=")/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/\b(acr|offer|offerset|prod|agmt|version|l)-[0-9A-Za-z]{6,}\b/g, '<$1>'],
  // Of a change set's name.
  [/\b[0-9a-f]{16}\b/g, '<mark>'],
  [/\b(acct|ch|cus|evt|mandate|pi|pm|re|req|seti|txn)_\w+/g, '<$1>'],
  [/\b1[0-9]{9}(\d{3})?\b/g, '<time>'],
  // The version of a product of Microsoft, which is made of a time.
  [/\b7\d{12}\b/g, '<time>'],
  [/\b\d{12}\b/g, '<account>'],
  // A payment or a stored payment method of Adyen.
  [/\b[A-Z0-9]{16}\b/g, '<reference>'],
  // A transfer of Adyen to the bank.
  [/\bTX[A-Z0-9]{16}XT\b/g, '<transfer>'],
  // A record of HubSpot.
  [/\b3\d{10}\b/g, '<record>'],
  // The hash of what a list of Stripe says.
  [/"[\w-]{43}"/g, '"<code>"'],
  [/\b[0-9a-z]{20,}\b/g, '<code>'],
  [/127\.0\.0\.1:\d+/g, '<host>'],
];

const mask = (text: string): string => masks.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text);

/** Everything that an organization has. It has a name, so that its hundred parts are planned a few times only. */
let statement: { name: string; text: string } | undefined;

const pictureStatement = async ({ deployment }: Tenant): Promise<{ name: string; text: string }> => {
  if (statement) return statement;
  const { rows } = await deployment.database.pool.query<{ relname: string }>(
    `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const columns = leftOutColumns.map((name) => `'${name}'`).join(', ');
  const parts = rows
    .map(({ relname }) => relname)
    .filter((table) => !leftOut.has(table))
    .map(
      (table) =>
        `select '${table}' as name, to_jsonb(t) - array[${columns}${table === 'operation' ? ", 'version'" : ''}] as row from ${table} t where org_id = $1`,
    );
  statement = { name: 'picture', text: parts.join(' union all ') };
  return statement;
};

type Change = { path: string };

/**
 * A document that was kept between two steps has its keys in another order, and so have the changes that it brings. Whether a
 * contract's start changes depends on whether it was bought and activated in one second.
 */
const inOrder = (row: Row): Row =>
  Array.isArray(row.changes)
    ? {
        ...row,
        changes: (row.changes as Change[])
          .filter(({ path }) => path !== 'startTime')
          .sort((left, right) => (left.path < right.path ? -1 : 1)),
      }
    : row;

/**
 * Everything that an organization has, here and at the simulator, without what differs from one organization to the
 * next (ids, times): the pictures of two organizations to which the same has happened are equal.
 */
export const takePicture = async (tenant: Tenant): Promise<string[]> => {
  const { rows } = await tenant.deployment.database.pool.query({
    ...(await pictureStatement(tenant)),
    values: [tenant.orgId],
  });
  const there = [
    ...(await offersAtPartner(tenant)),
    ...(await agreementsAtPartner(tenant)),
    ...(await changeSetsAtPartner(tenant)),
    // How often a record was sent again does not matter.
    ...(await usageAtPartner(tenant)).map(({ identicalResends: _, ...row }) => row),
  ].map((row) => `at AWS ${JSON.stringify(row)}`);
  const atStripe = (await customersAtPartner(tenant)).map((row) => `at Stripe ${JSON.stringify(row)}`);
  const here = rows.map(({ name, row }: { name: string; row: Row }) => `${name} ${JSON.stringify(inOrder(row))}`);
  return [...here, ...there, ...atStripe].map(mask).sort();
};

/** Tables of simulators in which rows come and go without an act of a client, or with each of its calls. */
const passing = new Set([
  'due',
  'faults',
  'deliveries',
  'tokens',
  'sessions',
  'keys',
  'idempotent',
  'clientTokens',
  'settings',
]);

/** How many things each simulator has, over all organizations: `AWS changeSets` → 3. */
export const countThings = async ({ deployment }: Tenant): Promise<Map<string, number>> => {
  const counts = new Map<string, number>();
  for (const [name, { snapshot }] of await deployment.simulators())
    for (const [table, rows] of Object.entries(snapshot()))
      if (!passing.has(table)) counts.set(`${name} ${table}`, rows.length);
  return counts;
};

/** What has come since `before`, and what has gone: as many lines as things. */
export const thingsSince = async (tenant: Tenant, before: ReadonlyMap<string, number>): Promise<string[]> =>
  [...(await countThings(tenant))].flatMap(([thing, count]) => {
    const more = count - (before.get(thing) ?? 0);
    return Array<string>(Math.abs(more)).fill(`${more > 0 ? 'new' : 'gone'} ${thing}`);
  });

/** What one picture has and the other has not, each line with its sign. */
export const comparePictures = (expected: readonly string[], actual: readonly string[]): string[] => {
  const rest = [...actual];
  const missing = expected.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [...missing.map((line) => `- ${line}`), ...rest.map((line) => `+ ${line}`)];
};
