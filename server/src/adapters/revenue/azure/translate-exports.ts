import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { FeedRow, MoneyLine, MoneyReferences } from '../port.ts';
import { amountIn, currencyIn, dateIn, needAmount, present, textIn, unreadable } from './row-values.ts';
import { splitRow } from './split-rows.ts';

/**
 * Exports are of all of Partner Center's programs. The marketplace's is taken by its name, of which no page has the
 * whole list ("Azure Marketplace", commercial marketplace; not confirmed).
 */
const isOfMarketplace = (row: FeedRow): boolean => /marketplace/i.test(textIn(row, 'programName') ?? '');

/**
 * A payment to the seller's bank, once it was sent: the sum of what it pays to each of the seller's accounts. Its id "is
 * usually visible in your bank statement" ("Earnings - Payments report in Partner Center").
 */
export const translatePayment = (row: FeedRow): MoneyLine[] => {
  const sent = splitRow(row, 'totalPayment').filter((part) => textIn(part, 'paymentStatus')?.toLowerCase() === 'sent');
  if (!isOfMarketplace(row) || sent.length === 0) return [];
  const amount = sent.reduce((sum, part) => sum.plus(needAmount(part, 'totalPayment')), new Big(0)).toFixed();
  const [currency, ...others] = new Set(sent.map((part) => currencyIn(part, 'paymentCurrencyCode')));
  const times = sent.map((part) => dateIn(part, 'paymentDate'));
  const [time] = times.toSorted((left, right) => Number(right) - Number(left));
  const payout = textIn(row, 'paymentID');
  if (currency === undefined || times.includes(undefined) || !time || payout === undefined)
    throw unreadable(row, 'a payment that was sent has no currency, date or id');
  if (others.length > 0) throw unreadable(row, 'a payment that was sent has several currencies');
  const references = { payout, trace: payout };
  return [{ recordId: null, stage: 'DISBURSED', kind: 'PAYOUT', nature: 'PLAIN', amount, currency, time, references }];
};

/** What an earning adds to its payment: `paymentCurrencyCode` of that is `lastPaymentCurrency` of this. */
const partOfPayment = (row: FeedRow, currency: string): { amount: Decimal; currency: string } | undefined => {
  const [paid, paidIn] = [amountIn(row, 'earningAmountInLastPaymentCurrency'), currencyIn(row, 'lastPaymentCurrency')];
  if (paid !== undefined && paidIn !== undefined) return { amount: paid, currency: paidIn };
  const earned = amountIn(row, 'earningAmount');
  return earned === undefined ? undefined : { amount: earned, currency };
};

/**
 * What an earning contains that the line of the bill does not ("Earnings - Marketplace report in Partner Center"): the tax
 * that was remitted for it, and the payment that holds it. Its other amounts are already in the line of the bill: the payment is named by a
 * line with amount zero, and its share of the record is noted.
 */
export const translateEarning = (row: FeedRow): MoneyLine[] => {
  const order = textIn(row, 'orderId');
  const currency = currencyIn(row, 'transactionCurrency');
  const time = dateIn(row, 'transactionDate');
  if (!isOfMarketplace(row) || order === undefined || currency === undefined || !time) return [];
  const agreement = textIn(row, 'assetId');
  const payout = textIn(row, 'paymentId');
  const references: MoneyReferences = present({
    product: textIn(row, 'productId'),
    agreement,
    buyer: textIn(row, 'customerId'),
    plan: textIn(row, 'skuId'),
    invoice: order,
    payout,
  });
  const common = {
    recordId: agreement === undefined ? order : `${order}/${agreement}`,
    nature: 'PLAIN' as const,
    currency,
    time,
    references,
  };
  const tax = amountIn(row, 'taxRemitted') ?? '0';
  const lines: MoneyLine[] = [];
  if (!new Big(tax).eq(0)) lines.push({ ...common, stage: 'BILLED', kind: 'PARTNER_TAX', amount: tax });
  if (payout === undefined) return lines;
  lines.push({ ...common, stage: 'DISBURSED', kind: 'REVENUE', amount: '0' });
  const part = partOfPayment(row, currency);
  // It names the payment alone: what a noted line names of a sale counts before what the bill names.
  if (part) lines.push({ ...common, ...part, stage: 'NOTED', kind: 'REVENUE', references: { payout } });
  return lines;
};
