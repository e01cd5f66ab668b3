import { badRequest } from '../../../kit/errors.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import type { Metric } from '../metrics/definitions.ts';
import type { Grouping } from '../metrics/split-movement.ts';
import { waterfallRows } from '../metrics/waterfall.ts';
import type { Figures } from './metrics-figures.ts';
import { viewGroup } from './metrics-ids.ts';

const retentions = ['netRevenueRetention', 'grossRevenueRetention'] as const;
const rowColumns = [...waterfallRows, 'netNew', ...retentions] as const;
const reportColumns = ['mrr', 'arr', 'committedMrr', 'usageRunRate', 'usageExcessRunRate', ...retentions] as const;

type Retention = (typeof retentions)[number];

/** A figure of a report: of the report itself, or of a row of a waterfall; a retention may be of both. */
export type Cell =
  | { of: 'REPORT'; column: (typeof reportColumns)[number] }
  | { of: 'ROW'; column: (typeof rowColumns)[number]; period: string; group: string | null };

export const isRetention = (column: Cell['column']): column is Retention =>
  (retentions as readonly string[]).includes(column);

const pick = <T extends string>(name: string, from: readonly T[], what: string): T => {
  const found = from.find((one) => one === name);
  if (found !== undefined) return found;
  throw badRequest([{ path: 'cell', code: 'choice', message: `${mustBeOneOf(what, from)}; it names ${name}` }]);
};

/**
 * Reads the name of a cell: `mrr`, `2026-04:churn`, or with a group `2026-04:prod_…:churn`. Throws 400 if the report has
 * no such cell.
 */
export const readCell = (text: string, { periods, groups }: Figures, by: Grouping | undefined): Cell => {
  const [first = '', ...rest] = text.split(':');
  if (rest.length === 0) return { of: 'REPORT', column: pick(first, reportColumns, 'the columns of the report') };
  const period = pick(
    first,
    periods.map((line) => line.period.key),
    'the periods of the report',
  );
  const column = pick(rest.at(-1) ?? '', rowColumns, 'the columns of a row');
  if (rest.length === 1) return { of: 'ROW', column, period, group: null };
  const names = new Map([...groups.keys()].map((group) => [viewGroup(group, by), group]));
  const name = pick(rest.slice(0, -1).join(':'), [...names.keys()], 'the groups of the report');
  return { of: 'ROW', column, period, group: names.get(name) ?? '' };
};

const metrics: Readonly<Record<Cell['column'], Metric>> = {
  mrr: 'mrr',
  arr: 'arr',
  committedMrr: 'committedMrr',
  usageRunRate: 'usageRunRate',
  usageExcessRunRate: 'usageExcessRunRate',
  netRevenueRetention: 'netRetention',
  grossRevenueRetention: 'grossRetention',
  opening: 'opening',
  new: 'new',
  reactivation: 'reactivation',
  expansion: 'expansion',
  contraction: 'contraction',
  churn: 'churn',
  moved: 'moved',
  fx: 'fx',
  closing: 'closing',
  netNew: 'netNew',
};

/** The metric by whose definition a cell is computed. */
export const metricOf = ({ column }: Cell): Metric => metrics[column];
