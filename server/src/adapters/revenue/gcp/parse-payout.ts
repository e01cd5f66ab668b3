import type { Big } from '../../../kit/decimal.ts';
import { feedFault } from '../feed-fault.ts';
import { amountIn, type Columns, currencyIn, type Place, textIn } from './values.ts';

/** A row of the Disbursements report. */
export type Payout = {
  /** The company of Google that pays, or a special entity. */
  entity: string;
  currency: string;
  total: Big;
};

/** The special entity of what was withheld and will never be paid. */
export const abandonedEntity = 'Abandoned Payout';

export const payoutColumns = {
  entity: 'Entity',
  currency: 'Currency',
  amount: 'Amount',
  refund: 'Customer Refund',
  total: 'Total',
} as const;

/**
 * Reads a row of the page "Disbursements reports" (Report fields): Entity, or `Released Payout` and `Abandoned Payout` for
 * money that was withheld as the customer was delinquent; Currency, in which the money is paid; Amount before
 * adjustments, Customer Refund, and Total, the final amount.
 */
export const parsePayout = (columns: Columns, place: Place): Payout => {
  const entity = textIn(columns, payoutColumns.entity);
  const currency = currencyIn(columns, payoutColumns.currency, place);
  if (entity === undefined) throw feedFault({ ...place, code: 'MISSING_VALUE', message: 'Entity is empty' });
  if (currency === undefined) throw feedFault({ ...place, code: 'MISSING_VALUE', message: 'Currency is empty' });
  amountIn(columns, payoutColumns.amount, place);
  amountIn(columns, payoutColumns.refund, place);
  return { entity, currency, total: amountIn(columns, payoutColumns.total, place) };
};
