import { type Kysely, sql } from 'kysely';
import { nilId } from '../kit/ids.ts';
import type { Tables } from './tables.ts';

/** The statements that bring events from the outbox to their receivers, as `mos_system`. */
type Statements = Kysely<Tables>;

/** A receiver and the names of the events it wants. Every call gets all receivers of the deployment. */
export type ReceiverNames = { receiver: string; names: readonly string[] };

/** Due work that an organization gets when events of these names were handed out; with a webhook, events of any name. */
export type OutboxWork = { kind: string; names: readonly string[] };

/** The places of events that were handed out together, from the first to the last. */
export type PlaceRange = { first: number; last: number };

/** How a range is written as the entity of due work: as texts, ranges are in the order of their events. */
export const writeRange = ({ first, last }: PlaceRange): string =>
  `${String(first).padStart(16, '0')}-${String(last).padStart(16, '0')}`;

export const readRange = (text: string): PlaceRange => {
  const [first, last] = text.split('-').map(Number);
  if (first === undefined || last === undefined) throw new Error(`${text} is not a range of places`);
  return { first, last };
};

type EntityKey = Pick<Delivery, 'org_id' | 'entity_type' | 'entity_id'>;
/** An entity whose events are to be handed out, up to this version. */
type Ready = Omit<EntityKey, 'org_id'> & { version: number };
type HandedOut = Ready & { position: number; name: string; sequence: number };

/** How many organizations share a transaction: others wait for it, in the embedded database. */
export const organizationsAtOnce = 20;

/** An organization with events that were not handed out, and since when the oldest of them waits. */
type WaitingOrganization = { org_id: string; next_attempt_time: Date };

/** Such organizations in order of ID, after the given one. Goes from each to the next by the index: there may be many events. */
const findWaitingOrganizations = async (
  db: Statements,
  after: string,
  limit: number,
): Promise<WaitingOrganization[]> => {
  const found: WaitingOrganization[] = [];
  while (found.length < limit) {
    const { rows } = await sql<WaitingOrganization>`
      select org_id, next_attempt_time from outbox
      where delivered_time is null and org_id > ${found.at(-1)?.org_id ?? after}::uuid order by org_id, next_attempt_time limit 1
    `.execute(db);
    if (!rows[0]) break;
    found.push(rows[0]);
  }
  return found;
};

/** The entities of the organization's oldest events that were not handed out, so many events, each with its latest version of them. */
const findUndelivered = async (
  db: Statements,
  orgId: string,
  limit: number,
): Promise<{ entities: Ready[]; isMore: boolean }> => {
  const { rows } = await sql<Ready & { events: number }>`
    select entity_type, entity_id, max(version) as version, count(*)::int as events from (
      select entity_type, entity_id, version from outbox where org_id = ${orgId} and delivered_time is null
      order by next_attempt_time limit ${limit}
    ) as oldest group by entity_type, entity_id
  `.execute(db);
  return { entities: rows, isMore: rows.reduce((sum, { events }) => sum + events, 0) >= limit };
};

/** Locks the organization's last place. Returns undefined if another process is handing out its events. */
const takePlace = async (db: Statements, orgId: string): Promise<number | undefined> => {
  const take = sql<{ last_sequence: number }>`
    select last_sequence from event_place where org_id = ${orgId} for update skip locked`;
  const [place] = (await take.execute(db)).rows;
  if (place) return place.last_sequence;
  // The first event of an organization; or another process has its place, and then nothing is inserted.
  await sql`insert into event_place (org_id, last_sequence) values (${orgId}, 0) on conflict do nothing`.execute(db);
  return (await take.execute(db)).rows[0]?.last_sequence;
};

/**
 * Marks the first events of each entity up to its version delivered, at most `limit` of each, and gives them the places behind `last`. By
 * their ids: each month has its own keys of entities and versions, and an event that was handed out before keeps its place. Without a place
 * (`sequence`) an event was not handed out: the index of entities says it so, and the planner cannot take the one by time. It goes to
 * each entity by itself: joined, it would read all that waits wherever its statistics do not know yet that much does.
 */
