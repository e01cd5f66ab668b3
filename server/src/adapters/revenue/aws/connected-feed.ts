import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { missingCredential } from '../missing-credential.ts';
import type { RevenueFeed } from '../port.ts';
import { type AwsFeedAccess, type AwsFeedOptions, createAwsFeed } from './feed.ts';

/** The bucket is named by the connection (`adapters/partner-services.ts`). */
const feedAccessOf = (access: MarketplaceAccess): AwsFeedAccess => {
  const { feedBucket: bucket, feedBucketRegion, feedPrefix } = access.credentials;
  if (!bucket) throw missingCredential('AWS', 'feedBucket');
  return {
    ...access,
    bucket,
    bucketRegion: feedBucketRegion || access.region,
    ...(feedPrefix ? { prefix: feedPrefix } : {}),
  };
};

/** Reads the data feeds of a connected account. */
export const createConnectedAwsFeed = (options: AwsFeedOptions = {}): RevenueFeed<MarketplaceAccess> => {
  const feed = createAwsFeed(options);
  return {
    ...feed,
    connect: async (access) => feed.connect(feedAccessOf(access)),
    listParts: async (access, window) => feed.listParts(feedAccessOf(access), window),
    readPart: (access, part, signal) => feed.readPart(feedAccessOf(access), part, signal),
  };
};
