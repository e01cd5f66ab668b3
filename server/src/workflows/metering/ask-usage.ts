import { loadUnknownSends } from '../../domain/metering/usage-record-report/actions/load-usage-sends.ts';
import {
  outcomeEvents,
  recordUsageOutcomes,
  type SubmissionResult,
} from '../../domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import { attemptsOf, fitRequest, sendOf, sendUsage } from '../../domain/metering/usage-record-report/send-usage.ts';
import { summarizeRun } from '../../domain/metering/usage-record-report/summarize-run.ts';
import type { SentUsage } from '../../domain/metering/usage-record-report/usage-record-report.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { findMarketplace, openPartnerSession, type WorkflowServices } from '../services.ts';

const sendTimeoutMs = 60_000;

/**
 * Queries a marketplace about rows with an unknown outcome: each is sent again unchanged, under an attempt that
 * is already in the send log. The marketplace does not count it again if it has counted it before; otherwise it counts
 * it now. Rows settled in the meantime are not sent.
 */
export const askUsageWorkflow = (services: WorkflowServices): Workflow<'usage.ask'> => ({
  name: 'usage.ask',
  run: async (run, { partner, attempts }) => {
    const session = openPartnerSession(services, run, { partner });
    const size = findMarketplace(services.marketplaces, partner)?.usageBatchSize ?? 25;
    const results = new Map<string, SubmissionResult>();
    let failure: SentUsage['failure'];
    for (let from = 0, batch = 1; from < attempts.length; from += size, batch += 1) {
      const claimed = attempts.slice(from, from + size);
      const sent = await session.ask<SentUsage>(
        `send ${batch}`,
        async (marketplace, access, step) => {
          const open = await loadUnknownSends(step.db, claimed);
          const answers: Omit<SentUsage, 'repeated'> = { calls: [], results: [] };
          for (let rest = open; rest.length > 0; ) {
            const part = fitRequest(rest);
            rest = rest.slice(part.length);
            const answer = await sendUsage(
              (rows) => marketplace.reportUsage(access, rows, step.signal),
              part.map(sendOf),
              attemptsOf(claimed),
              step.signal,
            );
            const before = answers.calls.length;
            answers.calls.push(...answer.calls);
            answers.results.push(
              ...answer.results.map((one) => ({ ...one, call: one.call === null ? null : one.call + before })),
            );
            answers.failure = answer.failure ?? answers.failure;
          }
          return { ...answers, repeated: step.attempt > 1 };
        },
        { timeoutMs: sendTimeoutMs, retry: { maxAttempts: 3 } },
      );
      const ends = await run.change(`record ${batch}`, outcomeEvents, (call) => recordUsageOutcomes(call, sent));
      for (const [rowId, as] of Object.entries(ends)) results.set(rowId, as);
      failure = sent.failure ?? failure;
    }
    const sum = summarizeRun({ results, late: 0, unknown: 0, waiting: 0, nextLook: null });
    if (failure)
      throw stepFailed(failure.code, `${sum} ${partner} said: ${failure.message}`, { partnerMessage: failure.message });
    return sum;
  },
});
