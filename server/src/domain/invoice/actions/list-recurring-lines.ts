import { readPriceModel } from '../../../contract/reference/price-model.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import type { AgreedEntitlement, AgreedTerm } from '../../entitlement/actions/load-agreed-terms.ts';
import { type Interval, laterOf } from '../plan/period.ts';
import {
  addonsOf,
  type BilledTerm,
  billingStart,
  commitPrice,
  installmentsOf,
  intervalOf,
  monthsOf,
  type Price,
} from '../plan/terms.ts';

/**
 * What a direct purchase costs, line by line, as its invoices bill it (`plan/plan-invoices.ts`), without any invoice. A
 * line applies during `[start, end)`; `end` null: for as long as its term.
 */
export type RecurringLine = {
  termId: string;
  /** Unique in its term. */
  key: string;
  amount: Decimal;
  /** How long the amount is for; TERM: the time from `start` to the agreed end of the term. ONCE: it does not recur. */
  period: { months: number } | { days: number } | 'TERM' | 'ONCE';
  /** The least that is paid for usage. */
  isUsageMinimum: boolean;
  start: Date;
  end: Date | null;
};

type Purchase = Pick<AgreedEntitlement, 'direct' | 'terms'>;
type Spanned<Item> = { start: Date; end: Date | null; items: readonly Item[] };

const periodOf = (interval: Interval): RecurringLine['period'] => {
  const months = monthsOf(interval);
  return months === null ? { days: interval.length } : { months };
};

/** The spans from `start` on in which the items of the prices stay the same. The first price also holds before its time. */
const spansOf = <Item>(
  prices: readonly Price[],
  start: Date,
  itemsOf: (price: Price) => readonly Item[],
): Spanned<Item>[] => {
  const changed = prices.filter((price, index) => {
    const before = prices[index - 1];
    return before === undefined || JSON.stringify(itemsOf(before)) !== JSON.stringify(itemsOf(price));
  });
  return changed
    .map((price, index) => ({
      start: index === 0 ? start : laterOf(price.from, start),
      end: changed[index + 1]?.from ?? null,
      items: itemsOf(price),
    }))
    .filter(({ start: from, end }) => end === null || from < end);
};

/** The place of an item among those of its span, and from the second span on also which span it is. */
const placeOf = (index: number, span: number): string => (span === 0 ? String(index) : `${index}.${span}`);

const linesOfTerm = (term: BilledTerm, start: Date, first: BilledTerm, prices: readonly Price[]): RecurringLine[] => {
  const line = (key: string, of: Partial<RecurringLine> & Pick<RecurringLine, 'amount' | 'period'>): RecurringLine => ({
    ...{ termId: term.id, key, isUsageMinimum: false, start, end: null },
    ...of,
  });
  const wholeTerm = term.plannedEnd === null ? 'ONCE' : 'TERM';
  const lines: RecurringLine[] = [];
  for (const [span, { start: from, end, items }] of spansOf(prices, start, ({ commits }) => commits).entries())
    for (const [index, commit] of items.entries())
      lines.push(
        line(`commit ${placeOf(index, span)} ${commit.key ?? ''}`, {
          amount: commitPrice(commit),
          period: periodOf(intervalOf(commit, term.info, 'COMMIT')),
          start: from,
          end,
        }),
      );
  for (const [span, { start: from, end, items }] of spansOf(prices, start, ({ dimensions }) => dimensions).entries())
    for (const [index, dimension] of items.entries()) {
      const minimum = readPriceModel(dimension, '', [])?.minimum;
      // One for each group of usage depends on how many groups there are.
      if (!minimum || minimum.byGroup) continue;
      lines.push(
        line(`minimum ${placeOf(index, span)} ${dimension.billableMetricId ?? ''}`, {
          amount: minimum.amount,
          period: periodOf(minimum.term ?? intervalOf(dimension, term.info, 'USAGE')),
          isUsageMinimum: true,
          start: from,
          end,
        }),
      );
    }
  const installments = installmentsOf(term, first);
  if (installments.length > 0) {
    const sum = installments.reduce((total, { amount }) => total.plus(amount), big(0));
    lines.push(line('installments', { amount: sum.toFixed(), period: wholeTerm }));
    return lines;
  }
  const replaced = prices.find(({ commits }) => commits.length > 0)?.from ?? null;
  const isReplaced = (prices[0]?.commits ?? []).length > 0 || (replaced !== null && replaced <= start);
  if (!isReplaced) lines.push(line('commit', { amount: term.commitAmount, period: wholeTerm, end: replaced }));
  return lines;
};

const billedTermOf = ({ id, start, end, agreedEnd, amount, info }: AgreedTerm): BilledTerm => ({
  ...{ id, start, end, plannedEnd: agreedEnd, commitAmount: amount, info: info ?? {} },
});

/**
 * The lines of a direct purchase. A trial costs nothing. A purchase without prices was recorded after its end: it counts
 * by the terms that it had.
 */
export const listRecurringLines = ({ terms, direct }: Purchase): RecurringLine[] => {
  const billed = terms.map(billedTermOf);
  const [first] = billed;
  if (!first || !direct) return [];
  const prices: Price[] = direct.prices.map((price) => ({
    ...{ from: price.from_time, commits: price.commits, dimensions: price.billable_dimensions },
  }));
  const { commits = [], billableDimensions: dimensions = [] } = first.info;
  const known = prices.length > 0 ? prices : [{ from: first.start, commits, dimensions }];
  const lines = billed.flatMap((term) => {
    const start = billingStart(term, term.id === first.id);
    return term.end !== null && term.end <= start ? [] : linesOfTerm(term, start, first, known);
  });
  const last = billed.at(-1) ?? first;
  const addons = addonsOf({ addons: [...direct.addons] }).map(({ id, amount, time }): RecurringLine => {
    const start = time ?? last.start;
    return { termId: last.id, key: `addon ${id}`, amount, period: 'ONCE', isUsageMinimum: false, start, end: null };
  });
  return [...lines, ...addons].filter(({ amount }) => big(amount).gt(0));
};
