import { sql } from 'kysely';
import type { Database } from './database.ts';

const quiet = sql`('migration', 'migration_lock')`;

/**
 * Prints the schema as text from the catalog, with one query for each kind of object, so that the embedded database and
 * PostgreSQL print the same (`pg_dump` would not). Omits partitions that are created monthly.
 */
export const printSchema = (database: Database): Promise<string> =>
  database.system(async (statements) => {
    const columns = await sql<{ line: string }>`
      select format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        case when a.attgenerated = 's' then ' generated as ' else case when d.adbin is null then '' else ' default ' end end,
        coalesce(pg_get_expr(d.adbin, d.adrelid), '')) as line
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind in ('r', 'p', 'v') and not c.relispartition and c.relname not in ${quiet}
      order by c.relname, a.attnum
    `.execute(statements);
    const constraints = await sql<{ line: string }>`
      select format('%s: %s', c.relname, pg_get_constraintdef(k.oid)) as line
      from pg_constraint k
      join pg_class c on c.oid = k.conrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where k.contype in ('p', 'u', 'c', 'f') and k.conparentid = 0 and not c.relispartition and c.relname not in ${quiet}
      order by c.relname, k.contype, pg_get_constraintdef(k.oid)
    `.execute(statements);
    const indexes = await sql<{ line: string }>`
      select replace(pg_get_indexdef(i.indexrelid), 'public.', '') as line
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where not i.indisprimary and not c.relispartition and c.relname not in ${quiet}
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      order by c.relname, pg_get_indexdef(i.indexrelid)
    `.execute(statements);
    const policies = await sql<{ line: string }>`
      select format('%s %s %s to %s using (%s)', c.relname, p.polname,
        case p.polcmd when '*' then 'all' when 'r' then 'select' else p.polcmd::text end,
        (select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any(p.polroles)),
        pg_get_expr(p.polqual, p.polrelid)) as line
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      order by c.relname, p.polname
    `.execute(statements);
    const grants = await sql<{ line: string }>`
      select format('%s: %s %s', g.table_name, g.grantee, string_agg(lower(g.privilege_type), ', ' order by g.privilege_type)) as line
      from information_schema.role_table_grants g
      join pg_class c on c.relname = g.table_name
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where g.table_schema = 'public' and g.grantee like 'mos\_%' and not c.relispartition
      group by g.table_name, g.grantee
      order by g.table_name, g.grantee
    `.execute(statements);
    const triggers = await sql<{ line: string }>`
      select replace(pg_get_triggerdef(t.oid), 'public.', '') as line
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where not t.tgisinternal and not c.relispartition
      order by c.relname, t.tgname
    `.execute(statements);
    const part = (title: string, rows: { line: string }[]): string =>
      `-- ${title}\n${rows.map(({ line }) => line).join('\n')}\n`;
    return [
      part('columns', columns.rows),
      part('constraints', constraints.rows),
      part('indexes', indexes.rows),
      part('policies', policies.rows),
      part('grants', grants.rows),
      part('triggers', triggers.rows),
    ].join('\n');
  });