const handOutEntities = async (
  db: Statements,
  orgId: string,
  { last, entities, limit }: { last: number; entities: readonly Ready[]; limit: number },
): Promise<(HandedOut & { has_webhook: boolean })[]> => {
  const { rows } = await sql<HandedOut & { has_webhook: boolean }>`
    with ready as (
      select u.*, max(u.id::text collate "C") over (partition by u.entity_type, u.entity_id order by u.version, u.position) as latest_id
      from unnest(${entities.map((entity) => entity.entity_type)}::text[], ${entities.map((entity) => entity.entity_id)}::text[],
        ${entities.map((entity) => entity.version)}::bigint[]) as e (entity_type, entity_id, version)
      cross join lateral (
        select o.entity_type, o.entity_id, o.version, o.position, o.id from outbox o
        where o.org_id = ${orgId} and o.entity_type = e.entity_type and o.entity_id = e.entity_id and o.version <= e.version
          and o.sequence is null
        order by o.version, o.position limit ${limit}
      ) as u
    ), numbered as (
      select r.*, row_number() over (order by r.latest_id, r.version, r.position) as place from ready r
    ), handed as (
      update outbox o set delivered_time = now(), sequence = ${last}::bigint + n.place from numbered n
      where o.org_id = ${orgId} and o.id = n.id and o.entity_type = n.entity_type and o.entity_id = n.entity_id
        and o.version = n.version and o.position = n.position and o.sequence is null
      returning o.entity_type, o.entity_id, o.version, o.position, o.name, o.sequence
    ), moved as (
      update event_place p set last_sequence = p.last_sequence + (select count(*) from handed) where p.org_id = ${orgId}
    )
    select h.*, exists (
      select from webhook w where w.org_id = ${orgId} and w.enabled and w.deleted_time is null) as has_webhook
    from handed h order by h.sequence
  `.execute(db);
  return rows;
};

const queueForReceivers = async (
  db: Statements,
  orgId: string,
  queued: readonly (HandedOut & { receiver: string })[],
): Promise<void> => {
  if (queued.length === 0) return;
  await sql`
    insert into outbox_delivery (org_id, receiver, entity_type, entity_id, version, position) values (
      ${orgId}, unnest(${queued.map((row) => row.receiver)}::text[]), unnest(${queued.map((row) => row.entity_type)}::text[]),
      unnest(${queued.map((row) => row.entity_id)}::text[]), unnest(${queued.map((row) => row.version)}::bigint[]),
      unnest(${queued.map((row) => row.position)}::int[]))
    on conflict do nothing
  `.execute(db);
};

const scheduleWork = async (
  db: Statements,
  orgId: string,
  kind: string,
  handedOut: readonly HandedOut[],
): Promise<void> => {
  const [first, last] = [handedOut[0], handedOut.at(-1)];
  if (!first || !last) return;
  const range = writeRange({ first: first.sequence, last: last.sequence });
  await sql`
    insert into due (org_id, kind, entity_id, due_time) values (${orgId}, ${kind}, ${range}, 'epoch')
  `.execute(db);
};

/**
 * Distributes outbox rows to the receivers' queues, organization by organization: marks them delivered and assigns their places in the
 * organization's events. The order is that in which their ids were created, except that an event of an entity never precedes those of
 * earlier versions. `dueWork` is scheduled at once for each organization, with the range of its events. One process at a time distributes
 * the rows of an organization (its row in `event_place`), and with a version of an entity all earlier ones: a receiver must not see a
 * version before the preceding one. The first `atOnce` organizations after `after` share `limit` events, however many wait in one of them. `isMore`: there
 * may be more to distribute now. `reached`: where the next call goes on; undefined: at the first organization.
 */
