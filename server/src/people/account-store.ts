import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';

export interface AccountTable {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  second_factor: boolean;
  creation_time: Date;
  last_update_time: Date;
}

declare module '../db/tables.ts' {
  interface Tables {
    account: AccountTable;
  }
}

export type NewAccount = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Argon2id; absent for people who sign in with an identity provider. */
  passwordHash?: string;
  /** ID of the row that holds the password. */
  loginId: string;
};

/** The account library's name for a row that holds a password. */
const byPassword = 'credential';

/** Returns false if the address already has an account. */
export const insertAccount = async (system: Statements, account: NewAccount): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into account (id, email, first_name, last_name)
    values (${account.id}, ${account.email.toLowerCase()}, ${account.firstName}, ${account.lastName})
    on conflict (email) do nothing
  `.execute(system);
  if (numAffectedRows !== 1n) return false;
  if (account.passwordHash === undefined) return true;
  await sql`
    insert into account_login (id, account_id, provider_id, subject, password_hash, creation_time, last_update_time)
    values (${account.loginId}, ${account.id}, ${byPassword}, ${account.id}, ${account.passwordHash}, now(), now())
  `.execute(system);
  return true;
};

export type AccountWithPassword = AccountTable & { password_hash: string | null };

const withPassword = sql`
  select a.id, a.email, a.first_name, a.last_name, a.second_factor, a.creation_time, a.last_update_time, l.password_hash
  from account a left join account_login l on l.account_id = a.id and l.provider_id = ${byPassword}
`;

export const findAccountByEmail = async (
  system: Statements,
  email: string,
): Promise<AccountWithPassword | undefined> => {
  const { rows } = await sql<AccountWithPassword>`${withPassword} where a.email = ${email.toLowerCase()}`.execute(
    system,
  );
  return rows[0];
};

export const findAccount = async (system: Statements, id: string): Promise<AccountWithPassword | undefined> => {
  const { rows } = await sql<AccountWithPassword>`${withPassword} where a.id = ${id}`.execute(system);
  return rows[0];
};

/**
 * Locks an account until the transaction ends: changes of its password and its second factor, and sign-ins, wait for each other,
 * so that none goes by what another one is replacing.
 */
export const lockAccount = async (system: Statements, id: string): Promise<void> => {
  await sql`select from account where id = ${id} for no key update`.execute(system);
};

/** The account whose password a link can reset. */
export const findResetAccount = async (
  system: Statements,
  identifier: string,
): Promise<Pick<AccountTable, 'id' | 'email' | 'first_name' | 'last_name'> | undefined> => {
  const { rows } = await sql<Pick<AccountTable, 'id' | 'email' | 'first_name' | 'last_name'>>`
    select a.id, a.email, a.first_name, a.last_name from account_verification v join account a on a.id::text = v.value
    where v.identifier = ${identifier} and v.expire_time > now()
  `.execute(system);
  return rows[0];
};

/** Deletes password-reset links and sign-ins waiting for a code, which the previous password had allowed. */
export const deleteBegun = async (system: Statements, id: string): Promise<void> => {
  await sql`delete from account_verification where value = ${id}`.execute(system);
};

/** Absent names are left unchanged. */
export const updateNames = async (
  system: Statements,
  id: string,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<void> => {
  await sql`
    update account set first_name = coalesce(${firstName ?? null}, first_name),
      last_name = coalesce(${lastName ?? null}, last_name), last_update_time = now()
    where id = ${id}
  `.execute(system);
};

export const anyAccount = async (statements: Statements): Promise<boolean> => {
  const { rows } = await sql`select 1 from account limit 1`.execute(statements);
  return rows.length > 0;
};

/**
 * Prevents other processes from creating accounts until the transaction ends, so that only one of two concurrent
 * accounts can be the first.
 */
export const lockAccounts = async (system: Statements): Promise<void> => {
  await sql`lock table account in share row exclusive mode`.execute(system);
};

/** Whether the person has signed in with this provider before. */
export const hasLogin = async (
  statements: Statements,
  { providerId, subject }: { providerId: string; subject: string },
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from account_login where provider_id = ${providerId} and subject = ${subject}
  `.execute(statements);
  return rows.length > 0;
};

/** Whether an organization has invited this address. */
export const hasInvitation = async (system: Statements, email: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from membership where email = ${email} and status = 'INVITED' and invitation_expire_time > now() limit 1
  `.execute(system);
  return rows.length > 0;
};

/** The person to whom an invitation was sent, while its link is valid. */
export type InvitedPerson = { email: string; first_name: string; last_name: string };

export const findInvited = async (
  system: Statements,
  hashes: readonly Buffer[],
): Promise<InvitedPerson | undefined> => {
  const { rows } = await sql<InvitedPerson>`
    select email, first_name, last_name from membership
    where invitation_hash = any(${hashes}::bytea[]) and status = 'INVITED' and invitation_expire_time > now()
  `.execute(system);
  return rows[0];
};

/** Whether a link to a partner invitation can still be used. */
export const isPartnerLink = async (system: Statements, hashes: readonly Buffer[]): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from partner_invitation where link_hash = any(${hashes}::bytea[]) and status = 'PENDING'
  `.execute(system);
  return rows.length > 0;
};

/** Organizations of a person, ordered by name. */
export type OrganizationOfAccount = { org_id: string; name: string; role: string };

export const selectOrganizations = async (reads: Statements, accountId: string): Promise<OrganizationOfAccount[]> => {
  const { rows } = await sql<OrganizationOfAccount>`
    select m.org_id, o.name, m.role from membership m join organization o on o.id = m.org_id and o.status <> 'DISABLED'
    where m.account_id = ${accountId} and m.status = 'ACTIVE' order by o.name, m.org_id
  `.execute(reads);
  return rows;
};
