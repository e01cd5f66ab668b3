import type { JWK } from 'jose';
import { sql } from 'kysely';
import { readSteadyTime } from '../db/steady-time.ts';
import type { Statements } from './store.ts';

interface SigningKeyTable {
  kid: string;
  generation: number;
  public_jwk: JWK;
  sealed_private_key: string;
  creation_time: Date;
  signs_from: Date;
  verifies_until: Date | null;
}

declare module '../db/tables.ts' {
  interface Tables {
    signing_key: SigningKeyTable;
  }
}

export type PublicKeyRow = Omit<SigningKeyTable, 'sealed_private_key'>;

export const selectPublicKeys = (reads: Statements, now: Date): Promise<PublicKeyRow[]> =>
  reads
    .selectFrom('signing_key')
    .select(['kid', 'generation', 'public_jwk', 'creation_time', 'signs_from', 'verifies_until'])
    .where((row) => row.or([row('verifies_until', 'is', null), row('verifies_until', '>', now)]))
    .orderBy('generation')
    .execute();

export const selectSealedKeys = (
  system: Statements,
  kids: readonly string[],
): Promise<{ kid: string; sealed_private_key: string }[]> =>
  system.selectFrom('signing_key').select(['kid', 'sealed_private_key']).where('kid', 'in', kids).execute();

export type NewSigningKey = Pick<SigningKeyTable, 'kid' | 'generation' | 'public_jwk' | 'sealed_private_key'> & {
  now: Date;
  signsInSeconds: number;
};

/** Returns false if another replica created this generation first. */
export const insertSigningKey = async (system: Statements, key: NewSigningKey): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into signing_key (kid, generation, public_jwk, sealed_private_key, creation_time, signs_from)
    values (${key.kid}, ${key.generation}, ${JSON.stringify(key.public_jwk)}::jsonb, ${key.sealed_private_key},
      ${key.now}, ${key.now}::timestamptz + make_interval(secs => ${key.signsInSeconds}))
    on conflict (generation) do nothing
  `.execute(system);
  return numAffectedRows === 1n;
};

/**
 * Limits how long older keys verify; an earlier limit is kept. Keys that stop at once stop by the database's clock too: where that of this
 * process is ahead, the others would accept them for as long.
 */
export const limitOlderKeys = async (
  system: Statements,
  { generation, now, verifyForSeconds }: { generation: number; now: Date; verifyForSeconds: number },
): Promise<void> => {
  const until =
    verifyForSeconds === 0
      ? sql`least(${now}::timestamptz, now())`
      : sql`${now}::timestamptz + make_interval(secs => ${verifyForSeconds})`;
  await sql`
    update signing_key
    set verifies_until = least(verifies_until, ${until})
    where generation < ${generation}
  `.execute(system);
};

/** Removes keys that no longer verify anything, also by the clocks of the other processes. */
export const purgeSigningKeys = async (system: Statements, now: Date): Promise<void> => {
  const steady = await readSteadyTime(system);
  await sql`delete from signing_key where verifies_until < least(${now}::timestamptz, ${steady}::timestamptz)`.execute(
    system,
  );
};
