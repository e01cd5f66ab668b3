import { compareAgain } from '../../domain/metering/usage-comparison/actions/compare-again.ts';
import { listComparisonDays } from '../../domain/metering/usage-comparison/actions/list-comparison-days.ts';
import {
  comparisonEvents,
  recordComparison,
} from '../../domain/metering/usage-comparison/actions/record-comparison.ts';
import { settledEvents, settleShownUsage } from '../../domain/metering/usage-comparison/actions/settle-shown-usage.ts';
import { compareUsageDay } from '../../domain/metering/usage-comparison/compare-day.ts';
import type { ComparedDay, Day } from '../../domain/metering/usage-comparison/usage-comparison.ts';
import { loadMarketplaceConnection } from '../../domain/organization/connection/actions/load-connection.ts';
import { isStepFailed, stepFailed, type Workflow } from '../../engine/workflow.ts';
import { openPartnerSession, type WorkflowServices } from '../services.ts';

/** Days in a row without an answer before the marketplace is left alone until the next run. */
const silentMax = 2;

/**
 * Compares days of usage with the marketplace's own records, one after another. What could not be read is unchanged and
 * is read by the next run, an hour later: nothing follows from a failure. Nothing is submitted. The run is FAILED if a day was not
 * compared.
 */
export const compareUsageWorkflow = (services: WorkflowServices): Workflow<'usage.compare'> => ({
  name: 'usage.compare',
  run: async (run, { connectionId }) => {
    const account = { connectionId };
    const session = openPartnerSession(services, run, account);
    const days = await run.change('days', [], (call) => listComparisonDays(call, account));
    const left: Day[] = [];
    let failure: { code: string; message: string } | undefined;
    let silent = 0;
    let differences = 0;
    let settled = 0;
    for (const day of days) {
      if (silent >= silentMax) {
        left.push(day);
        continue;
      }
      let compared: ComparedDay | null;
      try {
        compared = await session.ask<ComparedDay | null>(
          `read ${day}`,
          async (marketplace, access, step) => {
            const read = marketplace.listUsage;
            if (!read) return null;
            const connection = await loadMarketplaceConnection(step.db, account);
            return compareUsageDay(step.db, (question) => read(access, question), {
              account: connection,
              day,
              now: step.now,
            });
          },
          { retry: { maxAttempts: 3 } },
        );
      } catch (error) {
        if (!isStepFailed(error)) throw error;
        failure ??= error.failure;
        silent += 1;
        left.push(day);
        continue;
      }
      silent = 0;
      if (compared === null) return `${run.partnerName} shows no usage.`;
      const { unknown, ...found } = compared;
      for (const [index, shown] of unknown.entries())
        settled += await run.change(`settle ${day} ${index + 1}`, settledEvents, (call) =>
          settleShownUsage(call, { day, shown, askedAt: found.askedAt }),
        );
      differences += await run.change(`record ${day}`, comparisonEvents, (call) =>
        recordComparison(call, { connectionId, day, compared: found }),
      );
    }
    if (left.length > 0)
      await run.change('again', [], (call) => compareAgain(call, { partner: run.partnerName ?? '' }));
    const sum = [
      `${days.length - left.length} days were compared: ${differences} differences.`,
      ...(settled === 0 ? [] : [`${settled} unknown outcomes were settled.`]),
      ...(left.length === 0 ? [] : [`Not compared: ${left.join(', ')}.`]),
    ].join(' ');
    if (failure) throw stepFailed(failure.code, `${sum} ${failure.message}`, { partnerMessage: failure.message });
    return sum;
  },
});
