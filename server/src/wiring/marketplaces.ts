import type { Mount } from '../../../simulators/kit/listener.ts';
import type { SimulatorOptions } from '../../../simulators/kit/simulator.ts';
import { createAwsMarketplace } from '../adapters/marketplace/aws/adapter.ts';
import { verifyAws } from '../adapters/marketplace/aws/verify.ts';
import { createAzureMarketplace } from '../adapters/marketplace/azure/adapter.ts';
import { createGcpMarketplace } from '../adapters/marketplace/gcp/adapter.ts';
import type { Marketplace, MarketplaceCode } from '../adapters/marketplace/port.ts';
import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import type { Verifier } from '../adapters/partner-gateway.ts';
import { createConnectedAwsFeed } from '../adapters/revenue/aws/connected-feed.ts';
import { createAzureRevenueFeed } from '../adapters/revenue/azure/feed.ts';
import type { FeedMemory, RevenueFeeds } from '../adapters/revenue/feeds.ts';
import { createConnectedGcpFeed } from '../adapters/revenue/gcp/connected-feed.ts';
import type { RevenueFeed } from '../adapters/revenue/port.ts';
import { verifyAzure } from '../adapters/verify/azure.ts';
import { verifyGcp } from '../adapters/verify/gcp.ts';
import type { Clock } from '../kit/clock.ts';
import type { Closers } from './closers.ts';

export type CreateSimulator = (options: SimulatorOptions) => Mount;

type Ways = { outgoing: Outgoing; clock: Clock };

/** What runs of a marketplace. */
type MarketplaceParts = {
  /** Its client, and how a new account is verified. */
  create(ways: Ways & { publicUrl: string }, closers: Closers): { client: Marketplace; verify: Verifier };
  /** The reader of revenue, with what is kept of the account. */
  feed(ways: Ways): (memory: FeedMemory) => RevenueFeed;
  /** Loads what stands in for it. Only a service that simulates does. */
  simulator(): Promise<CreateSimulator>;
};

/** A reader that needs no memory. */
const always = (feed: RevenueFeed) => () => feed;

/** One entry for each marketplace. */
const marketplaceParts: Readonly<Record<MarketplaceCode, MarketplaceParts>> = {
  AWS: {
    create: ({ outgoing }, closers) => {
      const client = createAwsMarketplace({ agents: outgoing.agents });
      closers.add(async () => client.close());
      return { client, verify: verifyAws(client) };
    },
    feed: ({ outgoing, clock }) => always(createConnectedAwsFeed({ agents: outgoing.agents, clock })),
    simulator: async () => (await import('../../../simulators/aws/server.ts')).createAwsSimulator,
  },
  AZURE: {
    create: (ways) => ({ client: createAzureMarketplace(ways), verify: verifyAzure(ways.outgoing) }),
    feed: createAzureRevenueFeed,
    simulator: async () => (await import('../../../simulators/azure/server.ts')).createAzureSimulator,
  },
  GCP: {
    create: (ways) => ({ client: createGcpMarketplace(ways), verify: verifyGcp(ways.outgoing) }),
    feed: (ways) => always(createConnectedGcpFeed(ways)),
    simulator: async () => (await import('../../../simulators/gcp/server.ts')).createGcpSimulator,
  },
};

/** The clients of the marketplaces by code, and the verifiers of their accounts by `PARTNER/SERVICE`. */
export const wireMarketplaces = (ways: Ways & { publicUrl: string }, closers: Closers) => {
  const wired = Object.entries(marketplaceParts).map(([code, { create }]) => ({ code, ...create(ways, closers) }));
  return {
    marketplaces: Object.fromEntries(wired.map(({ code, client }) => [code, client])) as Record<
      MarketplaceCode,
      Marketplace
    >,
    verifiers: Object.fromEntries(wired.map(({ code, verify }) => [`${code}/MARKETPLACE`, verify])),
  };
};

/** The readers of what the marketplaces state. */
export const wireMarketplaceFeeds = (ways: Ways): RevenueFeeds =>
  Object.fromEntries(Object.entries(marketplaceParts).map(([code, parts]) => [code, parts.feed(ways)]));

export const loadMarketplaceSimulators = (): Promise<CreateSimulator[]> =>
  Promise.all(Object.values(marketplaceParts).map(({ simulator }) => simulator()));
