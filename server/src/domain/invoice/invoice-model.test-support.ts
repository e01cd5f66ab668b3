/**
 * A second calculation of what a direct purchase is billed, written from decisions 0092, 0095, 0100, 0101, 0102, 0178, 0210 and 0219. It shares
 * nothing with the service: times are milliseconds, amounts are fractions of whole numbers, and it lists every line at once.
 */

export type Fraction = { readonly n: bigint; readonly d: bigint };

export const fraction = (text: string | number | bigint): Fraction => {
  const [whole = '0', decimals = ''] = String(text).split('.');
  return { n: BigInt(whole + decimals), d: 10n ** BigInt(decimals.length) };
};
const zero = fraction(0);
const plus = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
const times = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });
const isBelow = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;
const lesser = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? a : b);
const greater = (a: Fraction, b: Fraction): Fraction => (isBelow(a, b) ? b : a);
const floor = ({ n, d }: Fraction): bigint => (n < 0n && n % d !== 0n ? n / d - 1n : n / d);

/** As a whole number of 10^-digits, halves to the even one. */
export const inUnits = (amount: Fraction, digits: number): bigint => {
  const scaled = times(amount, { n: 10n ** BigInt(digits), d: 1n });
  const whole = floor(scaled);
  const twice = 2n * (scaled.n - whole * scaled.d);
  return twice > scaled.d || (twice === scaled.d && whole % 2n !== 0n) ? whole + 1n : whole;
};

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** The same day of the month so many months later, or the last one of a shorter month; at the same time of the day, UTC. */
export const monthsLater = (time: number, months: number): number => {
  const from = new Date(time);
  const index = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
  const [year, month] = [Math.floor(index / 12), ((index % 12) + 12) % 12];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lastDay = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + (time - Math.floor(time / dayMs) * dayMs);
};

/** From the month of a time to that of another. */
const monthsFrom = (from: number, to: number): number => {
  const [one, other] = [new Date(from), new Date(to)];
  return (other.getUTCFullYear() - one.getUTCFullYear()) * 12 + other.getUTCMonth() - one.getUTCMonth();
};

type TimeUnit = 'DAY' | 'MONTH' | 'YEAR';
export type Interval = { length: number; timeUnit: TimeUnit };
export type Commit = { key: string; rate: number; quantity?: number; length?: number; timeUnit?: TimeUnit };
export type Dimension = {
  billableMetricId: string;
  category: 'basic' | 'tiered' | 'bulk' | 'volume' | 'percentage' | 'tiered-percentage' | 'matrix';
  length?: number;
  timeUnit?: TimeUnit;
  discount?: { discountType: 'PERCENTAGE' | 'ABSOLUTE'; value: number };
  minimumCommit?: number;
  minimumCommitProrata?: boolean;
  minimumCommitScope?: 'DIMENSION' | 'DIMENSION_GROUP_BY';
  priceModelBasic?: { unitAmount: number };
  priceModelTiered?: { tiers: { firstUnit: number; lastUnit?: number; unitAmount: number; flatFee?: number }[] };
  priceModelBulk?: { bulkSize: number; bulkAmount: number };
  priceModelVolume?: { tiers: { maximumUnits?: number; unitAmount: number; flatFee?: number }[] };
  priceModelPercentage?: { percentageRate: number; flatFee?: number };
  priceModelTieredPercentage?: {
    tiers: { firstUnit: number; lastUnit?: number; percentageRate: number; flatFee?: number }[];
  };
  priceModelMatrix?: {
    matrix: { properties: { name: string; value: string }[]; unitAmount: number }[];
    defaultUnitAmount: number;
  };
};
/** How usage adds up. Grouped: by the property `os`; filtered: only that of linux counts. */
export type Metric = { aggregation: 'SUM' | 'COUNT' | 'MAX' | 'LAST'; isGrouped: boolean; isFiltered: boolean };
/** What pays for usage before money does. A division of the commit of the first term; credit of a term. */
export type Funds = {
  isDeducted: boolean;
  division: { starts: readonly number[] } | null;
  grants: readonly { time: number; amount: number }[];
};
export type Prices = { from: number; commits: readonly Commit[]; dimensions: readonly Dimension[] };

