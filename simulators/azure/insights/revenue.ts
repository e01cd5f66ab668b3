import Big from 'big.js';
import { earningOf } from '../billing/charge.ts';
import { payoutMonth } from '../billing/pay-out.ts';
import { type AzureReader, type Charge, readSettings, type Subscription } from '../state.ts';
import { customerColumns } from './customer-columns.ts';
import { apiTime, type DataRow, type Dataset } from './dataset.ts';

/**
 * The billed sales of a publisher, a row for each line of a customer's bill. Columns and their order are those of the
 * system query ("List of system queries", Revenue report query), with PlanId and IsPrivateOffer of "Revenue dashboard",
 * "Data dictionary table". Everything is in US dollars, so that the amounts in the customer's currency (CC), in the
 * payout currency (PC) and in dollars are the same. Not confirmed: the format of dates, that AssetId is the id of the
 * subscription in the fulfilment API, that IncentiveRate is the percentage that remains to the publisher, the names of
 * payment instruments, that a correction is a line with its own LineItemId on the corrected PurchaseRecordId.
 */
export const revenue: Dataset = {
  name: 'ISVRevenue',
  columns: [
    ...['AssetId', 'SalesChannel', 'BillingAccountId', 'CustomerCity', 'CustomerCompanyName', 'CustomerCountry'],
    ...['CustomerEmail', 'CustomerId', 'CustomerName', 'CustomerState', 'EarningAmountCC', 'EarningAmountPC'],
    ...['EarningAmountUSD', 'EarningCurrencyCode', 'EarningExchangeRatePC', 'EstimatedPayoutMonth', 'Revenue'],
    ...['EstimatedRevenuePC', 'EstimatedRevenueUSD', 'ExchangeRateDate', 'ExchangeRatePC', 'ExchangeRateUSD'],
    ...['PayoutStatus', 'IncentiveRate', 'TrialDeployment', 'LineItemId', 'MonthStartDate', 'OfferName', 'OfferType'],
    ...['PaymentInstrumentType', 'PaymentSentDate', 'PurchaseRecordId', 'Quantity', 'SKU', 'TermEndDate'],
    ...['TermStartDate', 'TransactionAmountCC', 'TransactionAmountPC', 'TransactionAmountUSD', 'BillingModel', 'Units'],
    ...['PlanId', 'IsPrivateOffer'],
  ],
  metrics: [
    ...['EarningAmountCC', 'EarningAmountPC', 'EarningAmountUSD', 'Revenue', 'EstimatedRevenuePC'],
    ...['EstimatedRevenueUSD', 'TransactionAmountCC', 'TransactionAmountPC', 'TransactionAmountUSD'],
  ],
  timeColumn: 'MonthStartDate',
  rows: (reader, publisherId, now) =>
    reader.list('charges').flatMap((charge) => {
      const subscription = reader.get('subscriptions', charge.subscriptionId);
      return charge.publisherId === publisherId && subscription ? [rowOf(reader, charge, subscription, now)] : [];
    }),
};

/**
 * The line of the bill that a charge is shown as. By "Revenue dashboard" ("Details"), a line may be split across different
 * statuses, as it is with `correctionLines: "same"`.
 */
export const lineItemOf = (reader: AzureReader, { id, correctsId }: Charge): string =>
  readSettings(reader).correctionLines === 'same' ? (correctsId ?? id) : id;

const rowOf = (reader: AzureReader, charge: Charge, subscription: Subscription, now: number): DataRow => {
  const { amount } = charge;
  const earning = earningOf(charge);
  const sentAt = charge.payoutId === null ? null : (reader.get('payouts', charge.payoutId)?.sentAt ?? null);
  return {
    ...customerColumns(reader, subscription),
    AssetId: charge.subscriptionId,
    EarningAmountCC: earning,
    EarningAmountPC: earning,
    EarningAmountUSD: earning,
    EarningCurrencyCode: 'USD',
    EarningExchangeRatePC: '1',
    EstimatedPayoutMonth: apiTime(payoutMonth(reader, charge, now)),
    Revenue: amount,
    EstimatedRevenuePC: amount,
    EstimatedRevenueUSD: amount,
    ExchangeRateDate: apiTime(charge.month),
    ExchangeRatePC: '1',
    ExchangeRateUSD: '1',
    PayoutStatus: charge.status,
    IncentiveRate: new Big(100).minus(charge.feePercent).toFixed(),
    TrialDeployment: 'False',
    LineItemId: lineItemOf(reader, charge),
    MonthStartDate: apiTime(charge.month),
    PaymentInstrumentType: 'Invoice',
    PaymentSentDate: apiTime(sentAt),
    PurchaseRecordId: charge.purchaseRecordId,
    Quantity: charge.quantity,
    SKU: charge.planId,
    PlanId: charge.planId,
    IsPrivateOffer: charge.privateOfferId === null ? '0' : '1',
    TermStartDate: apiTime(charge.serviceStart),
    TermEndDate: apiTime(charge.serviceEnd),
    TransactionAmountCC: amount,
    TransactionAmountPC: amount,
    TransactionAmountUSD: amount,
    BillingModel: charge.billingModel,
    // "Units will be displayed as NA for offers with custom meters."
    Units: charge.dimension === null ? charge.quantity : 'NA',
  };
};
