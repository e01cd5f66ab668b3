import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type ExpiryNotice, standardNotice } from './expiry-notice.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    offer_expiry_notice: ExpiryNotice & { org_id: string };
  }
}

export const findExpiryNotice = async (db: OrgDb): Promise<ExpiryNotice> =>
  (await db
    .selectFrom('offer_expiry_notice')
    .select(['offer_expiry_notice.enabled', 'offer_expiry_notice.days'])
    .executeTakeFirst()) ?? standardNotice;

export const saveExpiryNotice = async (db: OrgDb, notice: ExpiryNotice): Promise<void> => {
  await db
    .insertInto('offer_expiry_notice', notice)
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(notice))
    .execute();
};

/**
 * Moves the announcements of the next `limit` offers behind one. Returns the last of them; undefined if there are no
 * more. `kind`: of the `due` rows.
 */
export const moveAnnouncements = async (
  db: OrgDb,
  { kind, after, limit }: { kind: string; after: string; limit: number },
  { days, now }: { days: number; now: Date },
): Promise<string | undefined> => {
  const { rows } = await sql<{ last: string | null; count: number }>`
    with next as (
      select d.entity_id from due d
      where d.org_id = ${db.orgId} and d.kind = ${kind} and d.entity_id > ${after}
      order by d.entity_id limit ${limit}
    ), moved as (
      update due d set due_time = greatest(((o.expire_time at time zone 'UTC') - make_interval(days => ${days})) at time zone 'UTC', ${now}::timestamptz)
      from next n join offer o on o.org_id = ${db.orgId} and o.id = n.entity_id::uuid
      where d.org_id = ${db.orgId} and d.kind = ${kind} and d.entity_id = n.entity_id and o.expire_time is not null
      returning d.entity_id
    )
    select (select max(n.entity_id) from next n) as last, (select count(*)::int from next n) as count,
      (select count(*)::int from moved m) as moved
  `.execute(db.raw);
  const [done] = rows;
  return done?.count === limit ? (done.last ?? undefined) : undefined;
};
