import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big, type Decimal } from '../../../kit/decimal.ts';
import { earlyMs, type Filled, placeRecords } from './place-records.ts';
import type { BilledRecord, Difference, DifferenceCause, ExpectedCharge, NotedInvoice } from './reconciliation.ts';

export type Judging = {
  charges: readonly ExpectedCharge[];
  records: readonly BilledRecord[];
  /** Invoices that no record is of. */
  noted: readonly NotedInvoice[];
  now: Date;
  /** Until when the feed was read. */
  readThrough: Date;
  /** Since when parts of the feed could not be read; null: all could. */
  faultySince: Date | null;
  /** What was charged before is not judged: neither all records nor all terms of then are known. */
  since: Date;
  /** The same for usage. */
  usageSince: Date;
  /** Where months of usage begin. */
  zone: string;
  /** The times of records say only in which month something was billed. */
  namesMonths: boolean;
  /** A record is all that a month of the purchase costs. */
  mixesCharges: boolean;
  converts: boolean;
};

const sumOf = (records: readonly BilledRecord[], amountOf: (record: BilledRecord) => Big | Decimal): Big =>
  records.reduce((sum, record) => sum.plus(amountOf(record)), new Big(0));

const grossOf = ({ billed, refunded }: BilledRecord): Big => new Big(billed).plus(refunded);

const minorUnit = (currency: string | null): Big => new Big(10).pow(-minorDigitsOf(currency ?? undefined));

/** Whether two amounts are the same once they are rounded to the smallest unit of the currency. */
const isSame = (left: Big, right: Big | Decimal, currency: string | null): boolean =>
  left.minus(right).abs().lt(minorUnit(currency));

type Found = Pick<Difference, 'kind' | 'cause'>;

/**
 * Whether an invoice is of a charge: of its amount and currency, and not from before it. Several charges of the same amount may
 * be explained by one invoice.
 */
const isInvoiced = (
  { amount, currency, chargeTime, earliestTime = chargeTime }: ExpectedCharge,
  { noted }: Judging,
): boolean =>
  noted.some(
    (one) =>
      one.currency === currency &&
      one.time.getTime() >= earliestTime.getTime() - earlyMs &&
      isSame(new Big(one.amount), amount ?? '0', currency),
  );

const judgeMissing = (charge: ExpectedCharge, judging: Judging): Found | null => {
  const amount = new Big(charge.amount ?? 0);
  if (amount.eq(0) || !charge.isCertain || charge.chargeTime > judging.now) return null;
  const found = (cause: DifferenceCause | null): Found => ({ kind: 'MISSING', cause });
  if (charge.covered !== undefined && amount.lte(charge.covered)) return found('COMMITTED');
  const isOver = charge.deadline <= judging.readThrough;
  if (isInvoiced(charge, judging)) return found(isOver ? 'NOT_IN_FEED' : 'INVOICED');
  if (!isOver) return found('LATE');
  return found(judging.faultySince !== null && judging.faultySince >= charge.chargeTime ? 'FEED_FAULT' : null);
};

const isDouble = (charge: ExpectedCharge, records: readonly BilledRecord[], whole: Big): boolean => {
  const gross = sumOf(records, grossOf);
  if (records.length < 2 || whole.lte(0) || gross.lte(whole)) return false;
  const times = gross.div(whole).round(0, Big.roundHalfUp);
  const complete = records.filter((record) => isSame(grossOf(record), whole, charge.currency));
  return complete.length > 1 || (times.gte(2) && isSame(gross, whole.times(times), charge.currency));
};

const monthIn = ({ time }: BilledRecord): number => time.getUTCFullYear() * 12 + time.getUTCMonth();

/**
 * AZURE: whether a price is billed in equal parts, one each month or year. Neither the subscription nor its plan says how often a term is paid
 * (`paymentOption`, "price-and-availability-plan"), and no page says whether the price that they show is of the term or of a part.
 */
const isInParts = ({ amount, chargeTime, partsUntil }: ExpectedCharge, records: readonly BilledRecord[]): boolean => {
  const [first, ...others] = records.filter((one) => !grossOf(one).eq(0));
  if (partsUntil === undefined || !first) return false;
  const months =
    (partsUntil.getUTCFullYear() - chargeTime.getUTCFullYear()) * 12 +
    partsUntil.getUTCMonth() -
    chargeTime.getUTCMonth();
  return [1, 12].some((step) => {
    const parts = months / step;
    if (others.length === 0)
      return (
        parts > 1 &&
        grossOf(first)
          .times(parts)
          .eq(amount ?? 0)
      );
    return others.every((one, index) => {
      const isNext = monthIn(one) - monthIn(first) === step * (index + 1);
      return isNext && index + 1 < parts && grossOf(one).eq(grossOf(first));
    });
  });
};

