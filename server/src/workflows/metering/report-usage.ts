import {
  type Claimed,
  claimEvents,
  claimUsageReports,
} from '../../domain/metering/usage-record-report/actions/claim-usage-reports.ts';
import { closeUsageHours, closingEvents } from '../../domain/metering/usage-record-report/actions/close-usage-hours.ts';
import { loadUsageSends } from '../../domain/metering/usage-record-report/actions/load-usage-sends.ts';
import {
  outcomeEvents,
  recordUsageOutcomes,
  type SubmissionResult,
} from '../../domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import {
  type NextCheck,
  scheduleNextCheck,
} from '../../domain/metering/usage-record-report/actions/start-usage-report.ts';
import { attemptsOf, resultsOfLate, sendOf, sendUsage } from '../../domain/metering/usage-record-report/send-usage.ts';
import { summarizeRun } from '../../domain/metering/usage-record-report/summarize-run.ts';
import type { SentUsage } from '../../domain/metering/usage-record-report/usage-record-report.ts';
import { stepFailed, type Workflow, type WorkflowRun } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { findMarketplace, openPartnerSession, type WorkflowServices } from '../services.ts';

/** The next run takes the rest. */
const batchesMax = 400;
const sendTimeoutMs = 180_000;
/** Consecutive calls that fail before the marketplace is left alone until the next run. */
const failuresMax = 3;
/** Batches between two checks for usage that must be closed before more is sent. */
const batchesBetween = 5;

/** Closes all due hours, page by page. `round`: how often this was done before in this run. */
const closeHours = async (run: WorkflowRun, partner: string, round: number): Promise<void> => {
  let after: string | null = null;
  for (let page = 1; ; page += 1) {
    const from: string | null = after;
    const step = round === 0 ? `close ${page}` : `close ${round}.${page}`;
    const closed: { after: string | null } = await run.change(step, closingEvents, (call) =>
      closeUsageHours(call, { partner, after: from }),
    );
    after = closed.after;
    if (after === null) return;
  }
};

/**
 * Submits the usage of all due hours to one partner: closes them (each report is frozen and committed), then sends
 * batch after batch. Every row is in the send log before it is sent; a row without an answer is sent again, identical,
 * by a later run. However the process is killed, nothing is lost and nothing is submitted twice. A marketplace that
 * does not answer is left alone until the next run. The run is COMPLETED if the marketplace answered every call,
 * otherwise FAILED with its words.
 */
export const reportUsageWorkflow = (services: WorkflowServices): Workflow<'usage.report'> => ({
  name: 'usage.report',
  run: async (run, { partner }) => {
    const session = openPartnerSession(services, run, { partner });
    const size = findMarketplace(services.marketplaces, partner)?.usageBatchSize ?? 25;
    await closeHours(run, partner, 0);

    const results = new Map<string, SubmissionResult>();
    const expired = { late: 0, unknown: 0 };
    let failure: SentUsage['failure'];
    let rounds = 0;
    let sinceClosing = 0;
    let failures = 0;
    for (let batch = 1; batch <= batchesMax; batch += 1) {
      const mayClose = sinceClosing >= batchesBetween;
      // Claims stored by a run of the previous release hold nothing but rows.
      const claimed: Pick<Claimed, 'rows'> & Partial<Claimed> = await run.change(
        `claim ${batch}`,
        claimEvents,
        (call) => claimUsageReports(call, { partner, size, mayClose }),
      );
      expired.late += claimed.expired?.late ?? 0;
      expired.unknown += claimed.expired?.unknown ?? 0;
      // Usage with a near deadline that arrived meanwhile cannot wait for the next run. Hours are closed once between two calls: some may not be due yet.
      if (claimed.rows.length === 0 && claimed.closeFirst === true && sinceClosing > 0) {
        rounds += 1;
        sinceClosing = 0;
        await closeHours(run, partner, rounds);
        continue;
      }
      if (claimed.rows.length === 0) break;
      const sent = await session.ask<SentUsage>(
        `send ${batch}`,
        async (marketplace, access, step) => {
          const attempts = attemptsOf(claimed.rows);
          const rows = await loadUsageSends(step.db, claimed.rows);
          // The attempt may begin long after the claim.
          const late = rows.filter((row) => row.deadline <= step.now);
          const sends = rows.filter((row) => row.deadline > step.now).map(sendOf);
          const answer = await sendUsage(
            (part) => marketplace.reportUsage(access, part, step.signal),
            sends,
            attempts,
            step.signal,
          );
          const results = [...answer.results, ...resultsOfLate(late, attempts)];
          return { ...answer, results, repeated: step.attempt > 1 };
        },
        {
          timeoutMs: sendTimeoutMs,
          retry: { maxAttempts: 3 },
          ...(claimed.deadline === undefined ? {} : { dueBy: new Date(claimed.deadline) }),
        },
      );
      const ends: Record<string, SubmissionResult> | null = await run.change(`record ${batch}`, outcomeEvents, (call) =>
        recordUsageOutcomes(call, sent),
      );
      for (const [rowId, as] of Object.entries(ends ?? {})) results.set(rowId, as);
      failure = sent.failure ?? failure;
      failures = sent.failure ? failures + 1 : 0;
      sinceClosing += 1;
      if (failures >= failuresMax || sent.failure?.ofAccount) break;
    }
    const looked: Partial<NextCheck> | null = await run.change('schedule', [], (call) =>
      scheduleNextCheck(call, partner),
    );
    if (looked?.pastPlan)
      services.log.warn(
        { organization: encodeId('org', run.orgId), partner, rows: looked.pastPlan },
        'usage is still waiting past its planned limit',
      );
    const sum = summarizeRun({
      results,
      ...expired,
      waiting: looked?.waiting ?? 0,
      nextLook: looked?.nextLook ?? null,
    });
    const isLeft = [...results.values()].some((as) => as === 'LEFT' || as === 'UNKNOWN');
    if (failure && isLeft)
      throw stepFailed(failure.code, `${sum} ${partner} said: ${failure.message}`, { partnerMessage: failure.message });
    return sum;
  },
});
