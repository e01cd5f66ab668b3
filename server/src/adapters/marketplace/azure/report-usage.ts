import type { Marketplace, UsageOutcome } from '../port.ts';
import type { createFulfilment } from './fulfilment.ts';
import { isSubmittable, matchUsage, usageEventOf } from './translate/usage.ts';

/** Submits a batch of usage. Rows without a subscription and plan are not submitted. */
export const createReportUsage =
  ({ batchUsageEvent }: ReturnType<typeof createFulfilment>): Marketplace['reportUsage'] =>
  async (access, rows) => {
    const submittable = rows.filter(isSubmittable);
    const unprocessed = rows
      .filter((row) => !isSubmittable(row))
      .map((row): [string, UsageOutcome] => [row.reportId, { state: 'UNPROCESSED' }]);
    if (submittable.length === 0)
      return { outcomes: new Map(unprocessed), requestId: undefined, request: {}, response: {} };
    const request = submittable.map(usageEventOf);
    const { answer, requestId } = await batchUsageEvent(access, request);
    return {
      outcomes: new Map([...unprocessed, ...matchUsage(submittable, answer)]),
      requestId,
      request: { request },
      response: answer,
    };
  };
