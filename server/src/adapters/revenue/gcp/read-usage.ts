import type { FeedRow, UsageLine } from '../port.ts';
import { amountIn, currencyIn, textIn } from './values.ts';

/**
 * The kind of file of a row, by its title, which is the second part of the key. An incremental file has the usage of its
 * day, and of earlier days what no incremental file had before: all of them are added up, and count before the plain ones,
 * which stay as they were ("Customer Insights reports", Customer incremental insights reports). The monthly file repeats the same days.
 */
const tellingOf = ({ key }: FeedRow): number => {
  const title = key.split('|', 2)[1] ?? '';
  if (title.includes('incremental')) return 2;
  return title.includes('monthly') ? 0 : 1;
};

/**
 * The unit of a subscription: "Currently the unit is always months ('mo')" (Commerce Producer, `FlatSubscriptionFee`). No metric
 * is measured in it: their units are made of bit, By, s, min, h, d and 1 (Service Management, `MetricDescriptor`).
 */
const unitOfFees = 'mo';

/**
 * The usage that a row of Customer Insights shows. Google counts by SKU, and by the day in Los Angeles ("Customer Insights
 * reports", Report frequency). `date`, `sku_id`, `entitlement_id`, `usage`, `charges` and `currency` are columns of that
 * page; that `charges` is of the usage of the row is not confirmed. A row that only describes a customer has no SKU. Fees have the
 * unit of a subscription, if `unit` is that of the SKU (not confirmed), and rows of money alone, such as refunds, a usage of 0.
 */
export const readUsage = (row: FeedRow): UsageLine | null => {
  if (row.dataset !== 'customer_insights') return null;
  const { columns } = row;
  const place = { part: `${row.dataset} ${row.key}` };
  const [day, dimension, agreement] = ['date', 'sku_id', 'entitlement_id'].map((name) => textIn(columns, name));
  if (!day || !dimension || !agreement || textIn(columns, 'unit') === unitOfFees) return null;
  const quantity = amountIn(columns, 'usage', place);
  if (quantity.eq(0)) return null;
  const currency = currencyIn(columns, 'currency', place);
  const isCharged = currency !== undefined && textIn(columns, 'charges') !== undefined;
  return {
    ...{ agreement, dimension, day, telling: tellingOf(row) },
    quantity: quantity.toFixed(),
    ...(isCharged ? { charge: { amount: amountIn(columns, 'charges', place).toFixed(), currency } } : {}),
  };
};
