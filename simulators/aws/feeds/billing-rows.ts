import Big from 'big.js';
import type { BillingEvent, TaxItem } from '../billing/rows.ts';
import { type AwsReader, isoSeconds } from '../state.ts';
import { addressOf, feedAccountId, feedAddressId } from './parties.ts';

const dateOf = (time: number | null): string => (time === null ? '' : isoSeconds(time));
const accountOf = (account: string | null): string => (account === null ? '' : feedAccountId(account));

/** The columns of a billing event without its history, in the order of its feed. */
export const billingEventCells = (event: BillingEvent): string[] => [
  event.id,
  accountOf(event.fromAccountId),
  accountOf(event.toAccountId),
  accountOf(event.endUserAccountId),
  event.productId ?? '',
  event.action,
  event.transactionType,
  event.parentId ?? '',
  event.disbursementId ?? '',
  event.amount,
  event.currency,
  event.balanceImpacting ? '1' : '0',
  dateOf(event.invoiceDate),
  dateOf(event.dueAt),
  dateOf(event.periodStartAt),
  dateOf(event.periodEndAt),
  event.invoiceId ?? '',
  event.payerAccountId === null ? '' : feedAddressId(event.payerAccountId),
  event.transactionReferenceId ?? '',
  event.bankTraceId ?? '',
  event.brokerId,
  event.agreementId ?? '',
  event.buyerTransactionReferenceId ?? '',
];

/** The columns of a tax item without its history, in the order of its feed. */
export const taxItemCells = (reader: AwsReader, item: TaxItem): string[] => {
  const address = addressOf(reader, item.buyerAccountId);
  return [
    item.id,
    item.invoiceId,
    item.lineItemId,
    item.customerBillId,
    item.party,
    item.typeCode,
    item.productId,
    'AWSMP_SOFTWARE_RA',
    dateOf(item.invoiceDate),
    feedAccountId(item.buyerAccountId),
    address.country,
    address.region,
    address.city,
    address.postalCode,
    '',
    'Sales',
    'State',
    address.region || address.country,
    'Exclusive',
    item.taxableAmount,
    '0',
    Big(item.percent).div(100).toFixed(),
    item.amount,
    item.currency,
    'Taxable',
    dateOf(item.invoiceDate),
    '',
    '',
    '',
    '',
    '',
    item.transactionReferenceId,
  ];
};
