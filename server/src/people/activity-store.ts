import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';
import type { News } from './letters.ts';

/** The request that made a change. */
export type ActivitySource = { requestId: string; address: string };

/** Records a person's account changes for each of their organizations; the worker writes them to the audit trails. */
export const insertActivities = async (
  system: Statements,
  { id, email, what, from }: { id: string; email: string; what: News; from: ActivitySource },
): Promise<void> => {
  await sql`
    insert into account_activity (org_id, id, membership_id, actor_name, what, request_id, source_ip)
    select m.org_id, ${id}, m.id, coalesce(nullif(concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), ''), m.email), ${what},
      ${from.requestId}, ${from.address}
    from membership m join account a on a.id = m.account_id
    where a.email = ${email} and m.status = 'ACTIVE'
  `.execute(system);
};
