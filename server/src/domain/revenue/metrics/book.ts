import { type LocalMonths, localMonths } from '../../../kit/local-months.ts';
import { type Granularity, listPeriods, type Period } from './periods.ts';
import type { RateTable } from './rates.ts';
import type { RecurringItem } from './recurring-item.ts';
import { defaultSettings, type MetricsSettings } from './settings.ts';
import type { Grouping } from './split-movement.ts';
import { drawTimelines, type Timeline } from './timelines.ts';
import { type Account, openAccounts } from './transitions.ts';

/** What a report is asked for: the periods of `[from, until)` in a time zone (IANA). */
export type MetricsQuery = {
  from: Date;
  until: Date;
  granularity: Granularity;
  zone: string;
  /** The defaults hold for the rest. */
  settings?: Partial<MetricsSettings>;
  /** Also a waterfall for each of its groups. */
  groupBy?: Grouping;
  /** Also converted waterfalls, of all currencies together. */
  rates?: RateTable;
};

/** The items of a report, worked out. */
export type Book = {
  settings: MetricsSettings;
  months: LocalMonths;
  periods: Period[];
  scale: bigint;
  timelines: readonly Timeline[];
  accounts: readonly Account[];
};

/** Throws 400 for a range that cannot be reported, and a RangeError for an unknown zone. */
export const openBook = (items: readonly RecurringItem[], query: MetricsQuery): Book => {
  const settings = { ...defaultSettings, ...query.settings };
  const months = localMonths(query.zone);
  const periods = listPeriods(query, query.granularity, months);
  const { scale, list } = drawTimelines(items, settings);
  return { settings, months, periods, scale, timelines: list, accounts: openAccounts(list) };
};
