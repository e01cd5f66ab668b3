import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { dueColumns, holdDue } from '../../../db/webhooks.ts';
import { webhookFields } from './fields.ts';
import type { SeenHealth, Webhook, WebhookHealth } from './webhook.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    webhook: Omit<Webhook, 'version'> & { org_id: string; version: Generated<number> };
    webhook_health: WebhookHealth & {
      org_id: string;
      webhook_id: string;
      delivered: Generated<number>;
      failed: Generated<number>;
    };
  }
}

const columns = [
  'webhook.id',
  'webhook.url',
  'webhook.description',
  'webhook.types',
  'webhook.entity_ids',
  'webhook.ordered',
  'webhook.format',
  'webhook.enabled',
  'webhook.disabled_reason',
  'webhook.disabled_time',
  'webhook.header_names',
  'webhook.headers_sealed',
  'webhook.secret_sealed',
  'webhook.previous_secret_sealed',
  'webhook.previous_secret_until',
  'webhook.epoch',
  'webhook.deleted_time',
  'webhook.created_by',
  'webhook.last_updated_by',
  'webhook.creation_time',
  'webhook.last_update_time',
  'webhook.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('webhook').select(columns).where('webhook.deleted_time', 'is', null);

export const findWebhook = async (db: OrgDb, id: string): Promise<Webhook | undefined> =>
  (await select(db).where('webhook.id', '=', id).executeTakeFirst()) as Webhook | undefined;

/** Its deliveries are queued and their results recorded under this lock, so that those of one entity stay in order. */
export const lockWebhook = async (db: OrgDb, id: string): Promise<Webhook | undefined> =>
  (await select(db).where('webhook.id', '=', id).forUpdate().executeTakeFirst()) as Webhook | undefined;

/** The webhooks that are sent events, held so that none of them is disabled before those are queued. */
export const holdEnabledWebhooks = async (db: OrgDb): Promise<Webhook[]> =>
  (await select(db).where('webhook.enabled', '=', true).orderBy('webhook.id').forShare().execute()) as Webhook[];

/** From here on, concurrent creations in the organization wait, so that the limit on their number holds. */
export const lockCreation = async (db: OrgDb): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook\n${db.orgId}`}, 0))`.execute(db.raw);
};

export const countWebhooks = async (db: OrgDb): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where org_id = ${db.orgId} and deleted_time is null
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

export const insertWebhook = async (db: OrgDb, webhook: Webhook): Promise<void> => {
  await db.insertInto('webhook', webhook).execute();
  await sql`insert into webhook_health (org_id, webhook_id) values (${db.orgId}, ${webhook.id})`.execute(db.raw);
};

export const updateWebhookRow = async (db: OrgDb, { id, creation_time: _, ...change }: Webhook): Promise<void> => {
  await db.updateTable('webhook').set(change).where('webhook.id', '=', id).execute();
};

export const selectWebhooks = (db: OrgDb, page: PageRequest): Promise<SelectedPage<Webhook>> =>
  selectPage(db, select(db), page, webhookFields);

/** Waiting deliveries are counted up to this number. */
const waitingMax = 1000;

/** How the deliveries of webhooks go, by UUID. */
export const findHealth = async (db: OrgDb, ids: readonly string[]): Promise<Map<string, SeenHealth>> => {
  const { rows } = await sql<SeenHealth & { webhook_id: string }>`
    select h.webhook_id, h.delivered, h.failed, h.last_success_time, h.last_failure_time, h.failing_since,
      (select count(*)::int from (
        select from webhook_delivery d
        where d.org_id = ${db.orgId} and d.webhook_id = h.webhook_id and d.status = 'PENDING' limit ${waitingMax + 1}
      ) as waits) as waiting
    from webhook_health h where h.org_id = ${db.orgId} and h.webhook_id = any(${ids as string[]}::uuid[])
  `.execute(db.raw);
  return new Map(rows.map(({ webhook_id: id, ...health }) => [id, health]));
};

/** Counts an attempt, and sets when the next one is due. Returns since when all have failed; null: this one succeeded. `isOver`: it was the last one of its delivery. */
export const countAttempt = async (
  db: OrgDb,
  id: string,
  { succeeded, isOver, now }: { succeeded: boolean; isOver: boolean; now: Date },
): Promise<Date | null> => {
  await holdDue(db.raw, db.orgId, [id]);
  const { rows } = await sql<{ failing_since: Date | null }>`
    update webhook_health h set
      delivered = delivered + ${succeeded ? 1 : 0},
      failed = failed + ${!succeeded && isOver ? 1 : 0},
      last_success_time = case when ${succeeded} then ${now} else last_success_time end,
      last_failure_time = case when ${succeeded} then last_failure_time else ${now} end,
      failing_since = case when ${succeeded} then null else coalesce(failing_since, ${now}) end,
      ${dueColumns(db.orgId)}
    from webhook w
    where h.org_id = ${db.orgId} and h.webhook_id = ${id} and w.org_id = ${db.orgId} and w.id = h.webhook_id
    returning h.failing_since
  `.execute(db.raw);
  return rows[0]?.failing_since ?? null;
};

/** Forgets earlier failures: the webhook was enabled again, or has another address. */
export const forgetFailures = async (db: OrgDb, id: string): Promise<void> => {
  await sql`
    update webhook_health set failing_since = null where org_id = ${db.orgId} and webhook_id = ${id}
  `.execute(db.raw);
};
