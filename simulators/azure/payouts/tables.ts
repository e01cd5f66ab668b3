import Big from 'big.js';
import type { Table } from '../../kit/report-file.ts';
import { earningOf } from '../billing/charge.ts';
import { monthOf } from '../billing/months.ts';
import { payoutMonth } from '../billing/pay-out.ts';
import { apiTime } from '../insights/dataset.ts';
import { lineItemOf } from '../insights/revenue.ts';
import type { AzureReader, Charge, EarningStatus, PayoutExport } from '../state.ts';
import { type FilterTerm, fitsFilter } from './filter.ts';

type Row = Record<string, string>;
type ExportTable = { columns: readonly string[]; filters: readonly string[]; money: string; rows: typeof earnings };

const program = 'Azure Marketplace';
const earningType = 'SELL';
/** Values of `payoutStatus` in the filter (microsoft/Partner-Center-Payout-APIs). */
const statusWords: Partial<Record<EarningStatus, string>> = {
  Unprocessed: 'UNPROCESSED',
  Upcoming: 'UPCOMING',
  Sent: 'SENT',
};

/**
 * The columns of an export. Sources: "Earnings - Marketplace report in Partner Center" (schema), whose later members are
 * those of "Payout statements in Partner Center" (transaction history download) that marketplaces have. The order of
 * columns is not confirmed.
 */
const earningColumns = [
  ...['assetId', 'calculationDate', 'customerCountry', 'customerEmail', 'customerName', 'customerId', 'earningAmount'],
  ...['earningAmountInLastPaymentCurrency', 'earningAmountUSD', 'earningDate', 'earningExchangeRate', 'earningId'],
  ...['earningParticipantId', 'earningParticipantName', 'earningParticipantIdType', 'earningRate', 'earningType'],
  ...['estimatedPaymentMonth', 'exchangeRateDate', 'externalReferenceId', 'externalReferenceIdLabel', 'invoiceNumber'],
  ...['isPrivateOffer', 'lastPaymentCurrency', 'lever', 'lineItemId', 'orderId', 'parentProductId'],
  ...['parentProductName', 'paymentId', 'paymentStatus', 'paymentStatusDescription', 'productId', 'productName'],
  ...['productType', 'programName', 'quantity', 'skuId', 'storeFee', 'taxRemitModel', 'taxRemitted'],
  ...['transactionAmount', 'transactionAmountUSD', 'transactionCountryCode', 'transactionCurrency', 'transactionDate'],
  ...['transactionExchangeRate', 'transactionId', 'transactionPaymentMethod', 'transactionType'],
];

/** "Earnings - Payments report in Partner Center" (schema). */
const paymentColumns = [
  ...['CIReferenceNumber', 'earned', 'earnedCurrencyCode', 'earnedUSD', 'participantID', 'participantIDType'],
  ...['participantName', 'paymentCurrencyCode', 'paymentDate', 'paymentID', 'paymentMethod', 'paymentStatus'],
  ...['paymentStatusDescription', 'programName', 'salesTax', 'serviceFeeTax', 'totalPayment', 'withheldTax'],
];

/** The collected sales of a publisher: there are no entries for unpaid ones. */
const earnings = (reader: AzureReader, publisherId: string, now: number): Row[] => {
  const lastPayment = reader.list('payouts').findLast((row) => row.publisherId === publisherId);
  return reader
    .list('charges')
    .filter((row) => row.publisherId === publisherId && row.status !== 'Uncollected')
    .map((charge) => earningRow(reader, charge, { now, currency: lastPayment ? 'USD' : '' }));
};

