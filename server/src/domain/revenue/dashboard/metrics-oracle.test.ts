import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { startApp, type TestApp } from '../../../../test/app.ts';
import { isRawNumber, type JsonNumber } from '../../../kit/json.ts';
import { type Bought, buy, metricsOf, type Row } from './metrics.test-support.ts';

// The metrics of purchases, through HTTP, against a calculation independent of the service: whole numbers and days of the
// calendar, written from the definitions. `properties.test.ts` does the same for items; here they are made of terms.

const digitsOf: Readonly<Record<string, number>> = { USD: 2, JPY: 0, KWD: 3 };
const dayMs = 86_400_000;

type Fraction = readonly [bigint, bigint];
const zero: Fraction = [0n, 1n];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const minus = (left: Fraction, [c, d]: Fraction): Fraction => plus(left, [-c, d]);
const isMore = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d > c * b;
const decimal = (text: string): Fraction => {
  const [whole = '0', rest = ''] = text.split('.');
  return [BigInt(whole + rest), 10n ** BigInt(rest.length)];
};

/** Half to even, in the smallest unit of the currency. */
const inUnits = ([n, d]: Fraction, currency: string): bigint => {
  const scaled = n * 10n ** BigInt(digitsOf[currency] ?? 2);
  const low = scaled / d - (scaled % d < 0n ? 1n : 0n);
  const twice = 2n * (scaled - low * d);
  return twice > d || (twice === d && low % 2n !== 0n) ? low + 1n : low;
};
const unitsShown = (value: JsonNumber | null | undefined, currency: string): bigint => {
  const text = isRawNumber(value) ? value.rawJSON : String(value);
  const sign = text.startsWith('-') ? -1n : 1n;
  const [n, d] = decimal(text.replace('-', ''));
  return (sign * (n * 10n ** BigInt(digitsOf[currency] ?? 2))) / d;
};

/**
 * Whole calendar months between two midnights in UTC, or null. The last day replaces one that a month lacks; a term that begins with it
 * may end with any later day up to the last one.
 */
const wholeMonths = (start: string, end: string): number | null => {
  const [from, until] = [new Date(start), new Date(end)];
  for (let months = 1; months <= 61; months += 1) {
    const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
    const day = Math.min(from.getUTCDate(), last.getUTCDate());
    const then = Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), day, from.getUTCHours(), from.getUTCMinutes());
    const isLastDay = new Date(from.getTime() + dayMs).getUTCDate() === 1;
    const latest = isLastDay ? then + (last.getUTCDate() - day) * dayMs : then;
    // Marketplaces end a term within a day of that.
    if (until.getTime() > then - dayMs && until.getTime() < latest + dayMs) return months;
  }
  return null;
};

type Sold = Bought & { currency: string; end: string };

const monthlyOf = ({ value, start, end }: Sold): Fraction => {
  const [n, d] = decimal(value);
  const months = wholeMonths(start, end);
  if (months !== null) return [n, d * BigInt(months)];
  const days = BigInt(Math.round((Date.parse(end) - Date.parse(start)) / dayMs));
  return [n * 365n, d * 12n * days];
};

/** The instant at which a day begins in a zone. */
const midnight = (day: string, timeZone: string): number => {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const utc = Date.parse(`${day}T00:00:00Z`);
  for (let quarter = -64; quarter <= 64; quarter += 1)
    if (shown.format(utc + quarter * 900_000) === `${day} 00:00:00`) return utc + quarter * 900_000;
  throw new Error(`${day} ${timeZone}`);
};

const sumAt = (sold: readonly Sold[], time: number): Fraction =>
  sold
    .filter(({ start, ended }) => Date.parse(start) < time && (ended === undefined || Date.parse(ended) >= time))
    .map(monthlyOf)
    .reduce(plus, zero);

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
  app.clock.set(new Date('2026-11-20T12:00:00Z'));
});
after(() => app.close());

