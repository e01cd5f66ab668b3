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

export const hasDigestItems = async (db: OrgDb): Promise<boolean> => {
  const { rows } = await sql`select from notification_digest d where d.org_id = ${db.orgId} limit 1`.execute(db.raw);
  return rows.length > 0;
};

/**
 * The receivers of the next digests, who have waited longest first: whoever had a mail goes behind all that already wait. `onlyCritical`:
 * only those for whom a CRITICAL event waits.
 */
export const findDigestReceivers = async (
  db: OrgDb,
  limit: number,
  { onlyCritical }: { onlyCritical: boolean },
): Promise<Pick<DigestItem, 'recipient_key' | 'recipient'>[]> => {
  const isCritical = sql`exists (
    select from notification_event e where e.org_id = ${db.orgId} and e.id = d.event_id and e.priority = 'CRITICAL')`;
  // IDs of events are in the order of their times.
  const { rows } = await sql<Pick<DigestItem, 'recipient_key' | 'recipient'>>`
    select d.recipient_key, min(d.recipient) as recipient from notification_digest d
    where d.org_id = ${db.orgId} ${onlyCritical ? sql`and ${isCritical}` : sql``}
    group by d.recipient_key order by min(d.event_id::text), d.recipient_key limit ${limit}
  `.execute(db.raw);
  return rows;
};

/** Removes what waits for a receiver, and returns the newest events of it, oldest first, and how many there were. */
export const takeDigestItems = async (
  db: OrgDb,
  recipientKey: string,
  limit: number,
): Promise<{ ids: string[]; count: number }> => {
  const { rows } = await sql<{ event_id: string; count: number }>`
    with taken as (
      delete from notification_digest d where d.org_id = ${db.orgId} and d.recipient_key = ${recipientKey}
      returning d.event_id
    )
    select t.event_id, (count(*) over ())::int as count from taken t order by t.event_id desc limit ${limit}
  `.execute(db.raw);
  return { ids: rows.map((row) => row.event_id).reverse(), count: rows[0]?.count ?? 0 };
};
