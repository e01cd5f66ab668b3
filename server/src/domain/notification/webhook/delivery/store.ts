import { sql } from 'kysely';
import { maxPageBytes, type PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Webhook } from '../webhook.ts';
import { type Attempt, attemptsKept, type Delivery, type EventRest } from './delivery.ts';
import { deliveryFields } from './fields.ts';

declare module '../../../../db/tables.ts' {
  interface Tables {
    webhook_delivery: Delivery & { org_id: string };
  }
}

const columns = [
  'webhook_delivery.id',
  'webhook_delivery.webhook_id',
  'webhook_delivery.event_id',
  'webhook_delivery.replay_id',
  'webhook_delivery.event_type',
  'webhook_delivery.entity_type',
  'webhook_delivery.entity_id',
  'webhook_delivery.status',
  'webhook_delivery.epoch',
  'webhook_delivery.attempts',
  'webhook_delivery.tries',
  'webhook_delivery.trying_since',
  'webhook_delivery.next_attempt_time',
  'webhook_delivery.lease_until',
  'webhook_delivery.last_status_code',
  'webhook_delivery.last_error_code',
  'webhook_delivery.last_error_message',
  'webhook_delivery.done_time',
  'webhook_delivery.creation_time',
] as const;

const ofWebhook = (db: OrgDb, webhookId: string) =>
  db.selectFrom('webhook_delivery').select(columns).where('webhook_delivery.webhook_id', '=', webhookId);

export const findDelivery = async (db: OrgDb, webhookId: string, id: string): Promise<Delivery | undefined> =>
  (await ofWebhook(db, webhookId).where('webhook_delivery.id', '=', id).executeTakeFirst()) as Delivery | undefined;

export const lockDelivery = async (db: OrgDb, webhookId: string, id: string): Promise<Delivery | undefined> =>
  (await ofWebhook(db, webhookId).where('webhook_delivery.id', '=', id).forUpdate().executeTakeFirst()) as
    | Delivery
    | undefined;

export const selectDeliveries = (db: OrgDb, page: PageRequest, webhookId: string): Promise<SelectedPage<Delivery>> =>
  selectPage(db, ofWebhook(db, webhookId), page, deliveryFields, maxPageBytes / 2);

export const updateDeliveryRow = async (db: OrgDb, { id, creation_time: _, ...change }: Delivery): Promise<void> => {
  await db.updateTable('webhook_delivery').set(change).where('webhook_delivery.id', '=', id).execute();
};

/** The latest attempts of a delivery, oldest first. */
export const findAttempts = async (db: OrgDb, deliveryId: string): Promise<Attempt[]> => {
  const { rows } = await sql<Attempt>`
    select number, time, milliseconds, status_code, answer, error_code, error_message from webhook_attempt
    where org_id = ${db.orgId} and delivery_id = ${deliveryId} order by number desc limit ${attemptsKept}
  `.execute(db.raw);
  return rows.reverse();
};

/** Stores an attempt; of very many, the latest are kept. */
export const insertAttempt = async (db: OrgDb, deliveryId: string, attempt: Attempt): Promise<void> => {
  await sql`
    insert into webhook_attempt
      (org_id, delivery_id, number, time, milliseconds, status_code, answer, error_code, error_message)
    values (${db.orgId}, ${deliveryId}, ${attempt.number}, ${attempt.time}, ${attempt.milliseconds},
      ${attempt.status_code}, ${attempt.answer}, ${attempt.error_code}, ${attempt.error_message})
  `.execute(db.raw);
  if (attempt.number <= attemptsKept) return;
  await sql`
    delete from webhook_attempt
    where org_id = ${db.orgId} and delivery_id = ${deliveryId} and number <= ${attempt.number - attemptsKept}
  `.execute(db.raw);
};

/** What is needed to send a delivery. `event` is null if it is no longer kept. */
export type Sendable = Delivery & {
  url: string;
  format: Webhook['format'];
  headers_sealed: string | null;
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_until: Date | null;
  event: EventRest | null;
};

/** A claimed delivery, unless it was canceled or its webhook disabled in the meantime. */
export const findSendable = async (db: OrgDb, id: string): Promise<Sendable | undefined> => {
  const { rows } = await sql<Sendable>`
    select d.id, d.webhook_id, d.event_id, d.replay_id, d.event_type, d.entity_type, d.entity_id, d.status, d.epoch,
      d.attempts, d.tries, d.trying_since, d.next_attempt_time, d.lease_until, d.creation_time,
      w.url, w.format, w.headers_sealed, w.secret_sealed, w.previous_secret_sealed, w.previous_secret_until,
      coalesce(d.own_event, case when o.id is not null then jsonb_build_object(
        'version', o.version, 'actor', o.actor, 'data', o.payload,
        'time', to_char(o.creation_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end) as event
    from webhook_delivery d
      join webhook w on w.org_id = ${db.orgId} and w.id = d.webhook_id
      left join outbox o on o.org_id = ${db.orgId} and o.sequence = d.sequence and o.id = d.event_id
    where d.org_id = ${db.orgId} and d.id = ${id} and d.status = 'PENDING' and d.epoch = w.epoch and w.enabled
  `.execute(db.raw);
  return rows[0];
};
