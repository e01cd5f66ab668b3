import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { decimalToJson } from '../../../../kit/decimal.ts';
import { encodeId, nilId } from '../../../../kit/ids.ts';
import { loadMarketplaceConnection } from '../../../organization/connection/actions/load-connection.ts';
import { isFinalDay } from '../comparison-days.ts';
import { loadComparisonDays } from '../load-days.ts';
import { lockComparison, resolveDifferences, saveComparison, saveDifferences } from '../store.ts';
import type { ComparedDay, Day, PlacedDifference, UsageComparison } from '../usage-comparison.ts';

export const comparisonEvents = ['usage_comparison.differed'] as const satisfies EventName[];

/** How many differences an event names. */
const shownDifferences = 20;

const viewDifference = ({ entitlementId, resource, planId, dimension, cause, ...rest }: PlacedDifference) => ({
  cause,
  ...(entitlementId === nilId ? {} : { entitlementID: encodeId('ent', entitlementId) }),
  usageResourceID: resource,
  planID: planId,
  dimension,
  submittedQuantity: decimalToJson(rest.ours),
  shownQuantity: decimalToJson(rest.theirs),
});

type Compared = Pick<ComparedDay, 'lines' | 'differences' | 'more' | 'unjudged' | 'waiting'> & {
  askedAt: string | Date;
};

/**
 * Stores what a reading of a day has found. Differences that it no longer finds are resolved. Emits
 * usage_comparison.differed if there are differences that were not open before. Returns how many are open. A result that
 * is older than the stored one changes nothing.
 */
export const recordComparison = async (
  call: ActCall,
  { connectionId, day, compared }: { connectionId: string; day: Day; compared: Compared },
): Promise<number> => {
  const connection = await loadMarketplaceConnection(call.db, { connectionId });
  const { partner, account_id: accountId } = connection;
  const { last } = await loadComparisonDays(call.db, connection, call.now);
  const askedAt = new Date(compared.askedAt);
  const before = await lockComparison(call.db, partner, day);
  if (before && before.compared_time > askedAt) return before.open_differences;
  const of = { partner, day, now: askedAt };
  const fresh = await saveDifferences(call.db, of, compared.differences);
  const kept = compared.more > 0 ? 'ALL' : [...compared.differences, ...compared.unjudged];
  const open = await resolveDifferences(call.db, of, kept);
  const isComplete = compared.more === 0;
  const after: UsageComparison = {
    day,
    account_id: accountId,
    compared_time: askedAt,
    lines: compared.lines,
    open_differences: open,
    final: isComplete && isFinalDay(day, last, { open, waiting: compared.waiting }),
    version: (before?.version ?? 0) + 1,
  };
  await saveComparison(call.db, partner, after);
  const view = {
    partner,
    day,
    comparedTime: askedAt.toISOString(),
    lines: compared.lines,
    openDifferences: open,
  };
  const isHigh = fresh.some(({ cause }) => cause !== 'SHADOW_DIFFERS');
  call.recordChange({
    type: 'config',
    id: `usageComparison.${partner}.${day}`,
    before: before ? { openDifferences: before.open_differences } : null,
    after: view,
    version: after.version,
    ...(fresh.length === 0
      ? {}
      : {
          events: ['usage_comparison.differed'] as const,
          payload: {
            ...view,
            ...(isHigh ? { priority: 'HIGH' } : {}),
            newDifferences: fresh.length,
            differences: fresh.slice(0, shownDifferences).map(viewDifference),
          },
        }),
  });
  return open;
};