const earningRow = (reader: AzureReader, charge: Charge, { now, currency }: { now: number; currency: string }): Row => {
  const earning = earningOf(charge);
  const buyer = reader.get('buyers', charge.buyerId);
  const subscription = reader.get('subscriptions', charge.subscriptionId);
  const product = subscription?.productId.split('/')[1] ?? '';
  const title = String(reader.get('resources', subscription?.productId ?? '')?.live?.alias ?? '');
  const paymentStatus = charge.status;
  return {
    assetId: charge.subscriptionId,
    calculationDate: apiTime(charge.collectedAt),
    customerCountry: 'US',
    customerEmail: buyer?.emailId ?? '',
    customerName: buyer?.name ?? '',
    customerId: buyer?.tenantId ?? '',
    earningAmount: earning,
    earningAmountInLastPaymentCurrency: currency === '' ? '' : earning,
    earningAmountUSD: earning,
    earningDate: apiTime(charge.collectedAt),
    earningExchangeRate: '1',
    earningId: `E-${charge.id}`,
    earningParticipantId: charge.publisherId,
    earningParticipantName: reader.get('publishers', charge.publisherId)?.name ?? '',
    earningParticipantIdType: 'Seller ID',
    earningRate: new Big(100).minus(charge.feePercent).toFixed(),
    earningType,
    estimatedPaymentMonth: apiTime(payoutMonth(reader, charge, now)),
    exchangeRateDate: apiTime(charge.month),
    isPrivateOffer: charge.privateOfferId === null ? 'False' : 'True',
    lastPaymentCurrency: currency,
    lever: program,
    lineItemId: lineItemOf(reader, charge),
    orderId: charge.purchaseRecordId,
    parentProductId: product,
    parentProductName: title,
    paymentId: charge.payoutId ?? '',
    paymentStatus,
    paymentStatusDescription: paymentStatus,
    productId: product,
    productName: title,
    productType: 'SaaS',
    programName: program,
    quantity: charge.quantity,
    skuId: charge.planId,
    storeFee: charge.fee,
    taxRemitModel: 'Microsoft',
    taxRemitted: '0.00',
    transactionAmount: charge.amount,
    transactionAmountUSD: charge.amount,
    transactionCountryCode: 'US',
    transactionCurrency: 'USD',
    transactionDate: apiTime(charge.billedAt),
    transactionExchangeRate: '1',
    transactionId: charge.id,
    transactionPaymentMethod: 'Invoice',
    transactionType: charge.kind,
    // Names that exist only in the filter.
    enrollmentParticipantId: charge.publisherId,
    earningForDate: apiTime(monthOf(charge.month)),
    payableSubType: earningType,
    leverCode: program,
    payoutStatus: statusWords[charge.status] ?? '',
  };
};

const payments = (reader: AzureReader, publisherId: string): Row[] =>
  reader
    .list('payouts')
    .filter((row) => row.publisherId === publisherId)
    .map(({ id, amount, sentAt }) => ({
      earned: amount,
      earnedCurrencyCode: 'USD',
      earnedUSD: amount,
      participantID: publisherId,
      participantIDType: 'Seller ID',
      participantName: reader.get('publishers', publisherId)?.name ?? '',
      paymentCurrencyCode: 'USD',
      paymentDate: apiTime(sentAt),
      paymentID: id,
      paymentMethod: 'Electronic bank transfer',
      paymentStatus: 'Sent',
      paymentStatusDescription: 'Sent',
      programName: program,
      salesTax: '0.00',
      serviceFeeTax: '0.00',
      totalPayment: amount,
      withheldTax: '0.00',
      enrollmentParticipantId: publisherId,
      paymentId: id,
      payoutStatusUpdateTS: apiTime(sentAt),
      payoutOrderType: earningType,
    }));

/** The exports, with the fields of their filters ("Create earnings export request", microsoft/Partner-Center-Payout-APIs). */
export const exportTables: Readonly<Record<PayoutExport['kind'], ExportTable>> = {
  transactionhistory: {
    columns: earningColumns,
    filters: [
      ...['enrollmentParticipantId', 'paymentId', 'earningForDate', 'programName', 'leverCode', 'payableSubType'],
      ...['payoutStatus', 'transactionAmount', 'earningAmount'],
    ],
    money: 'earningAmount',
    rows: earnings,
  },
  payments: {
    columns: paymentColumns,
    filters: ['enrollmentParticipantId', 'paymentId', 'payoutStatusUpdateTS', 'programName', 'payoutOrderType'],
    money: 'totalPayment',
    rows: payments,
  },
};

/** The table of an export. */
export const exportTable = (
  reader: AzureReader,
  { kind, publisherId }: PayoutExport,
  terms: readonly FilterTerm[],
  now: number,
): Table => {
  const { columns, rows } = exportTables[kind];
  const found = rows(reader, publisherId, now).filter((row) => fitsFilter(row, terms));
  return { columns: [...columns], rows: found.map((row) => columns.map((name) => row[name] ?? '')) };
};
