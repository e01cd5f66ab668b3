import type { ClientBase } from 'pg';
import type { Field, Fields } from '../../src/contract/fields.ts';

/** What tables are filled with. */
export type GrownRows = {
  orgIds: readonly string[];
  /** Rows of each organization. */
  rowsEach: number;
  /** What one row in a hundred belongs to that belongs to something: an offer, a contract, a ticket. */
  placeId: string;
};

type Column = {
  name: string;
  type: string;
  array: boolean;
  checked: string | null;
  identifies: boolean;
  isKey: boolean;
};

const marketplace = `(array['AWS', 'AZURE', 'GCP'])[1 + n % 3]`;

/** Columns whose values follow from no rule of the table. `n` is the number of the row within its organization. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contact: {
    email_address: `n || '@company' || n % 50 || '.test'`,
    info: `jsonb_build_object('role', (array['SALES', 'LEGAL'])[1 + n % 2], 'companyName', 'Company ' || n % 70, 'partner', ${marketplace})`,
  },
  offer: { info: `jsonb_build_object('currency', (array['USD', 'EUR'])[1 + n % 2])` },
  referral: {
    buyer_company: `jsonb_build_object('name', 'Buyer ' || md5(n::text))`,
    partner: `(array['AWS', 'AZURE', 'GCP', 'DIRECT'])[1 + n % 4]`,
    target_close_date: `'2027-01-' || lpad((1 + n % 28)::text, 2, '0')`,
  },
  notification_event: { name: `(array['offer.created', 'offer.updated'])[1 + n % 2]` },
  audit_event: { actor: `jsonb_build_object('id', 'user ' || n % 50, 'type', 'user', 'name', 'Ada')` },
  support_ticket: { creator: `n % 50 || '@company.test'` },
  notification_message: { event_id: 'gen_random_uuid()' },
  webhook_delivery: { event_id: 'gen_random_uuid()' },
  usage_record_group: {
    creation_month: `date_trunc('month', now())`,
    meta_info: `jsonb_build_object('region', 'eu-' || n % 20)`,
  },
};

const wordsOf = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap((field) => (field.type === 'enum' ? (field.values ?? []) : []));

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The value of a column of row `n`: of its type, repeated as such values are, and unique where it identifies the row. */
const columnValue = (
  table: string,
  { name, type, array, checked, identifies, isKey }: Column,
  fields: readonly Field[],
): string => {
  const own = given[table]?.[name];
  if (own !== undefined) return own;
  if (name === 'org_id') return 'org_id';
  if (array) return `'{}'`;
  if (type === 'uuid') return isKey ? 'gen_random_uuid()' : 'place';
  if (type === 'text') {
    if (name === 'partner') return marketplace;
    const allowed = [...(checked ?? '').matchAll(/'([^']+)'::text/g)].map(([, word = '']) => word);
    const words = allowed.length > 0 ? allowed : wordsOf(fields);
    if (words.length > 0) return `(array[${words.map(literal).join(', ')}])[1 + n % ${words.length}]`;
    return identifies || name === 'name' ? `${literal(name)} || ' ' || md5(n::text)` : `'Company ' || n % 1000`;
  }
  if (type === 'timestamptz') return `now() - n * interval '1 minute'`;
  if (type === 'date') return 'current_date - n % 400';
  if (type === 'bool') return 'n % 2 = 0';
  if (type === 'jsonb' || type === 'json') return `'{}'`;
  if (type === 'bytea') return `decode(md5(n::text), 'hex')`;
  return 'n';
};

/**
 * Fills a table with many rows of each organization, without foreign keys, triggers and checks, as the superuser. What the
 * rows contain follows from the columns, their checks, the unique indexes, and the words that the fields of the lists know.
 */
export const fillTable = async (
  superuser: ClientBase,
  table: string,
  fields: readonly Fields[],
  { orgIds, rowsEach, placeId }: GrownRows,
): Promise<void> => {
  const { rows: checks } = await superuser.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass and coninhcount = 0`,
    [table],
  );
  const { rows: columns } = await superuser.query<Column>(
    `select a.attname as name, t.typname as type, t.typcategory = 'A' as array,
       (select pg_get_constraintdef(k.oid) from pg_constraint k
         where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
           and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1) as checked,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as identifies,
       exists (
         select from pg_index i where i.indrelid = a.attrelid and i.indisunique and i.indnkeyatts <= 2 and a.attnum = any(i.indkey)
       ) as "isKey"
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''`,
    [table],
  );
  const fieldsOf = (name: string): Field[] =>
    fields.flatMap((of) => Object.values(of).filter(({ column }) => column === `${table}.${name}`));
  await superuser.query('begin');
  await superuser.query('set local session_replication_role = replica');
  for (const { name } of checks) await superuser.query(`alter table ${table} drop constraint ${name}`);
  await superuser.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
     select ${columns.map((column) => columnValue(table, column, fieldsOf(column.name))).join(', ')}
     from (
       select org_id, n, case when n % 100 = 0 then $1::uuid else gen_random_uuid() end as place
       from unnest($2::uuid[]) as org_id cross join generate_series(1, $3::int) as n
     ) as numbered`,
    [placeId, orgIds, rowsEach],
  );
  await superuser.query('commit');
};

/** Makes the planner assume that the analyzed tables have this many rows. */
export const pretendRows = async (superuser: ClientBase, tables: readonly string[], rows: number): Promise<void> => {
  await superuser.query(
    `with recursive family as (
       select t::regclass::oid as id from unnest($1::text[]) as t
       union all
       select i.inhrelid from pg_inherits i join family f on i.inhparent = f.id
     ), factor as (
       select f.id, $2::float4 / nullif(c.reltuples, 0) as times from family f join pg_class c on c.oid = f.id where c.reltuples > 0
     )
     update pg_class c set reltuples = c.reltuples * f.times
     from factor f left join pg_index i on i.indrelid = f.id
     where c.oid = f.id or c.oid = i.indexrelid`,
    [tables, rows],
  );
  await superuser.query(
    `with factor as (
       select i.indexrelid as id, t.reltuples from pg_index i join pg_class t on t.oid = i.indrelid
       where t.relname = any($1::text[]) and i.indpred is null
     )
     update pg_class c set reltuples = f.reltuples from factor f where c.oid = f.id`,
    [tables],
  );
};
