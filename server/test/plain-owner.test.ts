import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { findPostgres, type Postgres, startPostgres } from '../../tools/postgres.ts';
import { type Service, spawnService } from './process.ts';
import { until } from './until.ts';

// A database as providers supply it: its user owns it but is not a superuser. docs/operating/postgresql.md describes
// what is tested here.

let cluster: Postgres | null;
const dataDir = mkdtempSync(join(tmpdir(), 'mos-owner-'));
const secretKey = randomBytes(32).toString('base64');
const password = randomBytes(12).toString('hex');

before(async () => {
  cluster = await startPostgres();
});
after(async () => {
  await cluster?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async <Row extends object>(url: string, ...statements: string[]): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};

/** Creates a database for a user with these attributes. Returns its URL for that user. */
const databaseOf = async ({ superuserUrl }: Postgres, name: string, attributes: string): Promise<string> => {
  await ask(
    superuserUrl('postgres'),
    `create role ${name} login ${attributes} password '${password}'`,
    `create database ${name} owner ${name}`,
  );
  const url = new URL(superuserUrl(name));
  url.username = name;
  url.password = password;
  return url.href;
};

const start = (url: string, env: Record<string, string>): Service =>
  spawnService({ DATABASE_URL: url, SECRET_KEY: secretKey, DATA_DIR: dataDir, ...env });

const stop = async (service: Service): Promise<void> => {
  service.child.kill('SIGTERM');
  assert.deepEqual(await service.exited, { code: 0, signal: null });
};

test('an owner with CREATEROLE and nothing else installs the service, and it starts again', async (t) => {
  if (!cluster) return t.skip('no PostgreSQL server is installed');
  const url = await databaseOf(cluster, 'creator', 'createrole');
  for (let time = 1; time <= 2; time += 1) {
    const migration = start(url, { ROLE: 'migrate' });
    assert.deepEqual(await migration.exited, { code: 0, signal: null }, migration.output());
  }
  const service = start(url, {});
  assert.equal((await fetch(`${await service.started}/readyz`)).status, 200, service.output());
  await stop(service);
  const bypassing = await ask(
    url,
    "select rolname from pg_roles where rolname ~ '^mos_' and (rolsuper or rolbypassrls)",
  );
  assert.deepEqual(bypassing, []);
});

test('an owner that is no superuser drops months of usage of every organization', async (t) => {
  if (!cluster) return t.skip('no PostgreSQL server is installed');
  const url = await databaseOf(cluster, 'dropper', 'createrole');
  await ask(cluster.superuserUrl('dropper'), 'grant mos_read, mos_write, mos_system to dropper');
  assert.deepEqual(await start(url, { ROLE: 'migrate' }).exited, { code: 0, signal: null });
  const organizations = ['0198a000-0000-7000-8000-000000000001', '0198a000-0000-7000-8000-000000000002'];
  await ask(
    url,
    "select mos_make_month(t.name, m.month) from monthly_table t, (values (date '2020-01-01'), ('2020-02-01')) as m (month)",
  );
  for (const id of organizations) {
    for (const month of ['2020-01-01', '2020-02-01']) {
      const state = month === '2020-02-01' && id === organizations[1] ? 'CREATED' : 'DELETED';
      await ask(
        url,
        `select set_config('app.org_id', '${id}', false)`,
        `insert into usage_record_item (org_id, creation_month, group_id, dimension, entitlement_id, term_id, hour, quantity, state)
          values ('${id}', '${month}', 'old', 'users', '${id}', '${id}', '${month}', 1.5, '${state}')`,
      );
    }
  }
  const service = start(url, { USAGE_RETENTION_MONTHS: '13' });
  await service.started;
  const tables = `select relname as name from pg_class where relkind = 'r' and relname ~ '^usage_record_item_2020' order by 1`;
  await until('the old month is gone', async () => (await ask(url, tables)).length === 1, 30_000);
  await until(
    'the other month is seen',
    async () => (await ask(url, "select from month_retention where family = 'usage'")).length === 2,
    30_000,
  );
  await stop(service);
  assert.deepEqual(await ask(url, tables), [{ name: 'usage_record_item_2020_02' }]);
  assert.deepEqual(
    await ask(
      url,
      "select month::text, held, dropped_time is not null as dropped from month_retention where family = 'usage' order by 1",
    ),
    [
      { month: '2020-01-01', held: {}, dropped: true },
      { month: '2020-02-01', held: { WAITING: 1 }, dropped: false },
    ],
  );
  assert.deepEqual(
    await ask(url, 'select org_id, quantity from usage_dropped_item order by 1'),
    organizations.map((id) => ({ org_id: id, quantity: '1.5' })),
  );
});

test('an owner that may not create roles is told what an administrator has to run, and then installs it', async (t) => {
  if (!cluster) return t.skip('no PostgreSQL server is installed');
  const url = await databaseOf(cluster, 'tenant', '');
  const refused = start(url, { ROLE: 'migrate' });
  assert.equal((await refused.exited).code, 1);
  const statements = /^The user "tenant" of DATABASE_URL may not create .* administrator run once: (.*)\n$/.exec(
    refused.output(),
  )?.[1];
  assert.ok(statements, refused.output());
  await ask(cluster.superuserUrl('postgres'), statements);
  const migration = start(url, { ROLE: 'migrate' });
  assert.deepEqual(await migration.exited, { code: 0, signal: null }, migration.output());
});

/** How many rows each table holds, as a superuser sees it. */
const countRows = async (url: string): Promise<Record<string, number>> => {
  const tables = await ask<{ name: string }>(
    url,
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'dbos') and c.relkind in ('r', 'p') order by 1`,
  );
  const each = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`);
  const counts = await ask<{ name: string; count: number }>(url, each.join(' union all '));
  return Object.fromEntries(counts.map(({ name, count }) => [name, count]));
};

