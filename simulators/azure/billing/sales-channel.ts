import type { AzureReader } from '../state.ts';

/** How customers buy ("Revenue dashboard", data dictionary: sales channel); the first one by default. */
export const salesChannels = [
  'Pay as You Go',
  'Enterprise',
  'Enterprise through Reseller',
  'Cloud Solution Provider',
] as const;

export const salesChannelOf = (reader: AzureReader, buyerId: string): string =>
  reader.get('buyers', buyerId)?.salesChannel ?? salesChannels[0];

/**
 * Whether Microsoft pays the publisher before the customer pays Microsoft ("Payout schedules and processes": "Transactions
 * when customer has an Enterprise Agreement").
 */
export const isPaidFirst = (reader: AzureReader, buyerId: string): boolean =>
  salesChannelOf(reader, buyerId).startsWith('Enterprise');
