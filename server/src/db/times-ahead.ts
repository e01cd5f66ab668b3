import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { OrgDb } from './org-db.ts';
import type { Tables } from './tables.ts';

type Statements = Kysely<Tables>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Times that are written with a clock and keep something waiting: a lease, a pause, the next attempt. `longestMs`: the furthest ahead that such a
 * time is ever written, or more. `clock`: who says what time it is, the database or business time.
 */
type WaitingTime = {
  table: string;
  column: string;
  longestMs: number;
  clock: 'database' | 'business';
  /** The role that may change it: `mos_system`, or that of the organization. */
  by: 'system' | 'organization';
};

const waitingTimes: readonly WaitingTime[] = [
  { table: 'due', column: 'retry_time', longestMs: 5 * minuteMs, clock: 'database', by: 'organization' },
  { table: 'outbox_delivery', column: 'next_attempt_time', longestMs: 5 * minuteMs, clock: 'database', by: 'system' },
  { table: 'webhook_delivery', column: 'lease_until', longestMs: 10 * minuteMs, clock: 'database', by: 'system' },
  { table: 'webhook_health', column: 'lease_time', longestMs: 10 * minuteMs, clock: 'database', by: 'system' },
  // Retries end 24 hours after the first attempt.
  {
    table: 'webhook_delivery',
    column: 'next_attempt_time',
    longestMs: 25 * hourMs,
    clock: 'business',
    by: 'organization',
  },
  {
    table: 'usage_report_row',
    column: 'next_attempt_time',
    longestMs: 2 * hourMs,
    clock: 'business',
    by: 'organization',
  },
];

/** Work that is scheduled again and again, and never further ahead than `longestMs`: `due` rows of these kinds. */
export type BoundedKind = { kind: string; longestMs: number };

const aheadOf = (time: RawBuilder<Date>, longestMs: number): RawBuilder<unknown> =>
  sql`${time} + ${longestMs} * interval '1 millisecond'`;

const findAhead = async (
  db: Statements,
  { table, column }: WaitingTime,
  limit: RawBuilder<unknown>,
): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select distinct org_id from ${sql.table(table)} where ${sql.ref(column)} > ${limit} limit 1000
  `.execute(db);
  return rows.map((row) => row.org_id);
};

const endAhead = async (
  db: Statements,
  orgId: string,
  { table, column }: WaitingTime,
  { time, limit }: { time: RawBuilder<Date>; limit: RawBuilder<unknown> },
): Promise<void> => {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${time} where org_id = ${orgId} and ${sql.ref(column)} > ${limit}
  `.execute(db);
};

/** Mails belong to no organization. One is sent within a day or not at all. */
const endMailsAhead = async (db: Statements): Promise<void> => {
  await sql`update account_mail set next_attempt_time = now() where next_attempt_time > now() + interval '1 day'`.execute(
    db,
  );
};

const findScheduledAhead = async (db: Statements, now: Date, kinds: readonly BoundedKind[]): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select distinct d.org_id from due d
      join unnest(${kinds.map(({ kind }) => kind)}::text[], ${kinds.map(({ longestMs }) => longestMs)}::float8[]) as k (kind, longest_ms)
      on k.kind = d.kind
    where d.due_time > ${now}::timestamptz + k.longest_ms * interval '1 millisecond' limit 1000
  `.execute(db);
  return rows.map((row) => row.org_id);
};

const endScheduledAhead = async (db: OrgDb, now: Date, { kind, longestMs }: BoundedKind): Promise<void> => {
  await sql`
    update due set due_time = ${now}
    where org_id = ${db.orgId} and kind = ${kind} and due_time > ${now}::timestamptz + ${longestMs} * interval '1 millisecond'
  `.execute(db.raw);
};

/**
 * Ends every wait that is longer than any that we begin: it began before a clock was set back, and would last for as long as the clock was
 * ahead. What is due at a time that somebody has chosen, such as the end of a term, is left as it is. `now`: business time.
 */
export const endTimesAhead = async (database: Database, now: Date, kinds: readonly BoundedKind[]): Promise<void> => {
  for (const waiting of waitingTimes) {
    const time = waiting.clock === 'database' ? sql<Date>`now()` : sql<Date>`${now}::timestamptz`;
    const limit = aheadOf(time, waiting.longestMs);
    for (const orgId of await database.system((db) => findAhead(db, waiting, limit)))
      await (waiting.by === 'system'
        ? database.system((db) => endAhead(db, orgId, waiting, { time, limit }))
        : database.write(orgId, (db) => endAhead(db.raw, orgId, waiting, { time, limit })));
  }
  await database.system(endMailsAhead);
  for (const orgId of await database.system((db) => findScheduledAhead(db, now, kinds)))
    await database.write(orgId, async (db) => {
      for (const kind of kinds) await endScheduledAhead(db, now, kind);
    });
};
