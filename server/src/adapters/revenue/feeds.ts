import type { RevenueChannel, RevenueFeed } from './port.ts';

/** What was kept of an account's partner: bodies of messages of a type, oldest first. */
export type KeptMessages = (type: string) => Promise<readonly unknown[]>;

/** The readers of all channels that are available, by channel. Most need no messages. */
export type RevenueFeeds = Readonly<Partial<Record<RevenueChannel, (kept: KeptMessages) => RevenueFeed>>>;