export const handOutEvents = async (
  db: Statements,
  receivers: readonly ReceiverNames[],
  {
    limit,
    after,
    atOnce = organizationsAtOnce,
    dueWork = { kind: '', names: [] },
  }: { limit: number; after?: string | undefined; atOnce?: number; dueWork?: OutboxWork | undefined },
): Promise<{ handed: number; isMore: boolean; reached: string | undefined }> => {
  const receiversOf = (name: string): string[] =>
    receivers.filter(({ names }) => names.includes(name)).map(({ receiver }) => receiver);
  // In one order everywhere, so that two processes that insert places never wait for each other.
  const turns = await findWaitingOrganizations(db, after ?? nilId, atOnce);
  let handed = 0;
  let isMore = false;
  for (const [index, { org_id: orgId }] of turns.entries()) {
    const last = await takePlace(db, orgId);
    if (last === undefined) continue;
    // What one leaves of its share, those after it have.
    const share = Math.ceil(Math.max(1, limit - handed) / (turns.length - index));
    const waiting = await findUndelivered(db, orgId, share);
    const rows = await handOutEntities(db, orgId, { last, entities: waiting.entities, limit: share });
    handed += rows.length;
    isMore ||= waiting.isMore;
    const queued = rows.flatMap((row) => receiversOf(row.name).map((receiver) => ({ ...row, receiver })));
    await queueForReceivers(db, orgId, queued);
    const handedOut = rows.filter((row) => row.has_webhook || dueWork.names.includes(row.name));
    if (dueWork.kind !== '') await scheduleWork(db, orgId, dueWork.kind, handedOut);
  }
  const reached = turns.length === atOnce ? turns.at(-1)?.org_id : undefined;
  // Whoever began after an organization still has to look at those before it.
  const isUnseen = after !== undefined && reached === undefined;
  return { handed, isMore: isUnseen || (handed > 0 && (isMore || reached !== undefined)), reached };
};

/** The first organization after the given one with events to hand out; undefined: there is none. */
export const findNextWaiting = async (db: Statements, after: string | undefined): Promise<string | undefined> =>
  (await findWaitingOrganizations(db, after ?? nilId, 1))[0]?.org_id;

/** The place of each organization's latest event that was handed out; organizations without events are left out. */
export const readLastPlaces = async (
  reads: Statements,
  orgIds: readonly string[],
): Promise<{ org_id: string; last_sequence: number }[]> => {
  const { rows } = await sql<{ org_id: string; last_sequence: number }>`
    select org_id, last_sequence from event_place where org_id = any(${[...orgIds]}::uuid[])
  `.execute(reads);
  return rows;
};

export type Delivery = {
  org_id: string;
  entity_type: string;
  entity_id: string;
  version: number;
  position: number;
  attempts: number;
  /** Identifies the claim: a delivery that is claimed again has a later one. */
  lease_until: Date;
  id: string;
  name: string;
  payload: object;
  actor: { type: string; id: string; name: string };
  creation_time: Date;
};

/** Entities to inspect for each one needed, because other processes take some of them concurrently. */
const lookedAtForEach = 4;

/** Entities whose oldest row is due, in all organizations, those first that have been due for longest. */
const findDueEntities = async (db: Statements, receiver: string, limit: number): Promise<EntityKey[]> => {
  const { rows } = await sql<EntityKey>`
    select d.org_id, d.entity_type, d.entity_id from outbox_delivery d
    where d.receiver = ${receiver} and d.next_attempt_time <= now() and not exists (
      select from outbox_delivery e where e.org_id = d.org_id and e.receiver = d.receiver
        and e.entity_type = d.entity_type and e.entity_id = d.entity_id
        and (e.version, e.position) < (d.version, d.position))
    order by d.next_attempt_time limit ${limit}
  `.execute(db);
  return rows;
};

/**
 * Leases deliveries of one receiver for `leaseSeconds`: the first `perEntity` rows of each entity whose oldest row is
 * free and due. The entity's other rows wait behind them. Goes over the organizations one after the other.
 */
