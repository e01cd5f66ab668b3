import { big, decimalToJson } from '../../../../kit/decimal.ts';
import type { UsageOutcome, UsageSend } from '../../port.ts';
import { timeOf, type UsageBatchAnswer, type UsageResult } from '../answers.ts';
import { amountOf } from './json.ts';

const hourMs = 3_600_000;

/** A subscription and its plan are what usage is told of. */
export const isTellable = ({ licenseArn, planId }: UsageSend): boolean => licenseArn !== null && !!planId;

export const usageEventOf = ({ licenseArn, planId, dimension, quantity, timestamp }: UsageSend) => ({
  resourceId: licenseArn,
  planId,
  dimension,
  quantity: decimalToJson(quantity),
  effectiveStartTime: new Date(Math.floor(timestamp.getTime() / 1000) * 1000).toISOString(),
});

type Placed = {
  resourceId: string | null;
  planId?: string | null | undefined;
  dimension: string | null;
  effectiveStartTime: string | null;
};

const placeOf = ({ resourceId, planId, dimension, effectiveStartTime }: Placed): string =>
  [
    resourceId?.toLowerCase(),
    planId,
    dimension,
    Math.floor((timeOf(effectiveStartTime)?.getTime() ?? 0) / hourMs),
  ].join('\n');

const refusals = new Set([
  'Expired',
  'ResourceNotFound',
  'ResourceNotAuthorized',
  'ResourceNotActive',
  'InvalidDimension',
  'InvalidQuantity',
  'BadArgument',
]);

/** Undefined: it says nothing that could be relied on, so only a repetition can tell. */
const outcomeOf = ({ status, usageEventId, error }: UsageResult): UsageOutcome | undefined => {
  if (status === 'Accepted') return usageEventId ? { state: 'ACCEPTED', recordId: usageEventId } : undefined;
  if (status === 'Duplicate') {
    const held = error?.additionalInfo?.acceptedMessage;
    const quantity = amountOf(held?.quantity);
    return {
      state: 'DUPLICATE',
      recordId: held?.usageEventId ?? null,
      ...(quantity === null ? {} : { quantity: big(quantity).toFixed() }),
    };
  }
  if (status === null || !refusals.has(status)) return undefined;
  return { state: 'REFUSED', code: status, message: error?.message ?? 'Microsoft did not take the usage.' };
};

/** Finds the row of each result by what it repeats of the event: there is one event for an hour. */
export const matchUsage = (rows: readonly UsageSend[], { result }: UsageBatchAnswer): Map<string, UsageOutcome> => {
  const byPlace = new Map(rows.map((row) => [placeOf(usageEventOf(row)), row]));
  return new Map(
    result.flatMap((item) => {
      const row = byPlace.get(placeOf(item));
      const outcome = outcomeOf(item);
      return row && outcome ? [[row.reportId, outcome] as const] : [];
    }),
  );
};