const starts = [
  '2023-02-28',
  '2024-01-31',
  '2024-02-29',
  '2025-03-30',
  '2025-06-30',
  '2025-12-31',
  '2026-02-28',
  '2026-03-15',
];
const hours = ['00:00:00', '04:30:00', '18:30:00', '23:45:00'];
const purchase: fc.Arbitrary<Sold> = fc
  .record({
    buyer: fc.constantFrom('111111111111', '222222222222', '333333333333'),
    value: fc.constantFrom('100', '1000', '7', '1200', '99999', '1', '250001'),
    cents: fc.nat(999),
    start: fc.tuple(fc.constantFrom(...starts), fc.constantFrom(...hours)).map(([day, hour]) => `${day}T${hour}Z`),
    term: fc.oneof(
      fc.constantFrom(1, 6, 12, 24, 36, 60).map((months) => ({ months })),
      fc.constantFrom(10, 90, 400, 1000).map((days) => ({ days })),
    ),
    isLastSecond: fc.boolean(),
    endedAfter: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    partner: fc.constantFrom('AWS' as const, 'GCP' as const),
  })
  .map(({ value, cents, start, term, isLastSecond, endedAfter, currency, ...rest }) => {
    const from = new Date(start);
    let until = from.getTime() + ('days' in term ? term.days * dayMs : 0);
    if ('months' in term) {
      const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + term.months + 1, 0));
      until = last.getTime() + (from.getTime() % dayMs) - Math.max(0, last.getUTCDate() - from.getUTCDate()) * dayMs;
      if (isLastSecond) until -= 1000;
    }
    const digits = digitsOf[currency] ?? 2;
    const fraction = String(cents).padStart(3, '0').slice(0, digits);
    const ended = endedAfter === undefined ? undefined : Math.min(until, from.getTime() + endedAfter * dayMs);
    return {
      ...rest,
      ...{ start, currency, value: fraction === '' ? value : `${value}.${fraction}` },
      end: new Date(until).toISOString(),
      ...(ended === undefined ? {} : { ended: new Date(ended).toISOString() }),
    };
  });

/** The movements of each buyer's MRR between two instants, as the definitions name them. */
const movementsOf = (sold: readonly Sold[], from: number, until: number): Record<string, Fraction> => {
  const moved: Record<string, Fraction> = {};
  const add = (name: string, amount: Fraction) => {
    moved[name] = plus(moved[name] ?? zero, amount);
  };
  for (const own of Map.groupBy(sold, ({ buyer, partner }) => `${partner} ${buyer}`).values()) {
    const [opening, closing] = [sumAt(own, from), sumAt(own, until)];
    const hadBefore = own.some(({ start, ended }) => Date.parse(start) < from && ended !== start);
    if (isMore(closing, opening))
      add(isMore(opening, zero) ? 'expansion' : hadBefore ? 'reactivation' : 'new', minus(closing, opening));
    else if (isMore(opening, closing)) add(isMore(closing, zero) ? 'contraction' : 'churn', minus(opening, closing));
  }
  return moved;
};

it('metrics of any purchases match a calculation from their terms', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 1, maxLength: 7 }),
      fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
      async (sold, timeZone) => {
        round += 1;
        const organization = await app.addOrganization(`oracle${round}`);
        for (const one of sold) await buy(app, organization, one);
        for (const currency of new Set(sold.map((one) => one.currency))) {
          const own = sold.filter((one) => one.currency === currency);
          const asked = `currency=${currency}&timeZone=${timeZone}&renewalGraceDays=0&mode=net&measure=arr&startDate=2025-11-01&endDate=2026-10-31`;
          const found = await metricsOf(organization, asked);
          const end = midnight('2026-11-01', timeZone);
          const total = sumAt(own, end);
          assert.equal(unitsShown(found.mrr, currency), inUnits(total, currency), 'mrr');
          assert.equal(unitsShown(found.arr, currency), inUnits([total[0] * 12n, total[1]], currency), 'arr');
          assert.equal(found.waterfall.length, 12);
          for (const row of found.waterfall as (Row & { period: string })[]) {
            const [year = 0, month = 0] = row.period.slice(0, 7).split('-').map(Number);
            const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
            const [from, until] = [midnight(`${row.period.slice(0, 7)}-01`, timeZone), midnight(next, timeZone)];
            const yearly = ([n, d]: Fraction): Fraction => [n * 12n, d];
            const moved = movementsOf(own, from, until);
            const expected: Record<string, Fraction> = {
              opening: sumAt(own, from),
              closing: sumAt(own, until),
              ...moved,
            };
            for (const name of ['opening', 'new', 'reactivation', 'expansion', 'contraction', 'churn', 'closing']) {
              const shown = unitsShown(row[name] as JsonNumber, currency);
              const exact = inUnits(yearly(expected[name] ?? zero), currency);
              // Columns are rounded by largest remainder, so that the row adds up.
              assert.ok(shown - exact <= 1n && exact - shown <= 1n, `${row.period} ${name} ${shown} ${exact}`);
            }
          }
        }
      },
    ),
    { numRuns: 12, seed: 117 },
  );
});
