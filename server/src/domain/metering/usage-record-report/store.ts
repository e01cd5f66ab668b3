import { type Generated, sql } from 'kysely';
import { maxPageBytes, type PageRequest } from '../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { reportFields } from './fields.ts';
import type { NewReportRow, ReportAddress, UsageReport, UsageReportRow } from './usage-record-report.ts';

declare module '../../../db/tables.ts' {
  interface Tables {
    usage_report: Omit<UsageReport, 'version'> & { org_id: string; version: Generated<number> };
    usage_report_row: Omit<NewReportRow, 'message' | 'attempts' | 'address'> & {
      org_id: string;
      address: StoredAddress;
      message: Generated<string>;
      attempts: Generated<number>;
      version: Generated<number>;
    };
  }
}

/** Allows one writer for each entitlement; ids are locked in order, so that two writers never deadlock. */
export const lockEntitlements = async (db: OrgDb, ids: readonly string[]): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`usage\n${db.orgId}\n`} || id, 0))
    from (select id from unnest(${[...ids].sort()}::text[]) as u (id) order by id) as ordered
  `.execute(db.raw);
};

export type MeteringSettings = {
  connectionId: string;
  mode: 'LIVE' | 'SHADOW';
  reportFrom: Date | null;
  settleMinutes: number;
  latePolicy: 'ROLL_FORWARD' | 'HOLD';
  /** Only what the commit does not cover is submitted. */
  withCommit: boolean;
  /** What a commit does not cover is charged at the list price. */
  atListPrice: boolean;
};

/** How the organization submits usage to a marketplace; undefined if no account is connected. */
export const findMeteringSettings = async (db: OrgDb, partner: string): Promise<MeteringSettings | undefined> => {
  const { rows } = await sql<MeteringSettings>`
    select id as "connectionId", mode, report_from as "reportFrom",
      coalesce((settings ->> 'settleMinutes')::int, 15) as "settleMinutes",
      coalesce(settings ->> 'latePolicy', 'ROLL_FORWARD') as "latePolicy",
      coalesce(settings ->> 'enableCommitWithAdditionalUsageMetering', '') = 'true' as "withCommit",
      coalesce(settings ->> 'enableCommitWithAdditionalUsageMetering', '') = 'true'
        and coalesce(settings ->> 'enableCommitWithAdditionalUsageAtListPrice', '') = 'true' as "atListPrice"
    from connection where org_id = ${db.orgId} and partner = ${partner} and service = 'MARKETPLACE'
  `.execute(db.raw);
  return rows[0];
};

/** Far below the number of parameters that a statement may have. */
const rowsAtOnce = 1000;

/**
 * An address stores the resource as `licenseArn` for every marketplace: an earlier release that uses this name may
 * still be running beside this one, and would report usage for no resource if it found another name.
 */
type StoredAddress = Omit<ReportAddress, 'usageResourceId'> & { licenseArn: string | null };

const storedAddress = ({ usageResourceId, ...address }: ReportAddress): StoredAddress => ({
  ...address,
  licenseArn: usageResourceId,
});
const address = sql`r.address - 'licenseArn' || jsonb_build_object('usageResourceId', r.address -> 'licenseArn') as address`;

export const insertReports = async (
  db: OrgDb,
  reports: readonly UsageReport[],
  rows: readonly NewReportRow[],
): Promise<void> => {
  for (let start = 0; start < reports.length; start += rowsAtOnce) {
    await db.insertInto('usage_report', reports.slice(start, start + rowsAtOnce)).execute();
  }
  const documents = rows.map((row) => ({
    ...row,
    address: JSON.stringify(storedAddress(row.address)) as never,
    allocations: (row.allocations === null ? null : JSON.stringify(row.allocations)) as never,
    included_of: (row.included_of === null ? null : JSON.stringify(row.included_of)) as never,
  }));
  for (let start = 0; start < documents.length; start += rowsAtOnce) {
    await db.insertInto('usage_report_row', documents.slice(start, start + rowsAtOnce)).execute();
  }
};

/** One for each dimension of a product. */
const rowsOfReportMax = 800;

/** Columns of `usage_report_row r` without the allocations, which may be large. */
export const rowColumns = sql`r.id, r.report_id, r.entitlement_id, r.dimension, r.hour, r.kind, r.partner, r.product_id,
  r.scope, r.again, r.accepted, r.adjusted, r.carried_in, r.carried_out, r.included, r.credited, r.committed, r.credit_amount, r.commit_amount,
  r.unit_price, r.unit_list_price, r.standing, r.quantity, r.told_time, ${address},
  r.deadline, r.oldest_month, r.state, r.message, r.record_id, r.attempts,
  r.next_attempt_time`;

const reportColumns = [
  'usage_report.id',
  'usage_report.entitlement_id',
  'usage_report.term_id',
  'usage_report.product_id',
  'usage_report.buyer_id',
  'usage_report.partner',
  'usage_report.hour',
  'usage_report.kind',
  'usage_report.group_ids',
  'usage_report.credit_amount',
  'usage_report.used_credit_amount',
  'usage_report.commit_amount',
  'usage_report.used_commit_amount',
  'usage_report.creation_time',
  'usage_report.version',
] as const;

export type ReportFilter = {
  from: Date;
  before: Date;
  partner?: string;
  productId?: string;
  entitlementId?: string;
  buyerId?: string;
};

export const selectReports = (
  db: OrgDb,
  page: PageRequest,
  filter: ReportFilter,
): Promise<SelectedPage<UsageReport>> => {
  let from = db
    .selectFrom('usage_report')
    .where('creation_time', '>=', filter.from)
    .where('creation_time', '<', filter.before);
  if (filter.partner) from = from.where('partner', '=', filter.partner);
  if (filter.entitlementId) from = from.where('entitlement_id', '=', filter.entitlementId);
  if (filter.productId) from = from.where('product_id', '=', filter.productId);
  if (filter.buyerId) from = from.where('buyer_id', '=', filter.buyerId);
  return selectPage(db, from.select(reportColumns), page, reportFields, maxPageBytes / 2);
};

export type ReportCall = { request: Record<string, unknown> | null; response: Record<string, unknown> | null };

export const findReports = async (db: OrgDb, ids: readonly string[]): Promise<UsageReport[]> =>
  (await db
    .selectFrom('usage_report')
    .select(reportColumns)
    .where('id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .orderBy('id')
    .execute()) as UsageReport[];

/**
 * Rows of reports, ordered by report and dimension. The last call of a report is returned with only one of its rows:
 * calls are large, and one is shown.
 */
const rowsOfReports = (db: OrgDb, reportIds: readonly string[]) => sql<UsageReportRow & ReportCall>`
  select ${rowColumns}, shown.request, shown.response
  from unnest(${reportIds as string[]}::uuid[]) with ordinality as asked (id, place)
  join usage_report_row r on r.org_id = ${db.orgId} and r.report_id = asked.id
  left join lateral (
    select x.id as row_id, c.request, c.response
    from usage_report_row x
    join lateral (
      select s.call_id from usage_report_send s
      where s.org_id = ${db.orgId} and s.row_id = x.id and s.call_id is not null order by s.attempt desc limit 1
    ) as last on true
    join usage_call c on c.org_id = ${db.orgId} and c.id = last.call_id
    where x.org_id = ${db.orgId} and x.report_id = asked.id and c.request is not null and c.response is not null
    order by x.dimension desc limit 1
  ) as shown on shown.row_id = r.id
  order by asked.place, r.dimension`;

export const findRowsOfReports = async (
  db: OrgDb,
  reportIds: readonly string[],
): Promise<(UsageReportRow & ReportCall)[]> =>
  reportIds.length === 0 ? [] : (await rowsOfReports(db, reportIds).execute(db.raw)).rows;

/** The same for as many whole reports, from the first on, as fit into the bytes; the first is always complete. */
export const selectRowsOfReports = async (
  db: OrgDb,
  reportIds: readonly string[],
  maxBytes: number,
): Promise<{ rows: (UsageReportRow & ReportCall)[]; reports: number }> => {
  const [first] = reportIds;
  if (first === undefined) return { rows: [], reports: 0 };
  const statement = rowsOfReports(db, reportIds).compile(db.raw);
  const bound = { maxBytes, maxRows: reportIds.length * rowsOfReportMax };
  const found = await db.sendUpTo(statement.sql, statement.parameters, bound);
  const rows = found.rows as (UsageReportRow & ReportCall)[];
  const cutOff = found.whole ? undefined : rows.at(-1)?.report_id;
  if (cutOff === undefined) return { rows, reports: reportIds.length };
  if (cutOff === first) return { rows: await findRowsOfReports(db, [first]), reports: 1 };
  return { rows: rows.filter((row) => row.report_id !== cutOff), reports: reportIds.indexOf(cutOff) };
};
