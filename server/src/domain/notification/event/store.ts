import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Present, StoredEvent } from './event.ts';

/** One statement looks at no more events, however few of them are wanted. */
const scannedMax = 2000;
/** The rows of one answer take no more bytes. */
const bytesMax = 2 * 1024 * 1024;

export type EventFilter = { names: readonly string[]; entityId: string | undefined };

/** `reached`: every wanted event up to this place was read. `hasMore`: there may be more behind it. */
export type EventsRead = { events: StoredEvent[]; reached: number; hasMore: boolean; present: Present };

type Row = { reached: number | null; scanned: number } & Present &
  (StoredEvent | { [Name in keyof StoredEvent]: null });

const isEvent = (row: Row): row is Row & StoredEvent => row.id !== null;

/** The columns of `Present`. */
const present = (db: OrgDb) => sql`extract(epoch from now())::bigint as seconds,
  coalesce((select p.last_sequence from event_place p where p.org_id = ${db.orgId}), 0) as last`;

/** Reads wanted events after a place, in their order. */
export const findEventsAfter = async (
  db: OrgDb,
  after: number,
  { names, entityId }: EventFilter,
  limit: number,
): Promise<EventsRead> => {
  const ofEntity = entityId === undefined ? sql`` : sql`and o.entity_id = ${entityId}`;
  const statement = sql<Row>`
    with scanned as (
      select o.sequence, o.name from outbox o
      where o.org_id = ${db.orgId} and o.sequence > ${after} ${ofEntity}
      order by o.sequence limit ${scannedMax}
    ), wanted as (
      select s.sequence from scanned s where s.name = any(${names}::text[]) order by s.sequence limit ${limit}
    ), found as (
      select o.id, o.sequence, o.name, o.entity_type, o.entity_id, o.version, o.payload, o.actor, o.creation_time
      from wanted w join outbox o on o.org_id = ${db.orgId} and o.sequence = w.sequence
    )
    select (select max(s.sequence) from scanned s) as reached, (select count(*) from scanned s) as scanned,
      p.seconds, p.last, f.*
    from (select ${present(db)}) as p left join found f on true
    order by f.sequence
  `.compile(db.raw);
  const { rows: found, whole } = await db.sendUpTo(statement.sql, statement.parameters, {
    maxBytes: bytesMax,
    maxRows: limit,
  });
  const rows = found as Row[];
  const [first] = rows;
  if (!first) throw new Error('the statement returns one row at least');
  const events = rows.filter(isEvent);
  const isCut = !whole || events.length === limit;
  const reached = isCut ? (events.at(-1)?.sequence ?? after) : (first.reached ?? after);
  const { seconds, last } = first;
  return { events, reached, hasMore: isCut || first.scanned === scannedMax, present: { seconds, last } };
};

/** Reads the events of a range of places, in their order. `reached`: every one up to this place was read. */
export const findEventsBetween = async (
  db: OrgDb,
  { first, last }: { first: number; last: number },
  limit: number,
): Promise<{ events: StoredEvent[]; reached: number }> => {
  const statement = sql<StoredEvent>`
    select o.id, o.sequence, o.name, o.entity_type, o.entity_id, o.version, o.payload, o.actor, o.creation_time
    from outbox o where o.org_id = ${db.orgId} and o.sequence between ${first} and ${last}
    order by o.sequence limit ${limit}
  `.compile(db.raw);
  const { rows, whole } = await db.sendUpTo(statement.sql, statement.parameters, {
    maxBytes: bytesMax,
    maxRows: limit,
  });
  const events = rows as StoredEvent[];
  const isCut = !whole || events.length === limit;
  return { events, reached: isCut ? (events.at(-1)?.sequence ?? last) : last };
};

/** The place of the organization's latest event. */
export const findLatestPlace = async (db: OrgDb): Promise<Present> => {
  const { rows } = await sql<Present>`select ${present(db)}`.execute(db.raw);
  const [place] = rows;
  if (!place) throw new Error('the statement returns one row');
  return place;
};
