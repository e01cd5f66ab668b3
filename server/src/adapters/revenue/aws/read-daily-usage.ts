import { isCurrency, readAmount } from '../amounts.ts';
import type { FeedRow, UsageLine } from '../port.ts';
import { dateOf, textOf, unreadable } from './row-values.ts';

/**
 * The usage of a row of the Daily Usage data feed (Seller Guide, "Daily Usage data feed"): `usage_date` is a day without a
 * time, `dimension_key` is what the seller has configured, and `usage_quantity` is aggregated for the day. A row may be of one
 * region or account of a buyer, so that those of an agreement are added up. `estimated_revenue_in_pricing_currency` is
 * AWS' estimate, "of up to 2 decimal places". `agreement_id` "may occasionally be null": such a row is kept, and shows
 * nothing that could be matched. That days are of UTC follows from the page on the storage of the feeds.
 */
export const readDailyUsage = (row: FeedRow): UsageLine | null => {
  const agreement = textOf(row, 'agreement_id');
  if (agreement === undefined) return null;
  const [day, dimension, quantity] = [
    dateOf(row, 'usage_date'),
    textOf(row, 'dimension_key'),
    textOf(row, 'usage_quantity'),
  ];
  const read = readAmount(quantity ?? '');
  if (!day || dimension === undefined || read === null) throw unreadable(row, 'it has no day, dimension or quantity');
  const [estimate, currency] = [textOf(row, 'estimated_revenue_in_pricing_currency'), textOf(row, 'pricing_currency')];
  const amount = estimate === undefined ? null : readAmount(estimate);
  const charge = amount !== null && currency !== undefined && isCurrency(currency) ? { amount, currency } : null;
  return {
    ...{ agreement, dimension, day: day.toISOString().slice(0, 10), quantity: read, telling: 0 },
    ...(charge ? { charge } : {}),
  };
};
