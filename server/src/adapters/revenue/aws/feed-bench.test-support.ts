import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openFeedBench } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { failedPayouts, foldLines, type RevenueFigures } from '../../../domain/revenue/record/fold-lines.ts';
import type { FeedPart, FeedRow, FeedWindow, MoneyLine } from '../port.ts';
import { type AwsFeedAccess, type AwsFeedOptions, createAwsFeed } from './feed.ts';

const startsAt = '2027-03-05T12:30:00Z';
export const everything: FeedWindow = {
  start: new Date('2026-01-01T00:00:00Z'),
  end: new Date('2029-01-01T00:00:00Z'),
};

/** Of each row the newest version, without deleted ones. */
export const newestRows = (rows: Iterable<FeedRow>): FeedRow[] => {
  const newest = new Map<string, FeedRow>();
  for (const row of rows) {
    const name = `${row.dataset} ${row.key}`;
    const known = newest.get(name);
    if (!known || known.version < row.version) newest.set(name, row);
  }
  return [...newest.values()].filter(({ isDeleted }) => !isDeleted);
};

/** A simulator with a seller, and the feed that reads that seller's bucket. */
export const openReader = async (t: TestContext, options: AwsFeedOptions = {}) => {
  const bench = await openFeedBench(t, { startsAt });
  const accessOf = ({ id, accessKeyId, secretAccessKey }: typeof bench.seller): AwsFeedAccess => ({
    connectionId: 'conn_test',
    partner: 'AWS',
    accountId: id,
    endpoint: `${bench.url}/aws`,
    region: 'us-east-1',
    meteringRegion: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey },
    bucket: `marketplace-data-feeds-${id}`,
    bucketRegion: 'us-east-1',
  });
  const access = accessOf(bench.seller);
  const feed = createAwsFeed(options);
  const parts = (window = everything, of = access) => feed.listParts(of, window);
  const readPart = async (part: FeedPart, of = access): Promise<FeedRow[]> => {
    const rows: FeedRow[] = [];
    for await (const batch of feed.readPart(of, part, new AbortController().signal)) rows.push(...batch);
    return rows;
  };
  const readAll = async (of = access): Promise<FeedRow[]> => {
    const rows: FeedRow[] = [];
    for (const part of await parts(everything, of)) rows.push(...(await readPart(part, of)));
    return rows;
  };
  const linesOf = (rows: Iterable<FeedRow>): MoneyLine[] => newestRows(rows).flatMap(feed.translate);
  const settle = (settings: object) => bench.put(`/aws/account/${bench.seller.id}/billing`, settings);
  const wait = (advance: string) => bench.post('/clock', { advance });
  const deliver = () => bench.post(`/aws/account/${bench.seller.id}/feed-delivery`);
  return { ...bench, feed, access, accessOf, parts, readPart, readAll, linesOf, settle, wait, deliver };
};

/** What all lines amount to in the only currency that they are in. */
export const totalOf = (lines: readonly MoneyLine[]): RevenueFigures => {
  const figures = foldLines(lines, failedPayouts(lines));
  assert.equal(figures.length, 1);
  const [total] = figures;
  assert.ok(total);
  return total;
};
