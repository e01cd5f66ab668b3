import { sql } from 'kysely';
import type { ActCall } from '../../../contract/call.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { findExpireSoonDays, spreadDaysKind } from '../../notification/config/expire-soon.ts';
import { expireSoonKind } from '../expiry.ts';

const offersAtOnce = 1000;

/** Moves the announcements of the next offers after one; returns the last one, or undefined if it was the last of all. */
const moveAnnouncements = async (
  db: OrgDb,
  after: string,
  { days, now }: { days: number; now: Date },
): Promise<string | undefined> => {
  const { rows } = await sql<{ last: string | null; count: number }>`
    with next as (
      select d.entity_id from due d
      where d.org_id = ${db.orgId} and d.kind = ${expireSoonKind} and d.entity_id > ${after}
      order by d.entity_id limit ${offersAtOnce}
    ), moved as (
      update due d set due_time = greatest(o.expire_time - make_interval(days => ${days}), ${now}::timestamptz)
      from next n join offer o on o.org_id = ${db.orgId} and o.id = n.entity_id::uuid
      where d.org_id = ${db.orgId} and d.kind = ${expireSoonKind} and d.entity_id = n.entity_id and o.expire_time is not null
      returning d.entity_id
    )
    select (select max(n.entity_id) from next n) as last, (select count(*)::int from next n) as count,
      (select count(*)::int from moved m) as moved
  `.execute(db.raw);
  const [done] = rows;
  return done && done.count === offersAtOnce ? (done.last ?? undefined) : undefined;
};

/** Gives the offers that wait for their last instant the number of days that is in force; a thousand in one transaction. */
export const spreadDays = async (call: ActCall, { entityId }: { entityId: string }): Promise<void> => {
  const days = await findExpireSoonDays(call.db);
  const last = await moveAnnouncements(call.db, entityId, { days, now: call.now });
  if (last !== undefined) await scheduleDue(call.db, spreadDaysKind, last, call.now);
};
