import type pg from 'pg';

/**
 * All rows of an organization in a table, oldest first. The database has no order of its own: a new row may take the
 * place of a removed one.
 */
export const allRows = async (
  { pool }: { pool: pg.Pool },
  orgId: string,
  table: string,
): Promise<pg.QueryResult['rows']> => {
  const { rows } = await pool.query(`select * from ${table} where org_id = $1`, [orgId]);
  const timeOf = (row: (typeof rows)[number]): number => (row.creation_time ?? row.start_time)?.getTime() ?? 0;
  return rows.sort(
    (left, right) =>
      timeOf(left) - timeOf(right) ||
      (left.position ?? 0) - (right.position ?? 0) ||
      String(left.id).localeCompare(String(right.id)),
  );
};
