import { minorDigitsOf } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import {
  type BilledRecord,
  type ExpectedCharge,
  monthBefore,
  monthOf,
  nextMonth,
  startOfMonth,
} from './reconciliation.ts';
import { overdueMs, splitBills } from './split-bills.ts';

const dayMs = 86_400_000;
/** A charge may be billed this much before its time, as partners' days begin elsewhere. */
export const earlyMs = 2 * dayMs;
const longestMonthMs = 32 * dayMs;

/** A charge with the records that bill it. `foreign`: those in another currency. */
export type Filled = { charge: ExpectedCharge; records: BilledRecord[]; foreign: BilledRecord[] };

/** A record that bills nothing that is expected, and the month that it belongs to. */
export type Unplaced = { record: BilledRecord; period: string; isUsage: boolean };

type Placing = {
  charges: readonly ExpectedCharge[];
  records: readonly BilledRecord[];
  zone: string;
  /** The times of records say only in which month (UTC) something was billed. */
  namesMonths: boolean;
  /** A record is all that a month costs (`splitBills`). */
  mixesCharges: boolean;
};

/** How the times of a partner's records are read. */
type Reading = Pick<Placing, 'zone' | 'namesMonths'>;

const grossOf = ({ billed, refunded }: BilledRecord): Big => new Big(billed).plus(refunded);

const byTime = (left: BilledRecord, right: BilledRecord): number =>
  left.time.getTime() - right.time.getTime() || (left.id < right.id ? -1 : 1);

/** The later charge first. */
const byCharge = ({ charge: left }: Filled, { charge: right }: Filled): number =>
  right.chargeTime.getTime() - left.chargeTime.getTime() || (left.place < right.place ? -1 : 1);

/** A period of about a month; others, such as the term of a contract, do not say which of its charges this is. */
const shortPeriod = ({ periodStart: start, periodEnd: end }: BilledRecord): { start: Date; end: Date } | null =>
  start !== null && end !== null && end.getTime() - start.getTime() <= longestMonthMs ? { start, end } : null;

/** The month whose usage a record would bill. Without a period, the one before the invoice. */
const usageMonthOf = (record: BilledRecord, zone: string): string => {
  const period = shortPeriod(record);
  if (period) return monthOf(new Date((period.start.getTime() + period.end.getTime()) / 2), zone);
  return record.periodStart ? monthOf(record.periodStart, zone) : monthBefore(monthOf(record.time, zone));
};

const isFirstOfMonth = (time: Date, zone: string): boolean =>
  monthOf(time, zone) !== monthOf(new Date(time.getTime() - 1), zone);

/** Whether a record is one of usage: as the partner says, or else by its period, which is a month of the calendar. */
const looksLikeUsage = (record: BilledRecord, zone: string): boolean => {
  if (record.billingModel !== null) return record.billingModel === 'UsageBased';
  const period = shortPeriod(record);
  return period !== null && (isFirstOfMonth(period.start, zone) || isFirstOfMonth(period.start, 'UTC'));
};

const isEqual = (record: BilledRecord, { amount, currency }: ExpectedCharge): boolean =>
  amount !== null &&
  currency === record.currency &&
  grossOf(record)
    .minus(amount)
    .abs()
    .lt(new Big(10).pow(-minorDigitsOf(currency)));

/** Whether a record names the month in which a charge is due, and nothing closer. */
const isOfMonth = (record: BilledRecord, { chargeTime }: ExpectedCharge, { namesMonths }: Reading): boolean => {
  if (!namesMonths) return false;
  const month = monthOf(record.time, 'UTC');
  return chargeTime >= startOfMonth(month) && chargeTime < startOfMonth(nextMonth(month));
};

const hasOpened = (record: BilledRecord, charge: ExpectedCharge, reading: Reading): boolean =>
  record.time.getTime() >= charge.chargeTime.getTime() - earlyMs || isOfMonth(record, charge, reading);

/** Whether a record bills exactly what a charge is, at a time at which the partner may bill it though it is not due yet. */
const isEarly = (record: BilledRecord, charge: ExpectedCharge): boolean =>
  charge.earliestTime !== undefined &&
  record.time.getTime() >= charge.earliestTime.getTime() - earlyMs &&
  isEqual(record, charge);

const isOverdue = (record: BilledRecord, { deadline }: ExpectedCharge): boolean =>
  record.time.getTime() > deadline.getTime() + overdueMs;

/** Whether a record is a further part of a price that is paid in equal parts. */
const isFurtherPart = (record: BilledRecord, { charge: { partsUntil }, records }: Filled): boolean =>
  partsUntil !== undefined &&
  record.time < partsUntil &&
  records.some((one) => one.currency === record.currency && grossOf(one).eq(grossOf(record)));

/**
 * Charges of a fixed price that a record can bill, the latest first. If it names a month in which there are some, only
 * those, however late it comes.
 */
const fixedFor = (record: BilledRecord, filled: readonly Filled[], reading: Reading): Filled[] => {
  if (record.billingModel === 'UsageBased') return [];
  const fixed = filled.filter(({ charge }) => charge.type === 'FIXED').sort(byCharge);
  const due = fixed.filter(({ charge }) => hasOpened(record, charge, reading));
  // What is due counts first.
  const opened = [...due, ...fixed.filter((one) => !due.includes(one) && isEarly(record, one.charge))];
  const period = shortPeriod(record);
  const own = opened.filter(
    ({ charge: { chargeTime } }) =>
      period !== null && chargeTime.getTime() >= period.start.getTime() - dayMs && chargeTime <= period.end,
  );
  if (own.length > 0) return own;
  const ofMonth = opened.filter(({ charge }) => isOfMonth(record, charge, reading));
  if (ofMonth.length > 0) return ofMonth;
  return opened.filter((one) => !isOverdue(record, one.charge) || isFurtherPart(record, one));
};

