import type { Marketplace, UsageOutcome } from '../port.ts';
import type { createFulfilment } from './fulfilment.ts';
import { isTellable, matchUsage, usageEventOf } from './translate/usage.ts';

/** Submits a batch of usage. Rows without a subscription and plan are not submitted. */
export const createReportUsage =
  ({ batchUsageEvent }: ReturnType<typeof createFulfilment>): Marketplace['reportUsage'] =>
  async (access, rows) => {
    const tellable = rows.filter(isTellable);
    const untold = rows
      .filter((row) => !isTellable(row))
      .map((row): [string, UsageOutcome] => [row.reportId, { state: 'UNPROCESSED' }]);
    if (tellable.length === 0) return { outcomes: new Map(untold), requestId: undefined, request: {}, response: {} };
    const request = tellable.map(usageEventOf);
    const { answer, requestId } = await batchUsageEvent(access, request);
    return {
      outcomes: new Map([...untold, ...matchUsage(tellable, answer)]),
      requestId,
      request: { request },
      response: answer,
    };
  };
