import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { v7 } from 'uuid';
import { freshDatabase } from '../../test/fresh-database.ts';
import { openEmbeddedServer } from './embedded.ts';
import { migrate } from './migrate.ts';
import { surviveLostConnections } from './pool.ts';

// What an installation of the last release has in tables that get months.

const lastWithoutMonths = '0095-deliveries-by-time';

const withEmpty = async (work: (admin: pg.Pool) => Promise<void>): Promise<void> => {
  const { url, drop } = await freshDatabase('template template0');
  const server = url === undefined ? await openEmbeddedServer({ folder: 'memory://' }) : undefined;
  const admin = surviveLostConnections(new pg.Pool({ ...(server?.connection ?? { connectionString: url }), max: 1 }));
  try {
    await work(admin);
  } finally {
    await admin.end();
    await server?.close();
    await drop();
  }
};

const [ours, theirs] = [randomUUID(), randomUUID()];
const old = v7({ msecs: Date.UTC(2026, 2, 3) });

/** Runs statements as an organization does. */
const asOrganization = async (admin: pg.Pool, orgId: string, ...statements: string[]): Promise<pg.QueryResult[]> => {
  // One client: a pool gives up the one whose statement failed, and the embedded database has no other.
  const client = await admin.connect();
  try {
    await client.query(`begin; set local role mos_write; select set_config('app.org_id', '${orgId}', true)`);
    const results = [];
    for (const statement of statements) results.push(await client.query(statement));
    await client.query('commit');
    return results;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};

const insertInto: Readonly<Record<string, (orgId: string, id: string) => string>> = {
  operation_event: (org, id) =>
    `insert into operation_event (org_id, operation_id, event_id, time, type, step) values ('${org}', '${id}', 1, now(), 'STEP_COMPLETED', 'a')`,
  outbox: (org, id) =>
    `insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time)
     values ('${org}', 'offer', 'o', 1, 0, '${id}', 'offer.created', '{}', '{}', now())`,
  usage_call: (org, id) =>
    `insert into usage_call (org_id, id, time, request, response) values ('${org}', '${id}', now(), '{}', '{}')`,
  notification_event: (org, id) =>
    `insert into notification_event (org_id, id, name, action, entity_type, entity_id, entity_name, entity_status, partner, priority, title,
       message, is_action_item, actor, channels, creation_time)
     values ('${org}', '${id}', 'n', 'a', 't', 'e', 'n', 's', 'p', 'LOW', 't', 'm', false, '{}', '{}', now())`,
  notification_message: (org, id) =>
    `insert into notification_message (org_id, id, channel, action, entity_type, entity_id, recipient, subject, text_content, html_content,
       status, creation_time, last_update_time, event_id, rule)
     values ('${org}', '${id}', 'EMAIL', 'a', 't', 'e', 'x@y.test', 's', 't', 'h', 'DONE', now(), now(), '${old}', 'r')`,
};
const tables = Object.keys(insertInto);

const fileOf = async (admin: pg.Pool, table: string): Promise<number> =>
  (await admin.query(`select relfilenode::int as file from pg_class where oid = to_regclass('${table}')`)).rows[0]
    ?.file;

/** The partition that a table's rows of an ID lie in. */
const placeOf = async (admin: pg.Pool, table: string, id: string): Promise<string> => {
  const key = table === 'operation_event' ? 'operation_id' : 'id';
  const [found] = await asOrganization(
    admin,
    ours,
    `select tableoid::regclass::text as place from ${table} where ${key} = '${id}'`,
  );
  return found?.rows[0]?.place;
};

test('an earlier release’s rows become the first month of their table, where they lie', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin, lastWithoutMonths);
    for (const org of [ours, theirs]) {
      await asOrganization(
        admin,
        org,
        `insert into organization (id, name, created_by, creation_time, last_update_time) values ('${org}', 'o', 't', now(), now())`,
        ...tables.map((table) => insertInto[table]?.(org, old) ?? ''),
      );
    }
    await asOrganization(
      admin,
      ours,
      `insert into notification_digest (org_id, recipient_key, event_id, recipient) values ('${ours}', 'k', '${old}', 'r')`,
    );
    const files = new Map<string, number>();
    for (const table of tables) files.set(table, await fileOf(admin, table));
    await migrate(admin);

    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    const next = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 15));
    const nextMonth = next.toISOString().slice(0, 7).replace('-', '_');
    const later = v7({ msecs: next.getTime() });
    for (const table of tables) {
      const first = `${table}_${month}`;
      assert.equal(await fileOf(admin, first), files.get(table), `${table} was not copied`);
      assert.equal(await placeOf(admin, table, old), first);
      const [seen] = await asOrganization(admin, ours, `select org_id from ${table}`);
      assert.deepEqual(seen?.rows, [{ org_id: ours }], `${table} is behind the fence`);
      await assert.rejects(asOrganization(admin, ours, `select from ${first}`), /permission denied/);
      await assert.rejects(asOrganization(admin, ours, insertInto[table]?.(theirs, later) ?? ''), /row-level security/);

      await admin.query(`select mos_make_month('${table}', '${next.toISOString().slice(0, 8)}01')`);
      await asOrganization(admin, ours, insertInto[table]?.(ours, later) ?? '');
      assert.equal(await placeOf(admin, table, later), `${table}_${nextMonth}`);
      await assert.rejects(asOrganization(admin, ours, insertInto[table]?.(ours, later) ?? ''), /duplicate key/);
      await assert.rejects(asOrganization(admin, ours, insertInto[table]?.(ours, old) ?? ''), /duplicate key/);
    }
    const another = v7({ msecs: next.getTime() + 1 });
    for (const table of ['outbox', 'notification_message']) {
      await assert.rejects(asOrganization(admin, ours, insertInto[table]?.(ours, another) ?? ''), /duplicate key/);
    }
    await assert.rejects(
      asOrganization(admin, ours, `delete from notification_event where id = '${old}'`),
      /violates foreign key constraint/,
    );
  });
});

test('rows of a time to come are in the first month too, and no partition is made below them', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin, lastWithoutMonths);
    const coming = v7({ msecs: Date.UTC(2044, 6, 9) });
    await asOrganization(
      admin,
      ours,
      insertInto.usage_call?.(ours, old) ?? '',
      insertInto.usage_call?.(ours, coming) ?? '',
    );
    await migrate(admin);
    for (const id of [old, coming]) assert.equal(await placeOf(admin, 'usage_call', id), 'usage_call_2044_07');
    const make = async (month: string): Promise<string> =>
      (await admin.query(`select mos_make_month('usage_call', '${month}') as outcome`)).rows[0]?.outcome;
    assert.equal(await make('2030-01-01'), 'NOT_NEEDED');
    assert.equal(await make('2044-08-01'), 'MADE');
    assert.equal(await make('2044-08-01'), 'NOT_NEEDED');
  });
});

test('a row read by its ID is looked for in its month only', async () => {
  await withEmpty(async (admin) => {
    await migrate(admin);
    for (const month of ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'])
      await admin.query(`select mos_make_month('operation_event', '${month}')`);
    const { rows } = await admin.query(
      `explain (costs off) select from operation_event where org_id = '${ours}' and operation_id = '${old}'`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(plan, /operation_event_2026_03/);
    assert.doesNotMatch(plan, /_default|_2026_0[124]/);
  });
});
