import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { addHours } from '../../../../kit/hours.ts';
import { refreshGroupsOfRows, setItemStates, workInBulk } from '../../usage-record-group/store.ts';
import { announceReportChanges } from '../announce-report-changes.ts';
import { hasOpenUsageUntil } from '../schedule-store.ts';
import { fitRequest } from '../send-usage.ts';
import {
  type ClaimedRow,
  endRows,
  lockExpiredRows,
  lockSendableRows,
  type RowEnd,
  startAttempts,
} from '../sending-store.ts';
import { findMeteringSettings } from '../store.ts';
import { oldestMonthOf, rowMessages } from '../usage-record-report.ts';
import { findUsageWindow, lastHourTakenUntil, resendPauseMs, urgentHours } from '../window.ts';

const expiredAtOnce = 500;

export const claimEvents = ['usage_record_report.updated'] as const satisfies EventName[];

/**
 * Ends rows whose window has closed: their outcome is unknown if an attempt may have arrived, otherwise they failed.
 */
const settleExpired = async (call: ActCall, partner: string): Promise<Expired> => {
  const expired = await lockExpiredRows(call.db, partner, call.now, expiredAtOnce);
  if (expired.length === 0) return { late: 0, unknown: 0 };
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
    'refuse',
  );
  await refreshGroupsOfRows(
    call.db,
    failed.map((row) => row.id),
    oldestMonth,
    call.now,
  );
  await announceReportChanges(call, [...new Set(expired.map((row) => row.report_id))]);
  return { late: failed.length, unknown: expired.length - failed.length };
};

/** Rows given up because their window closed. */
export type Expired = { late: number; unknown: number };

/**
 * `deadline`: the nearest one of the rows, which are in its order; absent: there are none. `closeFirst`: waiting usage will soon no longer be
 * accepted; its hours must be closed before more is sent.
 */
export type Claimed = { rows: ClaimedRow[]; deadline?: string; expired: Expired; closeFirst: boolean };

/**
 * Claims rows of one product for sending, and writes the send log before they are sent. A claimed row is not claimed
 * again before its pause is over. In SHADOW nothing is sent. With `mayClose`, nothing is claimed while there are hours
 * to be closed first.
 */
export const claimUsageReports = async (
  call: ActCall,
  input: { partner: string; size: number; mayClose?: boolean },
): Promise<Claimed> => {
  await workInBulk(call.db);
  const settings = await findMeteringSettings(call.db, input.partner);
  const expired = await settleExpired(call, input.partner);
  const window = findUsageWindow(input.partner);
  if (settings?.mode !== 'LIVE' || !window) return { rows: [], expired, closeFirst: false };
  const soon = lastHourTakenUntil(addHours(call.now, urgentHours), window);
  const closeFirst = await hasOpenUsageUntil(call.db, input.partner, soon);
  if (closeFirst && input.mayClose === true) return { rows: [], expired, closeFirst };
  const rows = fitRequest(await lockSendableRows(call.db, input.partner, call.now, input.size));
  if (rows.length === 0) return { rows: [], expired, closeFirst };
  const claimed = rows.map((row): ClaimedRow => ({ rowId: row.id, attempt: row.attempts + 1 }));
  const nextTimes = rows.map((row) => {
    const left = row.deadline.getTime() - call.now.getTime();
    return new Date(call.now.getTime() + resendPauseMs(row.attempts + 1, left));
  });
  await startAttempts(call.db, claimed, call.now, nextTimes);
  await announceReportChanges(
    call,
    [],
    rows.map((row) => row.report_id),
  );
  const [first] = rows;
  return { rows: claimed, ...(first ? { deadline: first.deadline.toISOString() } : {}), expired, closeFirst };
};
