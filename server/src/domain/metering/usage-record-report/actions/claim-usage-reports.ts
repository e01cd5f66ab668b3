import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { refreshGroupsOfRows, setItemStates, workInBulk } from '../../usage-record-group/store.ts';
import { fitRequest } from '../send-usage.ts';
import {
  type ClaimedRow,
  endRows,
  lockExpiredRows,
  lockSendableRows,
  type RowEnd,
  startAttempts,
} from '../sending/store.ts';
import { findMeteringSettings } from '../store.ts';
import { tellReportChanges } from '../tell-report-changes.ts';
import { oldestMonthOf, rowMessages } from '../usage-record-report.ts';
import { resendPauseMs } from '../window.ts';

const expiredAtOnce = 500;

export const claimEvents = ['usage_record_report.updated'] as const satisfies EventName[];

/** Rows whose window has closed: unknown when one of their attempts may have arrived, else failed. */
const settleExpired = async (call: ActCall, partner: string): Promise<number> => {
  const expired = await lockExpiredRows(call.db, partner, call.now, expiredAtOnce);
  if (expired.length === 0) return 0;
  const failed = expired.filter((row) => !row.sent);
  await endRows(
    call.db,
    expired.map(
      (row): RowEnd => ({
        id: row.id,
        state: row.sent ? 'REPORT_PENDING' : 'FAILED',
        message: row.sent ? rowMessages.outcomeUnknown : rowMessages.late,
        record_id: null,
        next: null,
      }),
    ),
  );
  const oldestMonth = oldestMonthOf(expired);
  await setItemStates(
    call.db,
    failed.map((row) => row.id),
    oldestMonth,
    'REPORT_FAILED',
  );
  await refreshGroupsOfRows(
    call.db,
    failed.map((row) => row.id),
    oldestMonth,
    call.now,
  );
  await tellReportChanges(call, [...new Set(expired.map((row) => row.report_id))]);
  return expired.length;
};

/**
 * Takes rows of one product that are to be sent, and writes the send log before they leave. A row that is taken is not
 * taken again before its pause is over. In SHADOW nothing is sent.
 */
export const claimUsageReports = async (
  call: ActCall,
  input: { partner: string; size: number },
): Promise<{ rows: ClaimedRow[] }> => {
  await workInBulk(call.db);
  const settings = await findMeteringSettings(call.db, input.partner);
  await settleExpired(call, input.partner);
  if (settings?.mode !== 'LIVE') return { rows: [] };
  const rows = fitRequest(await lockSendableRows(call.db, input.partner, call.now, input.size));
  if (rows.length === 0) return { rows: [] };
  const claimed = rows.map((row): ClaimedRow => ({ rowId: row.id, attempt: row.attempts + 1 }));
  const nextTimes = claimed.map((row) => new Date(call.now.getTime() + resendPauseMs(row.attempt)));
  await startAttempts(call.db, claimed, call.now, nextTimes);
  await tellReportChanges(
    call,
    [],
    rows.map((row) => row.report_id),
  );
  return { rows: claimed };
};
