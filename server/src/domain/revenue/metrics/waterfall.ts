import { type Rational, rational } from '../../../kit/rational.ts';
import type { Book } from './book.ts';
import type { Period } from './periods.ts';
import { type Grouping, groupOf, splitMovement } from './split-movement.ts';
import { listTransitions, type MovementRow, type Transition } from './transitions.ts';

/** The rows whose sum is the closing; `contraction` and `churn` are subtracted. */
export const waterfallRows = [
  'opening',
  'new',
  'reactivation',
  'expansion',
  'contraction',
  'churn',
  'moved',
  'fx',
  'closing',
] as const;
export type WaterfallRow = (typeof waterfallRows)[number];

/** 1 for rows that are added, -1 for those that are subtracted. */
export const signOf = (row: WaterfallRow): bigint => (row === 'contraction' || row === 'churn' ? -1n : 1n);

/**
 * The MRR of a period in one currency: of everything (`group` null), or of one product, partner or buyer. Amounts are
 * whole numbers, of which `scale` are one unit of the currency. `rates`: the table by which all currencies were converted;
 * null in a currency itself. `cohort`: of the buyers with MRR at the opening, what they had then, what they have at the
 * closing, and what they kept (the smaller of both for each).
 */
export type WaterfallLine = {
  period: Period;
  currency: string;
  rates: string | null;
  group: string | null;
  scale: bigint;
  amounts: Readonly<Record<WaterfallRow, bigint>>;
  cohort: { opening: bigint; kept: bigint; closing: bigint };
};

/** What happened in one period. `lost` and `cohortChange` are of buyers with MRR at the opening. */
type Entry = { rows: Record<MovementRow | 'moved', bigint>; change: bigint; lost: bigint; cohortChange: bigint };

/** By the index of its period. */
type Tally = { opening: bigint; entries: Map<number, Entry> };

const newTally = (): Tally => ({ opening: 0n, entries: new Map() });

const entryOf = (tally: Tally, period: number): Entry => {
  const known = tally.entries.get(period);
  if (known) return known;
  const entry: Entry = {
    rows: { new: 0n, reactivation: 0n, expansion: 0n, contraction: 0n, churn: 0n, moved: 0n },
    change: 0n,
    lost: 0n,
    cohortChange: 0n,
  };
  tally.entries.set(period, entry);
  return entry;
};

/** What one buyer did to a tally in a period, from `before` on. */
const countPeriod = (tally: Tally, period: number, before: bigint, change: bigint): void => {
  const entry = entryOf(tally, period);
  entry.change += change;
  if (before === 0n) return;
  entry.cohortChange += change;
  if (change < 0n) entry.lost -= change;
};

/** The tallies of one currency. */
type CurrencyTallies = { total: Tally; groups: Map<string, Tally> };

/** Adds an account to the tallies of its currency: as a whole, and by group. */
const countAccount = (
  tallies: CurrencyTallies,
  { opening, transitions }: { opening: ReadonlyMap<string, bigint>; transitions: readonly Transition[] },
  nameOf: ((item: Transition['changes'][number]['item']) => string) | null,
): void => {
  const tallyOf = (group: string): Tally => {
    const known = tallies.groups.get(group);
    if (known) return known;
    const tally = newTally();
    tallies.groups.set(group, tally);
    return tally;
  };
  const running = new Map(opening);
  let total = 0n;
  for (const [group, units] of opening) {
    total += units;
    if (nameOf) tallyOf(group).opening += units;
  }
  tallies.total.opening += total;
  for (const [period, list] of Map.groupBy(transitions, (one) => one.period)) {
    const owns = new Map<string, bigint>();
    let change = 0n;
    for (const { row, units, changes } of list) {
      change += units;
      if (row) entryOf(tallies.total, period).rows[row] += units * signOf(row);
      if (!nameOf) continue;
      for (const { group, own, share, moved } of splitMovement(units, changes, nameOf)) {
        const { rows } = entryOf(tallyOf(group), period);
        if (row) rows[row] += share * signOf(row);
        rows.moved += moved;
        owns.set(group, (owns.get(group) ?? 0n) + own);
      }
    }
    countPeriod(tallies.total, period, total, change);
    total += change;
    for (const [group, own] of owns) {
      const before = running.get(group) ?? 0n;
      countPeriod(tallyOf(group), period, before, own);
      running.set(group, before + own);
    }
  }
};

const isEmpty = ({ amounts }: WaterfallLine): boolean => waterfallRows.every((row) => amounts[row] === 0n);

const linesOf = (
  { opening, entries }: Tally,
  of: Pick<WaterfallLine, 'currency' | 'group' | 'scale'>,
  periods: readonly Period[],
): WaterfallLine[] => {
  let units = opening;
  return periods.map((period, index) => {
    const entry = entries.get(index);
    const before = units;
    units += entry?.change ?? 0n;
    const rows = entry?.rows ?? { new: 0n, reactivation: 0n, expansion: 0n, contraction: 0n, churn: 0n, moved: 0n };
    return {
      period,
      ...of,
      rates: null,
      amounts: { opening: before, ...rows, fx: 0n, closing: units },
      cohort: {
        opening: before,
        kept: before - (entry?.lost ?? 0n),
        closing: before + (entry?.cohortChange ?? 0n),
      },
    };
  });
};

/**
 * The waterfalls of each currency, and of its groups where asked for: by currency, then the total and its groups by name,
 * then by period. Periods in which a group has nothing are left out.
 */
export const listWaterfalls = (book: Book, grouping: Grouping | null): WaterfallLine[] => {
  const { accounts, periods, scale } = book;
  const from = periods[0]?.start.getTime() ?? 0;
  const nameOf = grouping === null ? null : (item: Parameters<typeof groupOf>[0]) => groupOf(item, grouping);
  const byCurrency = new Map<string, CurrencyTallies>();
  for (const account of accounts) {
    const { currency } = account;
    const tallies = byCurrency.get(currency) ?? { total: newTally(), groups: new Map<string, Tally>() };
    byCurrency.set(currency, tallies);
    const opening = new Map<string, bigint>();
    for (const { item, time, units } of account.changes) {
      if (time >= from) break;
      const group = nameOf ? nameOf(item) : '';
      opening.set(group, (opening.get(group) ?? 0n) + units);
    }
    countAccount(tallies, { opening, transitions: listTransitions(account, book) }, nameOf);
  }
  const byName = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);
  return [...byCurrency].sort(byName).flatMap(([currency, { total, groups }]) => [
    ...linesOf(total, { currency, group: null, scale }, periods),
    ...[...groups]
      .sort(byName)
      .flatMap(([group, tally]) => linesOf(tally, { currency, group, scale }, periods))
      .filter((line) => !isEmpty(line)),
  ]);
};

/** An amount of MRR of a line, exact. */
export const amountOf = ({ amounts, scale }: WaterfallLine, row: WaterfallRow): Rational =>
  rational(amounts[row], scale);

export type Retention = { gross: Rational | null; net: Rational | null };

/** Gross and net revenue retention; null where nobody had MRR at the opening. */
export const retentionOf = ({ cohort: { opening, kept, closing } }: WaterfallLine): Retention =>
  opening === 0n ? { gross: null, net: null } : { gross: rational(kept, opening), net: rational(closing, opening) };
