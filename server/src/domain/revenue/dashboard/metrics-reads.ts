import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { badRequest } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { type Rational, roundRational } from '../../../kit/rational.ts';
import { metricDefinitions } from '../metrics/definitions.ts';
import { showAmount } from '../metrics/show-line.ts';
import { type Basis, loadBasis, loadUsageRecords } from './metrics-basis.ts';
import { type Cell, isRetention, metricOf, readCell } from './metrics-cell.ts';
import { explain, type Part } from './metrics-explain.ts';
import { type Figures, readFigures } from './metrics-figures.ts';
import { type RecordsOf, sourcesOf, viewPart, writeExact } from './metrics-part-view.ts';
import {
  type ExplainRevenueMetricsParams,
  partsStandard,
  type RevenueMetrics,
  type RevenueMetricsExplanation,
  type RevenueMetricsParams,
} from './metrics-schema.ts';
import { selectFees } from './metrics-store.ts';
import { viewBasis, viewLine, viewMetrics } from './metrics-view.ts';

/** MRR, ARR, committed MRR, waterfalls, retention and the run-rate of usage of the organization. */
export const getRevenueMetrics = async (
  call: Pick<ReadCall, 'db' | 'now'>,
  { query }: { query: RevenueMetricsParams },
): Promise<z.input<typeof RevenueMetrics>> => {
  const basis = await loadBasis(call, query);
  return viewMetrics(basis, readFigures(basis));
};

/** Records that are named on a page. */
const recordsMax = 10_000;

/** Marketplaces write the periods of their bills in whole seconds, and the times of what they sell in fractions. */
const wholeSecond = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000;

/** The records that bill the items of these parts: those of the entitlement whose period begins within the item. */
const findRecords = async (db: ReadCall['db'], { items }: Basis, parts: readonly Part[]): Promise<RecordsOf> => {
  const sources = parts.flatMap(sourcesOf);
  const named = new Set(sources.map(({ itemId }) => itemId));
  if (named.size === 0) return new Map();
  const entitlementIds = [...new Set(sources.map(({ entitlementId }) => entitlementId))];
  const rows = await selectFees(db, entitlementIds, recordsMax + 1);
  if (rows.length > recordsMax) {
    const message = `must be smaller: the parts of this page have more than ${recordsMax} records`;
    throw badRequest([{ path: 'page_size', code: 'too_many', message }]);
  }
  const byEntitlement = Map.groupBy(rows, (row) => row.entitlement_id);
  return new Map(
    items
      .filter(({ id }) => named.has(id))
      .map(({ id, entitlementId, start, end }) => [
        id,
        (byEntitlement.get(entitlementId) ?? [])
          .filter(
            ({ time }) => time.getTime() >= wholeSecond(start) && (end === null || time.getTime() < wholeSecond(end)),
          )
          .map((row) => encodeId('revenue', row.id)),
      ]),
  );
};

const ratioDigits = 4;

/** A cell as the report shows it: rounded with the other columns of its row, so that the row adds up. */
const shownIn = (basis: Basis, figures: Figures, cell: Cell, exact: Rational | null) => {
  if (exact === null) return null;
  if (isRetention(cell.column)) return decimalToJson(roundRational(exact, ratioDigits));
  if (cell.of === 'REPORT') return decimalToJson(showAmount(exact, basis.currency));
  const { column, period, group } = cell;
  const lines = group === null ? figures.periods : (figures.groups.get(group) ?? []);
  const line = lines.find((one) => one.period.key === period);
  return line ? viewLine(line, basis)[column] : decimalToJson('0');
};

/** The parts whose sum a figure of the report with the same parameters is. */
export const explainRevenueMetrics = async (
  call: Pick<ReadCall, 'db' | 'now'>,
  { query }: { query: ExplainRevenueMetricsParams },
): Promise<z.input<typeof RevenueMetricsExplanation>> => {
  const basis = await loadBasis(call, query);
  const figures = readFigures(basis);
  const cell = readCell(query.cell, figures, basis.query.groupBy);
  const isUsage = cell.column === 'usageRunRate' || cell.column === 'usageExcessRunRate';
  const usage = isUsage ? await loadUsageRecords(call.db, basis) : [];
  const { exact, parts } = explain(basis, cell, usage);
  const { page_size: size = partsStandard, page_number: number = 1 } = query;
  const page = parts.slice((number - 1) * size, number * size);
  const recordsOf = await findRecords(call.db, basis, page);
  const metric = metricOf(cell);
  return {
    ...viewBasis(basis, figures),
    cell: query.cell,
    metric,
    definition: metricDefinitions[figures.overview.metricsVersion]?.[metric] ?? '',
    amount: shownIn(basis, figures, cell, exact),
    exact: exact === null ? null : writeExact(exact),
    parts: page.map((part) => viewPart(part, basis.currency, recordsOf)),
    page_number: number,
    page_size: size,
    total_count: parts.length,
  };
};
