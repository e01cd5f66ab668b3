import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import { type BilledRecord, type ExpectedCharge, monthOf } from './reconciliation.ts';

/** How long after its deadline a record may still be of a charge. */
export const overdueMs = 62 * 86_400_000;

/** A part of a bill, and what it is of. It has the id of the bill. */
export type BillPart = { charge: ExpectedCharge; record: BilledRecord };

/** What a bill may be of, all in its currency. Amounts that differ by less than `unit` agree. */
type Month = {
  prices: readonly ExpectedCharge[];
  /** Prices of months before that were not billed by now. */
  earlier: readonly ExpectedCharge[];
  usage: ExpectedCharge | undefined;
  unit: Big;
};

type Taken = { charge: ExpectedCharge; amount: Big };

const byTime = (left: ExpectedCharge, right: ExpectedCharge): number =>
  left.chargeTime.getTime() - right.chargeTime.getTime() || (left.place < right.place ? -1 : 1);

const monthOfBill = (
  bill: BilledRecord,
  charges: readonly ExpectedCharge[],
  billed: ReadonlySet<ExpectedCharge>,
): Month => {
  const period = monthOf(bill.periodStart ?? bill.time, 'UTC');
  const ofCurrency = charges.filter(({ currency }) => currency === bill.currency);
  const prices = ofCurrency.filter((one) => one.type === 'FIXED' && !billed.has(one)).sort(byTime);
  return {
    prices: prices.filter((one) => one.period === period),
    earlier: prices.filter(
      ({ deadline, period: month }) => month < period && bill.time.getTime() <= deadline.getTime() + overdueMs,
    ),
    usage: ofCurrency.find((one) => one.type === 'USAGE' && one.period === period),
    unit: new Big(10).pow(-minorDigitsOf(bill.currency)),
  };
};

/** The prices that an amount consists of, and what is left of it. */
const takePrices = (whole: Big, { prices, earlier, usage, unit }: Month): { taken: Taken[]; left: Big } => {
  const taken: Taken[] = [];
  let left = whole;
  const take = (charge: ExpectedCharge, amount: Big): void => {
    left = left.minus(amount);
    taken.push({ charge, amount });
  };
  const takeFrom = (charge: ExpectedCharge, available: Big): void => {
    const amount = new Big(charge.amount ?? 0);
    if (amount.gt(0) && available.plus(unit).gt(amount)) take(charge, amount);
  };
  // Of usage whose amount is not known, nothing is left over.
  const surplus = (): Big => (usage?.amount === null ? new Big(0) : left.minus(usage?.amount ?? 0));
  for (const charge of prices) takeFrom(charge, left);
  for (const charge of earlier) takeFrom(charge, surplus());
  const unknown = prices.find(({ amount }) => amount === null);
  if (unknown && surplus().gte(unit)) take(unknown, surplus());
  const last = taken.at(-1);
  const isAgain = taken.some(({ amount }) => left.minus(amount).abs().lt(unit));
  // Without usage, a bill of more than its prices is of the last of them, unless it is one of them again.
  if (!usage && last && left.gte(unit) && !isAgain) {
    last.amount = last.amount.plus(left);
    left = new Big(0);
  }
  return { taken, left };
};

/** The records of the parts of a bill, and of its rest. What was given back is of the rest if that is large enough, and else of a price. */
const recordsOf = (
  bill: BilledRecord,
  { taken, left }: { taken: readonly Taken[]; left: Big },
  { usage, unit }: Month,
): { parts: BillPart[]; rest: BilledRecord[] } => {
  const { refunded, forgiven } = bill;
  const none = { refunded: '0', forgiven: '0' };
  const returned = new Big(refunded).plus(forgiven);
  const bearer = returned.gt(0) && left.lt(returned) ? taken.find(({ amount }) => returned.lte(amount)) : undefined;
  const parts = taken.map((one): BillPart => {
    const back = one === bearer ? { refunded, forgiven } : none;
    return {
      charge: one.charge,
      record: { ...bill, ...back, billed: one.amount.minus(back.refunded).toFixed(), earlier: [] },
    };
  });
  const back = bearer ? none : { refunded, forgiven };
  if (left.lt(unit) && new Big(back.refunded).plus(back.forgiven).eq(0)) return { parts, rest: [] };
  const model = usage ? ({ billingModel: 'UsageBased' } as const) : {};
  return { parts, rest: [{ ...bill, ...back, ...model, billed: left.minus(back.refunded).toFixed() }] };
};

/**
 * Divides the bills of a partner that puts all that a month costs into one (GCP: an order may have a price and usage). A bill of
 * the amount of a single charge of its month is of that one. Of any other, the prices of its month are taken first; then, of
 * what exceeds the usage of the month, earlier prices that were not billed in their months, and a price whose amount is
 * not known. `rest`: what is left, which is usage if there was some, and bills of which nothing is known. Parts and rest add
 * up to the bills, but for less than the currency's smallest unit. Bills are given in the order of time.
 */
export const splitBills = (
  bills: readonly BilledRecord[],
  charges: readonly ExpectedCharge[],
): { parts: BillPart[]; rest: BilledRecord[] } => {
  const split: { parts: BillPart[]; rest: BilledRecord[] } = { parts: [], rest: [] };
  const billed = new Set<ExpectedCharge>();
  for (const bill of bills) {
    const month = monthOfBill(bill, charges, billed);
    const whole = new Big(bill.billed).plus(bill.refunded);
    const single = [...month.prices, ...(month.usage ? [month.usage] : [])].find(
      ({ amount }) => amount !== null && whole.minus(amount).abs().lt(month.unit),
    );
    const { taken, left } = single ? { taken: [], left: whole } : takePrices(whole, month);
    if (single) split.parts.push({ charge: single, record: bill });
    else if (taken.length === 0) split.rest.push(bill);
    else {
      const { parts, rest } = recordsOf(bill, { taken, left }, month);
      split.parts.push(...parts);
      split.rest.push(...rest);
    }
    for (const one of single ? [single] : taken.map(({ charge }) => charge)) billed.add(one);
  }
  return split;
};
