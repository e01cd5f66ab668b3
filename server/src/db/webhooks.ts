import { type Kysely, type RawBuilder, sql } from 'kysely';
import { steadyNow } from './steady-time.ts';
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

const isFree = sql`(d.lease_until is null or d.lease_until <= now())`;

/**
 * When a webhook (`h`, with its row `w`) has something to send: its earliest delivery that nobody is sending, and the end of the
 * first lease of those that are being sent. Who makes a delivery due, or ends one, sets this in the same transaction, after `holdDue`:
 * without it the delivery is not found.
 */
export const dueColumns = (orgId: string): RawBuilder<unknown> => sql`
  due_time = (
    select min(d.next_attempt_time) from webhook_delivery d
    where d.org_id = ${orgId} and d.webhook_id = h.webhook_id and d.next_attempt_time is not null and d.epoch = w.epoch and ${isFree}),
  lease_time = (
    select min(d.lease_until) from webhook_delivery d
    where d.org_id = ${orgId} and d.webhook_id = h.webhook_id and d.next_attempt_time is not null and d.lease_until > now())`;

/**
 * Locks the delivery times of webhooks before a statement that computes them from the deliveries. A statement that waits for another
 * transaction and then continues does not see that transaction's deliveries: it would compute a time without those queued or released in
 * the meantime.
 */
export const holdDue = async (db: Statements, orgId: string, webhookIds: readonly string[]): Promise<void> => {
  await sql`
    select from webhook_health where org_id = ${orgId} and webhook_id = any(${webhookIds}::uuid[]) order by webhook_id for update
  `.execute(db);
};

const setHeldDue = async (db: Statements, orgId: string, webhookIds: readonly string[]): Promise<void> => {
  await sql`
    update webhook_health h set ${dueColumns(orgId)} from webhook w
    where h.org_id = ${orgId} and h.webhook_id = any(${webhookIds}::uuid[]) and w.org_id = ${orgId} and w.id = h.webhook_id
  `.execute(db);
};

/** Sets when webhooks of an organization have something to send. */
export const setDue = async (db: Statements, orgId: string, webhookIds: readonly string[]): Promise<void> => {
  await holdDue(db, orgId, webhookIds);
  await setHeldDue(db, orgId, webhookIds);
};

/**
 * Enabled webhooks with deliveries that are due, from the one behind `after` on, at most `limit`. The time does not depend on how many
 * deliveries wait. `reached`: the last one found, if there may be more behind it.
 */
export const findSendableWebhooks = async (
  db: Statements,
  { now, after, limit }: { now: Date; after: WebhookKey; limit: number },
): Promise<{ found: SendableWebhook[]; reached: WebhookKey | undefined }> => {
  const { rows } = await sql<SendableWebhook>`
    select h.org_id, h.webhook_id, h.failing_since is not null as failing, coalesce(leased.held, 0) as held
    from webhook_health h
      join webhook w on w.org_id = h.org_id and w.id = h.webhook_id and w.enabled
      left join (
        select org_id, webhook_id, count(*)::int as held from webhook_delivery where lease_until > now() group by org_id, webhook_id
      ) as leased on leased.org_id = h.org_id and leased.webhook_id = h.webhook_id
    where (h.due_time <= ${now} or h.lease_time <= now())
      and (h.org_id, h.webhook_id) > (${after.org_id}::uuid, ${after.webhook_id}::uuid)
    order by h.org_id, h.webhook_id limit ${limit}
  `.execute(db);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { found: rows, reached: last && { org_id: last.org_id, webhook_id: last.webhook_id } };
};

/**
 * Claims the deliveries that have been due for longest: as many of each webhook as `shares` say, organization by organization. A webhook
 * whose deliveries are being changed is left for the next look.
 */
