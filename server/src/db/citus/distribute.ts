import type pg from 'pg';
import { readFacts } from './facts.ts';
import { ourChoices } from './placements.ts';
import { planDistribution, printObstacles } from './plan.ts';

/**
 * Whether the database is the coordinator of Citus and its tables should be distributed: its operator requests this once, with `alter
 * database … set mos.distribute = 'on'`. The extension alone is no sign, because some providers install it everywhere.
 */
export const isToBeSpread = async (admin: Pick<pg.Pool, 'query'>): Promise<boolean> => {
  const { rows } = await admin.query<{ found: boolean; wanted: string | null }>(
    `select exists (select from pg_extension where extname = 'citus') as found, current_setting('mos.distribute', true) as wanted`,
  );
  const [{ found, wanted } = { found: false, wanted: null }] = rows;
  if (wanted !== 'on') return false;
  if (found) return true;
  throw new Error(
    "The database has mos.distribute = 'on' but not the extension citus. Create the extension, or reset the setting: alter database … reset mos.distribute.",
  );
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
 * Spreads the tables that are not spread yet over the servers of Citus, all of them or none. Does nothing unless
 * the operator wants it.
 * Throws one line for each table that cannot be spread.
 */
export const distributeTables = async (admin: pg.Pool): Promise<void> => {
  if (!(await isToBeSpread(admin))) return;
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
