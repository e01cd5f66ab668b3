import type { RevenueChannel, RevenueFeed } from './port.ts';

/** A report that was requested of a partner. `firstDay`: the first day that it is about, `YYYY-MM-DD`. */
export type KeptRequest = { kind: string; id: string; firstDay: string; time: Date };

/**
 * The reports that were requested with an account and can be found by their id alone, in the database: another process finds
 * what one has requested.
 */
export type KeptRequests = {
  /** Those of a kind, oldest first. */
  list(kind: string): Promise<KeptRequest[]>;
  keep(request: KeptRequest): Promise<void>;
  forget(kind: string, ids: readonly string[]): Promise<void>;
};

/** What is kept of an account between its readings. */
export type FeedMemory = {
  /** Bodies of the partner's messages of a type, oldest first. */
  messages(type: string): Promise<readonly unknown[]>;
  requests: KeptRequests;
};

/** The readers of all channels that are available, by channel. Most need no memory. */
export type RevenueFeeds = Readonly<Partial<Record<RevenueChannel, (memory: FeedMemory) => RevenueFeed>>>;
