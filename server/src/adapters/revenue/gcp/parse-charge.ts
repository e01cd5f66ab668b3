import type { Big } from '../../../kit/decimal.ts';
import { amountIn, type Columns, currencyIn, type Place, textIn } from './values.ts';

/** A row of the Detailed disbursements report, from the seller's view. */
export type Charge = {
  currency: string;
  /** What the customer was charged in the month; negative for a refund. */
  charged: Big;
  /** Google's share of it. */
  fee: Big;
  /** What is paid with this report, of this month and of earlier ones. */
  paid: Big;
  /** What is due of this month and held back, as the customer is delinquent. */
  withheld: Big;
  /** What was held back earlier and is paid with this report. */
  released: Big;
  /** What was held back, or would have been, and will never be paid. */
  abandoned: Big;
  /**
   * The row gives back. One that names a refund and charges more than that is a charge: rows are by SKU, account, offer and status
   * of the payout, so that a refund may be a part of what its row has of the month.
   */
  isReturn: boolean;
  references: {
    product: string | undefined;
    offer: string | undefined;
    agreement: string | undefined;
    buyer: string | undefined;
    dimension: string | undefined;
  };
};

/** Columns without which nothing can be told of money. */
export const chargeColumns = {
  sku: 'sku_id',
  account: 'account_id',
  offer: 'private_offer_id',
  charged: 'cust_charges',
  fee: 'marketplace_fee_amount',
  paid: 'aggregated_payout',
  withheld: 'withheld_amount',
  released: 'released_amount',
  abandoned: 'abandoned_amount',
} as const;

/** Prices of Cloud Marketplace are in US dollars; no column of the report is known that names the currency. */
const standardCurrency = 'USD';

/**
 * Reads a row of the page "Detailed disbursements reports" (Report fields). Its charges are those of the customers'
 * invoices for the month; its rows are organized by `sku_id`, `account_id`, `private_offer_id` and the status of the payout.
 *
 * - `sku_id`: what the customer was charged for. `solution_id`: the product, empty for VM products. `account_id`: the
 *   Cloud Billing account. `private_offer_id`. These are of that page.
 * - `entitlement_id` (the order), `cust_charges`, `marketplace_fee_amount`, `aggregated_payout`, `withheld_amount`,
 *   `released_amount`, `abandoned_amount`, `refund_processed_date` and `refund_reason` are the columns of this report
 *   in the schemas of a connector that reads it (airbytehq/airbyte, source-clazar,
 *   `analytics_gcp_marketplace_disbursements`). It is not confirmed that they mean what `Charge` states, nor that charges are positive in
 *   every column.
 * - What is withheld, released and abandoned means: "Customer insights reports".
 * - A row of a released amount may contain it also as `aggregated_payout`, or only as `released_amount` (not confirmed).
 */
export const parseCharge = (columns: Columns, place: Place): Charge => {
  const amount = (name: string): Big => amountIn(columns, name, place);
  const text = (name: string): string | undefined => textIn(columns, name);
  const charged = amount(chargeColumns.charged);
  const released = amount(chargeColumns.released);
  const paid = amount(chargeColumns.paid);
  const namesRefund = text('refund_processed_date') !== undefined || text('refund_reason') !== undefined;
  return {
    currency: currencyIn(columns, 'currency', place) ?? standardCurrency,
    charged,
    fee: amount(chargeColumns.fee),
    paid: paid.eq(0) ? released : paid,
    withheld: amount(chargeColumns.withheld),
    released,
    abandoned: amount(chargeColumns.abandoned),
    isReturn: charged.lt(0) || (charged.eq(0) && paid.lt(0) && namesRefund),
    references: {
      product: text('solution_id'),
      offer: text(chargeColumns.offer),
      agreement: text('entitlement_id'),
      buyer: text(chargeColumns.account),
      dimension: text(chargeColumns.sku),
    },
  };
};
