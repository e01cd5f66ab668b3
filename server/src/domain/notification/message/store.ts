import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { isLikeFolded } from '../../../contract/query/compile.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { escapeLike } from '../../../kit/escape-like.ts';
import { messageFields } from './fields.ts';
import type { Hidden, Message } from './message.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    notification_message: Omit<Message, 'last_error' | 'content' | 'version'> & {
      org_id: string;
      content: Message['content'] | string;
      last_error: Message['last_error'] | string;
      version: Generated<number>;
    };
  }
}

const columns = [
  'notification_message.id',
  'notification_message.channel',
  'notification_message.action',
  'notification_message.entity_type',
  'notification_message.entity_id',
  'notification_message.contact_id',
  'notification_message.recipient',
  'notification_message.cc_recipients',
  'notification_message.bcc_recipients',
  'notification_message.subject',
  'notification_message.text_content',
  'notification_message.html_content',
  'notification_message.content',
  'notification_message.reply_to',
  'notification_message.event_id',
  'notification_message.rule',
  'notification_message.status',
  'notification_message.attempts',
  'notification_message.last_error',
  'notification_message.next_attempt_time',
  'notification_message.first_attempt_time',
  'notification_message.done_time',
  'notification_message.creation_time',
  'notification_message.last_update_time',
  'notification_message.version',
] as const;

const selectById = (db: OrgDb, id: string) =>
  db.selectFrom('notification_message').select(columns).where('notification_message.id', '=', id);

export const findMessage = async (db: OrgDb, id: string): Promise<Message | undefined> =>
  (await selectById(db, id).executeTakeFirst()) as Message | undefined;

/** Messages by UUID, in the order in which they were written. */
export const findMessages = async (db: OrgDb, ids: readonly string[]): Promise<Message[]> =>
  ids.length === 0
    ? []
    : ((await db
        .selectFrom('notification_message')
        .select(columns)
        .where('notification_message.id', 'in', [...ids])
        .orderBy('notification_message.id')
        .execute()) as Message[]);

export const lockMessage = async (db: OrgDb, id: string): Promise<Message | undefined> =>
  (await selectById(db, id).forUpdate().executeTakeFirst()) as Message | undefined;

export const insertMessages = async (db: OrgDb, messages: readonly Message[]): Promise<void> => {
  await db
    .insertInto(
      'notification_message',
      messages.map((message) => ({
        ...message,
        content: message.content && JSON.stringify(message.content),
        last_error: message.last_error && JSON.stringify(message.last_error),
      })),
    )
    .execute();
};

/** To whom no mail about an entity was written at a time, because the organization may write no more; not of notices that name their event. */
export const findUnsentRecipients = async (
  db: OrgDb,
  { entityId, time }: { entityId: string; time: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ recipient: string }>`
    select m.recipient from notification_message m
    where m.org_id = ${db.orgId} and m.entity_id = ${entityId} and m.creation_time = ${time} and m.channel = 'EMAIL'
      and m.event_id is null and m.status = 'FAILED' and m.attempts = 0
  `.execute(db.raw);
  return rows.map(({ recipient }) => recipient);
};

export const updateMessageRow = async (
  db: OrgDb,
  { id, last_error: error, content: _, ...rest }: Message,
): Promise<void> => {
  await db
    .updateTable('notification_message')
    .set({ ...rest, last_error: error && JSON.stringify(error) })
    .where('notification_message.id', '=', id)
    .execute();
};

/**
 * Whether a message is none of those that are hidden. The test of a scope of which nothing has happened yet has made-up
 * words, and may be read by all.
 */
const isShown = ({ entityTypes, digests, toContacts }: Hidden) => sql<boolean>`(
  (notification_message.action = 'TEST' and notification_message.entity_id = '')
  or (notification_message.entity_type <> all(${[...entityTypes]}::text[])
    and (not ${digests} or notification_message.action <> 'NOTIFY' or notification_message.entity_type <> 'ORGANIZATION')
    and (not ${toContacts} or notification_message.contact_id is null))
)`;

/** A message, unless it is hidden. */
export const findShownMessage = async (
  db: OrgDb,
  id: string,
  hidden: Hidden | undefined,
): Promise<Message | undefined> => {
  const selected = selectById(db, id);
  return (await (hidden ? selected.where(isShown(hidden)) : selected).executeTakeFirst()) as Message | undefined;
};

export const selectMessages = (
  db: OrgDb,
  page: PageRequest,
  { keyword, hidden }: { keyword?: string; hidden?: Hidden | undefined },
): Promise<SelectedPage<Message>> => {
  let from = db.selectFrom('notification_message');
  if (hidden) from = from.where(isShown(hidden));
  if (keyword) {
    const pattern = `%${escapeLike(keyword)}%`;
    const columns = [sql.ref('notification_message.subject'), sql.ref('notification_message.text_content')];
    from = from.where((where) => where.or(columns.map((column) => isLikeFolded(column, pattern))));
  }
  return selectPage(db, from.select(columns), page, messageFields);
};

/** The content of an offer announcement and its receivers. */
export type AnnouncedOffer = {
  name: string;
  product: string | null;
  expire_time: Date | null;
  url: string | null;
};
export type Receiver = { id: string; name: string; email_address: string };

export const findAnnouncedOffer = async (db: OrgDb, offerId: string): Promise<AnnouncedOffer | undefined> => {
  const { rows } = await sql<AnnouncedOffer>`
    select o.name, p.name as product, o.expire_time, o.info ->> 'privateOfferUrl' as url
    from offer o left join product p on p.org_id = ${db.orgId} and p.id = o.product_id
    where o.org_id = ${db.orgId} and o.id = ${offerId}
  `.execute(db.raw);
  return rows[0];
};

/** Those of the contacts that still belong to the offer; `null`: all contacts of the offer. */
export const findReceivers = async (
  db: OrgDb,
  offerId: string,
  contactIds: readonly string[] | null,
): Promise<Receiver[]> => {
  const { rows } = await sql<Receiver>`
    select c.id, c.name, c.email_address
    from offer_contact l join contact c on c.org_id = ${db.orgId} and c.id = l.contact_id
    where l.org_id = ${db.orgId} and l.offer_id = ${offerId}
      and (${contactIds}::uuid[] is null or l.contact_id = any(${contactIds}::uuid[]))
    order by c.email_address
  `.execute(db.raw);
  return rows;
};
