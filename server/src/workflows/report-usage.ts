import { claimEvents, claimUsageReports } from '../domain/metering/usage-record-report/actions/claim-usage-reports.ts';
import { closeUsageHours, closingEvents } from '../domain/metering/usage-record-report/actions/close-usage-hours.ts';
import {
  outcomeEvents,
  recordUsageOutcomes,
} from '../domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import { scheduleNextLook } from '../domain/metering/usage-record-report/actions/start-usage-report.ts';
import { attemptsOf, sendOf, sendUsage } from '../domain/metering/usage-record-report/send-usage.ts';
import { findRows } from '../domain/metering/usage-record-report/sending/store.ts';
import type { SentUsage } from '../domain/metering/usage-record-report/usage-record-report.ts';
import type { Workflow } from '../engine/workflow.ts';
import { encodeId } from '../kit/ids.ts';
import { talkTo, type WorkflowServices } from './services.ts';

/** What is left is taken by the next run. */
const batchesMax = 400;
const sendTimeoutMs = 180_000;

/**
 * Tells one partner the usage of all hours that are due: closes them (each report is frozen and committed), then sends
 * batch after batch. Every row is in the send log before it leaves; what is not answered is sent again, identical, by a
 * later run. Killed anywhere, nothing is lost and nothing is told twice.
 */
export const reportUsageWorkflow = (services: WorkflowServices): Workflow<'usage.report'> => ({
  name: 'usage.report',
  run: async (run, { partner }) => {
    const talk = talkTo(services, run, { partner });
    const size = services.marketplaces[partner as 'AWS']?.usageBatchSize ?? 25;
    let after: string | null = null;
    for (let page = 1; ; page += 1) {
      const from: string | null = after;
      const closed: { after: string | null } = await run.change(`close ${page}`, closingEvents, (call) =>
        closeUsageHours(call, { partner, after: from }),
      );
      after = closed.after;
      if (after === null) break;
    }

    let rows = 0;
    for (let batch = 1; batch <= batchesMax; batch += 1) {
      const { rows: claimed } = await run.change(`claim ${batch}`, claimEvents, (call) =>
        claimUsageReports(call, { partner, size }),
      );
      if (claimed.length === 0) break;
      rows += claimed.length;
      const sent = await talk.ask<SentUsage>(
        `send ${batch}`,
        async (marketplace, access, step) => {
          const sends = (
            await findRows(
              step.db,
              claimed.map((row) => row.rowId),
            )
          )
            // What was given up meanwhile is not sent any more: somebody may have settled it.
            .filter((row) => row.next_attempt_time !== null)
            .map(sendOf);
          const told = await sendUsage((part) => marketplace.reportUsage(access, part), sends, attemptsOf(claimed));
          return { ...told, repeated: step.attempt > 1 };
        },
        { timeoutMs: sendTimeoutMs, retry: { maxAttempts: 3 } },
      );
      await run.change(`record ${batch}`, outcomeEvents, (call) => recordUsageOutcomes(call, sent));
    }
    // Runs that the release before this one left behind answer nothing here.
    const looked: { pastPlan: number } | null = await run.change('schedule', [], (call) =>
      scheduleNextLook(call, partner),
    );
    if (looked && looked.pastPlan > 0)
      services.log.warn(
        { organization: encodeId('org', run.orgId), partner, rows: looked.pastPlan },
        'usage waits although its planned limit is over',
      );
    return `${rows} usage records were sent.`;
  },
});
