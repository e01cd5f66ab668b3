import { sql } from 'kysely';
import type { ActCall } from '../../../../contract/call.ts';
import { jsonbArray } from '../../../../db/array-bytes.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { ClaimedRow } from '../sending-store.ts';
import { rowColumns } from '../store.ts';
import type { SendOutcome, UsageReportRow } from '../usage-record-report.ts';
import type { SettleableRow, SettlementOutcome } from './settlement.ts';

type SettleableRows = { reportId: string; answersSince: Date; lock: boolean };

/**
 * The rows of a report. `awaited`: an attempt begun after `answersSince` has no outcome yet. Rows are locked in order
 * of id, as when answers are recorded, so that the two never deadlock.
 */
export const findSettleableRows = async (
  db: OrgDb,
  { reportId, answersSince, lock }: SettleableRows,
): Promise<SettleableRow[]> => {
  const { rows } = await sql<SettleableRow>`
    select ${rowColumns}, t.outcome as settled, exists (
      select from usage_report_send s
      where s.org_id = ${db.orgId} and s.row_id = r.id and s.outcome is null and s.time > ${answersSince}
    ) as awaited
    from usage_report_row r
    left join usage_settlement t on t.org_id = ${db.orgId} and t.row_id = r.id
    where r.org_id = ${db.orgId} and r.report_id = ${reportId}
    order by r.id
    ${lock ? sql`for update of r` : sql``}
  `.execute(db.raw);
  return rows;
};

export type Settlement = { outcome: SettlementOutcome; note: string; actor: ActCall['actor']; time: Date };

/** A settled row, with the marketplace's answer to the query; null: it could not be queried. */
export type SettledRow = { id: string; answer: object | null };

export const insertSettlements = async (
  db: OrgDb,
  rows: readonly SettledRow[],
  { outcome, note, actor, time }: Settlement,
): Promise<void> => {
  const answers = rows.map(({ answer }) => (answer === null ? null : JSON.stringify(answer)));
  await sql`
    insert into usage_settlement (org_id, row_id, outcome, note, actor, time, partner_answer)
    values (${db.orgId}, unnest(${rows.map((row) => row.id)}::uuid[]), ${outcome}, ${note}, ${JSON.stringify(actor)}::jsonb, ${time},
      unnest(${jsonbArray(answers)}::jsonb[]))
  `.execute(db.raw);
};

/** Those of the attempts that have ended. */
export const findAttempts = async (db: OrgDb, attempts: readonly ClaimedRow[]): Promise<EndedAttempt[]> => {
  const { rows } = await sql<EndedAttempt>`
    select s.row_id as "rowId", s.attempt, s.outcome, s.code, s.message
    from unnest(${attempts.map((a) => a.rowId)}::uuid[], ${attempts.map((a) => a.attempt)}::int[]) as a (row_id, attempt)
    join usage_report_send s on s.org_id = ${db.orgId} and s.row_id = a.row_id and s.attempt = a.attempt
    where s.outcome is not null
    order by s.row_id
  `.execute(db.raw);
  return rows;
};

export type EndedAttempt = ClaimedRow & { outcome: SendOutcome; code: string | null; message: string | null };

/** `acknowledged`: when the last attempt that the marketplace confirmed began. */
export type RowOfDay = Pick<UsageReportRow, 'id' | 'dimension' | 'hour' | 'quantity' | 'state' | 'message'> & {
  settled: SettlementOutcome | null;
  acknowledged: Date | null;
};

/** Rows sent for these dimensions of an entitlement and times of one day, under one license and plan. */
export const findRowsOfDay = async (
  db: OrgDb,
  of: Pick<UsageReportRow, 'entitlement_id' | 'scope' | 'address'>,
  { dimensions, day }: { dimensions: readonly string[]; day: Date },
): Promise<RowOfDay[]> => {
  const { rows } = await sql<RowOfDay>`
    select r.id, r.dimension, r.hour, r.quantity, r.state, r.message, t.outcome as settled, (
      select max(s.time) from usage_report_send s
      where s.org_id = ${db.orgId} and s.row_id = r.id and s.outcome in ('ACCEPTED', 'DUPLICATE')) as acknowledged
    from usage_report_row r
    left join usage_settlement t on t.org_id = ${db.orgId} and t.row_id = r.id
    where r.org_id = ${db.orgId} and r.entitlement_id = ${of.entitlement_id} and r.dimension = any(${dimensions as string[]}::text[])
      and r.hour > ${day}::timestamptz - interval '1 hour' and r.hour < ${day}::timestamptz + interval '1 day'
      and r.told_time >= ${day}::timestamptz and r.told_time < ${day}::timestamptz + interval '1 day'
      and r.kind = 'LIVE' and r.quantity > 0 and r.attempts > 0 and r.scope = ${of.scope}
      and r.address ->> 'planId' is not distinct from ${of.address.planId ?? null}::text
    order by r.id
  `.execute(db.raw);
  return rows;
};
