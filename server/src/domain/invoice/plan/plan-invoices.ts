import { big } from '../../../kit/decimal.ts';
import type { InvoiceLine, InvoiceType, UsageTerms } from '../invoice.ts';
import { laterOf, listPeriods, type Period } from './period.ts';
import { prorate, shareOf } from './prorate.ts';
import {
  addonsOf,
  type BilledTerm,
  billingStart,
  type Commit,
  commitPrice,
  cycleOf,
  installmentsOf,
  intervalOf,
  isPaidAhead,
  monthsOf,
  type Price,
  writeInterval,
} from './terms.ts';

/**
 * Everything that a direct purchase is billed for, as a function of its terms, its prices and the time: asked again, it
 * gives the same invoices, each with the same reference. What was billed already is left out by its reference.
 */

/** An invoice to be drafted at `draftTime`. Usage is priced when it becomes final. */
export type PlannedInvoice = {
  type: InvoiceType;
  reference: string;
  termId: string;
  draftTime: Date;
  period: { start: Date; end: Date } | null;
  /** Fixed amounts, exact; of usage none. */
  lines: InvoiceLine[];
  /** What usage of the period is priced by. */
  usage?: UsageTerms;
};

/** A span in which the same prices applied. */
type Segment<Item> = { start: Date; end: Date | null; items: readonly Item[] };

const earlier = (left: Date | null, right: Date | null): Date | null => {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
};

