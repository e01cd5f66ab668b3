import type pg from 'pg';
import { readFacts } from './facts.ts';
import { ourChoices } from './placements.ts';
import { planDistribution, printObstacles } from './plan.ts';

/** Whether the database is the coordinator of Citus. */
export const findCitus = async (admin: Pick<pg.Pool, 'query'>): Promise<boolean> => {
  const { rows } = await admin.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
};

/** Tables that Citus knows already, with those that it added for a foreign key. */
const findDone = async (client: Pick<pg.ClientBase, 'query'>): Promise<Set<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' or (p.partmethod = 'n' and p.repmodel = 't')`,
  );
  return new Set(rows.map(({ name }) => name));
};

/**
 * Spreads the tables that are not spread yet over the servers of Citus, all of them or none. Does nothing on an ordinary PostgreSQL.
 * Throws one line for each table that cannot be spread.
 */
export const distributeTables = async (admin: pg.Pool): Promise<void> => {
  if (!(await findCitus(admin))) return;
  const client = await admin.connect();
  try {
    await client.query('begin');
    const facts = await readFacts((text) => client.query(text));
    const { statements, obstacles } = planDistribution(facts, ourChoices, await findDone(client));
    if (obstacles.length > 0) throw new Error(printObstacles(obstacles));
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
};
