import type { ReadCall } from '../../../contract/call.ts';
import { badRequest, requireFound } from '../../../kit/errors.ts';
import { localMonths } from '../../../kit/local-months.ts';
import { loadAgreedTerms } from '../../entitlement/actions/load-agreed-terms.ts';
import { ratesInTime } from '../exchange-rate/exchange-rate.ts';
import { findTable, selectRates } from '../exchange-rate/store.ts';
import type { MetricsQuery } from '../metrics/book.ts';
import type { RecurringItem } from '../metrics/recurring-item.ts';
import type { UsageRevenue } from '../metrics/usage-run-rate.ts';
import { recurringItemsOf } from './metrics-items.ts';
import { readRange } from './metrics-range.ts';
import type { RevenueMetricsParams } from './metrics-schema.ts';
import { selectUsage, sumUsage, type UsageMonthOf, type UsageRow } from './metrics-store.ts';

/** What a report and its explanations are computed from. */
export type Basis = {
  query: MetricsQuery;
  measure: 'mrr' | 'arr';
  /** The currency of the report; converted to by `query.rates`, if it has them. */
  currency: string;
  /** All currencies that there are, by code. */
  currencies: string[];
  items: RecurringItem[];
  /** Sums of each month of the three that the run-rate of usage counts. */
  usage: UsageRevenue[];
};

/** The last three whole months before a time. */
const usageMonths = (until: Date, zone: string): UsageMonthOf[] => {
  const months = localMonths(zone);
  const current = months.monthOf(until.getTime());
  const firstDayOf = (month: number): string =>
    new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10);
  return [current - 3, current - 2, current - 1].map((month) => ({
    start: new Date(months.startOf(month)),
    end: new Date(months.startOf(month + 1)),
    firstDay: firstDayOf(month),
    nextDay: firstDayOf(month + 1),
  }));
};

const usageOf = ({ id, entitlement_id: entitlementId, currency, time, amount }: UsageRow): UsageRevenue => ({
  recordId: id,
  // Records of no known entitlement are usage of their own.
  entitlementId: entitlementId ?? '',
  currency,
  time,
  amount,
});

const standardCurrency = 'USD';

const chooseCurrency = (asked: string | undefined, currencies: readonly string[]): string => {
  if (asked !== undefined) return asked;
  const [only = standardCurrency] = currencies;
  return currencies.includes(standardCurrency) ? standardCurrency : only;
};

/** Reads what a report is made of. Throws 400 for what cannot be reported, 404 for an unknown table of rates. */
export const loadBasis = async (
  { db, now }: Pick<ReadCall, 'db' | 'now'>,
  params: RevenueMetricsParams,
): Promise<Basis> => {
  const range = readRange(params, now);
  const { rateTable } = params;
  const table =
    rateTable === undefined ? undefined : requireFound(await findTable(db, rateTable), 'table of exchange rates');
  if (table && params.currency !== undefined && params.currency !== table.currency) {
    const message = `must be ${table.currency}, to which the table ${table.name} converts, or absent`;
    throw badRequest([{ path: 'currency', code: 'choice', message }]);
  }
  const items = await loadAgreedTerms(db, (entitlements) => recurringItemsOf(entitlements, now));
  const usage = (await sumUsage(db, usageMonths(range.until, range.zone))).map(usageOf);
  const currencies = [...new Set([...items, ...usage].map(({ currency }) => currency))].sort();
  const basis = { measure: params.measure ?? 'mrr', currencies, items, usage };
  if (!table) return { ...basis, query: range, currency: chooseCurrency(params.currency, currencies) };
  const others = currencies.filter((currency) => currency !== table.currency);
  const rates = others.length === 0 ? [] : await selectRates(db, table.name, others);
  return { ...basis, query: { ...range, rates: ratesInTime(table, rates) }, currency: table.currency };
};

/** More records than this are not explained one by one. */
const usageMax = 10_000;

/** The records of the usage of a report. Throws 400 if there are too many. */
export const loadUsageRecords = async (
  db: ReadCall['db'],
  { query, currency, currencies }: Basis,
): Promise<UsageRevenue[]> => {
  const months = usageMonths(query.until, query.zone);
  const counted = query.rates ? currencies : [currency];
  const rows = await selectUsage(db, { months, currencies: counted }, usageMax + 1);
  if (rows.length > usageMax) {
    const message = `has more than ${usageMax} records of usage, which is too many to explain; query the revenue records instead`;
    throw badRequest([{ path: 'cell', code: 'too_many', message }]);
  }
  return rows.map(usageOf);
};
