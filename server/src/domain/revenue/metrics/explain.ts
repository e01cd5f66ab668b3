import { badRequest } from '../../../kit/errors.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import { addRationals, multiplyRationals, type Rational, rational } from '../../../kit/rational.ts';
import { type Book, type MetricsQuery, openBook } from './book.ts';
import { type Cause, causeOf, type ItemPart, listItemParts } from './parts.ts';
import type { Period } from './periods.ts';
import { readRates } from './rates.ts';
import type { RecurringItem } from './recurring-item.ts';
import { groupOf, splitMovement } from './split-movement.ts';
import { listTransitions, type MovementRow } from './transitions.ts';
import { signOf, type WaterfallRow } from './waterfall.ts';

/** A cell of a report; `isConverted` if it is of the lines converted by the query's rates. */
export type CellAddress = {
  period: string;
  row: WaterfallRow;
  currency: string;
  isConverted: boolean;
  group: string | null;
};

/**
 * A movement of a buyer, as far as it concerns the cell's group. The causes add up to `share` + `moved`; `share` counts as
 * the movement (below 0 for contraction and churn), `moved` was gained from other groups or lost to them. `amount` is what
 * the cell counts: `share` without its sign, or `moved`. `type` is null for a renewal at the same price.
 */
export type MovementPart = {
  kind: 'MOVEMENT';
  type: MovementRow | null;
  buyerId: string;
  currency: string;
  time: Date;
  share: Rational;
  moved: Rational;
  causes: readonly Cause[];
  amount: Rational;
};

/** What the opening of a currency gained or lost by a change of its rate, from `openingRate` to `closingRate`. */
export type FxPart = {
  kind: 'FX';
  currency: string;
  opening: Rational;
  openingRate: Rational;
  closingRate: Rational;
  amount: Rational;
};

/** In a converted cell, `rate` is what the amount of an item or a movement is multiplied by; otherwise it is 1. */
export type CellPart = ((ItemPart | MovementPart) & { rate: Rational }) | FxPart;

/** The parts of a cell. `amount` is exactly the sum of each part's amount × rate (of an fx part, its amount). */
export type CellExplanation = { amount: Rational; parts: CellPart[] };

const one = rational(1n);

const findPeriod = (periods: readonly Period[], key: string): number => {
  const index = periods.findIndex((period) => period.key === key);
  if (index >= 0) return index;
  const message = mustBeOneOf(
    'the periods of the report',
    periods.map((period) => period.key),
  );
  throw badRequest([{ path: 'period', code: 'invalid', message }]);
};

/** Which items a cell is about: those of its group, in its currency or in all of them. */
type Scope = {
  book: Book;
  period: Period;
  index: number;
  row: WaterfallRow;
  nameOf: (item: RecurringItem) => string;
  isMine: (item: RecurringItem) => boolean;
};

const readScope = (items: readonly RecurringItem[], query: MetricsQuery, address: CellAddress): Scope => {
  const book = openBook(items, query);
  const index = findPeriod(book.periods, address.period);
  const { group, currency, isConverted, row } = address;
  const { groupBy, rates } = query;
  if (group !== null && groupBy === undefined)
    throw badRequest([{ path: 'group', code: 'invalid', message: 'the report has no groups' }]);
  if (isConverted && rates?.currency !== currency)
    throw badRequest([{ path: 'currency', code: 'invalid', message: `the report is not converted to ${currency}` }]);
  const nameOf = (item: RecurringItem): string => (group === null || !groupBy ? '' : groupOf(item, groupBy));
  const isMine = (item: RecurringItem): boolean =>
    (isConverted || item.currency === currency) && nameOf(item) === (group ?? '');
  return { book, index, period: book.periods[index] as Period, row, nameOf, isMine };
};

/** What counted just before a period began or ended: what happens at that instant belongs to what follows. */
const listStanding = ({ book, isMine }: Scope, boundary: Date): ItemPart[] =>
  listItemParts(
    book.timelines.filter(({ item }) => isMine(item)),
    book.scale,
    boundary.getTime() - 1,
  );