/** What of an offer and its entitlement decides what is billed. */
export type Bought = {
  currency: string;
  /** The digits that the provider charges. */
  digits: number;
  start: number;
  term: { months: number } | { days: number };
  autoRenew: boolean;
  trial: Interval | null;
  billingCycle: 'MONTH_FIRST_DAY' | 'ENTITLEMENT_START_DATE';
  paymentSchedule: 'PREPAY' | 'POSTPAY';
  billingIntervalInMonths: number | null;
  commitBillingIntervalInMonths: number | null;
  usageBillingIntervalInMonths: number | null;
  proratedBilling: boolean | null;
  gracePeriodInDays: number;
  commitAmount: number | null;
  installments: readonly { amount: number; chargeOn?: number }[];
  /** The first ones apply from the start. */
  prices: readonly Prices[];
  addons: readonly { id: string; amount: number; chargeOn: number }[];
  metrics: Readonly<Record<string, Metric>>;
  /** In the order of acceptance. */
  usage: readonly { metric: string; quantity: number; os: string; time: number; reported: number }[];
  /** The smallest unit of the currency has so many digits. */
  minorDigits: number;
  funds: Funds;
  /** When the purchase ended, and whether that was before its term did. */
  end: number;
};

export type Line = {
  type: 'COMMIT' | 'INSTALLMENT' | 'USAGE' | 'ADDON';
  key: string;
  from: number | null;
  to: number | null;
  /** Units of 10^-digits. */
  amount: bigint;
  /** When its invoice is drafted. */
  drafted: number;
  /** Paid ahead for a period that ended before it was over: what the part that was used is worth. */
  used: Fraction | null;
};

type Term = { start: number; end: number; plannedEnd: number };

const listTerms = ({ start, term, autoRenew, end }: Bought): Term[] => {
  const boundary = (index: number): number =>
    'months' in term ? monthsLater(start, term.months * index) : start + term.days * dayMs * index;
  const terms: Term[] = [];
  for (let index = 0; boundary(index) < end && (index === 0 || autoRenew); index += 1) {
    const plannedEnd = boundary(index + 1);
    terms.push({ start: boundary(index), end: Math.min(plannedEnd, end), plannedEnd });
  }
  return terms;
};

const later = (time: number, { length, timeUnit }: Interval, count = 1): number =>
  timeUnit === 'DAY'
    ? time + length * count * dayMs
    : monthsLater(time, length * count * (timeUnit === 'YEAR' ? 12 : 1));

type Period = { from: number; to: number; wholeFrom: number; wholeTo: number };

/**
 * The intervals that begin at `start`, up to `end`, where the last one is cut. A renewed term begins anew; what begins whole months
 * after the purchase has the day of the month that the purchase began on. MONTH_FIRST_DAY: the first of the month, for months.
 */
const cut = ({ billingCycle, start: bought }: Bought, interval: Interval, start: number, end: number): Period[] => {
  const isOfMonths = interval.timeUnit !== 'DAY';
  const [year = 0, month = 1] = new Date(start).toISOString().split('-').map(Number);
  const since = monthsFrom(bought, start);
  const boundary = (index: number): number => {
    if (billingCycle === 'MONTH_FIRST_DAY' && interval.timeUnit === 'MONTH')
      return later(Date.UTC(year, month - 1, 1), interval, index);
    if (!isOfMonths || monthsLater(bought, since) !== start) return later(start, interval, index);
    return monthsLater(bought, since + index * interval.length * (interval.timeUnit === 'YEAR' ? 12 : 1));
  };
  const found: Period[] = [];
  for (let index = 0; boundary(index) < end; index += 1) {
    const [wholeFrom, wholeTo] = [boundary(index), boundary(index + 1)];
    found.push({ from: Math.max(wholeFrom, start), to: Math.min(wholeTo, end), wholeFrom, wholeTo });
  }
  return found;
};

/** What the price names itself, else what the purchase names for prices like it, else for all, else a month. */
const intervalOf = (
  one: { length?: number; timeUnit?: TimeUnit },
  ofKind: number | null,
  { billingIntervalInMonths: ofAll }: Bought,
): Interval =>
  one.length !== undefined && one.timeUnit !== undefined
    ? { length: one.length, timeUnit: one.timeUnit }
    : { length: ofKind || ofAll || 1, timeUnit: 'MONTH' };

