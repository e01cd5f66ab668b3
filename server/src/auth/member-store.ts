import { sql } from 'kysely';
import type { Role } from './permissions.ts';
import type { Statements } from './store.ts';

export type MembershipRow = {
  org_id: string;
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  role: Role | 'CUSTOM';
  /** Permissions of a custom role. */
  permissions: string[] | null;
};

/** A person's memberships in all organizations: those where the user is active and the organization is not closed. */
export const selectMemberships = async (reads: Statements, accountId: string): Promise<MembershipRow[]> => {
  const { rows } = await sql<MembershipRow>`
    select m.org_id, m.id, m.email, m.first_name, m.last_name, m.role, r.permissions
    from membership m
    join organization o on o.id = m.org_id and o.status <> 'DISABLED'
    left join role r on r.org_id = m.org_id and r.id = m.custom_role_id
    where m.account_id = ${accountId} and m.status = 'ACTIVE'
  `.execute(reads);
  return rows;
};

/** Does not change the user's version. */
export const touchMemberships = async (system: Statements, accountId: string, now: Date): Promise<void> => {
  await sql`
    update membership set last_login_time = ${now}
    where account_id = ${accountId} and status = 'ACTIVE'
      and (last_login_time is null or last_login_time <= ${now}::timestamptz - interval '1 minute')
  `.execute(system);
};

/** The personal data that organizations can see. */
export type AccountRow = { email: string; first_name: string; last_name: string };

export const selectAccount = async (statements: Statements, accountId: string): Promise<AccountRow | undefined> => {
  const { rows } = await sql<AccountRow>`
    select email, first_name, last_name from account where id = ${accountId}
  `.execute(statements);
  return rows[0];
};

export type FoundingLimits = { max: number; aDay: number };

/**
 * Why a person may not found another organization: the limit `max` in total, or the limit `aDay` for another
 * `waitSeconds`.
 */
export type FoundingRefusal = { limit: 'max' } | { limit: 'aDay'; waitSeconds: number };

/**
 * Counts one more organization founded by the person, or returns why it is refused. Concurrent counts wait for this
 * transaction.
 */
export const countFounding = async (
  statements: Statements,
  accountId: string,
  { max, aDay }: FoundingLimits,
): Promise<FoundingRefusal | undefined> => {
  // One that begins in the future began before the clock was set back.
  const dayIsOver = sql`(founder.day_start <= now() - interval '1 day' or founder.day_start > now() + interval '1 hour')`;
  const { numAffectedRows } = await sql`
    insert into organization_founder as founder (account_id, count, day_count) values (${accountId}, 1, 1)
    on conflict (account_id) do update set
      count = founder.count + 1,
      day_start = case when ${dayIsOver} then now() else founder.day_start end,
      day_count = case when ${dayIsOver} then 1 else founder.day_count + 1 end
    where founder.count < ${max} and (founder.day_count < ${aDay} or ${dayIsOver})
  `.execute(statements);
  if (numAffectedRows === 1n) return undefined;
  const { rows } = await sql<{ count: number; seconds: number }>`
    select count, ceil(extract(epoch from day_start + interval '1 day' - now()))::int as seconds
    from organization_founder where account_id = ${accountId}
  `.execute(statements);
  const { count = max, seconds = 0 } = rows[0] ?? {};
  return count >= max ? { limit: 'max' } : { limit: 'aDay', waitSeconds: Math.max(seconds, 1) };
};
