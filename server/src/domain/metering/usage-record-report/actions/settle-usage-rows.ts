import type { ActCall } from '../../../../contract/call.ts';
import { badRequest, type Fault, Refusal, requireFound, wrongState } from '../../../../kit/errors.ts';
import { mustBeOneOf } from '../../../../kit/one-of.ts';
import { refreshGroupsOfRows, setItemStates } from '../../usage-record-group/store.ts';
import { announceReportChanges } from '../announce-report-changes.ts';
import { endRows, type RowEnd } from '../sending-store.ts';
import { type AskedUsage, answerWaitMs } from '../settlement/asked-usage.ts';
import { type PartnerStatement, readPartnerStatements } from '../settlement/partner-statement.ts';
import { planSettlement, type SettleableRow, type SettlementOutcome } from '../settlement/settlement.ts';
import { findSettleableRows, insertSettlements } from '../settlement/store.ts';
import { findReports, lockEntitlements } from '../store.ts';
import { oldestMonthOf, rowMessages } from '../usage-record-report.ts';

const contradictionsInMessage = 10;

export type SettleUsageRows = {
  reportId: string;
  outcome: SettlementOutcome;
  /** Dimension keys; every row with an unknown outcome when absent. */
  dimensions?: readonly string[] | undefined;
  /** How the outcome is known; kept forever. */
  note: string;
  /** The marketplace's answer about the rows; absent: it was not queried. */
  asked?: AskedUsage;
};

const refuseUnknownNames = (rows: readonly SettleableRow[], dimensions: readonly string[] = []): void => {
  const known = new Set(rows.map((row) => row.dimension).toSorted());
  const message = mustBeOneOf('the dimensions of this report', known);
  const faults = dimensions.flatMap((dimension, index): Fault[] =>
    known.has(dimension) ? [] : [{ path: `dimensions.${index}`, code: 'unknown_dimension', message }],
  );
  if (faults.length > 0) throw badRequest(faults);
};

/** A marketplace's statement about its own records cannot be overruled. */
const refuseContradiction = (
  rows: readonly SettleableRow[],
  statements: ReadonlyMap<string, PartnerStatement>,
  outcome: SettlementOutcome,
): void => {
  const contradicting = rows.flatMap((row) => {
    const statement = statements.get(row.id);
    return statement?.says && statement.says !== outcome ? [{ row, ...statement, says: statement.says }] : [];
  });
  const [first] = contradicting;
  if (!first) return;
  const { partner } = first.row;
  const said = contradicting
    .slice(0, contradictionsInMessage)
    .map(({ row, says }) => `${row.quantity} of ${row.dimension} as ${says}`);
  const more = contradicting.length > said.length ? ' and others' : '';
  const message =
    `${partner} was queried and has ${said.join(', ')}${more}: that cannot be settled as ${outcome}. Nothing was settled. ` +
    `Settle it as ${first.says}, or name other dimensions.`;
  throw new Refusal('Conflict', message, {
    partner,
    contradictions: contradicting.map(({ row, says, answer }) => ({
      dimension: row.dimension,
      quantity: row.quantity,
      says,
      answer,
    })),
  });
};

/**
 * Settles rows with an unknown outcome, by an ADMIN or by a reconciliation with what was billed. COUNTED: they
 * succeeded. NOT_COUNTED: they failed, and their groups can be retried. Repeating the same settlement changes nothing.
 * Refused if the marketplace was queried and reports the opposite.
 */
export const settleUsageRows = async (
  call: ActCall,
  { reportId, outcome, dimensions, note, asked }: SettleUsageRows,
): Promise<void> => {
  const known = requireFound((await findReports(call.db, [reportId]))[0], 'usage record report');
  await lockEntitlements(call.db, [known.entitlement_id]);
  const answersSince = new Date(call.now.getTime() - answerWaitMs);
  const rows = await findSettleableRows(call.db, { reportId, answersSince, lock: true });
  const [report] = await findReports(call.db, [reportId]);
  // If rows were sent again to ask, the version was checked then and has risen since.
  if (!asked || asked.resent.length === 0) call.checkVersion(report?.version ?? known.version);
  refuseUnknownNames(rows, dimensions);
  const statements = asked ? await readPartnerStatements(call.db, rows, asked) : new Map<string, PartnerStatement>();
  refuseContradiction(rows, statements, outcome);
  const answered = asked?.resent.map(({ rowId }) => rowId) ?? [];
  const confirmed = new Set(answered.filter((id) => statements.get(id)?.says === outcome));
  const plan = planSettlement(rows, { outcome, dimensions }, confirmed);
  if ('status' in plan) throw wrongState('usage record report', 'settle', plan.status, [rowMessages.outcomeUnknown]);
  if (plan.rows.length === 0) return;
  if (plan.rows.some((row) => row.awaited)) {
    const message = 'It was sent only just now, and the marketplace may still answer. Try again later.';
    const info = { status: 'REPORT_PENDING', allowedFrom: [rowMessages.outcomeUnknown] };
    throw new Refusal('Conflict', message, info, { 'retry-after': String(answerWaitMs / 1000) });
  }

  const ids = plan.rows.map((row) => row.id);
  const isCounted = outcome === 'COUNTED';
  const message = `SETTLED as ${outcome} by ${call.actor.name}: ${note}`;
  await insertSettlements(
    call.db,
    ids.map((id) => ({ id, answer: statements.get(id)?.answer ?? null })),
    { outcome, note, actor: call.actor, time: call.now },
  );
  await endRows(
    call.db,
    ids.map((id): RowEnd => ({ id, state: isCounted ? 'SUCCESS' : 'FAILED', message, record_id: null, next: null })),
  );
  const oldestMonth = oldestMonthOf(plan.rows);
  await setItemStates(call.db, ids, oldestMonth, isCounted ? 'acknowledge' : 'refuse');
  await refreshGroupsOfRows(call.db, ids, oldestMonth, call.now);
  await announceReportChanges(call, [reportId], [reportId], {
    settled: { outcome, note, dimensions: plan.rows.map((row) => row.dimension) },
  });
};
