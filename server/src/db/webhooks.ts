import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The statements that find and claim deliveries of webhooks over all organizations, as `mos_system`. */
type Statements = Kysely<Tables>;

/** A webhook with a delivery that can be sent now. `held`: its deliveries that processes are sending. */
export type SendableWebhook = { org_id: string; webhook_id: string; held: number; failing: boolean };
export type WebhookKey = Pick<SendableWebhook, 'org_id' | 'webhook_id'>;

/** `lease_until` identifies the claim: a delivery that is claimed again has a later one. */
export type ClaimedDelivery = { org_id: string; id: string; webhook_id: string; lease_until: Date };

/** Takes the turn of claiming until the transaction ends. Returns false if another process has it. */
export const takeClaimTurn = async (db: Statements): Promise<boolean> => {
  const { rows } = await sql`select from engine_turn where name = 'webhook' for update skip locked`.execute(db);
  return rows.length > 0;
};

const isFree = sql`d.lease_until is null or d.lease_until <= now()`;

/**
 * Webhooks with deliveries that are due, from the one behind `after` on. Goes from each to the next by the index, and looks
 * at no more than `limit` of them, so that the time does not depend on how many deliveries wait. `reached`: the last one that it
 * looked at, if there may be more behind it.
 */
export const findSendableWebhooks = async (
  db: Statements,
  { now, after, limit }: { now: Date; after: WebhookKey; limit: number },
): Promise<{ found: SendableWebhook[]; reached: WebhookKey | undefined }> => {
  const next = (orgId: unknown, webhookId: unknown) => sql`
    select d.org_id, d.webhook_id from webhook_delivery d
    where d.next_attempt_time is not null and (d.org_id, d.webhook_id) > (${orgId}, ${webhookId})
    order by d.org_id, d.webhook_id limit 1`;
  const first = next(sql`${after.org_id}::uuid`, sql`${after.webhook_id}::uuid`);
  const following = next(sql`walk.org_id`, sql`walk.webhook_id`);
  const { rows } = await sql<SendableWebhook & { sendable: boolean; place: number }>`
    with recursive walk (org_id, webhook_id, place) as (
      (select f.org_id, f.webhook_id, 1 from (${first}) as f)
      union all
      (select n.org_id, n.webhook_id, walk.place + 1 from walk cross join lateral (${following}) as n
        where walk.place < ${limit}::int)
    )
    select walk.org_id, walk.webhook_id, walk.place, coalesce(h.failing_since is not null, false) as failing,
      w.enabled and exists (
        select from webhook_delivery d
        where d.org_id = walk.org_id and d.webhook_id = walk.webhook_id and d.next_attempt_time <= ${now}
          and d.epoch = w.epoch and (${isFree})) as sendable,
      (select count(*)::int from webhook_delivery d
        where d.org_id = walk.org_id and d.webhook_id = walk.webhook_id and d.lease_until > now()) as held
    from walk
      join webhook w on w.org_id = walk.org_id and w.id = walk.webhook_id
      left join webhook_health h on h.org_id = walk.org_id and h.webhook_id = walk.webhook_id
    order by walk.place
  `.execute(db);
  const last = rows.at(-1);
  return {
    found: rows.filter(({ sendable }) => sendable),
    reached: last && last.place === limit ? { org_id: last.org_id, webhook_id: last.webhook_id } : undefined,
  };
};

/** Claims the deliveries that have been due for longest: as many of each webhook as `shares` say, organization by organization. */
export const claimWebhookDeliveries = async (
  db: Statements,
  { now, shares, leaseMs }: { now: Date; shares: readonly (WebhookKey & { count: number })[]; leaseMs: number },
): Promise<ClaimedDelivery[]> => {
  const claimed: ClaimedDelivery[] = [];
  for (const [orgId, own] of Map.groupBy(shares, (share) => share.org_id)) {
    const { rows } = await sql<ClaimedDelivery>`
      with chosen as (
        select c.id from unnest(${own.map((share) => share.webhook_id)}::uuid[], ${own.map((share) => share.count)}::int[])
          as share (webhook_id, count)
        join webhook w on w.org_id = ${orgId} and w.id = share.webhook_id and w.enabled
        cross join lateral (
          select d.id from webhook_delivery d
          where d.org_id = ${orgId} and d.webhook_id = share.webhook_id and d.next_attempt_time <= ${now}
            and d.epoch = w.epoch and (${isFree})
          order by d.next_attempt_time limit share.count for update of d skip locked
        ) as c
      )
      update webhook_delivery d set lease_until = date_trunc('milliseconds', now() + ${leaseMs} * interval '1 millisecond')
      from chosen c where d.org_id = ${orgId} and d.id = c.id
      returning d.org_id, d.id, d.webhook_id, d.lease_until
    `.execute(db);
    claimed.push(...rows);
  }
  return claimed;
};