const partOf = (from: number, to: number, whole: { from: number; to: number }): Fraction => ({
  n: BigInt(to - from),
  d: BigInt(whole.to - whole.from),
});

/** When billing begins: after the trial. */
const billingStart = ({ start, trial }: Bought): number => (trial ? later(start, trial) : start);

/** Each price until the next other one; `of` says what makes it another. */
const segments = <T>(bought: Bought, of: (prices: Prices) => T): { from: number; to: number; value: T }[] => {
  const found: { from: number; to: number; value: T }[] = [];
  for (const prices of bought.prices) {
    const last = found.at(-1);
    const value = of(prices);
    if (last && JSON.stringify(last.value) === JSON.stringify(value)) continue;
    if (last) last.to = prices.from;
    found.push({ from: prices.from, to: Number.POSITIVE_INFINITY, value });
  }
  return found;
};

/**
 * What the price of an interval is paid for. Not prorated, the first and the last part of a purchase cost all of it; an
 * interval that a renewal cuts is one for both terms.
 */
const paidAs = (bought: Bought, { wholeFrom, wholeTo }: Period, { plannedEnd }: Term): { from: number; to: number } => {
  if (bought.proratedBilling !== false) return { from: wholeFrom, to: wholeTo };
  // No interval of a renewed term begins before the purchase does.
  return {
    from: wholeFrom < billingStart(bought) ? billingStart(bought) : wholeFrom,
    to: !bought.autoRenew && plannedEnd < wholeTo ? plannedEnd : wholeTo,
  };
};

const recurring = (bought: Bought, key: string, price: Fraction, period: Period, term: Term): Line => {
  const { digits, paymentSchedule } = bought;
  const whole = paidAs(bought, period, term);
  const end = Math.min(period.to, term.end);
  const isAhead = paymentSchedule === 'PREPAY';
  const used = times(price, partOf(period.from, end, whole));
  const planned = times(price, partOf(period.from, period.to, whole));
  return {
    type: 'COMMIT',
    key,
    from: period.from,
    to: isAhead ? period.to : end,
    amount: inUnits(isAhead ? planned : used, digits),
    drafted: isAhead ? period.from : end,
    used: isAhead && end < period.to ? used : null,
  };
};

const commitLines = (bought: Bought): Line[] => {
  const begin = billingStart(bought);
  return segments(bought, ({ commits }) => commits).flatMap(({ from, to, value: commits }) =>
    listTerms(bought).flatMap((term) =>
      commits.flatMap((commit) => {
        const interval = intervalOf(commit, bought.commitBillingIntervalInMonths, bought);
        const start = Math.max(term.start, from, begin);
        const end = Math.min(term.end, to);
        if (start >= end) return [];
        const price = times(fraction(commit.rate), fraction(commit.quantity ?? 1));
        return cut(bought, interval, start, term.plannedEnd)
          .filter((period) => period.from < end)
          .map((period) => recurring(bought, commit.key, price, period, { ...term, end }));
      }),
    ),
  );
};

/** A price for the whole term, until commits are agreed. */
const wholeTermLines = (bought: Bought): Line[] => {
  const { commitAmount, installments } = bought;
  if (commitAmount === null || installments.length > 0) return [];
  const begin = billingStart(bought);
  const until = bought.prices.find(({ commits }) => commits.length > 0)?.from ?? Number.POSITIVE_INFINITY;
  return listTerms(bought).flatMap((term) => {
    const from = Math.max(term.start, begin);
    const end = Math.min(term.end, until);
    if (from >= end) return [];
    const period = { from, to: term.plannedEnd, wholeFrom: from, wholeTo: term.plannedEnd };
    return [recurring(bought, '', fraction(commitAmount), period, { ...term, end })];
  });
};

export type Settled = { due: bigint; worth: Fraction };

