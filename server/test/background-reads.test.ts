import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../tools/postgres.ts';
import type { Database } from '../src/db/database.ts';
import { openDatabase } from '../src/db/open.ts';
import { readOpenRuns } from '../src/db/operating.ts';
import { handOutEvents } from '../src/db/outbox.ts';
import { countUnfinishedRuns } from '../src/db/system.ts';
import type { Tables } from '../src/db/tables.ts';
import { findWaiting } from '../src/db/waiting-work.ts';
import {
  claimWebhookDeliveries,
  findSendableWebhooks,
  mendDueWebhooks,
  removeOldDeliveries,
  setDue,
} from '../src/db/webhooks.ts';
import { migrateEngine } from '../src/engine/dbos.ts';
import { findNextDue } from '../src/engine/due-store.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createIds, nilId } from '../src/kit/ids.ts';
import { onPostgres } from './fresh-database.ts';

// Background work reads as many rows as it has to do, and not what waits beside it: rows that have failed, deliveries that were discarded,
// deliveries that are kept. As the server counts them: the embedded database plans the same statements for a few rows.

const many = 30_000;
/** For a few rows of work, with what the planner reads on the way. */
const readMax = 400;

const ids = createIds(systemClock);
const [orgId, smallId] = [ids.next(), ids.next()] as const;
const [discarding, busy] = [ids.next(), ids.next()] as const;
const now = new Date();
const minute = 60_000;

let cluster: Postgres | null;
let database: Database;
before(async () => {
  cluster = onPostgres ? await startPostgres({ isDurable: false }) : null;
  if (!cluster) return;
  database = await openDatabase({
    ...{ databaseUrl: await cluster.createDatabase('grown'), dataDir: '', poolSize: 4, migrate: true },
    strictReads: false,
  });
  const admin = new pg.Pool({ connectionString: cluster.url('grown'), max: 2 });
  await migrateEngine(admin).finally(() => admin.end());
  const superuser = new pg.Client({ connectionString: cluster.superuserUrl('grown') });
  await superuser.connect();
  try {
    await superuser.query('set session_replication_role = replica');
    await superuser.query(
      `insert into due (org_id, kind, entity_id, due_time, attempts, retry_time)
      select $1, 'test.fails', n::text, now() - interval '1 day', 3, now() + interval '1 hour' from generate_series(1, $2::int) n`,
      [orgId, many],
    );
    await superuser.query(
      `insert into due (org_id, kind, entity_id, due_time) values ($1, 'test.works', 'one', now() - interval '1 minute')`,
      [orgId],
    );
    await superuser.query(
      `insert into webhook (org_id, id, url, format, enabled, epoch, created_by, last_updated_by, creation_time, last_update_time)
      select $1, id, 'https://receiver.test', 'EVENT', true, 1, 'Ada', 'Ada', now(), now() from unnest($2::uuid[]) id`,
      [orgId, [discarding, busy]],
    );
    await superuser.query(
      `insert into webhook_health (org_id, webhook_id, due_time) select $1, id, now() - interval '1 hour' from unnest($2::uuid[]) id`,
      [orgId, [discarding, busy]],
    );
    // Of one webhook nearly all were discarded, of the other one nearly all are over a month old and wait for those before them.
    await superuser.query(
      `insert into webhook_delivery (org_id, id, webhook_id, event_id, sequence, event_type, entity_type, entity_id, status, epoch,
        next_attempt_time, creation_time, wall_time)
      select $1, gen_random_uuid(), case when n % 2 = 0 then $2::uuid else $3::uuid end, gen_random_uuid(), n, 'contact.updated', 'contact',
        (n % 10)::text, 'PENDING', case when n % 2 = 0 and n > 20 then 0 else 1 end, case when n % 2 = 0 or n <= 20 then $4::timestamptz end,
        now(), now() - interval '40 days'
      from generate_series(1, $5::int) n`,
      [orgId, discarding, busy, new Date(now.getTime() - minute), many],
    );
    // Four of five runs are over, and the others wait.
    await superuser.query(
      `insert into dbos.workflow_status (workflow_uuid, status, name, queue_name, queue_partition_key, completed_at, recovery_attempts)
      select n::text, case when n <= $1::int * 0.8 then 'SUCCESS' else 'ENQUEUED' end, 'test.run', 'test', 'one',
        case when n <= $1::int * 0.8 then 1 end, 0
      from generate_series(1, $1::int) n`,
      [many],
    );
    await superuser.query(
      `insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time, delivered_time, sequence)
      select $1, 'contact', n::text, 1, 0, gen_random_uuid(), 'contact.updated', '{}', '{}', now(), case when n <= $2::int * 0.8 then now() end,
        case when n <= $2::int * 0.8 then n end
      from generate_series(1, $2::int) n`,
      [orgId, many],
    );
    // All but the last of the events of this entity were handed out.
    await superuser.query(
      `insert into outbox (org_id, entity_type, entity_id, version, position, id, name, payload, actor, creation_time, delivered_time, sequence)
      select $1, 'contact', 'changed often', n, 0, gen_random_uuid(), 'contact.updated', '{}', '{}', now(), case when n < $2::int then now() end,
        case when n < $2::int then n end
      from generate_series(1, $2::int) n`,
      [smallId, many],
    );
    await superuser.query('insert into event_place (org_id, last_sequence) select unnest($1::uuid[]), $2', [
      [orgId, smallId],
      many,
    ]);
    await superuser.query('set session_replication_role = origin');
    await superuser.query(
      'vacuum analyze due, webhook, webhook_health, webhook_delivery, outbox, dbos.workflow_status',
    );
  } finally {
    await superuser.end();
  }
});
after(async () => {
  await database?.close();
  await cluster?.stop();
});