export const claimWebhookDeliveries = async (
  db: Statements,
  { now, shares, leaseMs }: { now: Date; shares: readonly (WebhookKey & { count: number })[]; leaseMs: number },
): Promise<ClaimedDelivery[]> => {
  const claimed: ClaimedDelivery[] = [];
  for (const [orgId, own] of Map.groupBy(shares, (share) => share.org_id)) {
    const { rows: held } = await sql<{ webhook_id: string }>`
      select h.webhook_id from webhook_health h
      where h.org_id = ${orgId} and h.webhook_id = any(${own.map((share) => share.webhook_id)}::uuid[]) for update skip locked
    `.execute(db);
    const ids = held.map((row) => row.webhook_id);
    const counts = ids.map((id) => own.find((share) => share.webhook_id === id)?.count ?? 0);
    const { rows } = await sql<ClaimedDelivery>`
      with chosen as (
        select c.id from unnest(${ids}::uuid[], ${counts}::int[]) as share (webhook_id, count)
        join webhook w on w.org_id = ${orgId} and w.id = share.webhook_id and w.enabled
        cross join lateral (
          select d.id from webhook_delivery d
          where d.org_id = ${orgId} and d.webhook_id = share.webhook_id and d.next_attempt_time <= ${now}
            and d.epoch = w.epoch and ${isFree}
          order by d.next_attempt_time limit share.count for update of d skip locked
        ) as c
      )
      update webhook_delivery d set lease_until = date_trunc('milliseconds', now() + ${leaseMs} * interval '1 millisecond')
      where d.org_id = ${orgId} and d.id = any(array(select c.id from chosen c))
      returning d.org_id, d.id, d.webhook_id, d.lease_until
    `.execute(db);
    await setHeldDue(db, orgId, ids);
    claimed.push(...rows);
  }
  return claimed;
};

/** Gives back what a process has claimed and not sent, so that another one need not wait for the lease to end. */
export const returnDeliveries = async (db: Statements, claimed: readonly ClaimedDelivery[]): Promise<void> => {
  for (const [orgId, own] of Map.groupBy(claimed, (delivery) => delivery.org_id)) {
    await sql`
      update webhook_delivery d set lease_until = null
      from unnest(${own.map((row) => row.id)}::uuid[], ${own.map((row) => row.lease_until)}::timestamptz[]) as c (id, lease_until)
      where d.org_id = ${orgId} and d.id = c.id and d.lease_until = c.lease_until
    `.execute(db);
    // In the order in which events are queued for them.
    for (const id of [...new Set(own.map((row) => row.webhook_id))].sort()) await setDue(db, orgId, [id]);
  }
};

/** Ends all leases; only for a process that is the only one. */
export const freeWebhookDeliveries = async (db: Statements): Promise<void> => {
  await sql`update webhook_delivery set lease_until = null where lease_until is not null`.execute(db);
  await sql`update webhook_health set lease_time = now() where lease_time is not null`.execute(db);
};

/**
 * Finds webhooks with something to send whose next time is missing or too late: deliveries that a process of a release before due_time
 * has queued, or claimed and not sent. Returns how many, so that the caller knows whether there may be more.
 */
export const mendDueWebhooks = async (db: Statements, limit: number): Promise<number> => {
  const { rows: unsaid } = await sql<WebhookKey>`
    select h.org_id, h.webhook_id from webhook_health h join webhook w on w.org_id = h.org_id and w.id = h.webhook_id and w.enabled
    where coalesce(h.lease_time > now(), true) and (
      select min(d.next_attempt_time) from webhook_delivery d
      where d.org_id = h.org_id and d.webhook_id = h.webhook_id and d.next_attempt_time is not null and d.epoch = w.epoch and ${isFree}
      ) < coalesce(h.due_time, 'infinity')
    order by h.org_id, h.webhook_id limit ${limit}
  `.execute(db);
  for (const { org_id: orgId, webhook_id: id } of unsaid) await setDue(db, orgId, [id]);
  return unsaid.length;
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

/** Removes deliveries past their retention, with their attempts. Returns how many, so that the caller knows whether there may be more. */
export const removeOldDeliveries = async (db: Statements, limit: number): Promise<number> => {
  const { rows: old } = await sql<OfOrganization>`
    select org_id, id from webhook_delivery
    where wall_time < ${steadyNow} - make_interval(days => ${deliveryDays}) and status <> 'PENDING'
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
