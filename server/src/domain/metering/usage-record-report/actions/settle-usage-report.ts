import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import type { SettleUsageRecordReport } from '../schema.ts';
import type { AskedUsage } from '../settlement/asked-usage.ts';
import { findReports, findRowsOfReports } from '../store.ts';
import type { UsageReport } from '../usage-record-report.ts';
import { viewReports } from '../view.ts';
import { settleUsageRows } from './settle-usage-rows.ts';

type Input = {
  params: { usageRecordReportId: string };
  body: z.output<typeof SettleUsageRecordReport>;
  /** What the marketplace answered. */
  answer: AskedUsage;
};

/** Ends OUTCOME_UNKNOWN on the word of a user who has checked with the marketplace. Returns the report. */
export const settleUsageReport = async (call: ActCall, { params, body, answer }: Input) => {
  const reportId = params.usageRecordReportId;
  await settleUsageRows(call, {
    reportId,
    outcome: body.outcome,
    dimensions: body.dimensions ?? undefined,
    note: body.note,
    asked: answer,
  });
  const [report] = (await findReports(call.db, [reportId])) as [UsageReport];
  call.setVersion(report.version);
  const [view] = viewReports(call.orgId, [report], await findRowsOfReports(call.db, [reportId]));
  return view as NonNullable<typeof view>;
};
