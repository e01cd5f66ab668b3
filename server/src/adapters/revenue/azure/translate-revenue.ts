import { Big, type Decimal } from '../../../kit/decimal.ts';
import type { FeedRow, MoneyLine, MoneyReferences, MoneyStage } from '../port.ts';
import { recordOf } from './record-of.ts';
import { amountIn, currencyIn, dateIn, needAmount, present, textIn, unreadable } from './row-values.ts';
import { splitRow } from './split-rows.ts';

/** What a row bills and earns, in one currency. `earned` undefined: Microsoft has not calculated an earning. */
type Sale = { currency: string; billed: Decimal; earned: Decimal | undefined };

/**
 * The amounts in the currency that the customer pays, which `EarningCurrencyCode` names ("the customer currency used for a
 * transaction"): `Revenue` is billed ("billed sales of a partner", in transaction currency), and `EarningAmountCC` is what
 * the seller earns by it ("in the original transaction currency"). A row without the code has them in US dollars only.
 */
const saleOf = (row: FeedRow): Sale => {
  const currency = currencyIn(row, 'EarningCurrencyCode');
  if (currency !== undefined)
    return { currency, billed: needAmount(row, 'Revenue'), earned: amountIn(row, 'EarningAmountCC') };
  return {
    currency: 'USD',
    billed: needAmount(row, 'EstimatedRevenueUSD'),
    earned: amountIn(row, 'EarningAmountUSD'),
  };
};

/**
 * The stages that a row has reached beyond its bill, by the statuses of "Revenue dashboard": Unprocessed ("customer has
 * made payment"), Upcoming and Sent. "Transaction history", Eligible earnings: an earning counts when the payment was
 * received or, of a customer with an Enterprise Agreement, when the customer was billed. Such a customer pays Microsoft
 * later, often after the seller was paid, and nothing shows when ("Payout schedules and processes"): what the seller was
 * paid counts as collected then. Every other status has no payment in sight: Uncollected (newer editions: Collection in
 * progress), Rejected, Not eligible, Reprocessed, Unreconciled.
 */
const stagesOf = (row: FeedRow): { isCollected: boolean; isSent: boolean } => {
  const status = textIn(row, 'PayoutStatus')?.toLowerCase();
  const isSent = status === 'sent';
  const isPaidFirst = /enterprise/i.test(textIn(row, 'SalesChannel') ?? '');
  return { isSent, isCollected: isSent || (!isPaidFirst && (status === 'unprocessed' || status === 'upcoming')) };
};

/**
 * In which currency the seller was paid, and how much: `EarningAmountPC` is in the "partner preferred payout currency".
 * The dashboard's own download names that currency; under which name a query may ask for it is on no page. It is the
 * customer's if the amounts are equal, and US dollars if it equals `EarningAmountUSD`. Of any other, only what was due is
 * known, in the customer's currency; payments have their own rows.
 */
const paidOf = (row: FeedRow, { currency, earned = '0' }: Sale): { currency: string; amount: Decimal } => {
  const paid = amountIn(row, 'EarningAmountPC');
  const inDollars = amountIn(row, 'EarningAmountUSD');
  const isConverted = paid !== undefined && !new Big(paid).eq(earned);
  const isDollars = isConverted && inDollars !== undefined && new Big(paid).eq(inDollars);
  return isDollars ? { currency: 'USD', amount: paid } : { currency, amount: earned };
};

/**
 * `AssetId` is "the order id in the orders report", taken for the id of the subscription in the fulfillment API (not
 * confirmed). `PlanId` is the "unique identifier for the plan in the offer", and `SKU` may be its title. The dataset has
 * the offer's title, and no id of it. Dimensions of usage are not in it.
 */
const referencesOf = (row: FeedRow): MoneyReferences =>
  present({
    product: textIn(row, 'OfferName'),
    agreement: textIn(row, 'AssetId'),
    buyer: textIn(row, 'BillingAccountId') ?? textIn(row, 'CustomerId'),
    plan: textIn(row, 'PlanId') ?? textIn(row, 'SKU'),
    invoice: textIn(row, 'PurchaseRecordId'),
  });

const billingModelOf = (row: FeedRow): MoneyLine['billingModel'] => {
  const model = textIn(row, 'BillingModel')?.toLowerCase();
  if (model === 'usagebased') return 'UsageBased';
  return model === 'subscriptionbased' ? 'SubscriptionBased' : undefined;
};

/** The units of usage that a row bills, if they are a number. */
const quantityOf = (row: FeedRow): Decimal | undefined => {
  const text = textIn(row, 'Quantity') ?? '';
  return /^\d{1,18}(?:\.\d{1,18})?$/.test(text) ? new Big(text).toFixed() : undefined;
};

const isZero = (amount: Decimal): boolean => new Big(amount).eq(0);

/** What a row states of a line, or of the part of it that has its status. */
const translatePart = (row: FeedRow): MoneyLine[] => {
  const { isCollected, isSent } = stagesOf(row);
  const sale = saleOf(row);
  // Before an earning is posted it may be shown as 0, which is no fee of everything.
  if (!isSent && isZero(sale.earned ?? '0') && !isZero(sale.billed)) sale.earned = undefined;
  const { currency, billed, earned } = sale;
  if (isSent && earned === undefined) throw unreadable(row, 'it was sent, and has no earning');
  const month = dateIn(row, 'MonthStartDate');
  if (!month) throw unreadable(row, 'MonthStartDate is empty');
  const billingModel = billingModelOf(row);
  const common = {
    recordId: recordOf(row),
    nature: new Big(billed).lt(0) ? ('RETURN' as const) : ('PLAIN' as const),
    ...present({
      periodStart: dateIn(row, 'TermStartDate'),
      periodEnd: dateIn(row, 'TermEndDate'),
      billingModel,
      quantity: billingModel === 'UsageBased' ? quantityOf(row) : undefined,
    }),
    references: referencesOf(row),
  };
  const fee = earned === undefined ? '0' : new Big(earned).minus(billed).toFixed();
  const stated = [
    { kind: 'REVENUE' as const, amount: billed },
    { kind: 'FEE' as const, amount: fee },
  ].filter(({ amount }) => !isZero(amount));
  const stages: MoneyStage[] = isCollected && earned !== undefined ? ['BILLED', 'COLLECTED'] : ['BILLED'];
  const lines = stages.flatMap((stage) =>
    stated.map((line): MoneyLine => ({ ...common, ...line, stage, currency, time: month })),
  );
  const paid = paidOf(row, sale);
  if (!isSent || isZero(paid.amount)) return lines;
  const time = dateIn(row, 'PaymentSentDate') ?? month;
  const disbursed: MoneyLine = { ...common, ...paid, stage: 'DISBURSED', kind: 'REVENUE', time };
  if (paid.currency === currency) return [...lines, disbursed];
  // Nothing was collected in this currency; without a line that says so, what was paid out would count as collected.
  return [...lines, { ...disbursed, stage: 'COLLECTED', amount: '0' }, disbursed];
};

/**
 * The amounts of a line of a customer's bill, as ISVRevenue shows it. Microsoft's fee is what it keeps of the bill. A
 * negative bill gives something back: a refund, a chargeback, or what a customer never paid ("Process for customer
 * non-payment"). Bill and collection count in the month of the bill, `MonthStartDate`, as no other date is known; the
 * payout on `PaymentSentDate`. What is paid out in another currency than it was billed is a record of each: the one is
 * collected, the other disbursed.
 */
export const translateRevenue = (row: FeedRow): MoneyLine[] => splitRow(row, 'PayoutStatus').flatMap(translatePart);
