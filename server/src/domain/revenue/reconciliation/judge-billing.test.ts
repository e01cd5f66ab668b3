import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minorDigitsOf, splitEqually } from '../../../kit/currency.ts';
import { Big } from '../../../kit/decimal.ts';
import { addMonths } from '../../../kit/months.ts';
import type { BilledTerm } from '../../entitlement/actions/load-billed-terms.ts';
import { fixedDeadline, usageDeadline } from './billing-days.ts';
import { fixedCharges } from './expected-charges.ts';
import { type Judging, judgeBilling } from './judge-billing.ts';
import { type BilledRecord, type ExpectedCharge, nextMonth, startOfMonth } from './reconciliation.ts';

const dayMs = 86_400_000;
const start = new Date('2026-01-10T09:00:00Z');
const later = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

const fixed = (index: number, chargeTime: Date, amount: string, currency: string): ExpectedCharge => ({
  place: `INSTALLMENT ${index}`,
  type: 'FIXED',
  chargeTime,
  deadline: fixedDeadline('AWS', chargeTime),
  period: chargeTime.toISOString().slice(0, 7),
  currency,
  amount,
  isCertain: true,
  parts: 1,
  explanations: [],
});

const usage = (period: string, amount: string, currency: string): ExpectedCharge => ({
  ...fixed(0, startOfMonth(nextMonth(period)), amount, currency),
  place: `USAGE ${period}`,
  type: 'USAGE',
  deadline: usageDeadline('AWS', period),
  period,
  parts: 3,
});

const record = (id: string, { currency }: ExpectedCharge, changes: Partial<BilledRecord>): BilledRecord => ({
  id,
  currency: currency ?? '',
  billed: '0',
  refunded: '0',
  forgiven: '0',
  time: start,
  periodStart: null,
  periodEnd: null,
  billingModel: null,
  invoiceId: null,
  earlier: [],
  ...changes,
});

/** How a charge is billed. `shares`: the number of records of a month of usage. */
type Billing = { charge: ExpectedCharge; delay: number; shares: number; saysModel: boolean };

const billsOf = ({ charge, delay, shares, saysModel }: Billing, name: string = charge.place): BilledRecord[] => {
  const time = later(charge.chargeTime, delay);
  const { amount, currency, period } = charge;
  if (charge.type === 'FIXED')
    return [
      record(name, charge, {
        billed: amount ?? '0',
        time,
        // The term of the contract.
        periodStart: start,
        periodEnd: later(start, 730),
        ...(saysModel ? { billingModel: 'SubscriptionBased' } : {}),
      }),
    ];
  const end = startOfMonth(nextMonth(period));
  return splitEqually(amount ?? '0', shares, currency ?? undefined).map((billed, part) =>
    record(`${name} ${part}`, charge, {
      billed,
      time,
      periodStart: startOfMonth(period),
      periodEnd: new Date(end.getTime() - 1000),
      ...(saysModel ? { billingModel: 'UsageBased' } : {}),
    }),
  );
};

/** Installments at least 20 days apart and months of usage. Amounts are multiples of ten units; `distinct`: all differ. */
const billingsOf = (distinct: boolean): fc.Arbitrary<Billing[]> =>
  fc
    .record({
      currency: fc.constantFrom('USD', 'JPY', 'KWD'),
      gaps: fc.array(fc.integer({ min: 20, max: 95 }), { maxLength: 8 }),
      amounts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 20, maxLength: 20 }),
      months: fc.subarray(['2026-01', '2026-02', '2026-03', '2026-05', '2026-07', '2026-12']),
      how: fc.array(
        fc.record({
          delay: fc.double({ min: 0, max: 8.9, noNaN: true }),
          shares: fc.integer({ min: 1, max: 3 }),
          saysModel: fc.boolean(),
        }),
        { minLength: 20, maxLength: 20 },
      ),
    })
    .map(({ currency, gaps, amounts, months, how }) => {
      let time = start;
      const amountAt = (index: number): string =>
        String(distinct ? 1000 * (index + 1) + 10 * (amounts[index] ?? 1) : 100 * (amounts[0] ?? 1));
      const charges = gaps.map((gap, index) => {
        const charge = fixed(index, time, amountAt(index), currency);
        time = later(time, gap);
        return charge;
      });
      // No part of a month costs as much as an installment: nothing would distinguish them if that one were missing.
      const usageAt = (index: number): string => (distinct ? `${index + 3}00${amountAt(index)}` : amountAt(index));
      const used = months.map((month, index) => usage(month, usageAt(gaps.length + index), currency));
      return [...charges, ...used].map((charge, index) => ({ charge, ...(how[index] as Omit<Billing, 'charge'>) }));
    });

