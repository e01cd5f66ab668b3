import { sql } from 'kysely';
import { jsonbArray } from '../../../db/array-bytes.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { rowColumns } from './store.ts';
import type { AllocatedReportRow, SendOutcome, UsageReportRow } from './usage-record-report.ts';

/** A row to be sent, with the number of the attempt. */
export type ClaimedRow = { rowId: string; attempt: number };

/**
 * Locks rows whose window has closed; `sent`: an attempt may have arrived. An attempt that began just before the lock
 * shows only in the row's number of attempts: it has no outcome in the log that this statement sees.
 */
export const lockExpiredRows = async (
  db: OrgDb,
  partner: string,
  now: Date,
  limit: number,
): Promise<(UsageReportRow & { sent: boolean })[]> => {
  const { rows } = await sql<UsageReportRow & { sent: boolean }>`
    select ${rowColumns}, r.attempts > (
      select count(*) from usage_report_send s
      where s.org_id = ${db.orgId} and s.row_id = r.id and s.outcome <> 'UNKNOWN'
    ) as sent
    from usage_report_row r
    where r.org_id = ${db.orgId} and r.partner = ${partner} and r.next_attempt_time is not null and r.deadline <= ${now}
    order by r.next_attempt_time, r.id limit ${limit}
    for update of r skip locked
  `.execute(db.raw);
  return rows;
};

/**
 * Locks rows of one product that are due to be sent, earliest deadline first. Usage of suspended entitlements waits.
 * Whether a row is due is checked again outside `due`: after a concurrent change, a lock shows the new version of the
 * row alone.
 */
export const lockSendableRows = async (
  db: OrgDb,
  partner: string,
  now: Date,
  limit: number,
): Promise<AllocatedReportRow[]> => {
  const { rows } = await sql<AllocatedReportRow>`
    with due as (
      select r.id, r.product_id, r.deadline from usage_report_row r
      where r.org_id = ${db.orgId} and r.partner = ${partner} and r.next_attempt_time <= ${now} and r.deadline > ${now}
        and (select e.status from entitlement e where e.org_id = ${db.orgId} and e.id = r.entitlement_id) is distinct from 'SUSPENDED'
      order by r.deadline, r.id limit 1000
    ), product as (select product_id from due order by deadline, id limit 1)
    select ${rowColumns}, r.allocations from usage_report_row r
    where r.org_id = ${db.orgId} and r.next_attempt_time <= ${now} and r.id in (
      select d.id from due d where d.product_id is not distinct from (select product_id from product)
      order by d.deadline, d.id limit ${limit})
    order by r.deadline, r.id
    for update skip locked
  `.execute(db.raw);
  return rows;
};

/** Writes the send log before the rows are sent, and when to try again if there is no answer; null: never. */
export const startAttempts = async (
  db: OrgDb,
  rows: readonly ClaimedRow[],
  now: Date,
  nextTimes: readonly (Date | null)[],
): Promise<void> => {
  const ids = rows.map((row) => row.rowId);
  const attempts = rows.map((row) => row.attempt);
  await sql`
    insert into usage_report_send (org_id, row_id, attempt, time)
    values (${db.orgId}, unnest(${ids}::uuid[]), unnest(${attempts}::int[]), ${now})
  `.execute(db.raw);
  await sql`
    update usage_report_row r
    set state = 'REPORT_PENDING', attempts = a.attempt, next_attempt_time = a.next_time, version = r.version + 1
    from unnest(${ids}::uuid[], ${attempts}::int[], ${nextTimes as (Date | null)[]}::timestamptz[]) as a (row_id, attempt, next_time)
    where r.org_id = ${db.orgId} and r.id = a.row_id
  `.execute(db.raw);
};

export const findRows = async (db: OrgDb, ids: readonly string[]): Promise<AllocatedReportRow[]> => {
  const { rows } = await sql<AllocatedReportRow>`
    select ${rowColumns}, r.allocations from usage_report_row r
    where r.org_id = ${db.orgId} and r.id = any(${ids as string[]}::uuid[]) order by r.id
  `.execute(db.raw);
  return rows;
};

