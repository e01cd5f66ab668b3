import { createHash } from 'node:crypto';
import { strikeFault } from '../../kit/faults.ts';
import type { BillingEvent } from '../billing/rows.ts';
import { scheduleBilling } from '../billing/schedule-billing.ts';
import { type AwsTransaction, type DueItem, isoSeconds } from '../state.ts';
import { billingEventCells, taxItemCells } from './billing-rows.ts';
import {
  addressFeed,
  billingEventFeed,
  dailyUsageFeed,
  type FeedShape,
  feedShapes,
  shapeOf,
  taxItemFeed,
} from './columns.ts';
import { takeUsageDeletions } from './delete-usage.ts';
import { entityRows, type FeedRow } from './entity-rows.ts';
import { chunks } from './file.ts';
import type { Distortion, FeedObject } from './rows.ts';
import { usageRows } from './usage-rows.ts';

/** The faults of a delivered file, and how they distort it; a repeated delivery appends the day's rows twice. */
const distortions: Record<string, Distortion> = {
  'feed-half': 'half',
  'feed-moved-columns': 'moved-columns',
  'feed-new-column': 'new-column',
  'feed-wrong-header': 'wrong-header',
  'feed-bad-encoding': 'bad-encoding',
};

/** Delivers the feeds of an account at midnight UTC, with the rows of the day before. */
export const reachDelivery = (transaction: AwsTransaction, item: DueItem): void => {
  deliverFeeds(transaction, item.refId, transaction.at - 1);
  scheduleBilling(transaction, item.refId);
};

/**
 * Appends what is new in each feed of an account to the file of the month (Seller Guide, "Storage and structure of AWS
 * Marketplace data feeds"). A month's file begins with its first delivery, even if it has no row. A file without new
 * rows is not written again, unless its last delivery was faulty. `until` is the last instant whose rows are delivered.
 * Returns the number of new rows.
 */
export const deliverFeeds = (transaction: AwsTransaction, accountId: string, until: number): number => {
  const since = transaction.get('feedStates', accountId)?.deliveredAt ?? 0;
  repairFiles(transaction, accountId);
  const rows = new Map<FeedShape, string[][]>(feedShapes.map((shape) => [shape, []]));
  rows.set(billingEventFeed, takeBillingEvents(transaction, accountId, until));
  rows.set(taxItemFeed, takeTaxItems(transaction, accountId));
  rows.set(dailyUsageFeed, takeUsageDeletions(transaction, accountId));
  for (const row of [...entityRows(transaction, accountId, since), ...usageRows(transaction, accountId, since)]) {
    if (isNew(transaction, accountId, row)) rows.get(row.shape)?.push(withHistory(transaction, row));
  }
  for (const [shape, added] of rows) appendRows(transaction, { accountId, shape, until }, added);
  transaction.put('feedStates', { id: accountId, deliveredAt: until });
  return [...rows.values()].reduce((count, added) => count + added.length, 0);
};

const takeBillingEvents = (transaction: AwsTransaction, accountId: string, until: number): string[][] => {
  const events = transaction
    .list('undelivered')
    .filter((row) => row.accountId === accountId)
    .flatMap(({ id }) => transaction.get('billingEvents', id) ?? [])
    .filter((event) => event.deliverAt <= until)
    .sort((a, b) => a.at - b.at);
  return events.map((event) => {
    transaction.remove('undelivered', event.id);
    const insertedAt = event.insertedAt ?? transaction.at;
    transaction.put('billingEvents', { ...event, insertedAt });
    return [...eventHistory(event, insertedAt, transaction.at), ...billingEventCells(event)];
  });
};

const eventHistory = (event: BillingEvent, insertedAt: number, updatedAt: number): string[] => [
  isoSeconds(event.at),
  isoSeconds(insertedAt),
  isoSeconds(updatedAt),
  event.isDeleted ? isoSeconds(updatedAt) : '',
];

const takeTaxItems = (transaction: AwsTransaction, accountId: string): string[][] =>
  transaction
    .list('taxItems')
    .filter((item) => item.accountId === accountId && !item.isDelivered)
    .map((item) => {
      transaction.put('taxItems', { ...item, isDelivered: true });
      const now = isoSeconds(transaction.at);
      return [isoSeconds(item.invoiceDate), now, now, '', ...taxItemCells(transaction, item)];
    });

/** Whether the feed does not have the row yet in its current form. */
const isNew = (transaction: AwsTransaction, accountId: string, row: FeedRow): boolean => {
  const id = `${accountId}/${row.shape.folder}/${row.key}`;
  const digest = createHash('sha256').update(JSON.stringify(row.cells)).digest('hex').slice(0, 32);
  if (transaction.get('feedVersions', id)?.digest === digest) return false;
  transaction.put('feedVersions', { id, digest });
  return true;
};

const withHistory = ({ at }: AwsTransaction, { shape, validFrom, cells }: FeedRow): string[] => {
  const from = isoSeconds(validFrom === 0 ? at : validFrom);
  const now = isoSeconds(at);
  return [from, ...(shape === addressFeed ? [''] : []), now, now, '', ...cells];
};

/** The object of the month of an instant. */
const keyOf = (shape: FeedShape, at: number): string => {
  const [year, month] = new Date(at).toISOString().split('-');
  return `${shape.folder}/year=${year}/month=${month}/data.csv`;
};

type Place = { accountId: string; shape: FeedShape; until: number };

const appendRows = (transaction: AwsTransaction, { accountId, shape, until }: Place, added: string[][]): void => {
  const key = keyOf(shape, until);
  const id = `${accountId}/${key}`;
  const known = transaction.get('feedObjects', id);
  if (known && added.length === 0) return;
  const partIds = [...(known?.partIds ?? [])];
  let distortion: Distortion | null = null;
  if (added.length > 0) {
    const partId = `${id}#${String(partIds.length).padStart(4, '0')}`;
    const isRepeated = strikeFault(transaction, 'feed-repeat', { operation: shape.folder, accountId }) !== null;
    transaction.put('feedParts', { id: partId, rows: isRepeated ? [...added, ...added] : added });
    partIds.push(partId);
    distortion = strikeDistortion(transaction, accountId, shape);
  }
  const file = { id, accountId, feed: shape.folder, key, partIds, modifiedAt: transaction.at, distortion };
  transaction.put('feedObjects', measure(transaction, shape, file));
};

/** Writes faulty files again, as they should have been. */
const repairFiles = (transaction: AwsTransaction, accountId: string): void => {
  for (const file of transaction.list('feedObjects')) {
    if (file.accountId !== accountId || file.distortion === null) continue;
    const repaired = { ...file, distortion: null, modifiedAt: transaction.at };
    transaction.put('feedObjects', measure(transaction, shapeOf(file), repaired));
  }
};

const strikeDistortion = (transaction: AwsTransaction, accountId: string, shape: FeedShape): Distortion | null => {
  for (const [name, distortion] of Object.entries(distortions)) {
    if (strikeFault(transaction, name, { operation: shape.folder, accountId })) return distortion;
  }
  return null;
};

/** Completes a file by its size and ETag. The ETag is the MD5 of the bytes; with SSE-KMS, AWS's is another opaque hash. */
const measure = (
  transaction: AwsTransaction,
  shape: FeedShape,
  file: Omit<FeedObject, 'size' | 'etag'>,
): FeedObject => {
  const hash = createHash('md5');
  let size = 0;
  for (const chunk of chunks(transaction, shape, file)) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (file.distortion === 'half') {
    size = Math.floor(size / 2);
    hash.update('half');
  }
  return { ...file, size, etag: hash.digest('hex') };
};
