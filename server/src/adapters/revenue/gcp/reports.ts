import type { FeedWindow } from '../port.ts';
import { chargeColumns, parseCharge } from './parse-charge.ts';
import { parsePayout, payoutColumns } from './parse-payout.ts';
import { amountIn, type Columns, checkDay, isDay, type Place } from './values.ts';

/** A report of Cloud Marketplace: how its files are named, and how its rows are told apart. */
export type GcpReport = {
  dataset: string;
  /** What follows the date in the name of a file. */
  title: RegExp;
  /** Whether a file is of a day, or of a month. */
  isDaily: boolean;
  required: readonly string[];
  /** The columns that say what a row is about; Google names no key. A file may not have all of them. */
  key: readonly string[];
  /** Further columns that are read if a file has them. */
  others: readonly string[];
  /** Throws a fault for a value that cannot be read. */
  check(columns: Columns, place: Place): void;
};

const checkValues =
  ({ amounts, days = [] }: { amounts: readonly string[]; days?: readonly string[] }) =>
  (columns: Columns, place: Place): void => {
    for (const name of amounts) amountIn(columns, name, place);
    for (const name of days) checkDay(columns, name, place);
  };

const chargesAmounts = ['Usage', 'Charges', 'Due to Partner'] as const;
const insightsAmounts = ['usage', 'charges', 'due_vendor', 'withheld', 'released', 'abandoned'] as const;

/**
 * The reports, by their pages below cloud.google.com/marketplace/docs/partners/reports. Only the two of disbursements state
 * money:
 *
 * - Charges and Usage has the charges that Detailed Disbursements has too, in another breakdown and without the order.
 * - Customer Insights are of each day, early and before anything is invoiced; what is used or corrected later is in later
 *   files, or in no file unless the seller has chosen the incremental ones. Daily, monthly and incremental files report the same usage.
 *   They are kept because they name the customer: their `external_account_id` is the Insights Account Id of
 *   Charges and Usage.
 *
 * The names of files are of the pages, except those of Customer Insights and the ending, which are not confirmed.
 */
const gcpReports: readonly GcpReport[] = [
  {
    dataset: 'detailed_disbursements',
    title: /^detailed disbursements report$/i,
    isDaily: false,
    required: Object.values(chargeColumns),
    key: ['sku_id', 'account_id', 'private_offer_id', 'entitlement_id', 'refund_processed_date'],
    others: ['solution_id', 'refund_reason', 'currency'],
    check: parseCharge,
  },
  {
    dataset: 'disbursements',
    title: /^disbursements$/i,
    isDaily: false,
    required: Object.values(payoutColumns),
    key: ['Entity', 'Currency', 'Notes', 'Payment Type'],
    others: [],
    check: parsePayout,
  },
  {
    dataset: 'charges_and_usage',
    title: /^charges and usage$/i,
    isDaily: false,
    required: ['SKU', 'Google Entity', 'Resource'],
    key: ['SKU', 'Google Entity', 'Resource', 'Account Id', 'Insights Account Id', 'Location', 'Currency'],
    others: chargesAmounts,
    check: checkValues({ amounts: chargesAmounts }),
  },
  {
    dataset: 'customer_insights',
    title: /\binsights\b/i,
    isDaily: true,
    required: ['date', 'external_account_id', 'sku_id'],
    key: ['date', 'external_account_id', 'sku_id', 'entitlement_id', 'Quote_id'],
    others: [...insightsAmounts, 'currency', 'probation_start', 'probation_end'],
    check: checkValues({ amounts: insightsAmounts, days: ['date', 'probation_start', 'probation_end'] }),
  },
];

/** Where a file is: its report, and the day that it is of, or the first day of its month. */
export type PartPlace = { report: GcpReport; day: string; title: string };

const nameShape = /^(\d{4})-?(\d{2})-?(\d{2})[ _](.+?)(?:\.csv)?$/i;

/** Reads the name of an object; null if it is no report. A seller may have them in a folder. */
export const placeOf = (name: string, prefix: string): PartPlace | null => {
  if (!name.startsWith(prefix)) return null;
  const file = name.slice(prefix.length).split('/').at(-1) ?? '';
  const [, year, month, date, title = ''] = nameShape.exec(file) ?? [];
  const day = `${year}-${month}-${date}`;
  const report = gcpReports.find((one) => one.title.test(title));
  return report && isDay(day) ? { report, day, title: title.toLowerCase() } : null;
};

const monthFrom = (month: string, months: number): string => {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The last second of a month, YYYY-MM; what was charged in it counts on that day, which the reports do not say. */
export const endOfMonth = (month: string): Date => new Date(Date.parse(`${monthFrom(month, 1)}-01T00:00:00Z`) - 1000);

/**
 * When a month, YYYY-MM, is paid out: payouts typically arrive on the 21st of the next month ("Receiving payments from Google",
 * Overview of customer billing). The reports, which are there by the tenth business day, do not say when.
 */
export const payDayOf = (month: string): Date => new Date(`${monthFrom(month, 1)}-21T00:00:00Z`);

/**
 * Whether a file may have rows of a window. A month's file tells of the month and of its disbursement. Customer Insights of
 * any later day may have usage of a window.
 */
export const mayHoldRows = ({ report, day }: PartPlace, { start, end }: FeedWindow): boolean => {
  const first = new Date(`${day}T00:00:00Z`);
  if (report.isDaily) return first >= start;
  return payDayOf(day.slice(0, 7)) >= start && first < end;
};
