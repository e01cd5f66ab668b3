import { noCurrency } from '../amounts.ts';
import type { FeedRow, MoneyLine } from '../port.ts';
import { recordOf } from './record-of.ts';
import { amountIn, currencyIn, dateIn, present, textIn } from './row-values.ts';

/**
 * What an order says of the sale whose money is in ISVRevenue ("Orders dashboard in commercial marketplace analytics", data
 * dictionary). It has the purchase record of the bill, and names the offer by its id, where the bill has a title only, and
 * the private offer, which the bill does not name: `OfferId` "ID to identify a marketplace offer", `PrivateOfferId` "ID to
 * identify a private marketplace offer", `AssetId` "the unique identifier of the customer order". `estimatedcharges` is "the
 * price the customer will be charged for all order units before taxation" and counts nothing. `MarketplaceSubscriptionId` is
 * "shown as zeros" for SaaS, and names nothing. An order without a purchase record is of no sale.
 */
export const translateOrder = (row: FeedRow): MoneyLine[] => {
  const time = ['TermStartDate', 'OrderPurchaseDate', 'MonthStartDate'].map((name) => dateIn(row, name)).find(Boolean);
  if (textIn(row, 'PurchaseRecordId') === undefined || !time) return [];
  const currency = currencyIn(row, 'Currency');
  return [
    {
      recordId: recordOf(row),
      stage: 'NOTED',
      kind: 'REVENUE',
      nature: 'PLAIN',
      amount: currency === undefined ? '0' : (amountIn(row, 'estimatedcharges') ?? '0'),
      currency: currency ?? noCurrency,
      time,
      ...present({ periodStart: dateIn(row, 'TermStartDate'), periodEnd: dateIn(row, 'TermEndDate') }),
      references: present({
        product: textIn(row, 'OfferId'),
        offer: textIn(row, 'PrivateOfferId'),
        agreement: textIn(row, 'AssetId'),
      }),
    },
  ];
};
