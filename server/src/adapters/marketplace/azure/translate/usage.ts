import { type Big, big, decimalToJson } from '../../../../kit/decimal.ts';
import { partnerError } from '../../../partner-error.ts';
import type {
  UsageDayQuestion,
  UsageLine,
  UsageOutcome,
  UsageQuestion,
  UsageRead,
  UsageSend,
  UsageStanding,
} from '../../port.ts';
import { type ShownUsage, timeOf, type UsageBatchAnswer, type UsageResult } from '../answers.ts';
import { amountOf } from './json.ts';

const hourMs = 3_600_000;

/** Usage is submitted for a subscription and its plan. */
export const isSubmittable = ({ usageResourceId, planId }: UsageSend): boolean => usageResourceId !== null && !!planId;

export const usageEventOf = ({ usageResourceId, planId, dimension, quantity, timestamp }: UsageSend) => ({
  resourceId: usageResourceId,
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

/** Undefined: the answer says nothing reliable, so only a repetition can tell. */
const outcomeOf = ({ status, usageEventId, planId, error }: UsageResult): UsageOutcome | undefined => {
  if (status === 'Accepted') return usageEventId ? { state: 'ACCEPTED', recordId: usageEventId } : undefined;
  if (status === 'Duplicate') {
    const held = error?.additionalInfo?.acceptedMessage;
    const quantity = amountOf(held?.quantity);
    // "Only one usage event can be emitted for each hour of a calendar day per resource and dimension" (Marketplace metered
    // billing APIs), whatever the plan: the one that is held may be that of the plan before, and then ours is not counted.
    const isOther = held?.planId && planId && held.planId !== planId;
    return {
      state: 'DUPLICATE',
      recordId: held?.usageEventId ?? null,
      ...(isOther ? { isOther: true } : {}),
      ...(quantity === null ? {} : { quantity: big(quantity).toFixed() }),
    };
  }
  if (status === null || !refusals.has(status)) return undefined;
  return { state: 'REFUSED', code: status, message: error?.message ?? 'Microsoft did not accept the usage.' };
};

/** Finds the row of each result by the parts of the event that it repeats: there is one event for an hour. */
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

const dayMs = 86_400_000;
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
/** Both are of the format date-time (meteringapi.v1.json, GET /usageEvents). */
const startOf = (time: Date): string => `${dayOf(time)}T00:00:00Z`;

/** The answer is filtered again: it is not documented whether the last day is included. */
export const usageQuery = ({
  product,
  planId,
  day,
  dimensions,
}: UsageQuestion): Record<string, string | undefined> => ({
  usageStartDate: startOf(day),
  UsageEndDate: startOf(new Date(day.getTime() + dayMs)),
  offerId: product.externalId || undefined,
  planId: planId ?? undefined,
  ...(dimensions.length === 1 ? { dimension: dimensions[0] } : {}),
});

/**
 * The statuses with which Microsoft stands by a quantity: not yet processed, or matched. About others (Rejected,
 * Mismatch, TestHeaders, DryRun) it says itself that they are not billed as submitted, so nothing follows from the
 * quantity. (Metered billing APIs, "Retrieve usage events".)
 */
const settledStatuses: ReadonlySet<string> = new Set(['Submitted', 'Accepted']);

/**
 * The lines of one subscription, plan and day, added up by dimension; a dimension without a line was not accepted at
 * all.
 */
export const readShownUsage = (question: UsageQuestion, lines: readonly ShownUsage[]): UsageRead[] => {
  const ours = lines.filter(
    (line) =>
      line.usageResourceId?.toLowerCase() === question.usageResourceId?.toLowerCase() &&
      line.planId === question.planId &&
      timeOf(line.usageDate)?.toISOString().slice(0, 10) === dayOf(question.day),
  );
  return question.dimensions.map((dimension) => {
    const found = ours.filter((line) => line.dimension === dimension);
    const quantities = found.map((line) => amountOf(line.submittedQuantity));
    return {
      dimension,
      quantity: quantities.reduce<Big>((sum, quantity) => sum.plus(quantity ?? 0), big(0)).toFixed(),
      count: found.reduce((sum, line) => sum + (line.submittedCount ?? 0), 0),
      isDisputed: found.some(
        (line, index) => quantities[index] === null || !settledStatuses.has(line.reconStatus ?? ''),
      ),
      document: { usageEvents: found },
    };
  });
};

export const usageDayQuery = ({ day, offer }: UsageDayQuestion): Record<string, string | undefined> => ({
  usageStartDate: startOf(day),
  UsageEndDate: startOf(new Date(day.getTime() + dayMs)),
  offerId: offer,
});

/**
 * By the values of reconStatus that "Retrieve usage events" describes: Submitted is not yet processed by Partner Center,
 * Accepted matches it, Mismatch has another quantity there, Rejected was refused in the pipeline; TestHeaders and DryRun
 * never reach it.
 */
const standings: Readonly<Record<string, UsageStanding>> = {
  Submitted: 'WAITING',
  Accepted: 'BILLED',
  Mismatch: 'OTHER',
  Rejected: 'NOT_BILLED',
  TestHeaders: 'NOT_BILLED',
  DryRun: 'NOT_BILLED',
};

/** A line of which it is unknown whose usage it is: left out, it would make usage look as if it had not been counted. */
const unreadableLine = (): Error =>
  partnerError('AZURE answered usageEvents with a line without a subscription, a plan, a dimension or a date.', {
    partner: 'AZURE',
    outcome: 'UNKNOWN',
    partnerCode: 'UnreadableAnswer',
    httpStatus: 200,
    requestId: undefined,
    retryable: true,
  });

/** The lines of a day; those of other days are left out. Throws for a line that cannot be placed. */
export const readUsageLines = ({ day }: UsageDayQuestion, lines: readonly ShownUsage[]): UsageLine[] =>
  lines.flatMap((line): UsageLine[] => {
    const { usageResourceId, dimension, planId } = line;
    const date = timeOf(line.usageDate)?.toISOString().slice(0, 10);
    if (!usageResourceId || !planId || !dimension || date === undefined) throw unreadableLine();
    if (date !== dayOf(day)) return [];
    const submitted = amountOf(line.submittedQuantity);
    const processed = amountOf(line.processedQuantity);
    return [
      {
        usageResourceId: usageResourceId.toLowerCase(),
        planId,
        dimension,
        submitted: submitted === null ? null : big(submitted).toFixed(),
        processed: processed === null ? null : big(processed).toFixed(),
        count: line.submittedCount ?? 0,
        standing: submitted === null ? 'OPEN' : (standings[line.reconStatus ?? ''] ?? 'OPEN'),
        status: line.reconStatus ?? '',
        document: line,
      },
    ];
  });