export const claimDeliveries = async (
  db: Statements,
  receiver: string,
  { entities, perEntity, leaseSeconds }: { entities: number; perEntity: number; leaseSeconds: number },
): Promise<Delivery[]> => {
  const due = await findDueEntities(db, receiver, entities * lookedAtForEach);
  const claimed: Delivery[] = [];
  let left = entities;
  for (const [orgId, own] of Map.groupBy(due, (entity) => entity.org_id)) {
    if (left === 0) break;
    const { rows } = await sql<Delivery>`
      with heads as (
        select d.entity_type, d.entity_id
        from unnest(${own.map((entity) => entity.entity_type)}::text[], ${own.map((entity) => entity.entity_id)}::text[])
          as k (entity_type, entity_id)
        join outbox_delivery d on d.org_id = ${orgId} and d.receiver = ${receiver} and d.entity_type = k.entity_type
          and d.entity_id = k.entity_id
        where d.next_attempt_time <= now() and not exists (
          select from outbox_delivery e where e.org_id = ${orgId} and e.receiver = ${receiver}
            and e.entity_type = d.entity_type and e.entity_id = d.entity_id
            and (e.version, e.position) < (d.version, d.position))
        order by d.next_attempt_time limit ${left} for update of d skip locked
      ), first_rows as (
        select r.* from heads h cross join lateral (
          select d.entity_type, d.entity_id, d.version, d.position from outbox_delivery d
          where d.org_id = ${orgId} and d.receiver = ${receiver} and d.entity_type = h.entity_type
            and d.entity_id = h.entity_id
          order by d.version, d.position limit ${perEntity}
        ) as r
      ), taken as (
        update outbox_delivery d set next_attempt_time = date_trunc('milliseconds', now() + make_interval(secs => ${leaseSeconds}))
        from first_rows f
        where d.org_id = ${orgId} and d.receiver = ${receiver} and d.entity_type = f.entity_type
          and d.entity_id = f.entity_id and d.version = f.version and d.position = f.position
        returning d.org_id, d.entity_type, d.entity_id, d.version, d.position, d.attempts, d.next_attempt_time as lease_until
      )
      select t.*, o.id, o.name, o.payload, o.actor, o.creation_time
      from taken t join outbox o on o.org_id = ${orgId} and o.entity_type = t.entity_type and o.entity_id = t.entity_id
        and o.version = t.version and o.position = t.position
      order by t.entity_type, t.entity_id, t.version, t.position
    `.execute(db);
    claimed.push(...rows);
    left -= new Set(rows.map((row) => `${row.entity_type} ${row.entity_id}`)).size;
  }
  return claimed;
};

/** Removes the deliveries that the receiver has processed. */
export const removeDeliveries = async (db: Statements, receiver: string, done: readonly Delivery[]): Promise<void> => {
  await sql`
    delete from outbox_delivery d using unnest(
      ${done.map((row) => row.org_id)}::uuid[], ${done.map((row) => row.entity_type)}::text[],
      ${done.map((row) => row.entity_id)}::text[], ${done.map((row) => row.version)}::bigint[],
      ${done.map((row) => row.position)}::int[]
    ) as r (org_id, entity_type, entity_id, version, position)
    where d.org_id = r.org_id and d.receiver = ${receiver} and d.entity_type = r.entity_type
      and d.entity_id = r.entity_id and d.version = r.version and d.position = r.position
  `.execute(db);
};

/**
 * Postpones a failed delivery and releases the rows behind it, which stay behind it. `error` is null if it was not
 * tried. Does nothing if the delivery was claimed again: this process stood still for longer than its lease.
 */
