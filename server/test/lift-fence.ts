import type pg from 'pg';

/**
 * Does what nothing in the database can prevent: the owner of the tables can disable the row-level security that binds
 * it too. For tests that tamper with rows; row-level security is restored at the end.
 */
export const liftFence = async (
  pool: pg.Pool,
  tables: readonly string[],
  work: (client: pg.PoolClient) => Promise<unknown>,
): Promise<void> => {
  const client = await pool.connect();
  const fence = (how: string): Promise<unknown> =>
    client.query(tables.map((table) => `alter table ${table} ${how} row level security`).join(';'));
  try {
    await client.query('begin; set local role none');
    await fence('no force');
    await work(client);
    await fence('force');
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
};
