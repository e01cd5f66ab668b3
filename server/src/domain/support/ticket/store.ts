import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { isLikeFolded } from '../../../contract/query/compile.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { escapeLike } from '../../../kit/escape-like.ts';
import { foldCase } from '../../../kit/fold-case.ts';
import { ticketFields } from './fields.ts';
import type { Ticket } from './ticket.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    support_ticket: Omit<Ticket, 'version'> & {
      org_id: string;
      creator_key: Generated<string>;
      version: Generated<number>;
    };
    support_ticket_watcher: { org_id: string; ticket_id: string; watcher_key: string };
  }
}

const columns = [
  'support_ticket.id',
  'support_ticket.name',
  'support_ticket.description',
  'support_ticket.priority',
  'support_ticket.status',
  'support_ticket.task_type',
  'support_ticket.creator',
  'support_ticket.creator_id',
  'support_ticket.watchers',
  'support_ticket.assignee_id',
  'support_ticket.entity_type',
  'support_ticket.entity_id',
  'support_ticket.running_ms',
  'support_ticket.running_since',
  'support_ticket.first_answer_time',
  'support_ticket.first_answer_missed_time',
  'support_ticket.resolution_missed_time',
  'support_ticket.close_time',
  'support_ticket.comment_count',
  'support_ticket.attachment_count',
  'support_ticket.created_by',
  'support_ticket.creation_time',
  'support_ticket.last_update_time',
  'support_ticket.version',
] as const;

const select = (db: OrgDb) => db.selectFrom('support_ticket').select(columns);

export const findTicket = async (db: OrgDb, id: string): Promise<Ticket | undefined> =>
  (await select(db).where('support_ticket.id', '=', id).executeTakeFirst()) as Ticket | undefined;

export const lockTicket = async (db: OrgDb, id: string): Promise<Ticket | undefined> =>
  (await select(db).where('support_ticket.id', '=', id).forUpdate().executeTakeFirst()) as Ticket | undefined;

const insertWatchers = async (db: OrgDb, { id, watchers }: Ticket): Promise<void> => {
  if (watchers.length === 0) return;
  await db
    .insertInto(
      'support_ticket_watcher',
      watchers.map((address) => ({ ticket_id: id, watcher_key: foldCase(address) })),
    )
    .execute();
};

export const insertTicket = async (db: OrgDb, ticket: Ticket): Promise<void> => {
  await db.insertInto('support_ticket', ticket).execute();
  await insertWatchers(db, ticket);
};

export const updateTicketRow = async (db: OrgDb, { id, creation_time: _, ...change }: Ticket): Promise<void> => {
  await db.updateTable('support_ticket').set(change).where('support_ticket.id', '=', id).execute();
};

/** Makes the watchers of the ticket findable by their addresses, instead of those before. */
export const replaceWatchers = async (db: OrgDb, ticket: Ticket): Promise<void> => {
  await db.deleteFrom('support_ticket_watcher').where('support_ticket_watcher.ticket_id', '=', ticket.id).execute();
  await insertWatchers(db, ticket);
};

export type TicketFilter = { creator?: string; watcher?: string; keyword?: string };

export const selectTickets = (
  db: OrgDb,
  page: PageRequest,
  { creator, watcher, keyword }: TicketFilter,
): Promise<SelectedPage<Ticket>> => {
  let from = select(db);
  if (creator) from = from.where('support_ticket.creator_key', '=', foldCase(creator));
  if (watcher) {
    const watched = db
      .selectFrom('support_ticket_watcher')
      .select('support_ticket_watcher.ticket_id')
      .where('support_ticket_watcher.watcher_key', '=', foldCase(watcher));
    from = from.where('support_ticket.id', 'in', watched);
  }
  if (keyword) {
    const pattern = `%${escapeLike(keyword)}%`;
    const searched = [sql.ref('support_ticket.name'), sql.ref('support_ticket.description')];
    from = from.where((where) => where.or(searched.map((column) => isLikeFolded(column, pattern))));
  }
  return selectPage(db, from, page, ticketFields);
};

/** Whether the organization has such an entity. */
export const hasEntity = async (db: OrgDb, table: string, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from ${sql.table(table)} where org_id = ${db.orgId} and id = ${id}
  `.execute(db.raw);
  return rows.length > 0;
};
