import type { RevenueChannel } from '../../../adapters/revenue/port.ts';

const hour = 60;

/**
 * How often a channel is read, and how far a sync looks back from the last one that did not fail. Files are found by their
 * version, so that looking back costs only a longer list.
 *
 * AWS delivers its feeds once a day, at a time that it does not name ("Delivery and storage": the data of a day within 24
 * hours), in files by month; so do AZURE's analytics and Google's reports. They are looked for every few hours, as a list
 * is a single call. STRIPE has no files: each day of the window is listed anew. Its funds become available and its payouts
 * fail within days; disputes and refunds are transactions of their own days. ADYEN announces its reports, which are then
 * read at once; the hour is for messages that were lost in between.
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
