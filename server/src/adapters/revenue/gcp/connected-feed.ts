import type { MarketplaceAccess } from '../../marketplace/port.ts';
import { missingCredential } from '../missing-credential.ts';
import type { RevenueFeed } from '../port.ts';
import { createGcpRevenueFeed, type GcpFeedAccess, type GcpFeedOptions } from './feed.ts';

/** The bucket is named by the connection (`adapters/partner-services.ts`). */
const feedAccessOf = (access: MarketplaceAccess): GcpFeedAccess => {
  const { reportBucket: bucket, reportPrefix: prefix } = access.credentials;
  if (!bucket) throw missingCredential('GCP', 'reportBucket');
  return { ...access, bucket, ...(prefix ? { prefix } : {}) };
};

/** Reads the reports of a connected account. */
export const createConnectedGcpFeed = (options: GcpFeedOptions): RevenueFeed<MarketplaceAccess> => {
  const feed = createGcpRevenueFeed(options);
  return {
    ...feed,
    connect: async (access) => feed.connect(feedAccessOf(access)),
    listParts: async (access, window) => feed.listParts(feedAccessOf(access), window),
    readPart: (access, part, signal) => feed.readPart(feedAccessOf(access), part, signal),
  };
};
