import type { ActCall } from '../../../../contract/call.ts';
import { badRequest, type Fault, notFound, Refusal, wrongState } from '../../../../kit/errors.ts';
import { refreshGroupsOfRows, setItemStates } from '../../usage-record-group/store.ts';
import { endRows, type RowEnd } from '../sending/store.ts';
import { planSettlement, type SettleableRow, type SettlementOutcome } from '../settlement/settlement.ts';
import { insertSettlements, lockSettleableRows } from '../settlement/store.ts';
import { findReports, lockEntitlements } from '../store.ts';
import { tellReportChanges } from '../tell-report-changes.ts';
import { oldestMonthOf, rowMessages } from '../usage-record-report.ts';

/** So long after an attempt its answer may still come in and decide by itself. */
const answerWaitMs = 15 * 60_000;

export type SettleUsageRows = {
  reportId: string;
  outcome: SettlementOutcome;
  /** Dimension keys; every row with an unknown outcome when absent. */
  dimensions?: readonly string[] | undefined;
  /** How it is known; kept for ever. */
  note: string;
};

const refuseUnknownNames = (rows: readonly SettleableRow[], dimensions: readonly string[] = []): void => {
  const known = new Set(rows.map((row) => row.dimension));
  const faults = dimensions.flatMap((dimension, index): Fault[] =>
    known.has(dimension)
      ? []
      : [{ path: `dimensions.${index}`, code: 'unknown_dimension', message: 'is no dimension of this report' }],
  );
  if (faults.length > 0) throw badRequest(faults);
};

/**
 * Says of rows with an unknown outcome whether the marketplace has counted them: by an ADMIN, or by a reconciliation with
 * what was billed. COUNTED: they succeeded. NOT_COUNTED: they failed, and their groups can be retried. Settling them again
 * the same way changes nothing.
 */
export const settleUsageRows = async (
  call: ActCall,
  { reportId, outcome, dimensions, note }: SettleUsageRows,
): Promise<void> => {
  const [known] = await findReports(call.db, [reportId]);
  if (!known) throw notFound('usage record report');
  await lockEntitlements(call.db, [known.entitlement_id]);
  const rows = await lockSettleableRows(call.db, reportId, new Date(call.now.getTime() - answerWaitMs));
  const [report] = await findReports(call.db, [reportId]);
  call.checkVersion(report?.version ?? known.version);
  refuseUnknownNames(rows, dimensions);
  const plan = planSettlement(rows, outcome, dimensions);
  if ('status' in plan) throw wrongState('usage record report', 'settle', plan.status, [rowMessages.outcomeUnknown]);
  if (plan.rows.length === 0) return;
  if (plan.rows.some((row) => row.awaited)) {
    const message = 'It was sent only just now: the answer of the marketplace may still come in. Try again later.';
    const info = { status: 'REPORT_PENDING', allowedFrom: [rowMessages.outcomeUnknown] };
    throw new Refusal('Conflict', message, info, { 'retry-after': String(answerWaitMs / 1000) });
  }

  const ids = plan.rows.map((row) => row.id);
  const isCounted = outcome === 'COUNTED';
  const message = `SETTLED as ${outcome} by ${call.actor.name}: ${note}`;
  await insertSettlements(call.db, ids, { outcome, note, actor: call.actor, time: call.now });
  await endRows(
    call.db,
    ids.map((id): RowEnd => ({ id, state: isCounted ? 'SUCCESS' : 'FAILED', message, record_id: null, next: null })),
  );
  const oldestMonth = oldestMonthOf(plan.rows);
  await setItemStates(call.db, ids, oldestMonth, isCounted ? 'REPORTED' : 'REPORT_FAILED');
  await refreshGroupsOfRows(call.db, ids, oldestMonth, call.now);
  await tellReportChanges(call, [reportId], [reportId], {
    settled: { outcome, note, dimensions: plan.rows.map((row) => row.dimension) },
  });
};
