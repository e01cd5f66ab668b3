import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { throughPort } from '../../tools/pgbouncer.ts';
import { dropDatabase } from '../../tools/postgres.ts';

/** Whether tests run on the PostgreSQL cluster of TEST_DATABASE_URL instead of the embedded database. */
export const onPostgres = process.env.TEST_DATABASE === 'postgres' && process.env.TEST_DATABASE_URL !== undefined;

/**
 * The URL of a new database, or undefined for the embedded one. It is a copy of the migrated TEST_DATABASE_TEMPLATE if
 * the run created one. `template` replaces the end of the statement that creates it: `template template0` for an empty
 * one. Files are copied: to write each page to the log takes twice the time. With TEST_POOLER_PORT, it is reached through the pooler there.
 */
export const freshDatabase = async (
  template = process.env.TEST_DATABASE_TEMPLATE
    ? `template ${process.env.TEST_DATABASE_TEMPLATE} strategy file_copy`
    : '',
): Promise<{ url: string | undefined; drop(): Promise<void> }> => {
  if (!onPostgres) return { url: undefined, drop: async () => {} };
  const admin = process.env.TEST_DATABASE_URL as string;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`create database ${name} ${template}`).finally(() => client.end());
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const pooler = process.env.TEST_POOLER_PORT;
  return { url: pooler ? throughPort(url.href, pooler) : url.href, drop: () => dropDatabase(admin, name) };
};
