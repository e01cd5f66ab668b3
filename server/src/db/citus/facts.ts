/** What the plan of a distribution has to know about a database, as the catalog says it. Partitions belong to their table. */
export type DatabaseFacts = { tables: TableFacts[]; foreignKeys: ForeignKey[] };

export type TableFacts = {
  name: string;
  columns: Column[];
  keys: Key[];
  triggers: { name: string; runs: string }[];
  /** The conditions of its policies for row-level security. */
  policies: { name: string; condition: string }[];
  isFenced: boolean;
  rules: string[];
  /** Partitions that are partitioned again. */
  partitionedPartitions: string[];
  /** Which roles of the service may do what. */
  grants: { role: string; may: string[] }[];
};

type Column = { name: string; type: string; isRequired: boolean; default: string | null; isIdentity: boolean };

/** A primary key, a unique constraint or index, or an exclusion; expressions have no name among its columns. */
type Key = { name: string; kind: 'primary key' | 'unique' | 'exclusion'; columns: string[] };

export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  references: string;
  referenced: string[];
  onDelete: ForeignKeyAction;
  onUpdate: ForeignKeyAction;
  definition: string;
};

type ForeignKeyAction = 'NO ACTION' | 'RESTRICT' | 'CASCADE' | 'SET NULL' | 'SET DEFAULT';

/** Sends one statement without parameters. */
export type Send = (text: string) => Promise<{ rows: unknown[] }>;

const kept = `c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public'
  and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;

const columnsNamed = (keys: string, relation: string): string => `(
  select coalesce(json_agg(a.attname order by k.place), '[]') from unnest(${keys}) with ordinality as k (number, place)
  join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;

const tables = `
  select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isFenced",
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isRequired', a.attnotnull, 'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
        'isIdentity', a.attidentity <> '') order by a.attnum), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', x.relname,
        'kind', case when i.indisprimary then 'primary key' when i.indisexclusion then 'exclusion' else 'unique' end,
        'columns', ${columnsNamed('i.indkey::int2[]', 'c.oid')}) order by x.relname), '[]')
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)) as keys,
    (select coalesce(json_agg(json_build_object('name', t.tgname, 'runs', p.proname) order by t.tgname), '[]')
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(json_build_object('name', p.polname, 'condition', concat_ws(' ',
        pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))) order by p.polname), '[]')
      from pg_policy p where p.polrelid = c.oid) as policies,
    (select coalesce(json_agg(r.rulename order by r.rulename), '[]') from pg_rewrite r where r.ev_class = c.oid) as rules,
    (select coalesce(json_agg(s.relname order by s.relname), '[]') from pg_inherits h join pg_class s on s.oid = h.inhrelid
      where h.inhparent = c.oid and s.relkind = 'p') as "partitionedPartitions",
    (select coalesce(json_agg(json_build_object('role', g.role, 'may', g.may) order by g.role), '[]') from (
      select o.rolname as role, json_agg(lower(x.privilege_type) order by x.privilege_type) as may
      from aclexplode(c.relacl) x join pg_roles o on o.oid = x.grantee where o.rolname like 'mos\\_%' group by o.rolname) g) as grants
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${kept} order by c.relname collate "C"`;

const action = (column: string): string =>
  `case ${column} when 'a' then 'NO ACTION' when 'r' then 'RESTRICT' when 'c' then 'CASCADE' when 'n' then 'SET NULL' else 'SET DEFAULT' end`;

const foreignKeys = `
  select k.conname as name, c.relname as table, ${columnsNamed('k.conkey', 'c.oid')} as columns, f.relname as references,
    ${columnsNamed('k.confkey', 'f.oid')} as referenced, ${action('k.confdeltype')} as "onDelete",
    ${action('k.confupdtype')} as "onUpdate", pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and ${kept} order by c.relname collate "C", k.conname collate "C"`;

/** Reads what the plan has to know; on PostgreSQL and the embedded database alike. */
export const readFacts = async (send: Send): Promise<DatabaseFacts> => ({
  tables: (await send(tables)).rows as TableFacts[],
  foreignKeys: (await send(foreignKeys)).rows as ForeignKey[],
});
