import type { RecurringItem } from './recurring-item.ts';
import type { MetricsSettings } from './settings.ts';

/**
 * A second calculation of waterfalls for tests, by looking at every instant at which anything can happen, in fractions of
 * whole numbers. It shares nothing with the first one.
 */
export type Fraction = { n: bigint; d: bigint };

const zero: Fraction = { n: 0n, d: 1n };
const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { n: -b.n, d: b.d });
export const isSame = (a: Fraction, b: Fraction): boolean => a.n * b.d === b.n * a.d;
const isLess = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d;
const isPositive = (a: Fraction): boolean => a.n > 0n;

const monthly = (amount: string, period: RecurringItem['period']): Fraction => {
  const [whole = '', decimals = ''] = amount.split('.');
  const [n, d] = [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
  return 'months' in period ? { n, d: d * BigInt(period.months) } : { n: n * 365n, d: d * 12n * BigInt(period.days) };
};

export type OracleRow = 'opening' | 'new' | 'reactivation' | 'expansion' | 'contraction' | 'churn' | 'closing';
export type OracleCell = Record<OracleRow | 'cohortOpening' | 'cohortKept' | 'cohortClosing', Fraction>;

export type OracleQuery = {
  from: number;
  until: number;
  zone: string;
  granularity: 'month' | 'quarter' | 'year' | 'range';
  settings: MetricsSettings;
  /** Every time at which an item, a cancellation or a discount begins or ends, in order. */
  ticks: readonly number[];
};

const dayMs = 86_400_000;

/** The MRR of each item after each tick. */
const worthAtTicks = (items: readonly RecurringItem[], { ticks, settings }: OracleQuery): Fraction[][] => {
  const isCounted = (item: RecurringItem, time: number): boolean => {
    if (item.isOneTime || !/[1-9]/.test(item.amount)) return false;
    if (time < item.start.getTime() || (item.end && time >= item.end.getTime())) return false;
    for (const { time: asked, end, withdrawnTime } of item.cancellations ?? []) {
      let since = end.getTime();
      if (settings.churnRecognition === 'immediate' && asked.getTime() < since) since = asked.getTime();
      if (time >= since && (withdrawnTime === null || time < withdrawnTime.getTime())) return false;
    }
    return true;
  };
  const worth = (item: RecurringItem, time: number): Fraction => {
    let rest = monthly(item.amount, item.period);
    for (const { amount, isOneTime, start, end } of item.discounts ?? []) {
      if (settings.discounts === 'none' || (settings.discounts === 'recurring' && isOneTime)) continue;
      if (time < start.getTime() || (end && time >= end.getTime())) continue;
      rest = minus(rest, monthly(amount, item.period));
    }
    return isPositive(rest) ? rest : zero;
  };
  const counted = items.map((item) => ticks.map((tick) => isCounted(item, tick)));
  const begins = counted.map((row) => row.indexOf(true));
  return items.map((item, mine) => {
    const row = counted[mine] as boolean[];
    const own = ticks.map((tick, index) => (row[index] ? worth(item, tick) : zero));
    const last = row.lastIndexOf(true);
    // Without an end among the ticks, or never in force.
    if (last === -1 || last === ticks.length - 1) return own;
    const end = last + 1;
    let next = Infinity;
    let isMissed = true;
    items.forEach((other, index) => {
      if (other === item || other.buyerId !== item.buyerId || other.currency !== item.currency) return;
      const first = begins[index] as number;
      if (first === -1) return;
      if (item.successorIds) {
        if (item.successorIds.includes(other.id) && first > (begins[mine] as number)) next = Math.min(next, first);
      } else if (other.productId === item.productId) {
        if (counted[index]?.[last] && counted[index]?.[end]) isMissed = false;
        if (first >= end) next = Math.min(next, first);
      }
    });
    if (next === Infinity || !isMissed) return own;
    const gap = (ticks[next] as number) - (ticks[end] as number);
    if (gap <= 0 || gap > settings.renewalGraceDays * dayMs) return own;
    for (let index = end; index < next; index += 1) own[index] = worth(item, (ticks[end] as number) - 1);
    return own;
  });
};

/** The cells of each period by currency and key. */
export const computeCells = (items: readonly RecurringItem[], query: OracleQuery): Map<string, OracleCell> => {
  const { ticks, from, until, settings, granularity } = query;
  const worths = worthAtTicks(items, query);
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: query.zone, year: 'numeric', month: '2-digit' });
  const monthOf = ticks.map((tick) => format.format(tick));
  const keyOf = (time: number): string => {
    const [year, month] = format.format(time).split('-');
    if (granularity === 'range') return 'range';
    if (granularity === 'year') return String(year);
    return granularity === 'quarter' ? `${year}-Q${Math.ceil(Number(month) / 3)}` : `${year}-${month}`;
  };
  const periodOf = ticks.map((tick) => (tick < from ? 'before' : tick >= until ? 'after' : keyOf(tick)));
  const periods: string[] = [];
  for (let time = from; time < until; time += dayMs / 24) if (!periods.includes(keyOf(time))) periods.push(keyOf(time));
  if (!periods.includes(keyOf(until - 1))) periods.push(keyOf(until - 1));

  const cells = new Map<string, OracleCell>();
  for (const currency of new Set(
    items.filter((_, index) => worths[index]?.some(isPositive)).map((one) => one.currency),
  ))
    for (const period of periods) {
      const cell = {} as Record<string, Fraction>;
      for (const row of ['opening', 'new', 'reactivation', 'expansion', 'contraction', 'churn', 'closing'])
        cell[row] = zero;
      for (const row of ['cohortOpening', 'cohortKept', 'cohortClosing']) cell[row] = zero;
      cells.set(`${currency} ${period}`, cell as OracleCell);
    }

  const accounts = new Set(items.map(({ buyerId, currency }) => `${currency} ${buyerId}`));
  for (const account of accounts) {
    const mine = worths.filter((_, index) => `${items[index]?.currency} ${items[index]?.buyerId}` === account);
    const currency = account.split(' ')[0] as string;
    const totals = ticks.map((_, tick) => mine.reduce((sum, row) => plus(sum, row[tick] as Fraction), zero));
    if (!totals.some(isPositive)) continue;
    const add = (period: string, row: keyof OracleCell, amount: Fraction): void => {
      const cell = cells.get(`${currency} ${period}`) as OracleCell;
      cell[row] = plus(cell[row], amount);
    };
    const judge = (period: string, before: Fraction, after: Fraction, had: boolean): void => {
      if (isSame(before, after)) return;
      if (!isPositive(before)) add(period, had ? 'reactivation' : 'new', after);
      else if (!isPositive(after)) add(period, 'churn', before);
      else if (isLess(before, after)) add(period, 'expansion', minus(after, before));
      else add(period, 'contraction', minus(before, after));
    };

    // Movements that are one: their first tick, and what was before and after.
    type Move = { at: number; before: Fraction; after: Fraction; had: boolean };
    const moves: Move[] = [];
    let [had, before] = [false, zero];
    ticks.forEach((tick, index) => {
      const changed = mine.some(
        (row) => !isSame(row[index] as Fraction, index === 0 ? zero : (row[index - 1] as Fraction)),
      );
      const after = totals[index] as Fraction;
      if (changed) {
        const open = moves.at(-1);
        const isNear =
          open !== undefined &&
          tick - (ticks[open.at] as number) <= settings.sameMovementMinutes * 60_000 &&
          monthOf[open.at] === monthOf[index] &&
          (periodOf[open.at] === 'before') === (periodOf[index] === 'before') &&
          (periodOf[open.at] === 'after') === (periodOf[index] === 'after');
        if (open && isNear) open.after = after;
        else {
          if (open && isPositive(open.after)) had = true;
          moves.push({ at: index, before, after, had });
        }
      }
      before = after;
    });

    const within = (period: string): Move[] => moves.filter(({ at }) => periodOf[at] === period);
    let standing = moves.filter(({ at }) => periodOf[at] === 'before').at(-1)?.after ?? zero;
    for (const period of periods) {
      const own = within(period);
      const [opening, closing] = [standing, own.at(-1)?.after ?? standing];
      if (settings.movements === 'gross') for (const one of own) judge(period, one.before, one.after, one.had);
      else judge(period, opening, closing, own[0]?.had ?? false);
      add(period, 'opening', opening);
      add(period, 'closing', closing);
      if (isPositive(opening)) {
        add(period, 'cohortOpening', opening);
        add(period, 'cohortClosing', closing);
        add(period, 'cohortKept', isLess(closing, opening) ? closing : opening);
      }
      standing = closing;
    }
  }
  return cells;
};
