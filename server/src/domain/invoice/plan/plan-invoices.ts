import { big } from '../../../kit/decimal.ts';
import { runToEnd } from '../../../kit/yield-to-others.ts';
import type { InvoiceLine, InvoiceType, UsageTerms } from '../invoice.ts';
import { type Interval, laterOf, listPeriods, type Period } from './period.ts';
import { shareOf } from './prorate.ts';
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
  pricedSpan,
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
  kind: 'COMMIT' | 'USAGE',
) => [...Map.groupBy(items, (item) => writeInterval(intervalOf(item, info, kind))).values()];

const iso = (time: Date): string => time.toISOString();

const commitLine = (commit: Commit, period: Period, whole: { start: Date; end: Date }): InvoiceLine => ({
  kind: 'COMMIT',
  ...(commit.key === undefined ? {} : { key: commit.key }),
  name: commit.name ?? commit.key ?? 'Commit',
  ...(commit.description === undefined ? {} : { description: commit.description }),
  quantity: String(commit.quantity ?? 1),
  rate: big(commitPrice({ ...commit, quantity: 1 })).toFixed(),
  amount: shareOf(commitPrice(commit), period, whole).toFixed(),
});

/**
 * A term as its invoices are planned: what it costs from `start` on. `origin` is the start of the purchase, `begin` the end
 * of its trial.
 */
type Planning = {
  term: BilledTerm;
  start: Date;
  origin: Date;
  begin: Date;
  prices: readonly Price[];
  now: Date;
};

/** The periods of items that are billed together, by their interval. */
type Billed<Item> = { items: readonly Item[]; interval: Interval; segment: Segment<Item> };

const billedTogether = <Item extends Pick<Commit, 'length' | 'timeUnit'>>(
  { term, start, prices }: Planning,
  itemsOf: (price: Price) => readonly Item[],
  kind: 'COMMIT' | 'USAGE',
): Billed<Item>[] =>
  segmentsOf({ start, end: term.end }, prices, itemsOf).flatMap((segment) =>
    groupByInterval(segment.items, term.info, kind).flatMap((items) => {
      const [first] = items;
      return first === undefined ? [] : [{ items, interval: intervalOf(first, term.info, kind), segment }];
    }),
  );

/** A purchase of years that is billed by the day has thousands of periods: planning them pauses after so many. */
const periodsOfPause = 100;

const planCommits = function* (planning: Planning): Generator<void, PlannedInvoice[]> {
  const { term, origin, begin, now } = planning;
  const planned: PlannedInvoice[] = [];
  for (const { items: commits, interval, segment } of billedTogether(planning, (price) => price.commits, 'COMMIT')) {
    for (const period of listPeriods(segment, { interval, cycle: cycleOf(term.info), origin, until: now })) {
      planned.push({
        type: 'COMMIT',
        reference: `COMMIT ${term.id} ${writeInterval(interval)} ${iso(period.start)}`,
        termId: term.id,
        draftTime: isPaidAhead(term.info) ? period.start : period.end,
        period: { start: period.start, end: period.end },
        lines: commits.map((commit) => commitLine(commit, period, pricedSpan(period, term, begin))),
      });
      if (planned.length % periodsOfPause === 0) yield;
    }
    yield;
  }
  return planned;
};

/**
 * A price for the whole term, of purchases that have neither recurring commits nor installments. Commits that are agreed
 * later end it.
 */
const planWholeTerm = ({ term, start, prices }: Planning): PlannedInvoice[] => {
  const hasInstallments = (term.info.paymentInstallments ?? []).length > 0;
  const index = prices.findIndex(({ commits }) => commits.length > 0);
  const replaced = prices[index]?.from ?? null;
  const isReplaced = index === 0 || (replaced !== null && replaced <= start);
  if (hasInstallments || isReplaced || big(term.commitAmount).lte(0)) return [];
  const end = earlier(term.end, replaced);
  // Without an end, there is no later time to pay at.
  const draftTime = isPaidAhead(term.info) || end === null ? start : end;
  const whole = term.plannedEnd && { start, end: term.plannedEnd };
  const used = whole && { start, end: end ?? whole.end };
  return [
    {
      type: 'COMMIT',
      reference: `COMMIT ${term.id} TERM`,
      termId: term.id,
      draftTime,
      period: used,
      lines: [
        {
          kind: 'COMMIT',
          name: 'Commitment of the term',
          amount: (whole && used ? shareOf(term.commitAmount, used, whole) : big(term.commitAmount)).toFixed(),
        },
      ],
    },
  ];
};

