import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { UsageReportRow } from '../usage-record-report/usage-record-report.ts';
import { hourAtOrAfter, type ProofWindow, type ReceiptKey } from './usage-proof.ts';

export type ReceiptFilter = ProofWindow & { entitlementId: string; dimension?: string; after: ReceiptKey | null };

export type ReceiptRow = Pick<
  UsageReportRow,
  | 'report_id'
  | 'dimension'
  | 'hour'
  | 'told_time'
  | 'accepted'
  | 'carried_in'
  | 'carried_out'
  | 'included'
  | 'credited'
  | 'committed'
  | 'credit_amount'
  | 'commit_amount'
  | 'unit_price'
  | 'adjusted'
  | 'standing'
  | 'state'
  | 'message'
  | 'record_id'
> & {
  receipt_number: number;
  /** When the hour was closed. */
  closed_time: Date;
  /** When the attempt began that the marketplace confirmed, or when the outcome was settled. */
  confirmed_time: Date | null;
  carried_back: string;
};

/** Receipts of an entitlement in order of hour, dimension and number. The index is probed once for each hour. */
export const selectReceipts = async (db: OrgDb, filter: ReceiptFilter, limit: number): Promise<ReceiptRow[]> => {
  const { from, before, after, dimension, entitlementId } = filter;
  const first = hourAtOrAfter(after && after[0] > from ? after[0] : from);
  const isNext = after
    ? sql`(r.hour, r.dimension, r.receipt_number) > (${after[0]}::timestamptz, ${after[1]}::text, ${after[2]}::bigint)`
    : sql`true`;
  const { rows } = await sql<ReceiptRow>`
    select r.receipt_number, r.report_id, r.dimension, r.hour, r.told_time, r.accepted, r.carried_in, r.carried_out,
      r.carried_back, r.included, r.credited, r.committed, r.credit_amount, r.commit_amount, r.unit_price, r.adjusted,
      r.standing, r.state, r.message, r.record_id, p.creation_time as closed_time, coalesce((
        select max(s.time) from usage_report_send s
        where s.org_id = ${db.orgId} and s.row_id = r.id and s.outcome in ('ACCEPTED', 'DUPLICATE') and r.state = 'SUCCESS'), (
        select t.time from usage_settlement t where t.org_id = ${db.orgId} and t.row_id = r.id)) as confirmed_time
    from generate_series(${first}::timestamptz, ${before}::timestamptz, interval '1 hour') as h (hour)
    join usage_report_row r on r.org_id = ${db.orgId} and r.hour = h.hour and r.entitlement_id = ${entitlementId}::uuid
    join usage_report p on p.org_id = ${db.orgId} and p.id = r.report_id
    where h.hour < ${before}::timestamptz and r.kind = 'LIVE' and ${isNext}
      and ${dimension === undefined ? sql`true` : sql`r.dimension = ${dimension}`}
    order by r.hour, r.dimension, r.receipt_number limit ${limit}
  `.execute(db.raw);
  return rows;
};

/** The partner of an entitlement; undefined if there is no such entitlement. */
export const findReceiptPartner = async (db: OrgDb, entitlementId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ partner: string }>`
    select partner from entitlement where org_id = ${db.orgId} and id = ${entitlementId}::uuid
  `.execute(db.raw);
  return rows[0]?.partner;
};