const causeOf = (
  charge: ExpectedCharge,
  records: readonly BilledRecord[],
  { amount, net, whole }: { amount: Big; net: Big; whole: Big },
  judging: Judging,
): DifferenceCause | null => {
  const { currency, covered } = charge;
  const isWhole = (billed: Big): boolean => isSame(billed, whole, currency);
  const gross = sumOf(records, grossOf);
  if (isWhole(gross)) return sumOf(records, ({ forgiven }) => forgiven).eq(0) ? 'REFUNDED' : 'FORGIVEN';
  const restated = records.some(({ billed, earlier }) =>
    earlier.some((before) => isSame(net.minus(billed).plus(before), amount, currency)),
  );
  if (restated) return 'RESTATED';
  const explained = charge.explanations.find((one) => isSame(net.minus(amount), one.amount, currency));
  if (explained) return explained.cause;
  if (covered !== undefined && net.lt(amount) && amount.minus(net).lte(covered)) return 'COMMITTED';
  const unit = minorUnit(currency);
  if (
    net
      .minus(amount)
      .abs()
      .lte(unit.times(Math.max(charge.parts, records.length)))
  )
    return 'ROUNDING';
  // The rest of it may still come.
  return net.lt(amount) && charge.deadline > judging.readThrough ? 'LATE' : null;
};

const judgeCharge = ({ charge, records, foreign }: Filled, judging: Judging): Found | null => {
  if (charge.amount === null)
    return records.length + foreign.length > 0 || charge.chargeTime <= judging.now
      ? { kind: 'NOT_JUDGED', cause: charge.unknown ?? 'UNPRICED' }
      : null;
  if (foreign.length > 0) return { kind: 'CURRENCY_DIFFERS', cause: judging.converts ? 'CONVERTED' : null };
  if (records.length === 0) return judgeMissing(charge, judging);
  const amount = new Big(charge.amount);
  const whole = new Big(charge.whole ?? charge.amount);
  const forgiven = sumOf(records, (one) => one.forgiven);
  const net = sumOf(records, ({ billed }) => billed).minus(forgiven);
  const isOpen = net.gt(amount) && net.lte(amount.plus(charge.open ?? 0));
  if (isOpen || isSame(net, amount, charge.currency)) return null;
  if (isInParts(charge, records)) return { kind: 'NOT_JUDGED', cause: 'UNPRICED' };
  if (isDouble(charge, records, whole)) return { kind: 'DOUBLE', cause: null };
  return { kind: 'AMOUNT_DIFFERS', cause: causeOf(charge, records, { amount, net, whole }, judging) };
};

const idsOf = (records: readonly BilledRecord[]): string[] => records.map(({ id }) => id);

const netOf = (records: readonly BilledRecord[]): Decimal =>
  sumOf(records, ({ billed, forgiven }) => new Big(billed).minus(forgiven)).toFixed();

const differenceAt = (filled: Filled, found: Found): Difference => {
  const { charge, records, foreign } = filled;
  const [other] = found.kind === 'CURRENCY_DIFFERS' ? foreign : [];
  const billedCurrency = other?.currency ?? charge.currency ?? records[0]?.currency ?? foreign[0]?.currency ?? '';
  const counted = other ? foreign.filter(({ currency }) => currency === billedCurrency) : records;
  return {
    place: charge.place,
    ...found,
    period: charge.period,
    currency: charge.currency ?? billedCurrency,
    expected: charge.amount,
    billed: netOf(counted),
    billedCurrency,
    records: idsOf([...records, ...foreign]),
  };
};

/** What nothing explains, by month, currency and whether it is of usage. */
const unexpected = (records: readonly { record: BilledRecord; period: string; isUsage: boolean }[]): Difference[] => {
  const isReturn = ({ record }: { record: BilledRecord }): boolean => grossOf(record).eq(0);
  const placeOf = (one: (typeof records)[number]): string => {
    const what = isReturn(one) ? 'REFUND' : one.isUsage ? 'USAGE' : 'CHARGE';
    return `UNEXPECTED ${what} ${one.period} ${one.record.currency}`;
  };
  return [...Map.groupBy(records, placeOf)].map(([place, group]): Difference => {
    const [first] = group as [(typeof records)[number]];
    const own = group.map(({ record }) => record);
    const { currency } = first.record;
    return {
      place,
      kind: 'UNEXPECTED',
      cause: isReturn(first) ? 'REFUNDED' : null,
      period: first.period,
      currency,
      expected: null,
      billed: netOf(own),
      billedCurrency: currency,
      records: idsOf(own),
    };
  });
};

/**
 * Compares what the buyer of one entitlement was to be charged with what the partner billed. Pure; the order of both lists
 * does not matter. Differences are in the order of their places. Amounts count without what was given back; a refund
 * that brings a double or too large bill to what is expected ends its difference.
 */
export const judgeBilling = (judging: Judging): Difference[] => {
  const { charges, records, zone, namesMonths, mixesCharges } = judging;
  const { filled, rest } = placeRecords({ charges, records, zone, namesMonths, mixesCharges });
  const found = filled.flatMap((one) => {
    const { charge } = one;
    const { chargeTime, earliestTime = chargeTime } = charge;
    const since = charge.type === 'USAGE' ? judging.usageSince : judging.since;
    if (chargeTime < since) return [];
    // What may have been billed before anything was read is not missing.
    if (earliestTime < since && one.records.length + one.foreign.length === 0) return [];
    const difference = judgeCharge(one, judging);
    return difference ? [differenceAt(one, difference)] : [];
  });
  const late = rest.filter(({ record, isUsage }) => record.time >= (isUsage ? judging.usageSince : judging.since));
  return [...found, ...unexpected(late)].sort((left, right) => (left.place < right.place ? -1 : 1));
};
