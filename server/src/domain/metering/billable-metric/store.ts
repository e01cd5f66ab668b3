import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import type { BillableMetric } from './billable-metric.ts';
import { metricFields } from './fields.ts';

type MetricRow = Omit<BillableMetric, 'info' | 'version'> & {
  org_id: string;
  info: BillableMetric['info'] | string;
  version: Generated<number>;
};

declare module '../../../db/tables.ts' {
  interface Tables {
    billable_metric: MetricRow;
  }
}

const columns = [
  'billable_metric.id',
  'billable_metric.name',
  'billable_metric.description',
  'billable_metric.aggregation_type',
  'billable_metric.status',
  'billable_metric.info',
  'billable_metric.creation_time',
  'billable_metric.last_update_time',
  'billable_metric.version',
] as const;

export const findMetric = async (db: OrgDb, id: string): Promise<BillableMetric | undefined> =>
  (await db.selectFrom('billable_metric').select(columns).where('billable_metric.id', '=', id).executeTakeFirst()) as
    | BillableMetric
    | undefined;

/** Metrics by id, deleted ones too. */
export const findMetrics = async (db: OrgDb, ids: readonly string[]): Promise<Map<string, BillableMetric>> => {
  if (ids.length === 0) return new Map();
  const metrics = (await db
    .selectFrom('billable_metric')
    .select(columns)
    .where('billable_metric.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute()) as BillableMetric[];
  return new Map(metrics.map((metric) => [metric.id, metric]));
};

export const lockMetric = async (db: OrgDb, id: string): Promise<BillableMetric | undefined> =>
  (await db
    .selectFrom('billable_metric')
    .select(columns)
    .where('billable_metric.id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as BillableMetric | undefined;

export const insertMetric = async (db: OrgDb, metric: BillableMetric): Promise<void> => {
  await db.insertInto('billable_metric', { ...metric, info: JSON.stringify(metric.info) }).execute();
};

export const updateMetricRow = async (db: OrgDb, { id, info: _info, ...rest }: BillableMetric): Promise<void> => {
  await db.updateTable('billable_metric').set(rest).where('billable_metric.id', '=', id).execute();
};

export const selectMetrics = (
  db: OrgDb,
  page: PageRequest,
  { withDeleted }: { withDeleted: boolean },
): Promise<SelectedPage<BillableMetric>> => {
  let from = db.selectFrom('billable_metric');
  if (!withDeleted) from = from.where('billable_metric.status', '<>', 'DELETED');
  return selectPage(db, from.select(columns), page, metricFields);
};

/** How many metrics there are, up to `most`. */
export const countMetrics = async (db: OrgDb, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from billable_metric where org_id = ${db.orgId} and status = 'ACTIVE' limit ${most}
    ) as counted
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};
