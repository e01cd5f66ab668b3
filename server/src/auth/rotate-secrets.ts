import type { Database } from '../db/database.ts';
import { nilId } from '../kit/ids.ts';
import {
  countHashes,
  countOutdated,
  findOrganizationIds,
  type HashedColumn,
  lockOutdated,
  replaceSealed,
  type SealedColumn,
} from './rotation-store.ts';
import { openSecret, type SecretKeys, sealSecret } from './secrets.ts';
import type { Statements } from './store.ts';

/** Every column with sealed values; a test compares the list with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'connection',
    id: 'id',
    column: 'credentials_sealed',
    purpose: 'integration',
    context: 'id',
    of: 'organization',
  },
  ...(['secret_sealed', 'previous_secret_sealed', 'headers_sealed'] as const).map(
    (column): SealedColumn => ({
      table: 'webhook',
      id: 'id',
      column,
      purpose: 'webhook',
      context: 'id',
      of: 'organization',
    }),
  ),
  {
    table: 'notification_config',
    id: 'org_id',
    column: 'channels_sealed',
    purpose: 'integration',
    context: 'org_id',
    of: 'organization',
  },
  {
    table: 'signing_key',
    id: 'kid',
    column: 'sealed_private_key',
    purpose: 'signing-key',
    context: 'kid',
    of: 'service',
  },
  {
    table: 'account_second_factor',
    id: 'id',
    column: 'sealed_secret',
    purpose: 'person',
    context: 'account_id',
    of: 'service',
  },
  { table: 'account_mail', id: 'id', column: 'sealed', purpose: 'person', context: 'id', of: 'service' },
];

/**
 * Hashes that keep a retiring key in use until their secret is used again or expires (recovery codes: until new ones
 * are generated).
 */
export const hashedColumns: readonly HashedColumn[] = [
  { table: 'oauth_app', column: 'secret_hash', form: 'bytes', live: 'deleted_time' },
  { table: 'api_client', column: 'secret_hash', form: 'bytes', live: 'deleted_time' },
  { table: 'partner_route', column: 'hook_secret_hash', form: 'bytes', live: null },
  { table: 'membership', column: 'invitation_hash', form: 'bytes', live: null },
  { table: 'partner_invitation', column: 'link_hash', form: 'bytes', live: null },
  { table: 'account_session', column: 'token_hash', form: 'base64url', live: null },
  { table: 'account_sign_up', column: 'token_hash', form: 'base64url', live: null },
  { table: 'account_second_factor', column: 'recovery_code_hashes', form: 'list', live: null },
];

export type Rotation = {
  columns: { name: string; resealed: number; left: number }[];
  /** The number of hashes made with each retiring key. */
  hashes: { keyId: string; count: number; columns: string[] }[];
};

export type RotateOptions = {
  database: Database;
  /** The first key is the current one; everything is sealed with it. */
  keys: SecretKeys;
  batchSize?: number;
  /** Called after every commit. */
  onBatch?: (resealed: number) => void | Promise<void>;
};

const organizationsAtOnce = 100;

const nameOf = ({ table, column }: SealedColumn | HashedColumn): string => `${table}.${column}`;

type Scope = { orgId: string | null; run: <T>(work: (statements: Statements) => Promise<T>) => Promise<T> };

/** The places where a column has rows: each organization, behind row-level security, or a global table. */
const scopesOf = async function* (database: Database, { of }: SealedColumn): AsyncGenerator<Scope> {
  if (of === 'service') {
    yield { orgId: null, run: (work) => database.system(work) };
    return;
  }
  for (let after = nilId; ; ) {
    const from = after;
    const ids = await database.system((statements) => findOrganizationIds(statements, from, organizationsAtOnce));
    for (const orgId of ids) yield { orgId, run: (work) => database.write(orgId, (db) => work(db.raw)) };
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
};

/** Processes one batch. Returns the last ID inspected, or undefined if there was none after `after`. */
const rotateBatch = async (
  statements: Statements,
  column: SealedColumn,
  keys: SecretKeys,
  { orgId, after, limit }: { orgId: string | null; after: string; limit: number },
): Promise<{ last: string | undefined; resealed: number }> => {
  const values = await lockOutdated(statements, column, { keyId: keys[0].id, orgId, after, limit });
  let resealed = 0;
  for (const { id, context, sealed } of values) {
    let plain: string;
    try {
      plain = openSecret(keys, column.purpose, context, sealed);
    } catch {
      // Its key is unknown to this process, so it is counted as remaining.
      continue;
    }
    await replaceSealed(statements, column, { id, orgId, sealed: sealSecret(keys, column.purpose, context, plain) });
    resealed += 1;
  }
  return { last: values.at(-1)?.id, resealed };
};

const rotateColumn = async (
  { database, keys, batchSize = 100, onBatch }: RotateOptions,
  column: SealedColumn,
): Promise<Rotation['columns'][number]> => {
  let resealed = 0;
  let left = 0;
  for await (const { orgId, run } of scopesOf(database, column)) {
    for (let after = ''; ; ) {
      const from = after;
      const done = await run((statements) =>
        rotateBatch(statements, column, keys, { orgId, after: from, limit: batchSize }),
      );
      resealed += done.resealed;
      if (done.resealed > 0) await onBatch?.(done.resealed);
      if (done.last === undefined) break;
      after = done.last;
    }
    left += await run((statements) => countOutdated(statements, column, { keyId: keys[0].id, orgId }));
  }
  return { name: nameOf(column), resealed, left };
};

const countHashesOf = async (database: Database, keyId: string): Promise<Rotation['hashes'][number]> => {
  const columns: string[] = [];
  let total = 0;
  for (const column of hashedColumns) {
    const count = await database.system((statements) => countHashes(statements, column, Buffer.from(keyId, 'hex')));
    if (count > 0) columns.push(`${nameOf(column)} ${count}`);
    total += count;
  }
  return { keyId, count: total, columns };
};

/**
 * Seals every stored secret again with the current key, in batches with their own transactions. It can be killed at any
 * time and run again. Versions of rows do not change, because nothing changes that a client sees.
 */
export const rotateSecrets = async (options: RotateOptions): Promise<Rotation> => {
  const { database, keys } = options;
  const columns: Rotation['columns'] = [];
  for (const column of sealedColumns) columns.push(await rotateColumn(options, column));
  const [, ...retiring] = keys;
  const hashes: Rotation['hashes'] = [];
  for (const { id } of retiring) hashes.push(await countHashesOf(database, id));
  return { columns, hashes };
};

/** Whether any value is still sealed with a key other than the current one. */
export const isRotationUnfinished = async (database: Database, keys: SecretKeys): Promise<boolean> => {
  for (const column of sealedColumns) {
    for await (const { orgId, run } of scopesOf(database, column)) {
      if ((await run((statements) => countOutdated(statements, column, { keyId: keys[0].id, orgId }))) > 0) return true;
    }
  }
  return false;
};
