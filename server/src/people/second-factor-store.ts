import { sql } from 'kysely';
import type { Statements } from '../auth/store.ts';

export const findRecoveryCodes = async (system: Statements, accountId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ recovery_code_hashes: string }>`
    select recovery_code_hashes from account_second_factor where account_id = ${accountId} for update
  `.execute(system);
  return rows[0]?.recovery_code_hashes;
};

export const replaceRecoveryCodes = async (system: Statements, accountId: string, hashes: string): Promise<void> => {
  await sql`
    update account_second_factor set recovery_code_hashes = ${hashes} where account_id = ${accountId}
  `.execute(system);
};

/** Returns false if the code was already used within its validity. */
export const useCode = async (system: Statements, accountId: string, codeHash: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into account_used_code as used (account_id, code_hash) values (${accountId}, ${codeHash})
    on conflict (account_id, code_hash) do update set wall_time = now()
      where used.wall_time < now() - interval '5 minutes'
  `.execute(system);
  return numAffectedRows === 1n;
};

/** When the second factor changes, the library gives a session a new row and token; this keeps the existing ones. */
export const keepSession = async (
  system: Statements,
  { madeHash, ...session }: { id: string; tokenHash: string; creationTime: Date; expireTime: Date; madeHash: string },
): Promise<void> => {
  await sql`
    update account_session set id = ${session.id}, token_hash = ${session.tokenHash},
      creation_time = ${session.creationTime}, expire_time = ${session.expireTime}
    where token_hash = ${madeHash}
  `.execute(system);
};
