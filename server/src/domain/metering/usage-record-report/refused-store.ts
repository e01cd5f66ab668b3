import { sql } from 'kysely';
import type { OrgDb } from '../../../db/org-db.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { AllocatedReportRow, NewReportRow } from './usage-record-report.ts';

export type RefusedRow = Pick<
  NewReportRow,
  | 'id'
  | 'entitlement_id'
  | 'dimension'
  | 'kind'
  | 'credit_amount'
  | 'share_term_id'
  | 'share_amount'
  | 'commit_amount'
  | 'allocations'
  | 'included_of'
> & {
  term_id: string;
  /**
   * What its usage received from the hour before, less what it passed to the next; without what retried items took
   * along.
   */
  carry: Decimal;
};

export const lockRefusedRows = async (db: OrgDb, ids: readonly string[]): Promise<RefusedRow[]> => {
  const { rows } = await sql<RefusedRow>`
    select r.id, r.entitlement_id, r.dimension, r.kind, r.carried_in - r.carried_out - r.carried_back as carry,
      r.credit_amount, r.share_term_id, r.share_amount, r.commit_amount,
      r.allocations, r.included_of, p.term_id
    from usage_report_row r join usage_report p on p.org_id = ${db.orgId} and p.id = r.report_id
    where r.org_id = ${db.orgId} and r.id = any(${ids as string[]}::uuid[])
    order by r.id for update of r
  `.execute(db.raw);
  return rows;
};

/** How much of a row's usage and carry is taken out of it, and the allocations that it keeps. */
export type RowReduction = Pick<AllocatedReportRow, 'id' | 'allocations'> & { quantity: Decimal; carriedBack: Decimal };

/** What remains in the rows is counted without deductions. */
export const reduceRows = async (db: OrgDb, rows: readonly RowReduction[]): Promise<void> => {
  await sql`
    update usage_report_row r
    set accepted = r.accepted - u.quantity, carried_back = r.carried_back + u.carried_back,
      adjusted = 0, unit_list_price = null,
      standing = r.accepted - u.quantity + r.carried_in - r.carried_out - r.carried_back - u.carried_back,
      included = 0, included_of = null, credited = 0, committed = 0, credit_amount = 0, share_term_id = null, share_amount = 0,
      commit_amount = 0, allocations = u.allocations::jsonb, version = r.version + 1
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.quantity)}::numeric[],
      ${rows.map((row) => row.carriedBack)}::numeric[],
      ${rows.map((row) => (row.allocations === null ? null : JSON.stringify(row.allocations)))}::text[]
    ) as u (id, quantity, carried_back, allocations)
    where r.org_id = ${db.orgId} and r.id = u.id
  `.execute(db.raw);
};
