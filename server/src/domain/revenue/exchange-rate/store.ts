import { type Generated, sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { TenantRow } from '../../../db/tables.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { DayRate, ExchangeRateTable } from './exchange-rate.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    exchange_rate_table: TenantRow & Omit<ExchangeRateTable, 'version'> & { version: Generated<number> };
    exchange_rate: TenantRow & { table_name: string; currency: string; day: string; rate: Decimal };
  }
}

const columns = [
  'exchange_rate_table.name',
  'exchange_rate_table.currency',
  'exchange_rate_table.rates',
  'exchange_rate_table.digest',
  'exchange_rate_table.last_update_time',
  'exchange_rate_table.version',
] as const;

export const findTable = async (db: OrgDb, name: string): Promise<ExchangeRateTable | undefined> =>
  db
    .selectFrom('exchange_rate_table')
    .select(columns)
    .where('exchange_rate_table.name', '=', name)
    .where('exchange_rate_table.rates', '>', 0)
    .executeTakeFirst();

/** The tables that have rates, by name. */
export const selectTables = async (db: OrgDb): Promise<ExchangeRateTable[]> =>
  db
    .selectFrom('exchange_rate_table')
    .select(columns)
    .where('exchange_rate_table.rates', '>', 0)
    .orderBy('exchange_rate_table.name')
    .execute();

/** Makes changes of the organization's tables wait for each other, so that their number is known. */
export const lockTables = async (db: OrgDb): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`exchange rates\n${db.orgId}`}, 0))`.execute(db.raw);
};

/** Also one that was emptied. */
export const findAnyTable = async (db: OrgDb, name: string): Promise<ExchangeRateTable | undefined> =>
  db.selectFrom('exchange_rate_table').select(columns).where('exchange_rate_table.name', '=', name).executeTakeFirst();

/** As many parameters as are written without blocking the event loop. */
const rowsOfStatement = 2000;

/** Writes a table and replaces its rates. */
export const saveTable = async (db: OrgDb, table: ExchangeRateTable, rates: readonly DayRate[]): Promise<void> => {
  const { name: _name, ...changed } = table;
  await db
    .insertInto('exchange_rate_table', table)
    .onConflict((conflict) => conflict.columns(['org_id', 'name']).doUpdateSet(changed))
    .execute();
  await db.deleteFrom('exchange_rate').where('exchange_rate.table_name', '=', table.name).execute();
  for (let start = 0; start < rates.length; start += rowsOfStatement) {
    const rows = rates.slice(start, start + rowsOfStatement);
    await sql`
      insert into exchange_rate (org_id, table_name, currency, day, rate)
      values (${db.orgId}, ${table.name}, unnest(${rows.map(({ currency }) => currency)}::text[]),
        unnest(${rows.map(({ day }) => day)}::date[]), unnest(${rows.map(({ rate }) => rate)}::numeric[]))
    `.execute(db.raw);
  }
};

/** The rates of a table by day and currency; only those of some currencies, if they are named. */
export const selectRates = async (db: OrgDb, name: string, currencies?: readonly string[]): Promise<DayRate[]> => {
  const only = currencies === undefined ? sql`` : sql`and r.currency = any(${[...currencies]}::text[])`;
  const { rows } = await sql<DayRate>`
    select r.currency, to_char(r.day, 'YYYY-MM-DD') as day, trim_scale(r.rate) as rate
    from exchange_rate r
    where r.org_id = ${db.orgId} and r.table_name = ${name} ${only}
    order by r.day, r.currency
  `.execute(db.raw);
  return rows;
};

/** What the rates of each table cover. */
export type Coverage = { table_name: string; currencies: string[]; first_day: string; last_day: string };

export const selectCoverages = async (db: OrgDb): Promise<Coverage[]> => {
  const { rows } = await sql<Coverage>`
    select r.table_name, array_agg(distinct r.currency order by r.currency) as currencies,
      to_char(min(r.day), 'YYYY-MM-DD') as first_day, to_char(max(r.day), 'YYYY-MM-DD') as last_day
    from exchange_rate r
    where r.org_id = ${db.orgId}
    group by r.table_name
  `.execute(db.raw);
  return rows;
};