const sameItems = (left: readonly unknown[], right: readonly unknown[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** The spans of a term in which the prices chosen by `itemsOf` stayed the same. */
const segmentsOf = <Item>(
  { start, end }: { start: Date; end: Date | null },
  prices: readonly Price[],
  itemsOf: (price: Price) => readonly Item[],
): Segment<Item>[] => {
  const changed = prices.filter((price, index) => {
    const before = prices[index - 1];
    return before === undefined || !sameItems(itemsOf(before), itemsOf(price));
  });
  return changed
    .map((price, index) => ({
      start: index === 0 ? start : laterOf(price.from, start),
      end: earlier(changed[index + 1]?.from ?? null, end),
      items: itemsOf(price),
    }))
    .filter((segment) => segment.end === null || segment.start < segment.end);
};

const groupByInterval = <Item extends Pick<Commit, 'length' | 'timeUnit'>>(
  items: readonly Item[],
  info: BilledTerm['info'],
) => [...Map.groupBy(items, (item) => writeInterval(intervalOf(item, info))).values()];

const iso = (time: Date): string => time.toISOString();

const commitLine = (commit: Commit, period: Period): InvoiceLine => ({
  kind: 'COMMIT',
  ...(commit.key === undefined ? {} : { key: commit.key }),
  name: commit.name ?? commit.key ?? 'Commit',
  ...(commit.description === undefined ? {} : { description: commit.description }),
  quantity: String(commit.quantity ?? 1),
  rate: big(commitPrice({ ...commit, quantity: 1 })).toFixed(),
  amount: prorate(commitPrice(commit), period).toFixed(),
});

const planCommits = (term: BilledTerm, start: Date, prices: readonly Price[], now: Date): PlannedInvoice[] =>
  segmentsOf({ start, end: term.end }, prices, ({ commits }) => commits).flatMap((segment) =>
    groupByInterval(segment.items, term.info).flatMap((commits) => {
      const [first] = commits;
      if (first === undefined) return [];
      const interval = intervalOf(first, term.info);
      return listPeriods(segment, { interval, cycle: cycleOf(term.info), until: now }).map((period) => ({
        type: 'COMMIT' as const,
        reference: `COMMIT ${term.id} ${writeInterval(interval)} ${iso(period.start)}`,
        termId: term.id,
        draftTime: isPaidAhead(term.info) ? period.start : period.end,
        period: { start: period.start, end: period.end },
        lines: commits.map((commit) => commitLine(commit, period)),
      }));
    }),
  );

/** A price for the whole term, of purchases that have neither recurring commits nor installments. */
const planWholeTerm = (term: BilledTerm, start: Date, prices: readonly Price[]): PlannedInvoice[] => {
  const isElsewhere =
    (term.info.paymentInstallments ?? []).length > 0 || prices.some(({ commits }) => commits.length > 0);
  if (isElsewhere || big(term.commitAmount).lte(0)) return [];
  const isAhead = isPaidAhead(term.info);
  // Without an end, there is no later time to pay at.
  const draftTime = isAhead || term.end === null ? start : term.end;
  const whole = term.plannedEnd && { start, end: term.plannedEnd };
  const isCut = !isAhead && whole !== null && term.end !== null && term.end < whole.end && term.end > start;
  const amount =
    isCut && whole ? shareOf(term.commitAmount, { start, end: term.end as Date }, whole) : big(term.commitAmount);
  return [
    {
      type: 'COMMIT',
      reference: `COMMIT ${term.id} TERM`,
      termId: term.id,
      draftTime,
      period: whole && { start, end: term.end ?? whole.end },
      lines: [{ kind: 'COMMIT', name: 'Commitment of the term', amount: amount.toFixed() }],
    },
  ];
};

const planInstallments = (term: BilledTerm, first: BilledTerm): PlannedInvoice[] => {
  const installments = installmentsOf(term, first);
  return installments
    .filter(({ amount, time }) => big(amount).gt(0) && (term.end === null || time < term.end))
    .map(({ index, amount, time }) => ({
      type: 'INSTALLMENT' as const,
      reference: `INSTALLMENT ${term.id} ${index}`,
      termId: term.id,
      draftTime: time,
      period: null,
      lines: [{ kind: 'INSTALLMENT' as const, name: `Installment ${index + 1} of ${installments.length}`, amount }],
    }));
};

const planUsage = (term: BilledTerm, start: Date, prices: readonly Price[], now: Date): PlannedInvoice[] =>
  segmentsOf({ start, end: term.end }, prices, ({ dimensions }) => dimensions).flatMap((segment) =>
    groupByInterval(segment.items, term.info).flatMap((dimensions) => {
      const [dimension] = dimensions;
      if (dimension === undefined) return [];
      const interval = intervalOf(dimension, term.info);
      // Periods begin with the term, whatever prices changed within it; a change cuts the period that it falls into.
      const periods = listPeriods({ start, end: segment.end }, { interval, cycle: cycleOf(term.info), until: now });
      return periods
        .filter((period) => period.end > segment.start)
        .map((period) => ({ ...period, start: laterOf(period.start, segment.start) }))
        .map((period) => ({
          type: 'USAGE' as const,
          reference: `USAGE ${term.id} ${writeInterval(interval)} ${iso(period.start)}`,
          termId: term.id,
          draftTime: period.end,
          period: { start: period.start, end: period.end },
          lines: [],
          usage: {
            dimensions,
            wholeStart: iso(period.wholeStart),
            wholeEnd: iso(period.wholeEnd),
            ...(monthsOf(interval) === null ? {} : { months: monthsOf(interval) as number }),
          },
        }));
    }),
  );

const planAddons = (term: BilledTerm, addons: ReturnType<typeof addonsOf>): PlannedInvoice[] =>
  addons
    .filter(({ amount, time }) => big(amount).gt(0) && (term.end === null || (time ?? term.start) < term.end))
    .map(({ id, name, description, amount, time }) => ({
      type: 'ADDON' as const,
      reference: `ADDON ${id}`,
      termId: term.id,
      draftTime: time ?? term.start,
      period: null,
      lines: [{ kind: 'ADDON' as const, key: id, name: name || 'Addon', description, amount }],
    }));

/** `terms` in the order of time; `prices` likewise, the first one from when billing begins. */
export type Purchase = {
  terms: readonly BilledTerm[];
  prices: readonly Price[];
  addons: ReturnType<typeof addonsOf>;
};

/**
 * The invoices of a purchase whose drafts are due by `now`, and the first time at which another one may be. Nothing is
 * billed whose draft would have been due before the first price.
 */
export const planInvoices = (
  { terms, prices, addons }: Purchase,
  now: Date,
): { invoices: PlannedInvoice[]; nextTime: Date | null } => {
  const [first] = terms;
  const [from] = prices;
  if (!first || !from) return { invoices: [], nextTime: null };
  const planned = terms.flatMap((term) => {
    const start = billingStart(term, term.id === first.id);
    // A cancellation during the trial leaves nothing to bill but addons.
    const isFree = term.end !== null && term.end <= start;
    return isFree
      ? []
      : [
          ...planInstallments(term, first),
          ...planWholeTerm(term, start, prices),
          ...planCommits(term, start, prices, now),
          ...planUsage(term, start, prices, now),
        ];
  });
  const last = terms.at(-1) ?? first;
  const all = [...planned, ...planAddons(last, addons)].filter(({ draftTime }) => draftTime >= from.from);
  const later = all.map(({ draftTime }) => draftTime.getTime()).filter((time) => time > now.getTime());
  const starts = terms.map((term) => billingStart(term, term.id === first.id).getTime());
  const next = [...later, ...starts.filter((time) => time > now.getTime()), ...nextStarts(planned, now)];
  return {
    invoices: all
      .filter(({ draftTime }) => draftTime <= now)
      .sort(
        (left, right) =>
          left.draftTime.getTime() - right.draftTime.getTime() || (left.reference < right.reference ? -1 : 1),
      ),
    nextTime: next.length === 0 ? null : new Date(Math.min(...next)),
  };
};

/** A period that has begun is followed by the next one where it ends. */
const nextStarts = (planned: readonly PlannedInvoice[], now: Date): number[] =>
  planned.flatMap(({ period }) => (period !== null && period.end > now ? [period.end.getTime()] : []));
