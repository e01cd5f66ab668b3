import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import { merchantOf } from '../adapters/payment/adyen/client.ts';
import type { PaymentAccess } from '../adapters/payment/port.ts';
import { createAdyenFeed } from '../adapters/revenue/adyen/feed.ts';
import { readAnnouncement } from '../adapters/revenue/adyen/read-announcement.ts';
import type { FeedMemory, RevenueFeeds } from '../adapters/revenue/feeds.ts';
import type { FeedPart } from '../adapters/revenue/port.ts';
import { createStripeFeed } from '../adapters/revenue/stripe/feed.ts';
import type { Clock } from '../kit/clock.ts';
import { wireMarketplaceFeeds } from './marketplaces.ts';

/** The reports that Adyen announced for a merchant account. */
export const announcedTo =
  ({ messages }: Pick<FeedMemory, 'messages'>) =>
  async (access: PaymentAccess): Promise<FeedPart[]> => {
    const own = `MerchantAccount/${merchantOf(access)}/`;
    const parts = (await messages('REPORT_AVAILABLE')).map(readAnnouncement);
    return parts.filter((part) => part !== null).filter(({ name }) => name.startsWith(own));
  };

/** The readers of what each channel states. */
export const wireRevenueFeeds = (outgoing: Outgoing, clock: Clock): RevenueFeeds => {
  const { agents, open } = outgoing;
  const stripe = createStripeFeed({ agents });
  return {
    ...wireMarketplaceFeeds({ outgoing, clock }),
    STRIPE: () => stripe,
    ADYEN: (memory) => createAdyenFeed({ open, announced: announcedTo(memory) }),
  };
};