const far = later(start, 3000);

const judge = (charges: readonly ExpectedCharge[], records: readonly BilledRecord[], changes: Partial<Judging> = {}) =>
  judgeBilling({
    noted: [],
    charges,
    records,
    now: far,
    readThrough: far,
    faultySince: null,
    since: later(start, -30),
    usageSince: startOfMonth('2026-01'),
    zone: 'UTC',
    namesMonths: false,
    mixesCharges: false,
    converts: false,
    ...changes,
  });

const chargesOf = (billings: readonly Billing[]): ExpectedCharge[] => billings.map(({ charge }) => charge);
const brief = (found: ReturnType<typeof judge>): string[] =>
  found.map(({ place, kind, cause }) => `${place}: ${kind} ${cause ?? ''}`.trim());

/** In any order: by random keys. */
const shuffled = <T>(list: readonly T[], keys: readonly number[]): T[] =>
  list
    .map((item, index) => ({ item, key: keys[index % keys.length] ?? 0, index }))
    .sort((left, right) => left.key - right.key || left.index - right.index)
    .map(({ item }) => item);
const keys = fc.array(fc.nat(), { minLength: 1, maxLength: 40 });

/** What may go wrong with the bill of a charge, and the expected findings. */
const errors: Readonly<Record<string, { bills: (billing: Billing) => BilledRecord[]; found: string | null }>> = {
  nothing: { bills: (one) => billsOf(one), found: null },
  missing: { bills: () => [], found: 'MISSING' },
  double: {
    bills: (one) => [...billsOf(one), ...billsOf({ ...one, delay: one.delay + 1 }, `${one.charge.place} again`)],
    found: 'DOUBLE',
  },
  'double, one given back': {
    bills: (one) => [
      ...billsOf(one),
      ...billsOf({ ...one, delay: one.delay + 1 }, `${one.charge.place} again`).map((again) => ({
        ...again,
        billed: '0',
        refunded: again.billed,
      })),
    ],
    found: null,
  },
  more: {
    bills: (one) => {
      const [first, ...rest] = billsOf(one) as [BilledRecord, ...BilledRecord[]];
      return [{ ...first, billed: new Big(first.billed).plus(7).toFixed() }, ...rest];
    },
    found: 'AMOUNT_DIFFERS',
  },
  less: {
    bills: (one) => {
      const [first, ...rest] = billsOf(one) as [BilledRecord, ...BilledRecord[]];
      return [{ ...first, billed: new Big(first.billed).minus(6).toFixed() }, ...rest];
    },
    found: 'AMOUNT_DIFFERS',
  },
  'another currency': {
    bills: (one) => billsOf(one).map((bill) => ({ ...bill, currency: 'CHF' })),
    found: 'CURRENCY_DIFFERS',
  },
  'given back in part': {
    bills: (one) => {
      const [first, ...rest] = billsOf(one) as [BilledRecord, ...BilledRecord[]];
      return [{ ...first, billed: new Big(first.billed).minus(5).toFixed(), refunded: '5' }, ...rest];
    },
    found: 'AMOUNT_DIFFERS REFUNDED',
  },
  forgiven: {
    bills: (one) => billsOf(one).map((bill) => ({ ...bill, forgiven: bill.billed })),
    found: 'AMOUNT_DIFFERS FORGIVEN',
  },
  restated: {
    bills: (one) => {
      const [first, ...rest] = billsOf(one) as [BilledRecord, ...BilledRecord[]];
      return [{ ...first, billed: new Big(first.billed).plus(8).toFixed(), earlier: ['3', first.billed] }, ...rest];
    },
    found: 'AMOUNT_DIFFERS RESTATED',
  },
};

