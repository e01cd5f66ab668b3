import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';
import type { SecurityAlert } from './account-mails.ts';

/** The request that made a change. */
export type ActivitySource = { requestId: string; address: string };

/** Rows of one statement: they are of several organizations, so that each is VALUES of its own. */
const rowsAtOnce = 100;

/** Records a person's account changes for each of their organizations; the worker writes them to the audit trails. */
export const insertActivities = async (
  system: Statements,
  { id, email, what, from }: { id: string; email: string; what: SecurityAlert; from: ActivitySource },
): Promise<void> => {
  const { rows: memberships } = await sql<{ org_id: string; id: string; name: string }>`
    select m.org_id, m.id, coalesce(nullif(concat_ws(' ', nullif(m.first_name, ''), nullif(m.last_name, '')), ''), m.email) as name
    from membership m join account a on a.id = m.account_id
    where a.email = ${email} and m.status = 'ACTIVE'
  `.execute(system);
  for (let at = 0; at < memberships.length; at += rowsAtOnce) {
    const rows = memberships
      .slice(at, at + rowsAtOnce)
      .map(
        (own) => sql`(${own.org_id}::uuid, ${id}, ${own.id}, ${own.name}, ${what}, ${from.requestId}, ${from.address})`,
      );
    await sql`
      insert into account_activity (org_id, id, membership_id, actor_name, what, request_id, source_ip) values ${sql.join(rows)}
    `.execute(system);
  }
};
