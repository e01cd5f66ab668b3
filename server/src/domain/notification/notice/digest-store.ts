import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';

export type DigestItem = { recipient_key: string; recipient: string; event_id: string };

declare module '../../../db/tables.ts' {
  interface Tables {
    notification_digest: DigestItem & { org_id: string };
  }
}

/** Each event once for each receiver, whichever rules name it. */
export const addDigestItems = async (db: OrgDb, items: readonly DigestItem[]): Promise<void> => {
  if (items.length === 0) return;
  await db
    .insertInto('notification_digest', items)
    .onConflict((conflict) => conflict.columns(['org_id', 'recipient_key', 'event_id']).doNothing())
    .execute();
};

/** The next receiver of a digest, and how many events wait for it. */
export const findDigestReceiver = async (
  db: OrgDb,
): Promise<{ recipient_key: string; recipient: string; count: number } | undefined> => {
  const { rows } = await sql<{ recipient_key: string; recipient: string; count: number }>`
    select d.recipient_key, min(d.recipient) as recipient, count(*)::int as count from notification_digest d
    where d.org_id = ${db.orgId} and d.recipient_key = (
      select n.recipient_key from notification_digest n where n.org_id = ${db.orgId} order by n.recipient_key limit 1)
    group by d.recipient_key
  `.execute(db.raw);
  return rows[0];
};

/** Removes what waits for a receiver, and returns the newest events of it, oldest first. */
export const takeDigestItems = async (db: OrgDb, recipientKey: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ event_id: string }>`
    with taken as (
      delete from notification_digest d where d.org_id = ${db.orgId} and d.recipient_key = ${recipientKey}
      returning d.event_id
    )
    select t.event_id from taken t order by t.event_id desc limit ${limit}
  `.execute(db.raw);
  return rows.map((row) => row.event_id).reverse();
};