describe('comparing what was billed with what should have been', () => {
  it('finds nothing if everything is billed as expected, in whatever order and however usage is split', () => {
    fc.assert(
      fc.property(billingsOf(false), keys, keys, (billings, first, second) => {
        const records = billings.flatMap((one) => billsOf(one));
        assert.deepEqual(judge(shuffled(chargesOf(billings), first), shuffled(records, second)), []);
      }),
      { numRuns: 300 },
    );
  });

  it('finds each of any number of errors with its kind, and nothing else', () => {
    fc.assert(
      fc.property(
        billingsOf(true),
        fc.array(fc.constantFrom(...Object.keys(errors)), { minLength: 20, maxLength: 20 }),
        keys,
        (billings, planted, order) => {
          const kindOf = (index: number) => errors[planted[index] ?? ''] as (typeof errors)[string];
          const records = billings.flatMap((one, index) => kindOf(index).bills(one));
          const expected = billings.flatMap(({ charge }, index) => {
            const { found } = kindOf(index);
            return found === null ? [] : [`${charge.place}: ${found}`];
          });
          const found = judge(shuffled(chargesOf(billings), order), shuffled(records, order));
          assert.deepEqual(brief(found), expected.sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  it('finds one missing or double bill of equal installments in its place', () => {
    const planted = fc.constantFrom('missing', 'double');
    fc.assert(
      fc.property(billingsOf(false), fc.nat(), planted, keys, (billings, nth, name, order) => {
        fc.pre(billings.length > 0);
        const wrong = nth % billings.length;
        const { bills, found: kind } = errors[name] as (typeof errors)[string];
        const records = billings.flatMap((one, index) => (index === wrong ? bills(one) : billsOf(one)));
        const place = billings[wrong]?.charge.place;
        assert.deepEqual(brief(judge(chargesOf(billings), shuffled(records, order))), [`${place}: ${kind}`]);
      }),
      { numRuns: 300 },
    );
  });

  it('names both exact amounts, and the records', () => {
    const charge = fixed(1, start, '1000', 'USD');
    const [bill] = billsOf({ charge, delay: 1, shares: 1, saysModel: false });
    assert.ok(bill);
    const [difference] = judge([charge], [{ ...bill, billed: '999.5', refunded: '100.25', forgiven: '0.25' }]);
    assert.deepEqual(difference, {
      place: 'INSTALLMENT 1',
      kind: 'AMOUNT_DIFFERS',
      cause: null,
      period: '2026-01',
      currency: 'USD',
      expected: '1000',
      billed: '999.25',
      billedCurrency: 'USD',
      records: ['INSTALLMENT 1'],
    });
  });

  it('reports a bill that matches no expected charge as unexpected, unless it is from before the first known charge', () => {
    fc.assert(
      fc.property(billingsOf(true), fc.integer({ min: -200, max: 300 }), (billings, day) => {
        const [first] = billings;
        fc.pre(first !== undefined);
        const extra = record('extra', first.charge, {
          billed: '777',
          time: later(start, day),
          periodStart: start,
          periodEnd: later(start, 400),
        });
        const found = judge(chargesOf(billings), [...billings.flatMap((one) => billsOf(one)), extra]);
        const place = `UNEXPECTED CHARGE ${extra.time.toISOString().slice(0, 7)} ${extra.currency}`;
        assert.deepEqual(brief(found), day < -30 ? [] : [`${place}: UNEXPECTED`]);
      }),
    );
  });

  it('says that a bill may still arrive, or may be in a file that could not be read', () => {
    const charge = fixed(1, start, '1000', 'USD');
    const at = (now: Date, changes: Partial<Judging> = {}) =>
      brief(judge([charge], [], { now, readThrough: now, ...changes }));
    assert.deepEqual(at(later(start, -1)), []);
    assert.deepEqual(at(later(start, 5)), ['INSTALLMENT 1: MISSING LATE']);
    assert.deepEqual(at(later(start, 20)), ['INSTALLMENT 1: MISSING']);
    assert.deepEqual(at(later(start, 20), { readThrough: later(start, 8) }), ['INSTALLMENT 1: MISSING LATE']);
    assert.deepEqual(at(later(start, 20), { faultySince: later(start, 1) }), ['INSTALLMENT 1: MISSING FEED_FAULT']);
    assert.deepEqual(at(later(start, 20), { faultySince: later(start, -1) }), ['INSTALLMENT 1: MISSING']);
    assert.deepEqual(brief(judge([{ ...charge, isCertain: false }], [])), []);
  });

  it('says that the partner has invoiced a charge that its feed lacks, by amount, currency and time', () => {
    const charge = fixed(1, start, '1000', 'USD');
    const at = (day: number, noted: { amount?: string; currency?: string; day?: number }) => {
      const { amount = '1000', currency = 'USD', day: issued = 1 } = noted;
      const now = later(start, day);
      return brief(
        judge([charge], [], { now, readThrough: now, noted: [{ amount, currency, time: later(start, issued) }] }),
      );
    };
    assert.deepEqual(at(5, {}), ['INSTALLMENT 1: MISSING INVOICED']);
    assert.deepEqual(at(20, {}), ['INSTALLMENT 1: MISSING NOT_IN_FEED']);
    for (const other of [{ amount: '999' }, { currency: 'EUR' }, { day: -3 }])
      assert.deepEqual(at(5, other), ['INSTALLMENT 1: MISSING LATE']);
  });

  it('explains usage that is included in a plan, paid by a commit, not priced, or of unknown outcome', () => {
    const month = (changes: Partial<ExpectedCharge>): ExpectedCharge => ({
      ...usage('2026-02', '50', 'USD'),
      ...changes,
    });
    const found = (charge: ExpectedCharge, billed: string | null) => {
      const billing = { charge: { ...charge, amount: billed }, delay: 2, shares: 1, saysModel: false };
      return brief(judge([charge], billed === null ? [] : billsOf(billing)));
    };
    const explanations = [
      { cause: 'INCLUDED', amount: '20' },
      { cause: 'COMMITTED', amount: '30' },
    ] as const;
    assert.deepEqual(found(month({ explanations }), '70'), ['USAGE 2026-02: AMOUNT_DIFFERS INCLUDED']);
    assert.deepEqual(found(month({ explanations }), '80'), ['USAGE 2026-02: AMOUNT_DIFFERS COMMITTED']);
    assert.deepEqual(found(month({ explanations }), '75'), ['USAGE 2026-02: AMOUNT_DIFFERS']);
    assert.deepEqual(found(month({ amount: null }), '75'), ['USAGE 2026-02: NOT_JUDGED UNPRICED']);
    assert.deepEqual(found(month({ amount: null, unknown: 'SHADOW' }), null), ['USAGE 2026-02: NOT_JUDGED SHADOW']);
    assert.deepEqual(found(month({ open: '10' }), '60'), []);
    assert.deepEqual(found(month({ open: '10' }), '61'), ['USAGE 2026-02: AMOUNT_DIFFERS']);
    assert.deepEqual(found(month({ covered: '50' }), null), ['USAGE 2026-02: MISSING COMMITTED']);
    assert.deepEqual(found(month({ covered: '20' }), '35'), ['USAGE 2026-02: AMOUNT_DIFFERS COMMITTED']);
  });

  it('treats amounts as equal if they differ by less than the smallest unit, and explains a unit for each part as rounding', () => {
    fc.assert(
      fc.property(fc.constantFrom('USD', 'JPY', 'KWD'), fc.integer({ min: -400, max: 400 }), (currency, tenths) => {
        const unit = new Big(10).pow(-minorDigitsOf(currency));
        const charge = usage('2026-03', '1000', currency);
        const billed = unit.times(tenths).div(10).plus(1000).toFixed();
        const bills = billsOf({ charge: { ...charge, amount: billed }, delay: 1, shares: 1, saysModel: true });
        const away = Math.abs(tenths);
        const expected = away < 10 ? [] : [`USAGE 2026-03: AMOUNT_DIFFERS${away <= 30 ? ' ROUNDING' : ''}`];
        assert.deepEqual(brief(judge([charge], bills)), expected);
      }),
    );
  });

  it('matches a refund with a record of its own to the sale that it refunds', () => {
    const charges = [fixed(1, start, '1000', 'USD'), fixed(2, later(start, 30), '500', 'USD')];
    const bills = charges.flatMap((charge) => billsOf({ charge, delay: 1, shares: 1, saysModel: false }));
    const refund = record('refund', charges[0] as ExpectedCharge, {
      billed: '-500',
      refunded: '500',
      time: later(start, 60),
    });
    assert.deepEqual(brief(judge(charges, [refund, ...bills])), ['INSTALLMENT 2: AMOUNT_DIFFERS REFUNDED']);
    const twice = { ...bills[1], id: 'twice', time: later(start, 33) } as BilledRecord;
    assert.deepEqual(judge(charges, [refund, twice, ...bills]), [], 'it ends a double bill');
    for (const other of [{ currency: 'EUR' }, { time: later(start, 0.5) }]) {
      const found = judge(charges, [{ ...refund, ...other }, ...bills]).map(({ kind, cause }) => `${kind} ${cause}`);
      assert.deepEqual(found, ['UNEXPECTED REFUNDED'], 'of another currency, or of before any bill');
    }
    const tooMuch = { ...refund, billed: '-5000', refunded: '5000' };
    assert.deepEqual(brief(judge(charges, [tooMuch, ...bills])), [
      'UNEXPECTED REFUND 2026-03 USD: UNEXPECTED REFUNDED',
    ]);
  });

  it('agrees where the partner names only the month of a bill, on whatever days of the month terms begin', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom('P1M', 'P1Y', 'P3Y'),
        fc.boolean(),
        fc.nat(2),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 }),
        keys,
        (startDay, planTerm, saysPeriod, missing, seatDays, order) => {
          const startTime = new Date(start.getTime() + startDay * dayMs);
          const now = later(startTime, 150);
          const days = seatDays.map((_, index) => seatDays.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
          const term: BilledTerm = {
            ...{ id: 'term', startTime, endTime: null, plannedEndTime: null, offerId: null, intervalMonths: null },
            ...{
              isInArrears: false,
              isProrated: false,
              isCommitment: false,
              charging: null,
              planTerm,
              acceptTime: null,
              isTrial: false,
              info: { currency: 'USD' },
              commitAmount: String(100 * (days.length + 1)),
            },
            formerAmounts: days.map((day, index) => ({
              until: later(startTime, day + 0.3),
              amount: String(100 * (index + 1)),
            })),
          };
          const sold = { id: 'ent', currency: 'USD', isBinding: true, isResold: false, isTest: false, terms: [term] };
          const charges = fixedCharges('AZURE', sold, now);
          const nextOf = (time: Date): Date => addMonths(time, planTerm === 'P1M' ? 1 : planTerm === 'P1Y' ? 12 : 36);
          const bills = charges.map((charge) =>
            record(charge.place, charge, {
              billed: charge.amount ?? '12.34',
              time: startOfMonth(charge.chargeTime.toISOString().slice(0, 7)),
              billingModel: 'SubscriptionBased',
              ...(saysPeriod ? { periodStart: charge.chargeTime, periodEnd: nextOf(charge.chargeTime) } : {}),
            }),
          );
          const found = (records: readonly BilledRecord[]) =>
            brief(judge(charges, shuffled(records, order), { now, namesMonths: true }));
          const added = charges
            .filter(({ amount }) => amount === null)
            .map(({ place }) => `${place}: NOT_JUDGED UNPRICED`);
          assert.deepEqual(found(bills), added.sort());
          const prices = charges.filter(({ amount }) => amount !== null);
          const lost = prices[missing % prices.length] as ExpectedCharge;
          // Only in months with a single charge: two of the same month could have each other's bill.
          const isAlone = charges.filter(({ period }) => period === lost.period).length === 1;
          if (isAlone)
            assert.deepEqual(
              found(bills.filter(({ id }) => id !== lost.place)),
              [...added, `${lost.place}: MISSING`].sort(),
            );
        },
      ),
    );
  });

  it('leaves a price of AZURE unjudged that is billed in equal parts, each month or year of its term', () => {
    const termOf = (planTerm: string, commitAmount: string): ExpectedCharge[] => {
      const endTime = addMonths(start, planTerm === 'P1Y' ? 12 : 36);
      const term: BilledTerm = {
        ...{ id: 'term', startTime: start, endTime, plannedEndTime: endTime, commitAmount, formerAmounts: [] },
        ...{ offerId: null, acceptTime: null, intervalMonths: null, isInArrears: false, isProrated: false },
        ...{ isCommitment: false, charging: null, planTerm, isTrial: false, info: { currency: 'USD' } },
      };
      return fixedCharges(
        'AZURE',
        { id: 'ent', currency: 'USD', isBinding: true, isResold: false, isTest: false, terms: [term] },
        far,
      );
    };
    const found = (charges: ExpectedCharge[], months: readonly number[], billed: string): string[] => {
      const [charge] = charges;
      assert.ok(charge);
      const month = (index: number): Date => startOfMonth(addMonths(start, index).toISOString().slice(0, 7));
      const bills = months.map((index) => record(`r${index}`, charge, { billed, time: month(index) }));
      return brief(judge(charges, bills, { namesMonths: true }));
    };
    const year = (price: string) => termOf('P1Y', price);
    const all = Array.from({ length: 12 }, (_, index) => index);
    const open = ['PRICE term 1: NOT_JUDGED UNPRICED'];
    assert.deepEqual(found(year('80.5'), all, '80.5'), open, 'the price of each payment');
    assert.deepEqual(found(year('966'), all, '80.5'), [], 'the price of the term');
    assert.deepEqual(found(year('966'), all.slice(0, 7), '80.5'), open);
    assert.deepEqual(found(year('966'), [0], '80.5'), open, 'the first');
    assert.deepEqual(found(termOf('P3Y', '3000'), [0], '1000'), open);
    assert.deepEqual(found(termOf('P3Y', '1000'), [0, 12, 24], '1000'), open);
    assert.deepEqual(found(year('966'), [0], '966'), []);
    assert.deepEqual(found(year('966'), [0, 0], '966'), ['PRICE term 1: DOUBLE'], 'twice in a month');
    assert.deepEqual(found(year('966'), [0, 3], '966'), ['PRICE term 1: DOUBLE'], 'not each month');
    assert.deepEqual(found(year('966'), [0], '90'), ['PRICE term 1: AMOUNT_DIFFERS'], 'no part of it');
    assert.deepEqual(found(year('966'), [], '0'), ['PRICE term 1: MISSING']);
  });

  describe('with a partner that bills all of a month at once', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
    const price = (month: string, amount: string | null, place = `PRICE ${month}`): ExpectedCharge => ({
      ...fixed(0, new Date(`${month}-01T08:00:00Z`), '0', 'USD'),
      place,
      amount,
      period: month,
    });
    const bill = (month: string, billed: string, changes: Partial<BilledRecord> = {}): BilledRecord => {
      const end = new Date(startOfMonth(nextMonth(month)).getTime() - 1000);
      const period = { periodStart: startOfMonth(month), periodEnd: end, time: end };
      return record('order', price(month, '0'), { billed, ...period, ...changes });
    };
    const found = (charges: readonly ExpectedCharge[], bills: readonly BilledRecord[]) =>
      judge(charges, bills, {
        mixesCharges: true,
        usageSince: startOfMonth('2025-01'),
        since: startOfMonth('2025-01'),
      });

    it('finds a price and usage in one bill, whatever they cost', () => {
      const cents = fc.integer({ min: 0, max: 5000 });
      fc.assert(
        fc.property(
          fc.array(fc.tuple(cents, cents, cents), { minLength: months.length, maxLength: months.length }),
          fc.nat(months.length - 1),
          fc.integer({ min: 1, max: 3000 }),
          keys,
          (amounts, wrong, difference, order) => {
            const text = (amount: number): string => new Big(amount).div(100).toFixed();
            const charges = months.flatMap((month, index) => {
              const [one = 0, two = 0, used = 0] = amounts[index] ?? [];
              return [
                ...(one > 0 ? [price(month, text(one))] : []),
                ...(two > 0 ? [price(month, text(two), `INSTALLMENT ${month}`)] : []),
                ...(used > 0 ? [usage(month, text(used), 'USD')] : []),
              ];
            });
            const sums = amounts.map((list) => list.reduce((sum, amount) => sum + amount, 0));
            const bills = months.flatMap((month, index) =>
              (sums[index] ?? 0) > 0 ? [bill(month, text(sums[index] ?? 0))] : [],
            );
            assert.deepEqual(found(charges, shuffled(bills, order)), []);
            // An excess in one month is found there, to the cent, and nowhere else.
            const month = months[wrong] ?? '';
            const other = shuffled(bills, order).map((one) =>
              one.periodStart?.getTime() === startOfMonth(month).getTime()
                ? { ...one, billed: new Big(one.billed).plus(text(difference)).toFixed() }
                : one,
            );
            const wrongly = found(charges, other);
            const more = wrongly.reduce((sum, one) => sum.plus(one.billed).minus(one.expected ?? 0), new Big(0));
            if ((sums[wrong] ?? 0) > 0) {
              assert.equal(more.toFixed(2), new Big(difference).div(100).toFixed(2));
              assert.deepEqual(
                wrongly.map(({ period }) => period),
                [month],
              );
            }
          },
        ),
      );
    });

    it('names what is missing, doubled or refunded', () => {
      const charges = [price('2026-02', '99.99'), usage('2026-02', '509.4741825', 'USD')];
      const of = (...bills: readonly BilledRecord[]) =>
        found(charges, bills).map(({ place, kind, cause, billed }) => `${place} ${kind} ${cause} ${billed}`);
      assert.deepEqual(of(bill('2026-02', '609.46')), []);
      assert.deepEqual(of(bill('2026-02', '509.47')), ['PRICE 2026-02 MISSING null 0']);
      assert.deepEqual(of(bill('2026-02', '99.99')), ['USAGE 2026-02 MISSING null 0']);
      assert.deepEqual(of(bill('2026-02', '604.46')), ['USAGE 2026-02 AMOUNT_DIFFERS null 504.47']);
      assert.deepEqual(of(bill('2026-02', '509.47', { refunded: '99.99' })), [
        'USAGE 2026-02 AMOUNT_DIFFERS REFUNDED 409.48',
      ]);
      // With an unknown price, and with two prices without usage.
      const back = bill('2026-02', '66.66', { refunded: '33.33' });
      const unknown = found([price('2026-02', null)], [back]).map(({ kind, billed }) => `${kind} ${billed}`);
      assert.deepEqual(unknown, ['NOT_JUDGED 66.66']);
      const both = [price('2026-02', '50'), price('2026-02', '49.99', 'PRICE two')];
      assert.deepEqual(
        found(both, [back]).map(({ kind, cause, billed }) => `${kind} ${cause} ${billed}`),
        ['AMOUNT_DIFFERS REFUNDED 16.67'],
      );
      assert.deepEqual(
        found([price('2026-02', '100')], [bill('2026-02', '200')]).map(({ kind }) => kind),
        ['DOUBLE'],
      );
    });

    it('finds a price that was billed in the next month, and gives the remainder to an unknown one', () => {
      const late = [price('2026-01', '100'), price('2026-02', '100'), usage('2026-02', '30.5', 'USD')];
      assert.deepEqual(found(late, [bill('2026-02', '230.5')]), []);
      const unknown = [price('2026-01', null), usage('2026-01', '30.5', 'USD'), price('2026-02', '100')];
      assert.deepEqual(
        found(unknown, [bill('2026-01', '79.95'), bill('2026-02', '100')]).map(
          ({ place, kind, billed }) => `${place} ${kind} ${billed}`,
        ),
        ['PRICE 2026-01 NOT_JUDGED 49.45'],
      );
    });

    it('leaves for usage what a commitment does not pay', () => {
      const used = { ...usage('2026-02', '550.78', 'USD'), covered: '500' };
      assert.deepEqual(
        found([price('2026-02', '450'), used], [bill('2026-02', '500.78')]).map(
          ({ place, kind, cause, billed }) => `${place} ${kind} ${cause} ${billed}`,
        ),
        ['USAGE 2026-02 AMOUNT_DIFFERS COMMITTED 50.78'],
      );
    });
  });

  it('compares a record that names an invoice with that invoice alone', () => {
    const invoice = (name: string, amount: string, whole = amount): ExpectedCharge => ({
      ...fixed(0, start, amount, 'EUR'),
      place: `INVOICE ${name}`,
      type: 'INVOICE',
      invoiceId: name,
      whole,
    });
    const charged = (id: string, name: string, changes: Partial<BilledRecord>) =>
      record(id, invoice(name, '0'), { invoiceId: name, time: later(start, 400), ...changes });
    const charges = [invoice('a', '100'), invoice('b', '100'), invoice('c', '70', '100'), invoice('d', '100')];
    const found = judge(charges, [
      charged('1', 'a', { billed: '100' }),
      charged('2', 'b', { billed: '100' }),
      charged('3', 'b', { billed: '100' }),
      charged('6', 'b', { billed: '7' }),
      charged('4', 'c', { billed: '70', refunded: '30' }),
      charged('5', 'e', { billed: '9' }),
    ]);
    assert.deepEqual(brief(found), [
      'INVOICE b: DOUBLE',
      'INVOICE d: MISSING',
      'UNEXPECTED CHARGE 2027-02 EUR: UNEXPECTED',
    ]);
    const chargeback = judge([invoice('a', '100')], [charged('1', 'a', { billed: '0', refunded: '100' })]);
    assert.deepEqual(brief(chargeback), ['INVOICE a: AMOUNT_DIFFERS REFUNDED']);
    const allGone = invoice('a', '0', '100');
    assert.deepEqual(judge([allGone], [charged('1', 'a', { billed: '0', refunded: '100' })]), []);
    assert.deepEqual(brief(judge([allGone], [charged('1', 'a', { billed: '100' })])), [
      'INVOICE a: AMOUNT_DIFFERS REFUNDED',
    ]);
  });
});

describe('an agreement that begins later, at a price that is paid at once', () => {
  const begin = later(start, 90);
  const charge: ExpectedCharge = { ...fixed(1, begin, '1200', 'USD'), earliestTime: start };
  const judged = (now: Date, records: readonly BilledRecord[], since = later(start, -10)) =>
    judgeBilling({
      charges: [charge],
      records,
      noted: [],
      zone: 'UTC',
      namesMonths: false,
      mixesCharges: false,
      converts: false,
      now,
      readThrough: now,
      since,
      usageSince: since,
      faultySince: null,
    }).map(({ kind, cause }) => [kind, cause]);
  const bill = (time: Date, billed = '1200') => record('bill', charge, { time, billed });

  it('is billed once, when it is accepted or when it begins', () => {
    for (const time of [later(start, 1), later(start, 40), later(begin, 1)])
      for (const now of [later(start, 60), later(begin, 60)])
        if (time < now) assert.deepEqual(judged(now, [bill(time)]), []);
    assert.deepEqual(judged(later(start, 60), []), []);
    assert.deepEqual(judged(later(begin, 60), []), [['MISSING', null]]);
  });

  it('is not billed early with another amount, and not twice', () => {
    assert.deepEqual(judged(later(start, 60), [bill(later(start, 1), '900')]), [['UNEXPECTED', null]]);
    const twice = [bill(later(start, 1)), { ...bill(later(begin, 1)), id: 'again' }];
    assert.deepEqual(judged(later(begin, 60), twice), [['DOUBLE', null]]);
  });

  it('is not missing where it may have been billed before anything was read', () => {
    assert.deepEqual(judged(later(begin, 60), [], later(start, 30)), []);
  });
});
