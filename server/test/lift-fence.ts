import type pg from 'pg';

/**
 * What nothing in the database can keep out: the owner of the tables, who may lift the fence that binds it too. For tests that
 * tamper with rows; the tables are fenced again at the end.
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
