import type pg from 'pg';

/** Vacuuming a larger table would block the process for too long; it is only analyzed. */
const vacuumedPagesMax = 4096;
const tablesAtOnce = 40;
const undefinedTable = '42P01';

/** Tables that were never analyzed, or have grown by a fifth since; those that grew most first. */
const grownTables = `
  with grown as (
    select c.oid::regclass::text as name, pg_relation_size(c.oid) / current_setting('block_size')::int as pages, c.relpages, c.reltuples
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
  )
  select name, pages::int from grown where pages > 0 and (reltuples < 0 or pages > 1 + relpages * 1.2)
  order by pages::float / greatest(relpages, 1) desc, name limit ${tablesAtOnce}`;

/**
 * Does for the embedded database what autovacuum does for a server: keeps the planner's statistics, and cleans small
 * tables. Without statistics every table seems empty, and joins read whole organizations. Works as the tables' owner, one table at a time,
 * and returns the number of tables. Other statements wait for the table in progress only.
 */
export const refreshStatistics = async (pool: pg.Pool, isStopping: () => boolean = () => false): Promise<number> => {
  const { rows } = await pool.query<{ name: string; pages: number }>(grownTables);
  let done = 0;
  for (const { name, pages } of rows) {
    if (isStopping()) break;
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('reset role');
      await client.query(pages > vacuumedPagesMax ? `analyze ${name}` : `vacuum (analyze) ${name}`);
      done += 1;
    } catch (error) {
      // Somebody has removed the table since it was listed.
      if ((error as { code?: string }).code !== undefinedTable) throw error;
    } finally {
      await client.query('set role mos_read').catch((error: Error) => {
        broken = error;
      });
      client.release(broken);
    }
  }
  return done;
};