/** Installments, and of a term that ended early what its used part is worth beside what fell due until then. */
export const installmentsOf = (bought: Bought): { lines: Line[]; early: Settled | null } => {
  const { installments, digits, start } = bought;
  const begin = billingStart(bought);
  let early: Settled | null = null;
  const lines = listTerms(bought).flatMap((term) => {
    // By months wherever the term begins whole months after the first one, also if it lasts days.
    const months = monthsFrom(start, term.start);
    const isWhole = monthsLater(start, months) === term.start;
    const shift = (time: number): number => (isWhole ? monthsLater(time, months) : time + (term.start - start));
    const isEarly = term.end < term.plannedEnd;
    const own = installments
      .map(({ amount, chargeOn }): Line => {
        // The day that was agreed; only the first term has a trial, in which none is due.
        const agreed = shift(Math.max(chargeOn ?? start, start));
        const drafted = term.start === start ? Math.max(agreed, begin) : agreed;
        const money = inUnits(fraction(amount), digits);
        return { type: 'INSTALLMENT', key: '', from: null, to: null, amount: money, drafted, used: null };
      })
      .filter(({ drafted }) => !isEarly || drafted < term.end);
    if (isEarly) {
      const from = Math.max(term.start, begin);
      const all = installments.reduce((sum, { amount }) => plus(sum, fraction(amount)), zero);
      const part = from < term.end ? partOf(from, term.end, { from, to: term.plannedEnd }) : zero;
      early = { due: own.reduce((sum, { amount }) => sum + amount, 0n), worth: times(all, part) };
    }
    return own;
  });
  return { lines, early };
};

/** What one group of usage adds up to; without groups there is one. */
type Used = { os: string; quantity: Fraction };

const tieredCost = (tiers: { to: number | null; rate: number; fee: number }[], quantity: Fraction): Fraction => {
  let [cost, below] = [zero, zero];
  for (const { to, rate, fee } of tiers) {
    const top = to === null ? quantity : lesser(quantity, fraction(to));
    if (isBelow(below, top)) cost = plus(cost, plus(times(minus(top, below), fraction(rate)), fraction(fee)));
    below = greater(below, top);
  }
  return cost;
};

const costOf = (dimension: Dimension, { quantity, os }: Used): Fraction => {
  if (quantity.n === 0n) return zero;
  const { priceModelBasic: basic, priceModelBulk: bulk, priceModelPercentage: percentage } = dimension;
  if (dimension.priceModelMatrix) {
    const { matrix, defaultUnitAmount } = dimension.priceModelMatrix;
    const row = matrix.find(({ properties }) => properties.every(({ name, value }) => name === 'os' && value === os));
    return times(quantity, fraction(row?.unitAmount ?? defaultUnitAmount));
  }
  if (basic) return times(quantity, fraction(basic.unitAmount));
  if (percentage) return plus(times(quantity, fraction(percentage.percentageRate)), fraction(percentage.flatFee ?? 0));
  if (bulk) {
    const packages = -floor({ n: -quantity.n, d: quantity.d * BigInt(bulk.bulkSize) });
    return times(fraction(packages), fraction(bulk.bulkAmount));
  }
  if (dimension.priceModelTieredPercentage) {
    const { tiers } = dimension.priceModelTieredPercentage;
    const read = tiers.map(({ lastUnit, percentageRate, flatFee }, index) => ({
      ...{ to: index === tiers.length - 1 ? null : (lastUnit ?? null), rate: percentageRate, fee: flatFee ?? 0 },
    }));
    return tieredCost(read, quantity);
  }
  if (dimension.priceModelTiered) {
    const { tiers } = dimension.priceModelTiered;
    const read = tiers.map(({ lastUnit, unitAmount, flatFee }, index) => ({
      ...{ to: index === tiers.length - 1 ? null : (lastUnit ?? null), rate: unitAmount, fee: flatFee ?? 0 },
    }));
    return tieredCost(read, quantity);
  }
  const tiers = dimension.priceModelVolume?.tiers ?? [];
  const fits = tiers.find(
    ({ maximumUnits }, index) => index === tiers.length - 1 || !isBelow(fraction(maximumUnits ?? 0), quantity),
  );
  return plus(times(quantity, fraction(fits?.unitAmount ?? 0)), fraction(fits?.flatFee ?? 0));
};

