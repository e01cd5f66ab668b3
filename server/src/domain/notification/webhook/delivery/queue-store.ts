import { sql } from 'kysely';
import type { OrgDb } from '../../../../db/org-db.ts';
import { type Column, namesOf, unnested, unnestedValues } from '../../../../db/unnested.ts';
import type { Webhook } from '../webhook.ts';
import { type Delivery, type EventRest, firstDelivery } from './delivery.ts';

/** An event for a webhook. `sequence`: its place in the outbox; an event that is not there is given whole. */
export type Queued = Pick<Delivery, 'id' | 'webhook_id' | 'event_id' | 'event_type' | 'entity_type' | 'entity_id'> & {
  epoch: number;
  ordered: boolean;
} & ({ sequence: number; own_event: null } | { sequence: null; own_event: EventRest });

/** What decides whether a delivery is new, and whether it waits. */
const keyColumns: readonly Column<Queued>[] = [
  ['webhook_id', 'uuid', ({ webhook_id: id }) => id],
  ['event_id', 'uuid', ({ event_id: id }) => id],
  ['entity_id', 'text', ({ entity_id: id }) => id],
  ['epoch', 'int', ({ epoch }) => epoch],
  ['ordered', 'boolean', ({ ordered }) => ordered],
];

const columns: readonly Column<{ delivery: Queued; next: Date | null }>[] = [
  ['next_attempt_time', 'timestamptz', ({ next }) => next],
  ['id', 'uuid', ({ delivery }) => delivery.id],
  ['webhook_id', 'uuid', ({ delivery }) => delivery.webhook_id],
  ['event_id', 'uuid', ({ delivery }) => delivery.event_id],
  ['event_type', 'text', ({ delivery }) => delivery.event_type],
  ['entity_type', 'text', ({ delivery }) => delivery.entity_type],
  ['entity_id', 'text', ({ delivery }) => delivery.entity_id],
  ['epoch', 'int', ({ delivery }) => delivery.epoch],
  ['sequence', 'bigint', ({ delivery }) => delivery.sequence],
  ['own_event', 'jsonb', ({ delivery: { own_event: event } }) => event && JSON.stringify(event)],
];

/** A delivery of the same entity that is not over yet. */
const hasPredecessor = (db: OrgDb) => sql`exists (
  select from webhook_delivery p where p.org_id = ${db.orgId} and p.webhook_id = u.webhook_id
    and p.entity_id = u.entity_id and p.status = 'PENDING' and p.epoch = u.epoch)`;

/**
 * Queues deliveries in their order; those that are queued already are left as they are. With `ordered`, all but the first one of an
 * entity wait for the ones before. Returns how many are new. The webhooks are locked.
 */
