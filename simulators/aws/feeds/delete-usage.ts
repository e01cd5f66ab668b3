import { controlError } from '../../kit/control.ts';
import { type AwsTransaction, isoSeconds } from '../state.ts';
import { dailyUsageFeed } from './columns.ts';

const column = (name: string): number => dailyUsageFeed.columns.indexOf(name);
const [idAt, fromAt, updatedAt, deletedAt] = ['usage_feed_id', 'valid_from', 'update_date', 'delete_date'].map(
  column,
) as [number, number, number, number];

/** The rows of daily usage that an account was delivered, in their order. */
const deliveredUsage = (transaction: AwsTransaction, accountId: string): string[][] =>
  transaction
    .list('feedObjects')
    .filter((file) => file.accountId === accountId && file.feed === dailyUsageFeed.folder)
    .flatMap(({ partIds }) => partIds.flatMap((id) => transaction.get('feedParts', id)?.rows ?? []));

/**
 * Soft-deletes the latest valid revision of a daily usage record: the next delivery repeats its row with a
 * `delete_date` (Seller Guide, "Daily Usage data feed": "The date the record was soft deleted"). What the record was before
 * that revision is valid again, because AWS's own queries drop deleted rows before they select the latest `valid_from`.
 */
export const deleteUsage = (transaction: AwsTransaction, accountId: string, usageFeedId: string): UsageRevision => {
  const rows = deliveredUsage(transaction, accountId).filter((cells) => cells[idAt] === usageFeedId);
  const newest = new Map(rows.map((cells) => [cells[fromAt] ?? '', cells]));
  const [validFrom, cells] =
    [...newest]
      .filter(
        ([from, row]) =>
          row[deletedAt] === '' && !transaction.get('usageDeletions', idOf(accountId, usageFeedId, from)),
      )
      .toSorted(([left], [right]) => (left < right ? 1 : -1))[0] ?? [];
  if (validFrom === undefined || !cells) throw controlError(404, `no row of daily usage ${usageFeedId} stands`);
  transaction.put('usageDeletions', { id: idOf(accountId, usageFeedId, validFrom), accountId, cells });
  return { usageFeedId, validFrom };
};

export type UsageRevision = { usageFeedId: string; validFrom: string };

const idOf = (...parts: string[]): string => parts.join('/');

/** The deletion rows of everything deleted since the last delivery. */
export const takeUsageDeletions = (transaction: AwsTransaction, accountId: string): string[][] => {
  const now = isoSeconds(transaction.at);
  return transaction
    .list('usageDeletions')
    .filter((deletion) => deletion.accountId === accountId)
    .map(({ id, cells }) => {
      transaction.remove('usageDeletions', id);
      return cells.with(updatedAt, now).with(deletedAt, now);
    });
};
