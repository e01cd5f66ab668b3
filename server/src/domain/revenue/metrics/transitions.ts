import type { LocalMonths } from '../../../kit/local-months.ts';
import type { Period } from './periods.ts';
import type { MetricsSettings } from './settings.ts';
import type { Change, Timeline } from './timelines.ts';

export const movementRows = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
export type MovementRow = (typeof movementRows)[number];

/** What a buyer has in one currency: all changes of its items, in chronological order. */
export type Account = { buyerId: string; currency: string; changes: readonly Change[] };

/**
 * Changes of an account that count as one, in one period (by its index). `units` is their sum. `row` is null if that is
 * 0: a renewal at the same price.
 */
export type Transition = {
  period: number;
  row: MovementRow | null;
  buyerId: string;
  currency: string;
  /** When the first of them happened. */
  time: number;
  units: bigint;
  changes: readonly Change[];
};

const byTime = (left: Change, right: Change): number => {
  if (left.time !== right.time) return left.time - right.time;
  if (left.item.id !== right.item.id) return left.item.id < right.item.id ? -1 : 1;
  return left.reason < right.reason ? -1 : left.reason > right.reason ? 1 : 0;
};

/** In the order of buyers and currencies, whatever the order of the items. */
export const openAccounts = (timelines: readonly Timeline[]): Account[] => {
  const buyers = Map.groupBy(timelines, ({ item }) => item.buyerId);
  return [...buyers]
    .flatMap(([buyerId, own]) =>
      [...Map.groupBy(own, ({ item }) => item.currency)].map(([currency, list]) => ({
        buyerId,
        currency,
        changes: list.flatMap(({ changes }) => changes).sort(byTime),
      })),
    )
    .sort((left, right) =>
      left.buyerId !== right.buyerId
        ? left.buyerId < right.buyerId
          ? -1
          : 1
        : left.currency < right.currency
          ? -1
          : 1,
    );
};

const rowOf = (before: bigint, after: bigint, hadBefore: boolean): MovementRow | null => {
  if (before === after) return null;
  if (before === 0n) return hadBefore ? 'reactivation' : 'new';
  if (after === 0n) return 'churn';
  return after > before ? 'expansion' : 'contraction';
};

/** `hadBefore`: the buyer had MRR after some earlier step. */
type Step = { time: number; before: bigint; after: bigint; hadBefore: boolean; changes: Change[] };

/**
 * Joins changes of an account that are near to each other. A step never crosses the start of a month, nor the start or
 * the end of the range, so that the sums of months are those of quarters and years, and opening and closing are exact.
 */
const listSteps = (
  { changes }: Account,
  { sameMovementMinutes }: MetricsSettings,
  isSameSlot: (one: number, other: number) => boolean,
): Step[] => {
  const steps: Step[] = [];
  let [step, units, had] = [null as Step | null, 0n, false];
  for (const change of changes) {
    const isSame =
      step !== null &&
      (change.time === step.time ||
        (change.time - step.time <= sameMovementMinutes * 60_000 && isSameSlot(step.time, change.time)));
    if (step === null || !isSame) {
      had ||= units > 0n;
      step = { time: change.time, before: units, after: units, hadBefore: had, changes: [] };
      steps.push(step);
    }
    units += change.units;
    step.after = units;
    step.changes.push(change);
  }
  return steps;
};

/** Which movements happened in which period, by what the settings say. */
export type Judge = {
  periods: readonly Period[];
  months: LocalMonths;
  settings: MetricsSettings;
};

/** The transitions of an account within the periods, in chronological order. */
export const listTransitions = (account: Account, { periods, months, settings }: Judge): Transition[] => {
  const starts = periods.map(({ start }) => start.getTime());
  const [from = 0, until = 0] = [starts[0], periods.at(-1)?.end.getTime()];
  const sideOf = (time: number): number => (time < from ? -1 : time < until ? 0 : 1);
  const steps = listSteps(
    account,
    settings,
    (one, other) => sideOf(one) === sideOf(other) && months.monthOf(one) === months.monthOf(other),
  );
  const merged: (Step & { period: number })[] = [];
  let period = 0;
  for (const step of steps.filter(({ time }) => sideOf(time) === 0)) {
    while (step.time >= (starts[period + 1] ?? Infinity)) period += 1;
    const last = merged.at(-1);
    if (settings.movements === 'gross' || last?.period !== period) merged.push({ ...step, period });
    else {
      last.after = step.after;
      for (const change of step.changes) last.changes.push(change);
    }
  }
  const { buyerId, currency } = account;
  return merged.map(({ period: index, time, before, after, hadBefore, changes }) => ({
    period: index,
    row: rowOf(before, after, hadBefore),
    buyerId,
    currency,
    time,
    units: after - before,
    changes,
  }));
};