/** The rows that this transaction has read of the tables of background work. */
const readSoFar = async (raw: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
    where relname in ('due', 'webhook', 'webhook_health', 'webhook_delivery', 'workflow_status') or relname like 'outbox%'
  `.execute(raw);
  return rows[0]?.count ?? 0;
};

const rowsRead = (work: (db: Kysely<Tables>) => Promise<unknown>): Promise<number> =>
  database.system(async (db) => {
    const earlier = await readSoFar(db);
    await work(db);
    return (await readSoFar(db)) - earlier;
  });

const works: Readonly<Record<string, (db: Kysely<Tables>) => Promise<unknown>>> = {
  'the look for all work': (db) => findWaiting(db, { now, lanes: ['other', 'test'] }),
  'the next events to hand out': async (db) => {
    assert.deepEqual(await handOutEvents(db, [], { limit: 20 }), { handed: 11, isMore: true, reached: undefined });
  },
  'how many runs have not ended': async (db) => {
    assert.equal(await countUnfinishedRuns(db), many / 5);
    assert.deepEqual(await readOpenRuns(db), [
      { state: 'running', count: 0 },
      { state: 'waiting', count: many / 5 },
    ]);
  },
  'the next deliveries': async (db) => {
    const { found } = await findSendableWebhooks(db, {
      ...{ now, after: { org_id: nilId, webhook_id: nilId }, limit: 500 },
    });
    assert.equal(found.length, 2);
    const shares = found.map((one) => ({ ...one, count: 16 }));
    assert.equal((await claimWebhookDeliveries(db, { now, shares, leaseMs: minute })).length, 20);
  },
  'the next time of a webhook': (db) => setDue(db, orgId, [discarding]),
  'webhooks whose time is missing': (db) => mendDueWebhooks(db, 500),
  'deliveries past their retention': (db) => removeOldDeliveries(db, 500),
};

for (const [name, work] of Object.entries(onPostgres ? works : {}))
  test(`${name} is found without what waits beside it`, async () => {
    const read = await rowsRead(work);
    assert.ok(read <= readMax, `${read} rows were read`);
  });

if (onPostgres)
  test('the next due work is found without what has failed', async () => {
    await database.write(orgId, async ({ raw, ...db }) => {
      const earlier = await readSoFar(raw);
      const row = await findNextDue({ raw, ...db }, now, { urgent: ['test.urgent'], inOrder: ['test.order'] });
      assert.equal(row?.kind, 'test.works');
      const read = (await readSoFar(raw)) - earlier;
      assert.ok(read <= readMax, `${read} rows were read`);
    });
  });
