import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';

interface AccountMailTable {
  id: string;
  sealed: string;
  creation_time: Date;
  expire_time: Date;
  next_attempt_time: Date;
  attempts: number;
}

declare module '../db/tables.ts' {
  interface Tables {
    account_mail: AccountMailTable;
  }
}

export type MailRow = Pick<AccountMailTable, 'id' | 'sealed' | 'attempts'>;
export type MailClaim = Pick<MailRow, 'id' | 'attempts'>;

export const insertMail = async (
  system: Statements,
  { id, sealed, lifeSeconds, waitSeconds }: { id: string; sealed: string; lifeSeconds: number; waitSeconds: number },
): Promise<void> => {
  await sql`
    insert into account_mail (id, sealed, expire_time, next_attempt_time)
    values (${id}, ${sealed}, now() + make_interval(secs => ${lifeSeconds}),
      now() + make_interval(secs => ${waitSeconds}))
    on conflict (id) do nothing
  `.execute(system);
};

/**
 * Leases due mails for a time, in which no other process takes them. `attempts` identifies the claim: a mail that is claimed again has a
 * higher one.
 */
export const claimMails = async (
  system: Statements,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<MailRow[]> => {
  const { rows } = await sql<MailRow>`
    update account_mail set next_attempt_time = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id in (
      select id from account_mail where next_attempt_time <= now() and expire_time > now()
      order by next_attempt_time limit ${limit} for update skip locked)
    returning id, sealed, attempts
  `.execute(system);
  return rows;
};

/** Whether no other process has claimed the mail since, or sent it: this one may have stood still for longer than its lease. */
export const isStillClaimed = async (system: Statements, { id, attempts }: MailClaim): Promise<boolean> => {
  const { rows } = await sql`select from account_mail where id = ${id} and attempts = ${attempts}`.execute(system);
  return rows.length > 0;
};

/** Replaces a wish by the mail that it has become. Returns false if the mail is not claimed any more. */
export const replaceMail = async (
  system: Statements,
  { id, attempts }: MailClaim,
  sealed: string,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update account_mail set sealed = ${sealed} where id = ${id} and attempts = ${attempts}
  `.execute(system);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Does nothing if the mail is not claimed any more. */
export const postponeMail = async (system: Statements, { id, attempts }: MailClaim, pauseMs: number): Promise<void> => {
  await sql`
    update account_mail set next_attempt_time = now() + ${pauseMs} * interval '1 millisecond'
    where id = ${id} and attempts = ${attempts}
  `.execute(system);
};

export const deleteMail = async (system: Statements, id: string): Promise<void> => {
  await sql`delete from account_mail where id = ${id}`.execute(system);
};