/** The month's usage that a record can bill. A longer period is that of a contract, unless the partner says otherwise. */
const usageFor = (record: BilledRecord, filled: readonly Filled[], zone: string): Filled[] => {
  const isOfContract = record.billingModel === null && record.periodStart !== null && shortPeriod(record) === null;
  if (record.billingModel === 'SubscriptionBased' || isOfContract) return [];
  const month = usageMonthOf(record, zone);
  return filled.filter(({ charge }) => charge.type === 'USAGE' && charge.period === month);
};

const isFree = ({ records, foreign }: Filled): boolean => records.length + foreign.length === 0;

const put = (into: Filled, record: BilledRecord): void => {
  const { currency } = into.charge;
  (currency === null || currency === record.currency ? into.records : into.foreign).push(record);
};

/** The charge of its amount that a record bills, of those that it looks like or of the others, if it is not billed yet. */
const exactPlace = (
  record: BilledRecord,
  filled: readonly Filled[],
  { isLikely, ...reading }: Reading & { isLikely: boolean },
): Filled | undefined => {
  const { zone } = reading;
  const isUsage = looksLikeUsage(record, zone) === isLikely;
  const places = isUsage ? usageFor(record, filled, zone) : fixedFor(record, filled, reading);
  return places.find((one) => isFree(one) && isEqual(record, one.charge));
};

/** The charge that any other record bills best. `exact`: charges whose record is found. */
const nearestPlace = (
  record: BilledRecord,
  filled: readonly Filled[],
  { exact, ...reading }: Reading & { exact: ReadonlySet<Filled> },
): Filled | undefined => {
  const { zone } = reading;
  const isOwn = ({ charge }: Filled): boolean => charge.currency === null || charge.currency === record.currency;
  const fixed = fixedFor(record, filled, reading);
  const again = fixed.find((one) => exact.has(one) && isEqual(record, one.charge));
  const open = fixed.find((one) => !exact.has(one) && isOwn(one) && one.foreign.length === 0);
  const foreign = fixed.find((one) => isFree(one) && !isOwn(one));
  const fixedPlace = again ?? open ?? foreign;
  const [usage] = usageFor(record, filled, zone);
  return looksLikeUsage(record, zone) ? (usage ?? fixedPlace) : (fixedPlace ?? usage);
};

/** The bill that a record gives back: of the same amount if there is one, or else the latest that is large enough. */
const returnedPlace = (record: BilledRecord, filled: readonly Filled[]): Filled | undefined => {
  const bills = filled
    .flatMap((one) => {
      const own = one.records.filter(({ currency, time }) => currency === record.currency && time <= record.time);
      const left = own.reduce((sum, { billed }) => sum.plus(billed), new Big(0));
      return own.length > 0 && left.gte(record.refunded) ? [{ one, left }] : [];
    })
    .sort((left, right) => byCharge(left.one, right.one));
  return (bills.find(({ left }) => left.eq(record.refunded)) ?? bills[0])?.one;
};

/**
 * Finds what each record bills. A record that names an invoice of ours bills that. Any other one bills a charge of its
 * amount, currency and time; then what is left is a second bill of a charge, or bills a charge in part, or in another
 * currency. All records of a month's usage bill that month, however many there are. Refunds that are records of their
 * own come last. Every step takes the records in the order of time, so that the order in which they are given does not
 * matter.
 */
export const placeRecords = ({
  charges,
  records,
  mixesCharges,
  ...reading
}: Placing): { filled: Filled[]; rest: Unplaced[] } => {
  const { zone } = reading;
  const filled = charges.map((charge): Filled => ({ charge, records: [], foreign: [] }));
  const rest: Unplaced[] = [];
  const leave = (record: BilledRecord): void => {
    const isUsage = looksLikeUsage(record, zone);
    rest.push({ record, isUsage, period: isUsage ? usageMonthOf(record, zone) : monthOf(record.time, zone) });
  };
  const isSale = (record: BilledRecord): boolean => !grossOf(record).eq(0);
  const all = records.filter((one) => isSale(one) || !new Big(one.refunded).eq(0)).sort(byTime);
  const byInvoice = new Map(filled.flatMap((one) => (one.charge.invoiceId ? [[one.charge.invoiceId, one]] : [])));
  const unnamed: BilledRecord[] = [];
  for (const record of all) {
    const named = record.invoiceId === null ? undefined : byInvoice.get(record.invoiceId);
    if (named) put(named, record);
    else if (record.invoiceId !== null) leave(record);
    else unnamed.push(record);
  }
  const exact = new Set<Filled>();
  let inexact = unnamed.filter(isSale);
  if (mixesCharges) {
    const { parts, rest: others } = splitBills(inexact, charges);
    for (const { charge, record } of parts) {
      const place = filled.find((one) => one.charge === charge);
      if (!place) continue;
      put(place, record);
      exact.add(place);
    }
    inexact = others;
  }
  // What a record looks like counts first: a month of usage may cost as much as an installment.
  for (const isLikely of [true, false])
    inexact = inexact.filter((record) => {
      const place = exactPlace(record, filled, { ...reading, isLikely });
      if (!place) return true;
      put(place, record);
      exact.add(place);
      return false;
    });
  for (const record of inexact) {
    const place = nearestPlace(record, filled, { ...reading, exact });
    if (place) put(place, record);
    else leave(record);
  }
  for (const record of unnamed.filter((one) => !isSale(one))) {
    const place = returnedPlace(record, filled);
    if (place) put(place, record);
    else leave(record);
  }
  for (const one of filled) {
    one.records.sort(byTime);
    one.foreign.sort(byTime);
  }
  return { filled, rest };
};
