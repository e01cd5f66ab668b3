import type { Outgoing } from '../adapters/outgoing/outgoing.ts';
import { merchantOf } from '../adapters/payment/adyen/client.ts';
import type { PaymentAccess } from '../adapters/payment/port.ts';
import { createAdyenFeed } from '../adapters/revenue/adyen/feed.ts';
import { readAnnouncement } from '../adapters/revenue/adyen/read-announcement.ts';
import { createConnectedAwsFeed } from '../adapters/revenue/aws/connected-feed.ts';
import { createAzureRevenueFeed } from '../adapters/revenue/azure/feed.ts';
import type { KeptMessages, RevenueFeeds } from '../adapters/revenue/feeds.ts';
import { createConnectedGcpFeed } from '../adapters/revenue/gcp/connected-feed.ts';
import type { FeedPart } from '../adapters/revenue/port.ts';
import { createStripeFeed } from '../adapters/revenue/stripe/feed.ts';
import type { Clock } from '../kit/clock.ts';

/** The reports that Adyen announced for a merchant account. */
const announcedTo =
  (kept: KeptMessages) =>
  async (access: PaymentAccess): Promise<FeedPart[]> => {
    const own = `MerchantAccount/${merchantOf(access)}/`;
    const parts = (await kept('REPORT_AVAILABLE')).map(readAnnouncement);
    return parts.filter((part) => part !== null).filter(({ name }) => name.startsWith(own));
  };

/** The readers of what each channel states. */
export const wireRevenueFeeds = (outgoing: Outgoing, clock: Clock): RevenueFeeds => {
  const { agents, open } = outgoing;
  const aws = createConnectedAwsFeed({ agents, clock });
  const stripe = createStripeFeed({ agents });
  const azure = createAzureRevenueFeed({ outgoing, clock });
  const gcp = createConnectedGcpFeed({ outgoing, clock });
  return {
    AWS: () => aws,
    AZURE: () => azure,
    GCP: () => gcp,
    STRIPE: () => stripe,
    ADYEN: (kept) => createAdyenFeed({ open, announced: announcedTo(kept) }),
  };
};
