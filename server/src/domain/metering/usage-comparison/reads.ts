import type { ReadCall } from '../../../contract/call.ts';
import { marketplacesThatCan } from '../../../contract/capabilities.ts';
import { encodeId } from '../../../kit/ids.ts';
import { findSellerConnection } from '../../organization/connection/actions/load-connection.ts';
import { loadComparisonDays } from './load-days.ts';

/**
 * How far usage was compared with the marketplaces' own records, for each connected account whose marketplace shows
 * them.
 */
export const readComparisons = async (call: ReadCall, partner: string | undefined) => {
  const comparisons = [];
  for (const code of marketplacesThatCan('usageComparison')) {
    if (partner !== undefined && partner !== code) continue;
    const connection = await findSellerConnection(call.db, code);
    if (!connection) continue;
    const { days, stored } = await loadComparisonDays(call.db, connection, call.now);
    const known = new Map(
      stored.filter((one) => one.account_id === connection.account_id).map((one) => [one.day, one.compared_time]),
    );
    const times = days.flatMap((day) => known.get(day)?.getTime() ?? []);
    const missing = days.filter((day) => !known.has(day));
    const through = days.filter((day) => known.has(day) && (missing[0] === undefined || day < missing[0])).at(-1);
    comparisons.push({
      partner: code,
      integrationID: encodeId('conn', connection.id),
      ...(times.length === 0 ? {} : { lastComparedTime: new Date(Math.max(...times)).toISOString() }),
      ...(through === undefined ? {} : { comparedThrough: through }),
      daysNotCompared: missing,
    });
  }
  return comparisons;
};
