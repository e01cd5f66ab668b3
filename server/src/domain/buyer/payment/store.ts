import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { BuyerPayment, Ticket } from './payment.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    buyer_payment: Omit<BuyerPayment, 'seen'> & { org_id: string; seen: BuyerPayment['seen'] | string };
  }
}

const columns = [
  'buyer_payment.buyer_id',
  'buyer_payment.push_wanted',
  'buyer_payment.push_done',
  'buyer_payment.push_failed_time',
  'buyer_payment.ticket',
  'buyer_payment.applied',
  'buyer_payment.seen',
] as const;

export const insertBuyerPayment = async (db: OrgDb, buyerId: string): Promise<void> => {
  const start = { push_wanted: 0, push_done: 0, push_failed_time: null, ticket: 0, applied: 0, seen: null };
  await db.insertInto('buyer_payment', { buyer_id: buyerId, ...start }).execute();
};

/** The buyer's row must already be locked. */
export const findBuyerPayment = async (db: OrgDb, buyerId: string): Promise<BuyerPayment | undefined> =>
  (await db
    .selectFrom('buyer_payment')
    .select(columns)
    .where('buyer_payment.buyer_id', '=', buyerId)
    .executeTakeFirst()) as BuyerPayment | undefined;

/** The buyer's row must be locked. Tickets are issued without that lock, so only `giveTickets` writes them. */
export const updateBuyerPayment = async (db: OrgDb, payment: BuyerPayment): Promise<void> => {
  const { buyer_id: buyerId, seen, ticket: _, ...rest } = payment;
  await db
    .updateTable('buyer_payment')
    .set({ ...rest, seen: seen && JSON.stringify(seen) })
    .where('buyer_payment.buyer_id', '=', buyerId)
    .execute();
};

/** Issues the next ticket for each of these customers that belongs to one of our buyers. */
export const giveTickets = async (db: OrgDb, partner: string, externalIds: readonly string[]): Promise<Ticket[]> => {
  const { rows } = await sql<{ buyer_id: string; account_id: string; ticket: number; push_done: number }>`
    update buyer_payment p set ticket = ticket + 1
    from buyer b
    where p.org_id = ${db.orgId} and b.org_id = ${db.orgId} and b.id = p.buyer_id
      and b.partner = ${partner} and b.account_id = any(${[...externalIds]}::text[])
    returning p.buyer_id, b.account_id, p.ticket, p.push_done
  `.execute(db.raw);
  return rows
    .map((row) => ({
      buyerId: row.buyer_id,
      externalId: row.account_id,
      ticket: row.ticket,
      pushDone: row.push_done,
    }))
    .sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
};

/** Customers of the buyers after `after`, ordered by buyer id. */
export const findCustomerIds = async (
  db: OrgDb,
  partner: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ buyerId: string; externalId: string }[]> => {
  const { rows } = await sql<{ id: string; account_id: string }>`
    select b.id, b.account_id from buyer b join buyer_payment p on p.org_id = ${db.orgId} and p.buyer_id = b.id
    where b.org_id = ${db.orgId} and b.partner = ${partner} and b.account_id is not null and b.id > ${after}
    order by b.id limit ${limit}
  `.execute(db.raw);
  return rows.map((row) => ({ buyerId: row.id, externalId: row.account_id }));
};

/** Buyers whose customer lacks one of our changes and for whom no run is in progress. */
export const findWaitingPushes = async (
  db: OrgDb,
  partner: string,
  { failedBefore, limit }: { failedBefore: Date; limit: number },
): Promise<{ id: string; push_wanted: number }[]> => {
  const { rows } = await sql<{ id: string; push_wanted: number }>`
    select b.id, p.push_wanted from buyer_payment p join buyer b on b.org_id = ${db.orgId} and b.id = p.buyer_id
    where p.org_id = ${db.orgId} and b.partner = ${partner} and p.push_wanted > p.push_done
      and (p.push_failed_time <= ${failedBefore})
    order by p.buyer_id limit ${limit}
  `.execute(db.raw);
  return rows;
};
