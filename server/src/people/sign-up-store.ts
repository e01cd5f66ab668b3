import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';
import { readSteadyTime } from '../db/steady-time.ts';

/** A sign-up whose email address is not confirmed yet. */
export type SignUpRow = { email: string; password_hash: string; first_name: string; last_name: string };

export const insertSignUp = async (
  system: Statements,
  { tokenHash, lifeSeconds, ...signUp }: SignUpRow & { tokenHash: string; lifeSeconds: number },
): Promise<void> => {
  await sql`
    insert into account_sign_up (token_hash, email, password_hash, first_name, last_name, expire_time)
    values (${tokenHash}, ${signUp.email}, ${signUp.password_hash}, ${signUp.first_name}, ${signUp.last_name},
      now() + make_interval(secs => ${lifeSeconds}))
  `.execute(system);
};

/** The sign-up that a link confirms. */
export const findSignUp = async (
  system: Statements,
  hashes: readonly string[],
): Promise<Pick<SignUpRow, 'password_hash'> | undefined> => {
  const { rows } = await sql<Pick<SignUpRow, 'password_hash'>>`
    select password_hash from account_sign_up where token_hash = any(${hashes}::text[]) and expire_time > now()
  `.execute(system);
  return rows[0];
};

/** Takes the sign-up of a link, which can be used only once. */
export const takeSignUp = async (system: Statements, hashes: readonly string[]): Promise<SignUpRow | undefined> => {
  const { rows } = await sql<SignUpRow>`
    delete from account_sign_up where token_hash = any(${hashes}::text[]) and expire_time > now()
    returning email, password_hash, first_name, last_name
  `.execute(system);
  return rows[0];
};

/** Removes expired data of all kinds. */
export const purgePeople = async (system: Statements): Promise<void> => {
  const steady = await readSteadyTime(system);
  await sql`
    with sessions as (
      delete from account_session where expire_time <= ${steady}::timestamptz or last_use_time <= ${steady}::timestamptz - interval '12 hours'
    ), verifications as (
      delete from account_verification where expire_time <= ${steady}::timestamptz
    ), codes as (
      delete from account_used_code where wall_time <= ${steady}::timestamptz - interval '1 hour'
    ), networks as (
      delete from account_network where sign_in_time <= ${steady}::timestamptz - interval '30 days'
    ), sign_ups as (
      delete from account_sign_up where expire_time <= ${steady}::timestamptz
    )
    delete from account_mail where expire_time <= ${steady}::timestamptz
  `.execute(system);
};
