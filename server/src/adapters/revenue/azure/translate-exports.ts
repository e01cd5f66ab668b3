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
 * What was withheld of a payment, negative, in its currency: `withheldTax` ("Total payment in local currency excluding withheld tax", Earnings
 * - Payments report), and `serviceFeeTax` if what was earned shows that it was deducted, too, which no page says. Nothing, if the payment is all
 * that was earned.
 */
const withheldOf = (part: FeedRow): Big => {
  const amountOf = (name: string): Big => new Big(amountIn(part, name) ?? '0');
  const [tax, feeTax] = [amountOf('withheldTax').abs(), amountOf('serviceFeeTax').abs()];
  const earned = amountIn(part, 'earned');
  const isInPayment = currencyIn(part, 'earnedCurrencyCode') === currencyIn(part, 'paymentCurrencyCode');
  if (earned === undefined || !isInPayment) return tax.times(-1);
  const missing = amountOf('totalPayment').minus(earned).minus(amountOf('salesTax'));
  if (missing.eq(0)) return new Big(0);
  const rest = missing.plus(tax);
  return tax.plus(rest.eq(feeTax.times(-1)) ? feeTax : 0).times(-1);
};

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
  const common = { recordId: null, nature: 'PLAIN', currency, time } as const;
  const withheld = sent.reduce((sum, part) => sum.plus(withheldOf(part)), new Big(0));
  return [
    { ...common, stage: 'DISBURSED', kind: 'PAYOUT', amount, references },
    ...(withheld.eq(0)
      ? []
      : [
          {
            ...common,
            stage: 'NOTED' as const,
            kind: 'PARTNER_TAX' as const,
            amount: withheld.toFixed(),
            references: { payout },
          },
        ]),
  ];
};

/**
 * What an earning adds to its payment, in each currency in which Microsoft states it; that of the payment counts, which is in another
 * export. `lastPaymentCurrency` is the currency of the seller's latest payment of all ("The currency in which the most recent payment was
 * received"), so after the seller has chosen another one, earlier payments had another currency.
 */
const partsOfPayment = (row: FeedRow, currency: string): { amount: Decimal; currency: string }[] => {
  const stated: [Decimal | undefined, string | undefined][] = [
    [amountIn(row, 'earningAmountInLastPaymentCurrency'), currencyIn(row, 'lastPaymentCurrency')],
    [amountIn(row, 'earningAmount'), currency],
    [amountIn(row, 'earningAmountUSD'), 'USD'],
  ];
  const parts = new Map<string, Decimal>();
  for (const [amount, code] of stated)
    if (amount !== undefined && code !== undefined && !parts.has(code)) parts.set(code, amount);
  return [...parts].map(([code, amount]) => ({ amount, currency: code }));
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
  // They name the payment alone: what a noted line names of a sale counts before what the bill names.
  for (const part of partsOfPayment(row, currency))
    lines.push({ ...common, ...part, stage: 'NOTED', kind: 'REVENUE', references: { payout } });
  return lines;
};
