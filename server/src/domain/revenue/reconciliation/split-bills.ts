import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import { type BilledRecord, type ExpectedCharge, monthOf } from './reconciliation.ts';

/** How long after its deadline a record may still be of a charge. */
export const overdueMs = 62 * 86_400_000;

const byTime = (left: ExpectedCharge, right: ExpectedCharge): number =>
  left.chargeTime.getTime() - right.chargeTime.getTime() || (left.place < right.place ? -1 : 1);

/** A part of a bill, and what it is of. It has the id of the bill. */
export type BillPart = { charge: ExpectedCharge; record: BilledRecord };

/**
 * Divides the bills of a partner that puts all that a month costs into one (GCP: an order may have a price and usage). A bill of
 * the amount of a single charge of its month is of that one. Of any other, the prices of its month are taken first; then, of
 * what exceeds the usage of the month, earlier prices that were not billed in their months, and a price whose amount is
 * not known. `rest`: what is left, which is usage if there was some, and bills of which nothing is known. Parts and rest add
 * up to the bills. Bills are given in the order of time.
 */
export const splitBills = (
  bills: readonly BilledRecord[],
  charges: readonly ExpectedCharge[],
): { parts: BillPart[]; rest: BilledRecord[] } => {
  const fixed = charges.filter(({ type }) => type === 'FIXED').sort(byTime);
  const parts: BillPart[] = [];
  const rest: BilledRecord[] = [];
  const billed = new Set<ExpectedCharge>();
  for (const bill of bills) {
    const { currency } = bill;
    const unit = new Big(10).pow(-minorDigitsOf(currency));
    const month = monthOf(bill.periodStart ?? bill.time, 'UTC');
    const mayBill = (one: ExpectedCharge): boolean => !billed.has(one) && one.currency === currency;
    const own = fixed.filter((one) => mayBill(one) && one.period === month);
    const earlier = fixed.filter(
      (one) => mayBill(one) && one.period < month && bill.time.getTime() <= one.deadline.getTime() + overdueMs,
    );
    const usage = charges.find((one) => one.type === 'USAGE' && one.period === month && one.currency === currency);
    let left = new Big(bill.billed).plus(bill.refunded);
    const single = [...own, ...(usage ? [usage] : [])].find(
      ({ amount }) => amount !== null && left.minus(amount).abs().lt(unit),
    );
    if (single) {
      billed.add(single);
      parts.push({ charge: single, record: bill });
      continue;
    }
    const take = (charge: ExpectedCharge, amount: Big): void => {
      billed.add(charge);
      left = left.minus(amount);
      parts.push({ charge, record: { ...bill, billed: amount.toFixed(), refunded: '0', forgiven: '0', earlier: [] } });
    };
    const takeFrom = (charge: ExpectedCharge, available: Big): void => {
      const amount = new Big(charge.amount ?? 0);
      if (amount.gt(0) && available.plus(unit).gt(amount)) take(charge, amount);
    };
    // Of usage whose amount is not known, nothing is left over.
    const surplus = (): Big => (usage?.amount === null ? new Big(0) : left.minus(usage?.amount ?? 0));
    const before = parts.length;
    for (const charge of own) takeFrom(charge, left);
    for (const charge of earlier) takeFrom(charge, surplus());
    const unknown = own.find(({ amount }) => amount === null);
    if (unknown && surplus().gte(unit)) take(unknown, surplus());
    const taken = parts.slice(before);
    const isAgain = taken.some(({ record }) => left.minus(record.billed).abs().lt(unit));
    const last = parts.at(-1);
    // Without usage, a bill of more than its prices is of the last of them.
    if (!usage && last && taken.length > 0 && left.gte(unit) && !isAgain) {
      last.record = { ...last.record, billed: left.plus(last.record.billed).toFixed() };
      left = new Big(0);
    }
    if (taken.length === 0) {
      rest.push(bill);
      continue;
    }
    // What was given back is of the rest if that is large enough, and else of a price.
    const { refunded, forgiven } = bill;
    const returned = new Big(refunded).plus(forgiven);
    const bearer =
      returned.gt(0) && left.lt(returned) ? taken.find(({ record }) => returned.lte(record.billed)) : undefined;
    if (bearer)
      bearer.record = {
        ...bearer.record,
        billed: new Big(bearer.record.billed).minus(refunded).toFixed(),
        refunded,
        forgiven,
      };
    const kept = bearer ? { refunded: '0', forgiven: '0' } : { refunded, forgiven };
    if (left.gte(unit) || (!bearer && returned.gt(0)))
      rest.push({
        ...bill,
        ...kept,
        billed: left.minus(kept.refunded).toFixed(),
        ...(usage ? { billingModel: 'UsageBased' } : {}),
      });
  }
  return { parts, rest };
};