const runProgram = (program: string, args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(join(findPostgres() ?? '', program), args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout;
};

test('pg_dump by the owner and pg_restore by one of another name keep every row, and the service goes on there', {
  timeout: 300_000,
}, async (t) => {
  if (!cluster) return t.skip('no PostgreSQL server is installed');
  const url = await databaseOf(cluster, 'keeper', 'createrole');
  await ask(cluster.superuserUrl('keeper'), 'grant mos_read, mos_write, mos_system to keeper');
  const demo = { SIMULATORS: 'on', DEMO: 'on', AUTH_PORT: '0', SIMULATOR_PORT: '0' };
  const first = start(url, demo);
  await first.started;
  // The products of the demo come with the first reading of its marketplaces, after the start.
  const countProducts = 'select count(*)::int as count from product';
  await until(
    'the demo has products',
    async () => ((await ask<{ count: number }>(cluster!.superuserUrl('keeper'), countProducts))[0]?.count ?? 0) > 0,
    60_000,
  );
  await stop(first);
  const file = join(dataDir, 'dump');
  runProgram('pg_dump', ['--enable-row-security', '--format=custom', `--file=${file}`, url]);
  const copy = await databaseOf(cluster, 'copy', 'createrole');
  await ask(cluster.superuserUrl('copy'), 'grant mos_read, mos_write, mos_system to copy');
  const list = join(dataDir, 'list');
  const listed = runProgram('pg_restore', ['--list', file]);
  writeFileSync(list, listed.replaceAll(/^.*DEFAULT ACL.*\n/gm, ''));
  runProgram('pg_restore', ['--no-owner', '--exit-on-error', `--use-list=${list}`, `--dbname=${copy}`, file]);
  const [before, after] = [
    await countRows(cluster.superuserUrl('keeper')),
    await countRows(cluster.superuserUrl('copy')),
  ];
  assert.deepEqual(after, before);
  assert.ok(before['public.audit_event'] && before['public.product'] && before['public.account'], 'there is something');
  const fences = `select relname, relrowsecurity, relforcerowsecurity from pg_class c join pg_namespace n
    on n.oid = c.relnamespace and n.nspname = 'public' where relkind in ('r', 'p') order by 1`;
  assert.deepEqual(await ask(copy, fences), await ask(url, fences));
  const second = start(copy, demo);
  const api = await second.started;
  const { authUrl, organizations } = JSON.parse(readFileSync(join(dataDir, 'demo-credentials.json'), 'utf8'));
  const [app] = organizations[0].apps;
  const form = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
  const { access_token: token } = (await (
    await fetch(`${authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  ).json()) as { access_token: string };
  const products = await fetch(`${api}/org/${organizations[0].organizationId}/product`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(products.status, 200);
  assert.ok(((await products.json()) as unknown[]).length > 0);
  await stop(second);
});
