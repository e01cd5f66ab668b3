import { sql } from 'kysely';
import type { Statements } from './store.ts';

interface AccountSessionTable {
  id: string;
  account_id: string;
  token_hash: string;
  network: string | null;
  user_agent: string | null;
  creation_time: Date;
  last_update_time: Date;
  last_use_time: Date;
  expire_time: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    account_session: AccountSessionTable;
  }
}

export type SessionRow = Omit<AccountSessionTable, 'token_hash' | 'last_update_time'>;

/** A valid session and its owner. */
export type SessionOwner = Pick<SessionRow, 'id' | 'account_id' | 'creation_time' | 'expire_time'> & {
  email: string;
  first_name: string;
  last_name: string;
  second_factor: boolean;
  /** Whether the recorded time of last use is so old that it must be updated. */
  stale: boolean;
};

/** A session unused for this long has ended. */
const alive = sql`s.expire_time > now() and s.last_use_time > now() - interval '12 hours'`;

/** Maximum lifetime of a session, even if it is used all the time. */
export const sessionLifetimeSeconds = 30 * 86_400;
const sessionsMax = 100;

export const findSession = async (reads: Statements, hashes: readonly string[]): Promise<SessionOwner | undefined> => {
  const { rows } = await sql<SessionOwner>`
    select s.id, s.account_id, s.creation_time, s.expire_time, a.email, a.first_name, a.last_name, a.second_factor,
      s.last_use_time < now() - interval '1 minute' as stale
    from account_session s join account a on a.id = s.account_id
    where s.token_hash = any(${hashes}::text[]) and ${alive}
  `.execute(reads);
  return rows[0];
};

/** Writes at most once a minute, and never for a session that has expired in the meantime. */
export const touchSession = async (system: Statements, id: string): Promise<void> => {
  await sql`
    update account_session s set last_use_time = now()
    where id = ${id} and last_use_time < now() - interval '1 minute' and ${alive}
  `.execute(system);
};

export type NewSession = Pick<SessionRow, 'id' | 'account_id' | 'network' | 'user_agent'> & { token_hash: string };

export const insertSession = async (system: Statements, session: NewSession): Promise<void> => {
  await sql`
    insert into account_session (id, account_id, token_hash, network, user_agent, creation_time, last_update_time, expire_time)
    values (${session.id}, ${session.account_id}, ${session.token_hash}, ${session.network}, ${session.user_agent}, now(),
      now(), now() + make_interval(secs => ${sessionLifetimeSeconds}))
  `.execute(system);
};

export const describeSession = async (
  system: Statements,
  id: string,
  { network, userAgent }: { network: string; userAgent: string },
): Promise<void> => {
  await sql`update account_session set network = ${network}, user_agent = ${userAgent} where id = ${id}`.execute(
    system,
  );
};

/** Most recently used first. */
export const selectSessions = async (reads: Statements, accountId: string): Promise<SessionRow[]> => {
  const { rows } = await sql<SessionRow>`
    select s.id, s.account_id, s.network, s.user_agent, s.creation_time, s.last_use_time, s.expire_time
    from account_session s where s.account_id = ${accountId} and ${alive} order by s.last_use_time desc, s.id
  `.execute(reads);
  return rows;
};

/** Returns the number of sessions deleted. */
export const deleteSessions = async (
  system: Statements,
  accountId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<number> => {
  const chosen = which === 'all' ? sql`true` : 'only' in which ? sql`id = ${which.only}` : sql`id <> ${which.except}`;
  const { numAffectedRows } = await sql`
    delete from account_session where account_id = ${accountId} and ${chosen}
  `.execute(system);
  return Number(numAffectedRows ?? 0n);
};

/** Limits the sessions of a person by deleting the least recently used ones. */
export const trimSessions = async (system: Statements, accountId: string): Promise<void> => {
  await sql`
    delete from account_session where id in (
      select id from account_session where account_id = ${accountId}
      order by last_use_time desc, id desc offset ${sessionsMax})
  `.execute(system);
};
