import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import { type Column, namesOf, unnested, unnestedValues } from '../../../db/unnested.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { RevenueChannel, UsageLine } from './record.ts';
import { keyColumns, type RowHead, type RowKey } from './row-store.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    marketplace_usage: {
      org_id: string;
      channel: string;
      dataset: string;
      key: string;
      agreement: string;
      dimension: string;
      day: string;
      telling: number;
      quantity: Decimal;
      amount: Decimal | null;
      currency: string | null;
    };
  }
}

/** The usage that the newest version of a row shows. */
export type NewUsage = { row: RowHead; usage: UsageLine };

const usageColumns: readonly Column<NewUsage>[] = [
  ['dataset', 'text', ({ row }) => row.dataset],
  ['key', 'text', ({ row }) => row.key],
  ['agreement', 'text', ({ usage }) => usage.agreement],
  ['dimension', 'text', ({ usage }) => usage.dimension],
  ['day', 'date', ({ usage }) => new Date(`${usage.day}T00:00:00Z`)],
  ['telling', 'smallint', ({ usage }) => usage.telling],
  ['quantity', 'numeric', ({ usage }) => usage.quantity],
  ['amount', 'numeric', ({ usage }) => usage.charge?.amount ?? null],
  ['currency', 'text', ({ usage }) => usage.charge?.currency ?? null],
];

/** Stores the usage of new versions; that of the versions before was removed. */
export const insertUsage = async (db: OrgDb, channel: RevenueChannel, usage: readonly NewUsage[]): Promise<void> => {
  await sql`
    insert into marketplace_usage (org_id, channel, ${namesOf(usageColumns)})
    values (${db.orgId}, ${channel}, ${unnestedValues(usageColumns, usage)})
  `.execute(db.raw);
};

/** Removes the usage of versions that no longer count. */
export const removeUsage = async (db: OrgDb, channel: RevenueChannel, keys: readonly RowKey[]): Promise<void> => {
  await sql`
    delete from marketplace_usage s using ${unnested(keyColumns, keys)}
    where s.org_id = ${db.orgId} and s.channel = ${channel} and s.dataset = u.dataset and s.key = u.key
  `.execute(db.raw);
};
