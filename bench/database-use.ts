import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { cpuOf } from './load.ts';

/**
 * What a PostgreSQL server has used so far: CPU time of all its processes, bytes of its write-ahead log, and the rows that the
 * session's database has fetched by an index and has written.
 */
export type DatabaseUse = { cpuMicros: number; walBytes: number; rowsRead: number; rowsWritten: number };

const parentOf = (pid: number): number | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // The process has ended since.
    return undefined;
  }
};

/** `serverPid`: the parent of all other server processes. */
export const readDatabaseUse = async (admin: pg.ClientBase, serverPid: number): Promise<DatabaseUse> => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const own = pids.filter((pid) => pid === serverPid || parentOf(pid) === serverPid);
  const { rows } = await admin.query<{ bytes: string; read: string; written: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes, tup_fetched as read, tup_inserted + tup_updated + tup_deleted as written
     from pg_stat_database where datname = current_database()`,
  );
  const [use] = rows;
  return {
    cpuMicros: own.reduce((sum, pid) => sum + cpuOf(pid), 0),
    walBytes: Number(use?.bytes),
    rowsRead: Number(use?.read),
    rowsWritten: Number(use?.written),
  };
};
