import type Big from 'big.js';
import type { AwsTransaction } from '../state.ts';
import { percentOf } from './money.ts';
import type { Bill, BillingSettings, TaxItem } from './rows.ts';

/**
 * Records the tax of an invoice or credit memo: one jurisdiction, the state of the buyer. `taxable` is the amount before
 * tax, negative for a credit memo, which has the line item of its invoice (Seller Guide, "Tax item data feed").
 */
export const putTaxItem = (
  transaction: AwsTransaction,
  bill: Bill,
  tax: NonNullable<BillingSettings['tax']>,
  taxable: Big,
  original: TaxItem | null = null,
): TaxItem => {
  const item: TaxItem = {
    id: `${transaction.ids.text(39)}_0001`,
    accountId: bill.accountId,
    invoiceId: bill.id,
    lineItemId: original?.lineItemId ?? transaction.ids.digits(20),
    customerBillId: transaction.ids.digits(19),
    party: tax.party,
    typeCode: original ? 'REFUND' : 'AWS',
    productId: bill.productId,
    invoiceDate: bill.issuedAt,
    buyerAccountId: bill.buyerAccountId,
    taxableAmount: taxable.toFixed(),
    percent: tax.percent,
    amount: percentOf(taxable, tax.percent, bill.currency).toFixed(),
    currency: bill.currency,
    transactionReferenceId: bill.originalId ?? bill.id,
    isDelivered: false,
  };
  transaction.put('taxItems', item);
  return item;
};