/** Locks rows and reads the send log of the attempts before the given ones; `sent`: one of them may have arrived. */
export const lockRowsWithLog = async (
  db: OrgDb,
  attempts: readonly ClaimedRow[],
): Promise<(UsageReportRow & { sent: boolean; open: boolean })[]> => {
  const { rows } = await sql<UsageReportRow & { sent: boolean; open: boolean }>`
    select ${rowColumns},
      exists (select from usage_report_send s where s.org_id = ${db.orgId} and s.row_id = r.id and s.attempt < a.attempt
        and (s.outcome is null or s.outcome = 'UNKNOWN')) as sent,
      exists (select from usage_report_send s where s.org_id = ${db.orgId} and s.row_id = r.id and s.attempt = a.attempt
        and s.outcome is null) as open
    from unnest(${attempts.map((a) => a.rowId)}::uuid[], ${attempts.map((a) => a.attempt)}::int[]) as a (row_id, attempt)
    join usage_report_row r on r.org_id = ${db.orgId} and r.id = a.row_id
    order by r.id
    for update of r
  `.execute(db.raw);
  return rows;
};

export type LoggedSend = ClaimedRow & {
  outcome: SendOutcome;
  code: string | null;
  message: string | null;
  callId: string | null;
};

export const finishAttempts = async (db: OrgDb, sends: readonly LoggedSend[]): Promise<void> => {
  await sql`
    update usage_report_send s set outcome = u.outcome, code = u.code, message = u.message, call_id = u.call_id
    from unnest(${sends.map((s) => s.rowId)}::uuid[], ${sends.map((s) => s.attempt)}::int[], ${sends.map((s) => s.outcome)}::text[],
      ${sends.map((s) => s.code)}::text[], ${sends.map((s) => s.message)}::text[], ${sends.map((s) => s.callId)}::uuid[]
    ) as u (row_id, attempt, outcome, code, message, call_id)
    where s.org_id = ${db.orgId} and s.row_id = u.row_id and s.attempt = u.attempt
  `.execute(db.raw);
};

export type NewUsageCall = { id: string; requestId: string | null; request: object; response: object };

export const insertUsageCalls = async (db: OrgDb, calls: readonly NewUsageCall[], time: Date): Promise<void> => {
  if (calls.length === 0) return;
  await sql`
    insert into usage_call (org_id, id, time, partner_request_id, request, response)
    values (${db.orgId}, unnest(${calls.map((c) => c.id)}::uuid[]), ${time}, unnest(${calls.map((c) => c.requestId)}::text[]),
      unnest(${jsonbArray(calls.map((c) => JSON.stringify(c.request)))}::jsonb[]),
      unnest(${jsonbArray(calls.map((c) => JSON.stringify(c.response)))}::jsonb[]))
  `.execute(db.raw);
};

/** The state of a row after an answer, or after its window closed. `next`: when it is sent again; null: never. */
export type RowEnd = Pick<UsageReportRow, 'id' | 'state' | 'message' | 'record_id'> & { next: Date | null };

export const endRows = async (db: OrgDb, ends: readonly RowEnd[]): Promise<void> => {
  if (ends.length === 0) return;
  await sql`
    update usage_report_row r
    set state = u.state, message = u.message, record_id = coalesce(u.record_id, r.record_id), next_attempt_time = u.next,
      version = r.version + 1
    from unnest(${ends.map((e) => e.id)}::uuid[], ${ends.map((e) => e.state)}::text[], ${ends.map((e) => e.message)}::text[],
      ${ends.map((e) => e.record_id)}::text[], ${ends.map((e) => e.next)}::timestamptz[]) as u (id, state, message, record_id, next)
    where r.org_id = ${db.orgId} and r.id = u.id
  `.execute(db.raw);
};

/** Raises the version of the rows' reports, for their events. */
export const touchReports = async (db: OrgDb, ids: readonly string[]): Promise<void> => {
  await sql`
    update usage_report set version = version + 1 where org_id = ${db.orgId} and id = any(${ids as string[]}::uuid[])
  `.execute(db.raw);
};