/** Whether a term lasts, or lasted, as long as agreed. */
const isWhole = ({ end, plannedEnd }: BilledTerm): boolean =>
  end === null || (plannedEnd !== null && end >= plannedEnd);

/** Those of a term that ends early fall due until then; one that lasts as agreed pays all of them, also after its end. */
const planInstallments = (term: BilledTerm, first: BilledTerm): PlannedInvoice[] => {
  const installments = installmentsOf(term, first);
  return installments
    .filter(({ amount, time }) => big(amount).gt(0) && (isWhole(term) || (term.end !== null && time < term.end)))
    .map(({ index, amount, time }) => ({
      type: 'INSTALLMENT' as const,
      reference: `INSTALLMENT ${term.id} ${index}`,
      termId: term.id,
      draftTime: time,
      period: null,
      lines: [{ kind: 'INSTALLMENT' as const, name: `Installment ${index + 1} of ${installments.length}`, amount }],
    }));
};

const planUsage = function* (planning: Planning): Generator<void, PlannedInvoice[]> {
  const { term, start, origin, now } = planning;
  const planned: PlannedInvoice[] = [];
  const billed = billedTogether(planning, (price) => price.dimensions, 'USAGE');
  for (const { items: dimensions, interval, segment } of billed) {
    // Periods begin with the term, whatever prices changed within it; a change cuts the period that it falls into.
    const intervals = { interval, cycle: cycleOf(term.info), origin, until: now, after: segment.start };
    for (const period of listPeriods({ start, end: segment.end }, intervals)) {
      const from = laterOf(period.start, segment.start);
      planned.push({
        type: 'USAGE',
        reference: `USAGE ${term.id} ${writeInterval(interval)} ${iso(from)}`,
        termId: term.id,
        draftTime: period.end,
        period: { start: from, end: period.end },
        lines: [],
        usage: {
          dimensions,
          wholeStart: iso(period.wholeStart),
          wholeEnd: iso(period.wholeEnd),
          ...(monthsOf(interval) === null ? {} : { months: monthsOf(interval) as number }),
        },
      });
      if (planned.length % periodsOfPause === 0) yield;
    }
    yield;
  }
  return planned;
};

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

type Plan = { invoices: PlannedInvoice[]; nextTime: Date | null };

/** The work of `planInvoices`, which pauses so that it can be done in turns. */
export const planningOf = function* ({ terms, prices, addons }: Purchase, now: Date): Generator<void, Plan> {
  const [first] = terms;
  const [from] = prices;
  if (!first || !from) return { invoices: [], nextTime: null };
  const begin = billingStart(first, true);
  const planned: PlannedInvoice[] = [];
  for (const term of terms) {
    const start = billingStart(term, term.id === first.id);
    // A cancellation during the trial leaves nothing to bill but addons; a term that was over by then, nothing.
    const isFree = term.end !== null && (term.end <= start || term.end <= from.from);
    const planning = { term, start, origin: first.start, begin, prices, now };
    if (isFree) continue;
    const parts = [planInstallments(term, first), planWholeTerm(planning)];
    parts.push(yield* planCommits(planning), yield* planUsage(planning));
    for (const part of parts) for (const one of part) planned.push(one);
  }
  const last = terms.at(-1) ?? first;
  const all = [...planned, ...planAddons(last, addons)].filter(
    ({ draftTime, period }) => (period?.start ?? draftTime) >= from.from,
  );
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
    nextTime: next.length === 0 ? null : new Date(next.reduce((least, time) => Math.min(least, time))),
  };
};

/**
 * The invoices of a purchase whose drafts are due by `now`, and the first time at which another one may be. Nothing is
 * billed that fell due, or whose period began, before the first price.
 */
export const planInvoices = (purchase: Purchase, now: Date): Plan => runToEnd(planningOf(purchase, now));

/** A period that has begun is followed by the next one where it ends. */
const nextStarts = (planned: readonly PlannedInvoice[], now: Date): number[] =>
  planned.flatMap(({ period }) => (period !== null && period.end > now ? [period.end.getTime()] : []));
