import { type Clock, systemClock } from '../../../kit/clock.ts';
import type { MarketplaceAccess } from '../../marketplace/port.ts';
import type { FeedRow, MoneyLine, RevenueFeed } from '../port.ts';
import { type AwsFeedAccess, type AwsFeedOptions, createAwsFeed } from './feed.ts';
import { createAwsInvoices } from './invoices.ts';
import { invoiceDataset, translateInvoice } from './translate-invoice.ts';

/** The bucket is named by the connection (`adapters/partner-services.ts`); null: it names none. */
const feedAccessOf = (access: MarketplaceAccess): AwsFeedAccess | null => {
  const { feedBucket: bucket, feedBucketRegion, feedPrefix } = access.credentials;
  if (!bucket) return null;
  return {
    ...access,
    bucket,
    bucketRegion: feedBucketRegion || access.region,
    ...(feedPrefix ? { prefix: feedPrefix } : {}),
  };
};

/**
 * Reads a connected account: the data feeds, if it names their bucket, and the invoices of its agreements, which are noted
 * beside the money of the feeds (docs/decisions/0115-what-else-a-marketplace-tells.md).
 */
export const createConnectedAwsFeed = ({
  clock = systemClock,
  ...options
}: AwsFeedOptions & { clock?: Pick<Clock, 'now'> } = {}): RevenueFeed<MarketplaceAccess> => {
  const feed = createAwsFeed(options);
  const invoices = createAwsInvoices({ ...options, clock });
  const translate = (row: FeedRow): MoneyLine[] =>
    row.dataset === invoiceDataset ? translateInvoice(row) : feed.translate(row);
  return {
    ...feed,
    translate,
    connect: async (access) => {
      const bucket = feedAccessOf(access);
      await (bucket ? feed.connect(bucket) : invoices.list(access));
    },
    listParts: async (access, window) => {
      const bucket = feedAccessOf(access);
      return [...(bucket ? await feed.listParts(bucket, window) : []), ...(await invoices.list(access))];
    },
    readPart: (access, part, signal) => {
      const bucket = feedAccessOf(access);
      if (invoices.isInvoices(part) || !bucket)
        return invoices.read(access, part, { signal, isNeeded: bucket === null });
      return feed.readPart(bucket, part, signal);
    },
  };
};