/** Discount, then minimum. `ran`: the part of the interval in which the entitlement ran. */
const usageCost = (dimension: Dimension, groups: readonly Used[], ran: Fraction, digits: number): Fraction => {
  const { discount, minimumCommit = 0, minimumCommitProrata, minimumCommitScope } = dimension;
  const full = groups.map((group) => costOf(dimension, group));
  const whole = full.reduce(plus, zero);
  const value = fraction(discount?.value ?? 0);
  const absolute = lesser(whole, value);
  const net = full.map((cost) => {
    if (discount?.discountType === 'PERCENTAGE') return minus(cost, times(cost, times(value, { n: 1n, d: 100n })));
    // An amount is split in proportion to what the groups cost.
    return whole.n === 0n ? cost : minus(cost, times(absolute, times(cost, { n: whole.d, d: whole.n })));
  });
  const share = times(fraction(minimumCommit), minimumCommitProrata ? ran : fraction(1));
  const minimum: Fraction = { n: inUnits(share, digits), d: 10n ** BigInt(digits) };
  if (minimumCommitScope === 'DIMENSION_GROUP_BY') return net.map((cost) => greater(cost, minimum)).reduce(plus, zero);
  return greater(net.reduce(plus, zero), minimum);
};

type Counted = { quantity: number; time: number };

/** Of records that are of the same time the one that was accepted last is the last. */
const adders: Record<Metric['aggregation'], (records: readonly Counted[]) => Fraction> = {
  SUM: (records) => records.map(({ quantity }) => fraction(quantity)).reduce(plus, zero),
  COUNT: (records) => fraction(records.length),
  MAX: (records) => records.map(({ quantity }) => fraction(quantity)).reduce(greater),
  LAST: (records) => fraction(records.reduce((last, one) => (one.time >= last.time ? one : last)).quantity),
};

/** Usage of an interval is priced two hours after it, at the earliest. */
const settleMs = 2 * hourMs;

/** When usage of a period that ends then is priced. */
const finalOf = ({ gracePeriodInDays }: Bought, end: number): number =>
  end + Math.max(settleMs, gracePeriodInDays * dayMs);

const usageLines = (bought: Bought): Line[] => {
  const begin = billingStart(bought);
  const terms = listTerms(bought);
  const metrics = [
    ...new Set(bought.prices.flatMap(({ dimensions }) => dimensions.map((one) => one.billableMetricId))),
  ];
  return metrics.flatMap((metric) => {
    const dimensionOf = ({ dimensions }: Prices) => dimensions.find((one) => one.billableMetricId === metric) ?? null;
    const periods = segments(bought, ({ dimensions }) => dimensions).flatMap(({ from, to }) => {
      const dimension = dimensionOf(bought.prices.findLast((prices) => prices.from <= from) as Prices);
      if (!dimension) return [];
      const interval = intervalOf(dimension, bought.usageBillingIntervalInMonths, bought);
      return terms.flatMap((term) => {
        const start = Math.max(term.start, from, begin);
        const end = Math.min(term.end, to);
        if (start >= end) return [];
        return cut(bought, interval, Math.max(term.start, begin), end)
          .filter((period) => period.to > start)
          .map((period) => ({ period: { ...period, from: Math.max(period.from, start) }, dimension }));
      });
    });
    const { aggregation, isGrouped, isFiltered } = bought.metrics[metric] as Metric;
    const counted = new Map<number, Map<string, Counted[]>>();
    for (const { metric: key, quantity, os, time, reported } of bought.usage) {
      if (key !== metric || (isFiltered && os !== 'linux')) continue;
      const own = terms.find((term) => term.start <= time && time < term.end);
      if (!own) continue;
      const hour = Math.max(Math.floor(time / hourMs) * hourMs, own.start);
      // Of before the first period that is billed: free, however late it is reported.
      if (hour < begin) continue;
      const isOpen = (one: (typeof periods)[number]): boolean => finalOf(bought, one.period.to) > reported;
      const at = periods.findIndex((one) => one.period.to > hour && isOpen(one));
      if (at < 0) continue;
      const groups = counted.get(at) ?? new Map<string, Counted[]>();
      const group = isGrouped ? os : '';
      counted.set(at, groups.set(group, [...(groups.get(group) ?? []), { quantity, time }]));
    }
    return periods.map(({ period, dimension }, index): Line => {
      const ran = partOf(period.from, period.to, { from: period.wholeFrom, to: period.wholeTo });
      const groups = [...(counted.get(index) ?? [])].map(([os, records]) => ({
        os,
        quantity: adders[aggregation](records),
      }));
      const cost = usageCost(dimension, groups, ran, bought.digits);
      const amount = inUnits(cost, bought.digits);
      const drafted = period.to;
      return { type: 'USAGE', key: metric, from: period.from, to: period.to, amount, drafted, used: null };
    });
  });
};

