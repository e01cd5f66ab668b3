import type { UsageRead } from '../../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { Big } from '../../../../kit/decimal.ts';
import { claimEvents } from '../../usage-record-report/actions/claim-usage-reports.ts';
import { settleUsageRows } from '../../usage-record-report/actions/settle-usage-rows.ts';
import { answerWaitMs } from '../../usage-record-report/settlement/asked-usage.ts';
import { readPartnerStatements } from '../../usage-record-report/settlement/partner-statement.ts';
import { isOutcomeUnknown, settlementOutcomes } from '../../usage-record-report/settlement/settlement.ts';
import { findSettleableRows } from '../../usage-record-report/settlement/store.ts';
import { findReportsOfRows } from '../store.ts';
import type { Day, ShownRows } from '../usage-comparison.ts';

export const settledEvents = claimEvents;

/** The answer to the query that `settleUsageReport` makes about a dimension. */
const readOf = ({ dimension, lines }: Pick<ShownRows, 'dimension' | 'lines'>): UsageRead => ({
  dimension,
  quantity: lines.reduce((sum, { submitted }) => sum.plus(submitted ?? 0), new Big(0)).toFixed(),
  count: lines.reduce((sum, { count }) => sum + count, 0),
  isDisputed: lines.some(({ standing }) => standing !== 'WAITING' && standing !== 'BILLED'),
  document: { usageEvents: lines.map(({ document }) => document) },
});

/**
 * Settles rows with an unknown outcome if the day's total that a reading has shown decides it, by the rules of
 * `settleUsageReport`. Returns how many were settled; what the total leaves open stays as it is.
 */
export const settleShownUsage = async (
  call: ActCall,
  { day, shown, askedAt }: { day: Day; shown: ShownRows; askedAt: string | Date },
): Promise<number> => {
  const asked = { shown: [readOf(shown)], askedAt: new Date(askedAt), resent: [] };
  const answersSince = new Date(call.now.getTime() - answerWaitMs);
  let settled = 0;
  for (const reportId of await findReportsOfRows(call.db, shown.rowIds)) {
    const rows = await findSettleableRows(call.db, { reportId, answersSince, lock: false });
    const row = rows.find(({ dimension }) => dimension === shown.dimension);
    if (!row || !isOutcomeUnknown(row) || row.awaited) continue;
    const says = (await readPartnerStatements(call.db, [row], asked)).get(row.id)?.says;
    const outcome = settlementOutcomes.find((one) => one === says);
    if (!outcome) continue;
    const note = `${row.partner} shows it so in its usage of ${day}, which was read at ${asked.askedAt.toISOString()}.`;
    await settleUsageRows(call, { reportId, outcome, dimensions: [shown.dimension], note, asked });
    settled += 1;
  }
  return settled;
};
