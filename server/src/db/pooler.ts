import type pg from 'pg';

type Known = { processID?: number | null };

const readServerProcess = async (client: pg.PoolClient): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
};

/**
 * Whether a pooler such as pgbouncer is between these connections and PostgreSQL. A pooler gives its clients its own process numbers, or
 * shares one server process between two of them. The pool must have room for two clients.
 */
export const isBehindPooler = async (pool: pg.Pool): Promise<boolean> => {
  const first = await pool.connect();
  try {
    const lent = await readServerProcess(first);
    if ((first as Known).processID !== lent) return true;
    const second = await pool.connect();
    try {
      return (await readServerProcess(second)) === lent || (await readServerProcess(first)) !== lent;
    } finally {
      second.release();
    }
  } finally {
    first.release();
  }
};
