import { sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { isLikeFolded } from '../../../contract/query/compile.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { escapeLike } from '../../../kit/escape-like.ts';
import { notificationEventFields } from './fields.ts';
import type { NotificationEvent, Priority } from './notification-event.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    notification_event: Omit<NotificationEvent, 'actor'> & {
      org_id: string;
      actor: NotificationEvent['actor'] | string;
    };
  }
}

const columns = [
  'notification_event.id',
  'notification_event.name',
  'notification_event.action',
  'notification_event.entity_type',
  'notification_event.entity_id',
  'notification_event.entity_name',
  'notification_event.entity_status',
  'notification_event.partner',
  'notification_event.priority',
  'notification_event.title',
  'notification_event.message',
  'notification_event.is_action_item',
  'notification_event.actor',
  'notification_event.channels',
  'notification_event.creation_time',
] as const;

export const insertNotificationEvents = async (db: OrgDb, events: readonly NotificationEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await db
    .insertInto(
      'notification_event',
      events.map((event) => ({ ...event, actor: JSON.stringify(event.actor) })),
    )
    .execute();
};

export const findNotificationEvents = async (db: OrgDb, ids: readonly string[]): Promise<NotificationEvent[]> =>
  (await db
    .selectFrom('notification_event')
    .select(columns)
    .where('notification_event.id', 'in', [...ids])
    .orderBy('notification_event.creation_time')
    .orderBy('notification_event.id')
    .execute()) as NotificationEvent[];

/** The newest event of a scope among those of the given names. */
export const findLatestOfScope = async (
  db: OrgDb,
  names: readonly string[],
  { action, entityType }: { action: string; entityType: string },
): Promise<NotificationEvent | undefined> =>
  (await db
    .selectFrom('notification_event')
    .select(columns)
    .where('notification_event.action', '=', action)
    .where('notification_event.entity_type', '=', entityType)
    .where('notification_event.name', '=', sql<string>`any(${[...names]}::text[])`)
    .orderBy('notification_event.creation_time', 'desc')
    .orderBy('notification_event.id', 'desc')
    .limit(1)
    .executeTakeFirst()) as NotificationEvent | undefined;

export type NotificationEventFilter = {
  /** Names of the events that the caller may see. */
  names: readonly string[];
  priorities?: readonly Priority[];
  message?: string | undefined;
  /** Only events after it. */
  since?: Date | undefined;
  entity?: { type: string; id: string };
};

export const selectNotificationEvents = (
  db: OrgDb,
  page: PageRequest,
  { names, priorities, message, since, entity }: NotificationEventFilter,
): Promise<SelectedPage<NotificationEvent>> => {
  let from = db
    .selectFrom('notification_event')
    .where('notification_event.name', '=', sql<string>`any(${[...names]}::text[])`);
  if (priorities) from = from.where('notification_event.priority', 'in', [...priorities]);
  if (since) from = from.where('notification_event.creation_time', '>', since);
  if (entity)
    from = from
      .where('notification_event.entity_type', '=', entity.type)
      .where('notification_event.entity_id', '=', entity.id);
  if (message) from = from.where(isLikeFolded(sql.ref('notification_event.message'), `%${escapeLike(message)}%`));
  return selectPage(db, from.select(columns), page, notificationEventFields);
};
