import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { partnerError } from '../../partner-error.ts';
import type { RevenueFeed } from '../port.ts';
import { type AwsFeedAccess, type AwsFeedOptions, createAwsFeed } from './feed.ts';

/** The bucket is named by the connection (`adapters/partner-services.ts`). */
const feedAccessOf = (access: MarketplaceAccess): AwsFeedAccess => {
  const { feedBucket: bucket, feedBucketRegion, feedPrefix } = access.credentials;
  if (!bucket) {
    throw partnerError('The connection has no feedBucket.', {
      ...{ partner: 'AWS', outcome: 'NOT_SENT', partnerCode: 'MissingCredentials', retryable: false },
      ...{ httpStatus: undefined, requestId: undefined },
    });
  }
  return {
    ...access,
    bucket,
    bucketRegion: feedBucketRegion || access.region,
    ...(feedPrefix ? { prefix: feedPrefix } : {}),
  };
};

/** Reads the data feeds of a connected account. */
export const createAwsRevenueFeed = (options: AwsFeedOptions = {}): RevenueFeed<MarketplaceAccess> => {
  const feed = createAwsFeed(options);
  return {
    ...feed,
    connect: async (access) => feed.connect(feedAccessOf(access)),
    listParts: async (access, window) => feed.listParts(feedAccessOf(access), window),
    readPart: (access, part, signal) => feed.readPart(feedAccessOf(access), part, signal),
  };
};
