import type { RevenueChannel } from '../../adapters/revenue/port.ts';

export type { RevenueChannel } from '../../adapters/revenue/port.ts';

/** What must be known of a channel, beside how its feed is read (`adapters/revenue`). */
export type ChannelFacts = {
  /** How often it is read. */
  everyMinutes: number;
  /**
   * How far a sync looks back from the last one that did not fail. Files are found by their version, so that looking back
   * costs only a longer list.
   */
  lookBackDays: number;
  /** Whether it says what buyers have paid. If not, collected is what was paid out. */
  tellsCollected: boolean;
};

const hour = 60;

/** One entry for each channel. The intervals and the days to look back are our choice. */
export const channelFacts: Readonly<Record<RevenueChannel, ChannelFacts>> = {
  // AWS appends the rows of a day to the month's file at midnight UTC (Seller Guide, "Seller delivery data feeds"). Files are
  // looked for every few hours, as a list is a single call. Billing events know payouts only.
  AWS: { everyMinutes: 6 * hour, lookBackDays: 92, tellsCollected: false },
  // Reports run once a day by our own order.
  AZURE: { everyMinutes: 12 * hour, lookBackDays: 92, tellsCollected: true },
  // Google writes its reports into the bucket that Producer Portal names ("Set up to receive reports"; when on a day is not
  // said). They know payouts only.
  GCP: { everyMinutes: 6 * hour, lookBackDays: 92, tellsCollected: false },
  // There are no files: each day of the window is listed anew.
  STRIPE: { everyMinutes: hour, lookBackDays: 31, tellsCollected: true },
  // Reports are announced, and read at once. The hour is for messages that were lost in between.
  ADYEN: { everyMinutes: hour, lookBackDays: 92, tellsCollected: true },
};

export const revenueChannels = Object.keys(channelFacts) as [RevenueChannel, ...RevenueChannel[]];
