import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { closeTermsOfReports } from '../../metered-entitlement/store.ts';
import { refreshGroupsOfRows, setItemStates, workInBulk } from '../../usage-record-group/store.ts';
import { announceReportChanges } from '../announce-report-changes.ts';
import { endRows, finishAttempts, insertUsageCalls, lockRowsWithLog, type RowEnd } from '../sending-store.ts';
import { rowIs } from '../states.ts';
import {
  oldestMonthOf,
  otherQuantity,
  rowMessages,
  type SendResult,
  type SentUsage,
  type UsageReportRow,
  unclearQuantity,
} from '../usage-record-report.ts';

export const outcomeEvents = ['usage_record_report.updated'] as const satisfies EventName[];

/** Codes of answers after which a marketplace accepts no more usage of an agreement that has ended. */
const closingCodes: ReadonlySet<string> = new Set([
  'CustomerNotSubscribed',
  'ResourceNotActive',
  'SERVICE_NOT_ACTIVATED',
  'PROJECT_DELETED',
]);

/**
 * Derives a row's end from the marketplace's answer. A refusal is definite only if no earlier attempt may have arrived;
 * a duplicate is our own only if one may have, and stays unknown where the marketplace does not say whose it is.
 */
const judgeOutcome = (
  row: Pick<UsageReportRow, 'id' | 'next_attempt_time' | 'message'>,
  result: SendResult,
  sentBefore: boolean,
): RowEnd => {
  const end = { id: row.id, record_id: result.recordId, next: null };
  switch (result.outcome) {
    case 'ACCEPTED':
      return { ...end, state: 'SUCCESS', message: '' };
    case 'DUPLICATE':
      if (!sentBefore || result.code === otherQuantity)
        return { ...end, state: 'FAILED', message: rowMessages.duplicateForeign };
      return result.code === unclearQuantity
        ? { ...end, state: 'REPORT_PENDING', message: rowMessages.outcomeUnknown }
        : { ...end, state: 'SUCCESS', message: '' };
    case 'REFUSED':
      return sentBefore
        ? { ...end, state: 'REPORT_PENDING', message: rowMessages.outcomeUnknown }
        : { ...end, state: 'FAILED', message: cutText(`${result.code ?? 'REFUSED'}: ${result.message ?? ''}`, 1000) };
    case 'NOT_APPLIED':
    case 'UNKNOWN':
      return { ...end, state: 'REPORT_PENDING', message: row.message, next: row.next_attempt_time };
  }
};

/** The answer to a repeated execution says nothing about the execution before it. */
const isUncertainWhenRepeated = (outcome: SendResult['outcome']): boolean =>
  outcome === 'NOT_APPLIED' || outcome === 'REFUSED';

/**
 * The outcome of a row. `LEFT`: certainly not counted, and sent again. `UNKNOWN`: sent again unchanged while its window
 * is open.
 */
export type SubmissionResult = 'ACKNOWLEDGED' | 'REFUSED' | 'UNKNOWN' | 'LEFT';

const submissionResultOf = (end: RowEnd, result: SendResult): SubmissionResult => {
  if (rowIs.counted(end.state)) return 'ACKNOWLEDGED';
  if (rowIs.refused(end.state)) return 'REFUSED';
  return result.outcome === 'NOT_APPLIED' ? 'LEFT' : 'UNKNOWN';
};

/**
 * Records the marketplace's answers. Rows settled in the meantime stay as they are. Returns the outcome of each row.
 */
export const recordUsageOutcomes = async (
  call: ActCall,
  { calls, results, repeated }: SentUsage,
): Promise<Record<string, SubmissionResult>> => {
  await workInBulk(call.db);
  const rows = (await lockRowsWithLog(call.db, results)).filter((row) => row.open && rowIs.pending(row.state));
  if (rows.length === 0) return {};
  const byRow = new Map(results.map((result) => [result.rowId, result]));
  const made = calls.map((one) => ({ ...one, id: call.newId() }));
  await insertUsageCalls(call.db, made, call.now);
  const sends = rows.flatMap((row) => byRow.get(row.id) ?? []);
  await finishAttempts(
    call.db,
    sends.map(({ recordId: _, call: index, ...send }) => ({
      ...send,
      // An earlier execution may have arrived, so nothing is certain about the attempt.
      outcome: repeated && isUncertainWhenRepeated(send.outcome) ? 'UNKNOWN' : send.outcome,
      callId: index === null ? null : (made[index]?.id ?? null),
    })),
  );
  const ends = rows.map((row) => judgeOutcome(row, byRow.get(row.id) as SendResult, row.sent || repeated));
  await endRows(call.db, ends);

  const idsIn = (state: UsageReportRow['state']): string[] =>
    ends.filter((end) => end.state === state).map((end) => end.id);
  const oldestMonth = oldestMonthOf(rows);
  await setItemStates(call.db, idsIn('SUCCESS'), oldestMonth, 'acknowledge');
  await setItemStates(call.db, idsIn('FAILED'), oldestMonth, 'refuse');
  await refreshGroupsOfRows(call.db, [...idsIn('SUCCESS'), ...idsIn('FAILED')], oldestMonth, call.now);
  const closing = rows.filter((row) => closingCodes.has(byRow.get(row.id)?.code ?? ''));
  for (const row of closing)
    await closeTermsOfReports(call.db, [row.report_id], byRow.get(row.id)?.code ?? '', call.now);
  const settled = rows.filter((_, index) => ends[index]?.next === null).map((row) => row.report_id);
  await announceReportChanges(
    call,
    [...new Set(settled)],
    rows.map((row) => row.report_id),
  );
  return Object.fromEntries(ends.map((end) => [end.id, submissionResultOf(end, byRow.get(end.id) as SendResult)]));
};