export const insertDeliveries = async (
  db: OrgDb,
  deliveries: readonly Queued[],
  { now, replayId = firstDelivery }: { now: Date; replayId?: string },
): Promise<number> => {
  const { rows: fresh } = await sql<{ place: number; waits: boolean }>`
    select u.place::int as place, u.ordered and (u.entity_place > 1 or ${hasPredecessor(db)}) as waits
    from (
      select g.*, row_number() over (partition by g.webhook_id, g.entity_id order by g.place) as entity_place
      from (select u.*, row_number() over () as place from ${unnested(keyColumns, deliveries)}) as g
      where not exists (
        select from webhook_delivery k where k.org_id = ${db.orgId} and k.webhook_id = g.webhook_id
          and k.event_id = g.event_id and k.replay_id = ${replayId})
    ) as u
    order by u.place
  `.execute(db.raw);
  const rows = fresh.flatMap(({ place, waits }) => {
    const delivery = deliveries[place - 1];
    return delivery ? [{ delivery, next: waits ? null : now }] : [];
  });
  if (rows.length === 0) return 0;
  const due = rows.filter(({ next }) => next !== null);
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_delivery (org_id, replay_id, status, creation_time, ${namesOf(columns)})
    values (${db.orgId}, ${replayId}, 'PENDING', ${now}, ${unnestedValues(columns, rows)})
    on conflict (org_id, webhook_id, event_id, replay_id) do nothing
  `.execute(db.raw);
  const webhookIds = [...new Set(due.map(({ delivery }) => delivery.webhook_id))];
  // Also where nothing changes: the row must be locked, or a claim that has not seen these deliveries would set a later time.
  await sql`
    update webhook_health set due_time = least(due_time, ${now}::timestamptz)
    where org_id = ${db.orgId} and webhook_id = any(${webhookIds}::uuid[])
  `.execute(db.raw);
  return Number(numAffectedRows);
};

/** Whether another delivery of the entity is waiting. */
export const hasOthersWaiting = async (db: OrgDb, delivery: Delivery): Promise<boolean> => {
  const { rows } = await sql`
    select from webhook_delivery d where d.org_id = ${db.orgId} and d.webhook_id = ${delivery.webhook_id}
      and d.entity_id = ${delivery.entity_id} and d.status = 'PENDING' and d.epoch = ${delivery.epoch}
      and d.id <> ${delivery.id} limit 1
  `.execute(db.raw);
  return rows.length > 0;
};

/** Puts a delivery behind all that are queued. */
export const moveToTheEnd = async (db: OrgDb, id: string): Promise<void> => {
  await sql`update webhook_delivery set place = default where org_id = ${db.orgId} and id = ${id}`.execute(db.raw);
};

/** A delivery of the entity is over: the next one, if it waits for that, is due now. */
export const releaseNext = async (
  db: OrgDb,
  { webhook_id: webhookId, entity_id: entityId, epoch }: Delivery,
  now: Date,
): Promise<void> => {
  await sql`
    update webhook_delivery set next_attempt_time = ${now}
    where org_id = ${db.orgId} and next_attempt_time is null and id = (
      select d.id from webhook_delivery d where d.org_id = ${db.orgId} and d.webhook_id = ${webhookId}
        and d.entity_id = ${entityId} and d.status = 'PENDING' and d.epoch = ${epoch}
      order by d.place limit 1)
  `.execute(db.raw);
};

/** Cancels some waiting deliveries of earlier epochs. Returns how many. */
export const cancelDiscarded = async (db: OrgDb, webhookId: string, now: Date, limit: number): Promise<number> => {
  const { rows } = await sql`
    update webhook_delivery set status = 'CANCELED', next_attempt_time = null, lease_until = null, done_time = ${now}
    where org_id = ${db.orgId} and id = any(array(
      select d.id from webhook_delivery d join webhook w on w.org_id = ${db.orgId} and w.id = d.webhook_id
      where d.org_id = ${db.orgId} and d.webhook_id = ${webhookId} and d.status = 'PENDING' and d.epoch < w.epoch
      limit ${limit}))
    returning 1
  `.execute(db.raw);
  return rows.length;
};

/** Waiting deliveries of a webhook, counted up to `most`. */
export const countWaiting = async (db: OrgDb, webhookId: string, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from webhook_delivery d
      where d.org_id = ${db.orgId} and d.webhook_id = ${webhookId} and d.status = 'PENDING' limit ${most}
    ) as waits
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** A place in the events of a period. */
export type ReplayPlace = { time: Date; sequence: number };

type Period = { from: Date; to: Date; after: ReplayPlace | undefined };
type Wanted = Pick<Webhook, 'id' | 'entity_ids'> & { names: readonly string[]; onlyFailed: boolean };
type Replayed = { id: string; name: string; entity_type: string; entity_id: string; sequence: number };

/**
 * Events of a period that a replay sends again, in their order, from at most `limit` that are inspected. `reached`: the last one inspected,
 * if there may be more after it.
 */
export const findReplayed = async (
  db: OrgDb,
  { id, entity_ids: entityIds, names, onlyFailed }: Wanted,
  { from, to, after }: Period,
  limit: number,
): Promise<{ events: Replayed[]; reached: ReplayPlace | undefined }> => {
  const begin = after ?? { time: from, sequence: -1 };
  const ofEntities = entityIds.length === 0 ? sql`` : sql`and s.entity_id = any(${entityIds}::text[])`;
  const delivered = (condition: ReturnType<typeof sql>) => sql`exists (
    select from webhook_delivery d where d.org_id = ${db.orgId} and d.webhook_id = ${id} and d.event_id = s.id
      and ${condition})`;
  const ofFailed = onlyFailed
    ? sql`and ${delivered(sql`d.status in ('FAILED', 'CANCELED')`)} and not ${delivered(sql`d.status in ('DONE', 'PENDING')`)}`
    : sql``;
  const { rows } = await sql<Replayed & { scanned: number; last_time: Date; last_sequence: number }>`
    with scanned as (
      select o.id, o.name, o.entity_type, o.entity_id, o.creation_time, o.sequence from outbox o
      where o.org_id = ${db.orgId} and o.sequence is not null and o.creation_time >= ${from} and o.creation_time < ${to}
        and (o.creation_time, o.sequence) > (${begin.time}::timestamptz, ${begin.sequence}::bigint)
      order by o.creation_time, o.sequence limit ${limit}
    ), last as (
      select count(*) over () as scanned, s.creation_time as last_time, s.sequence as last_sequence
      from scanned s order by s.creation_time desc, s.sequence desc limit 1
    )
    select last.scanned, last.last_time, last.last_sequence, f.* from last left join (
      select s.id, s.name, s.entity_type, s.entity_id, s.sequence from scanned s
      where s.name = any(${names as string[]}::text[]) ${ofEntities} ${ofFailed}
    ) as f on true
    order by f.sequence
  `.execute(db.raw);
  const [first] = rows;
  const isCut = first !== undefined && first.scanned === limit;
  return {
    events: rows.filter((row) => row.id !== null),
    reached: isCut ? { time: first.last_time, sequence: first.last_sequence } : undefined,
  };
};