const divided = ({ commitAmount, funds: { division }, minorDigits }: Bought): Fraction[] => {
  if (!division || commitAmount === null) return [];
  const whole = fraction(commitAmount);
  const count = BigInt(division.starts.length);
  const units = floor(times(whole, fraction(10n ** BigInt(minorDigits))));
  const unit = { n: 1n, d: 10n ** BigInt(minorDigits) };
  const finer = minus(whole, times(fraction(units), unit));
  return division.starts.map((_, index) =>
    plus(times(fraction(units / count + (BigInt(index) < units % count ? 1n : 0n)), unit), index === 0 ? finer : zero),
  );
};

/** What pays for the usage of each invoice before money does: the share of its part, the credit of its term, the commit. */
const coverLines = (bought: Bought, usage: readonly Line[]): Line[] => {
  const { funds, digits, commitAmount } = bought;
  const shares = divided(bought);
  const starts = funds.division?.starts ?? [];
  const left = listTerms(bought).map((term, index) => ({
    term,
    shares: index === 0 ? [...shares] : [],
    spent: zero,
    commit:
      funds.isDeducted && commitAmount !== null
        ? minus(fraction(commitAmount), index === 0 ? shares.reduce(plus, zero) : zero)
        : zero,
  }));
  const invoices = [...Map.groupBy(usage, ({ from, to }) => `${from} ${to}`).values()];
  const unit = { n: 1n, d: 10n ** BigInt(digits) };
  return invoices
    .toSorted(([one], [other]) => (one?.drafted ?? 0) - (other?.drafted ?? 0))
    .flatMap((lines): Line[] => {
      const [{ from, to }] = lines as [Line & { from: number; to: number }];
      const cost = times(fraction(lines.reduce((sum, { amount }) => sum + amount, 0n)), unit);
      const own = left.find(({ term }) => term.start <= from && from < term.end);
      if (!own || cost.n === 0n) return [];
      const holds = own.shares.map((_, index) => (starts[index] ?? 0) < to && (starts[index + 1] ?? Infinity) > from);
      const granted = funds.grants
        .filter(({ time }) => own.term.start <= time && time < own.term.end && time <= finalOf(bought, to))
        .reduce((sum, { amount }) => plus(sum, fraction(amount)), zero);
      const credit = minus(granted, own.spent);
      const all = own.shares.reduce(
        (sum, share, index) => (holds[index] ? plus(sum, share) : sum),
        plus(credit, own.commit),
      );
      const whole = isBelow(all, cost) ? times(fraction(floor(times(all, { n: unit.d, d: 1n }))), unit) : cost;
      let open = whole;
      const take = (of: Fraction): Fraction => {
        const part = lesser(of, open);
        open = minus(open, part);
        return part;
      };
      own.shares = own.shares.map((share, index) => (holds[index] ? minus(share, take(share)) : share));
      own.spent = plus(own.spent, take(credit));
      own.commit = minus(own.commit, take(own.commit));
      const amount = -inUnits(whole, digits);
      return [{ type: 'USAGE', key: 'cover', from, to, amount, drafted: to, used: null }];
    });
};

const addonLines = ({ addons, digits, end }: Bought): Line[] =>
  addons
    .filter(({ chargeOn }) => chargeOn < end)
    .map(({ id, amount, chargeOn }) => ({
      ...{ type: 'ADDON', key: id, from: null, to: null, amount: inUnits(fraction(amount), digits) },
      ...{ drafted: chargeOn, used: null },
    }));

/** Every line that the purchase is billed. */
export const listLines = (bought: Bought): Line[] => {
  const usage = usageLines(bought);
  return [
    ...commitLines(bought),
    ...wholeTermLines(bought),
    ...installmentsOf(bought).lines,
    ...usage,
    ...coverLines(bought, usage),
    ...addonLines(bought),
  ];
};
