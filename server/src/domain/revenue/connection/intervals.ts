import type { RevenueChannel } from '../../../adapters/revenue/port.ts';

const hour = 60;

/**
 * How often a channel is read, and how far a sync looks back from the last one that did not fail. Files are found by their
 * version, so that looking back costs only a longer list.
 *
 * AWS appends the rows of a day to the month's file at midnight UTC (Seller Guide, "Seller delivery data feeds"). AZURE's
 * reports run once a day by our own order, and Google writes its reports into the bucket that Producer Portal names ("Set up
 * to receive reports"; when on a day is not said). Files are looked for every few hours, as a list is a single call. STRIPE
 * has no files: each day of the window is listed anew. ADYEN announces its reports, which are then read at once; the hour is
 * for messages that were lost in between. The intervals and the days to look back are our choice.
 */
export const intervals: Readonly<Record<RevenueChannel, { everyMinutes: number; lookBackDays: number }>> = {
  AWS: { everyMinutes: 6 * hour, lookBackDays: 92 },
  AZURE: { everyMinutes: 12 * hour, lookBackDays: 92 },
  GCP: { everyMinutes: 6 * hour, lookBackDays: 92 },
  STRIPE: { everyMinutes: hour, lookBackDays: 31 },
  ADYEN: { everyMinutes: hour, lookBackDays: 92 },
};

/** How long a sync waits while another run reads the same channel. */
export const busyMinutes = 5;