export const postponeDelivery = async (
  db: Statements,
  receiver: string,
  failed: Delivery,
  { pauseMs, error }: { pauseMs: number; error: string | null },
): Promise<void> => {
  const ofEntity = sql`org_id = ${failed.org_id} and receiver = ${receiver} and entity_type = ${failed.entity_type}
    and entity_id = ${failed.entity_id}`;
  const { numAffectedRows } = await sql`
    update outbox_delivery set attempts = attempts + ${error === null ? 0 : 1}::int, last_error = coalesce(${error}::text, last_error),
      next_attempt_time = now() + ${pauseMs} * interval '1 millisecond'
    where ${ofEntity} and version = ${failed.version} and position = ${failed.position}
      and next_attempt_time = ${failed.lease_until}
  `.execute(db);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await sql`
    update outbox_delivery set next_attempt_time = now()
    where ${ofEntity} and (version, position) > (${failed.version}::bigint, ${failed.position}::int)
  `.execute(db);
};

/** Ends all leases and pauses; only for a process that is the only one. */
export const freeDeliveries = async (db: Statements): Promise<void> => {
  await sql`
    update outbox_delivery set next_attempt_time = now() where next_attempt_time > now()
  `.execute(db);
};

/** Up to where waiting events are counted. */
const countedMax = 100_000;

/** Number of events that a receiver still waits for and that have not failed, counted up to 100,000 that were not handed out and as many others. */
export const countUndelivered = async (db: Statements): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from (select from outbox where delivered_time is null limit ${countedMax}) as waiting)
      + (select count(*) from (select from outbox_delivery where last_error is null limit ${countedMax}) as queued) as count
  `.execute(db);
  return rows[0]?.count ?? 0;
};

/** Organizations of which the oldest event is looked at: more wait only if none are handed out, and then all of them do. */
const organizationsLookedAt = 1000;

/** Number and age of the events that wait for one receiver (empty: to be handed out). */
type WaitingEvents = { receiver: string; count: number; age: number };

const readNotHandedOut = async (db: Statements, countedUpTo: number): Promise<WaitingEvents[]> => {
  const oldest = await findWaitingOrganizations(db, nilId, organizationsLookedAt);
  const times = oldest.map((waiting) => waiting.next_attempt_time.toISOString());
  const { rows } = await sql<WaitingEvents>`
    select '' as receiver, (select count(*)::int from (select from outbox where delivered_time is null limit ${countedUpTo}) as waiting) as count,
      coalesce(extract(epoch from now() - (select min(time) from unnest(${times}::timestamptz[]) as time)), 0)::float8 as age
  `.execute(db);
  return rows;
};

/** The next receiver with waiting events, by name. Goes from one to the next by the index: a receiver may have a great many. */
const findNextReceiver = async (db: Statements, after: string): Promise<string | undefined> => {
  const { rows } = await sql<{ receiver: string }>`
    select receiver from outbox_delivery where receiver > ${after} order by receiver limit 1
  `.execute(db);
  return rows[0]?.receiver;
};

const readWaitingFor = async (db: Statements, receiver: string, countedUpTo: number): Promise<WaitingEvents[]> => {
  const { rows } = await sql<WaitingEvents>`
    select d.receiver, count(*)::int as count, extract(epoch from now() - min(o.delivered_time))::float8 as age
    from (select * from outbox_delivery where receiver = ${receiver} order by next_attempt_time limit ${countedUpTo}) d
      join outbox o on o.org_id = d.org_id and o.entity_type = d.entity_type
      and o.entity_id = d.entity_id and o.version = d.version and o.position = d.position
    group by d.receiver
  `.execute(db);
  return rows;
};

/**
 * Undelivered events of each receiver, counted up to 100,000 of its own; `receiver` is empty for those not yet handed out. Ages are wall
 * time, in seconds.
 */
export const readWaitingEvents = async (db: Statements, countedUpTo = countedMax): Promise<WaitingEvents[]> => {
  const waiting = await readNotHandedOut(db, countedUpTo);
  for (let next = await findNextReceiver(db, ''); next !== undefined; next = await findNextReceiver(db, next)) {
    waiting.push(...(await readWaitingFor(db, next, countedUpTo)));
  }
  return waiting;
};

/** How long events are kept at least after they were handed out, for clients that read them later (`mos_event_month_holds`). */
export const eventDays = 30;