const listMovements = ({ book, index, row, nameOf, isMine }: Scope): MovementPart[] =>
  book.accounts
    .filter(({ changes }) => changes.some(({ item }) => isMine(item)))
    .flatMap((account) => listTransitions(account, book))
    .filter((one) => one.period === index && (row === 'moved' || one.row === row))
    .flatMap(({ row: type, units, buyerId, currency, time, changes }): MovementPart[] => {
      const causes = changes.filter(({ item }) => isMine(item));
      const [first] = causes;
      const mine = first && splitMovement(units, changes, nameOf).find(({ group }) => group === nameOf(first.item));
      if (!mine) return [];
      return [
        {
          kind: 'MOVEMENT',
          type,
          buyerId,
          currency,
          time: new Date(time),
          share: rational(mine.share, book.scale),
          moved: rational(mine.moved, book.scale),
          causes: causes.map((cause) => causeOf(cause, book.scale)),
          amount: rational(row === 'moved' ? mine.moved : mine.share * signOf(row), book.scale),
        },
      ];
    })
    .filter(({ amount }) => amount.n !== 0n);

type RateOf = (currency: string, time: Date) => Rational;

const readRateOf = ({ rates }: MetricsQuery, isConverted: boolean): RateOf => {
  if (!isConverted || !rates) return () => one;
  const reader = readRates(rates);
  return (currency, time) => rational(reader.rateAt(currency, time), reader.scale);
};

const sumOf = (amounts: readonly Rational[]): Rational => amounts.reduce(addRationals, rational(0n));

const listFx = (scope: Scope, rateOf: RateOf): FxPart[] =>
  [...Map.groupBy(listStanding(scope, scope.period.start), ({ currency }) => currency)]
    .map(([currency, parts]): FxPart => {
      const opening = sumOf(parts.map(({ amount }) => amount));
      const [openingRate, closingRate] = [rateOf(currency, scope.period.start), rateOf(currency, scope.period.end)];
      const difference = addRationals(closingRate, { n: -openingRate.n, d: openingRate.d });
      const amount = multiplyRationals(opening, difference);
      return { kind: 'FX', currency, opening, openingRate, closingRate, amount };
    })
    .filter(({ amount }) => amount.n !== 0n);

/**
 * Opens a cell of the report that `query` makes of `items`: the items, or the movements with their items, whose sum it is.
 * Throws 400 for a period, a group or a currency that the report cannot have.
 */
export const openCell = (
  items: readonly RecurringItem[],
  query: MetricsQuery,
  address: CellAddress,
): CellExplanation => {
  const scope = readScope(items, query, address);
  const rateOf = readRateOf(query, address.isConverted);
  if (address.row === 'fx') {
    const parts = listFx(scope, rateOf);
    return { amount: sumOf(parts.map(({ amount }) => amount)), parts };
  }
  const { start, end } = scope.period;
  const isStanding = address.row === 'opening' || address.row === 'closing';
  const time = address.row === 'opening' ? start : end;
  const found = isStanding ? listStanding(scope, time) : listMovements(scope);
  const parts = found.map((part) => ({ ...part, rate: rateOf(part.currency, time) }));
  return { amount: sumOf(parts.map(({ amount, rate }) => multiplyRationals(amount, rate))), parts };
};

/** A buyer of the cohort in one currency: what it had at the opening, what of that it kept, and what it has at the closing. */
export type CohortMember = {
  buyerId: string;
  currency: string;
  opening: Rational;
  kept: Rational;
  closing: Rational;
  rate: Rational;
};

/**
 * The buyers over whom the retention of a line is computed: Σ kept × rate ÷ Σ opening × rate is the gross one, with
 * `closing` the net one.
 */
export const openCohort = (
  items: readonly RecurringItem[],
  query: MetricsQuery,
  address: Omit<CellAddress, 'row'>,
): CohortMember[] => {
  const scope = readScope(items, query, { ...address, row: 'opening' });
  const { book, period, isMine } = scope;
  const rateOf = readRateOf(query, address.isConverted);
  return book.accounts.flatMap(({ buyerId, currency, changes }): CohortMember[] => {
    const own = changes.filter(({ item }) => isMine(item));
    const before = (time: Date): bigint =>
      own.reduce((sum, change) => (change.time < time.getTime() ? sum + change.units : sum), 0n);
    const [opening, closing] = [before(period.start), before(period.end)];
    if (opening === 0n) return [];
    const lost = opening > closing ? opening - closing : 0n;
    const amount = (units: bigint): Rational => rational(units, book.scale);
    return [
      {
        buyerId,
        currency,
        opening: amount(opening),
        kept: amount(opening - lost),
        closing: amount(closing),
        rate: rateOf(currency, period.end),
      },
    ];
  });
};
