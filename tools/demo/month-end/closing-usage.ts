import type { Market } from '../markets.ts';
import type { PlannedHour, Usage } from '../usage-plan.ts';

/** Usage around the end of a month whose outcome follows from the marketplace's rules alone. */
export type ClosingUsage = {
  /** The hours of the plan in which it is reported and in which it was used. */
  reportedIn: number;
  usage: Usage;
  /** The hour in which the marketplace counts it; null: it comes too late, and ends INVALID. */
  countedIn: number | null;
};

/** A dimension used for nothing else, so that it is known which of its hours are already reported. */
export const closingDimension = 'audits';

const hourMs = 3_600_000;

type Step = { reportedIn: number; usedIn: number; countedIn: number | null };

/** Powers of two, so that any sum shows which steps it contains. */
const quantityOf = (index: number): string => String(2 ** index);

/**
 * Usage of a month's last hours that is reported in time, in the last hour before the cut-off, and after it. `start` is
 * the first instant of the plan (epoch milliseconds), which has to extend far enough around the end of the month.
 */
export const planClosingUsage = (market: Market, seed: string, start: number): ClosingUsage[] => {
  const monthEnd = market.monthEndOf(start);
  const end = (monthEnd - start) / hourMs;
  return stepsOf(market, start, end).map(({ usedIn, reportedIn, countedIn }, index) => ({
    reportedIn,
    countedIn,
    usage: {
      id: `${seed}-end-${index + 1}`,
      hour: usedIn,
      minute: 10,
      records: { [closingDimension]: quantityOf(index) },
    },
  }));
};

/** `end`: the first hour of the new month. */
const stepsOf = (market: Market, start: number, end: number): Step[] => {
  const lastHour = start + (end - 1) * hourMs;
  // In the hour before this one, usage of the month's last hour is accepted for the last time.
  const cutOff = (market.deadlineOf(lastHour) - start) / hourMs;
  if (market.severalInHour) {
    return [
      { reportedIn: end - 1, usedIn: end - 1, countedIn: end - 1 },
      // Late for an hour that is reported already: a separate record, with the time of its use.
      { reportedIn: cutOff - 1, usedIn: end - 1, countedIn: end - 1 },
      { reportedIn: cutOff - 1, usedIn: end - 20, countedIn: end - 20 },
      { reportedIn: cutOff, usedIn: end - 1, countedIn: null },
      { reportedIn: cutOff, usedIn: end - 5, countedIn: null },
      { reportedIn: cutOff, usedIn: end, countedIn: end },
    ];
  }
  // Where a month has no cut-off, usage is accepted for 24 hours, beyond the end of the plan.
  const isByMonth = market.deadlineOf(lastHour) < lastHour + 24 * hourMs;
  const [late, last] = isByMonth ? [cutOff - 1, cutOff] : [end + 5, end + 10];
  return [
    { reportedIn: end - 2, usedIn: end - 2, countedIn: end - 2 },
    // Late for an hour that is reported already: added to the next free one of the month.
    { reportedIn: late, usedIn: end - 2, countedIn: end - 1 },
    { reportedIn: late, usedIn: end - 3, countedIn: end - 3 },
    // The month has no free hour left.
    { reportedIn: last, usedIn: end - 2, countedIn: null },
    { reportedIn: last, usedIn: isByMonth ? end - 4 : last - 25, countedIn: null },
    { reportedIn: last, usedIn: end + 1, countedIn: end + 1 },
  ];
};

/** Adds usage to a plan, a call for each. */
export const withClosingUsage = (plan: readonly PlannedHour[], closing: readonly ClosingUsage[]): PlannedHour[] =>
  plan.map(({ calls, faults }, hour) => ({
    faults,
    calls: [
      ...calls,
      ...closing
        .filter(({ reportedIn }) => reportedIn === hour)
        .map(({ usage }) => ({ kind: 'single' as const, usages: [usage], repeats: 0, manner: 'plain' as const })),
    ],
  }));