/** Gives back what a process has claimed and not sent, so that another one need not wait for the lease to end. */
export const returnDeliveries = async (db: Statements, claimed: readonly ClaimedDelivery[]): Promise<void> => {
  await sql`
    update webhook_delivery d set lease_until = null
    from unnest(${claimed.map((row) => row.org_id)}::uuid[], ${claimed.map((row) => row.id)}::uuid[],
      ${claimed.map((row) => row.lease_until)}::timestamptz[]) as c (org_id, id, lease_until)
    where d.org_id = c.org_id and d.id = c.id and d.lease_until = c.lease_until
  `.execute(db);
};

/** Ends all leases; only for a process that is the only one. */
export const freeWebhookDeliveries = async (db: Statements): Promise<void> => {
  await sql`update webhook_delivery set lease_until = null where lease_until is not null`.execute(db);
};

type OfOrganization = { org_id: string; id: string };

/** What was found in all organizations is removed in one after the other: each is one shard's, where tables are distributed. */
const idsByOrganization = (found: readonly OfOrganization[]): Map<string, string[]> => {
  const ids = new Map<string, string[]>();
  for (const { org_id: orgId, id } of found) ids.set(orgId, [...(ids.get(orgId) ?? []), id]);
  return ids;
};

/** How long a delivery and its attempts are kept after it was queued, in days of wall time. */
const deliveryDays = 30;

/** Removes deliveries that were kept long enough, with their attempts. Returns how many, so that the caller knows whether there may be more. */
export const removeOldDeliveries = async (db: Statements, limit: number): Promise<number> => {
  const { rows: old } = await sql<OfOrganization>`
    select org_id, id from webhook_delivery
    where wall_time < now() - make_interval(days => ${deliveryDays}) and status <> 'PENDING'
    order by wall_time limit ${limit}
  `.execute(db);
  let count = 0;
  for (const [orgId, ids] of idsByOrganization(old)) {
    const { rows } = await sql<{ count: number }>`
      with old as (
        select id from webhook_delivery where org_id = ${orgId} and id = any(${ids}::uuid[]) for update skip locked
      ), attempts as (
        delete from webhook_attempt a using old o where a.org_id = ${orgId} and a.delivery_id = o.id
      ), removed as (
        delete from webhook_delivery d using old o where d.org_id = ${orgId} and d.id = o.id returning 1
      )
      select count(*)::int as count from removed
    `.execute(db);
    count += rows[0]?.count ?? 0;
  }
  return count;
};

/** Removes deleted webhooks once none of their deliveries is left. */
export const removeDeletedWebhooks = async (db: Statements, limit: number): Promise<number> => {
  const { rows: gone } = await sql<OfOrganization>`
    select w.org_id, w.id from webhook w
    where w.deleted_time is not null and not exists (
      select from webhook_delivery d where d.org_id = w.org_id and d.webhook_id = w.id)
    order by w.deleted_time limit ${limit}
  `.execute(db);
  let count = 0;
  for (const [orgId, ids] of idsByOrganization(gone)) {
    await sql`delete from webhook_health where org_id = ${orgId} and webhook_id = any(${ids}::uuid[])`.execute(db);
    const { numAffectedRows = 0n } = await sql`
      delete from webhook where org_id = ${orgId} and id = any(${ids}::uuid[])
    `.execute(db);
    count += Number(numAffectedRows);
  }
  return count;
};
