import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { deductIncluded } from './deduct-included.ts';
import { includedIn, type PlanDimension, type PlanTerm, periodStartOf } from './included-quantity.ts';

const at = (text: string): Date => new Date(`${text}Z`);
const startOf = (start: string, every: 'MONTH' | 'YEAR', time: string): string =>
  periodStartOf({ start: at(start), end: null }, every, at(time))
    .toISOString()
    .slice(0, 16);

describe('periods', () => {
  it('are months and years from the start of the term; where a month lacks the day, its last day is used', () => {
    const cases = [
      ['2026-01-15T10:30', 'MONTH', '2026-02-15T10:29', '2026-01-15T10:30'],
      ['2026-01-15T10:30', 'MONTH', '2026-02-15T10:30', '2026-02-15T10:30'],
      ['2026-01-31T00:00', 'MONTH', '2026-02-27T23:00', '2026-01-31T00:00'],
      ['2026-01-31T00:00', 'MONTH', '2026-02-28T00:00', '2026-02-28T00:00'],
      ['2026-01-31T00:00', 'MONTH', '2026-03-30T23:00', '2026-02-28T00:00'],
      ['2026-01-31T00:00', 'MONTH', '2026-03-31T00:00', '2026-03-31T00:00'],
      ['2027-12-31T00:00', 'MONTH', '2028-02-28T23:00', '2028-01-31T00:00'],
      ['2027-12-31T00:00', 'MONTH', '2028-02-29T00:00', '2028-02-29T00:00'],
      ['2028-02-29T12:00', 'YEAR', '2029-02-28T11:00', '2028-02-29T12:00'],
      ['2028-02-29T12:00', 'YEAR', '2029-02-28T12:00', '2029-02-28T12:00'],
      ['2028-02-29T12:00', 'YEAR', '2032-02-29T11:00', '2031-02-28T12:00'],
      ['2028-02-29T12:00', 'YEAR', '2032-02-29T12:00', '2032-02-29T12:00'],
      ['2026-05-10T00:00', 'YEAR', '2026-05-09T23:00', '2026-05-10T00:00'],
    ] as const;
    for (const [start, every, time, period] of cases)
      assert.equal(startOf(start, every, time), period, `${every} of ${time} from ${start}`);
  });

  it('are one in a month from the last day of a month to a later day of the next one', () => {
    const cases = [
      ['2026-02-28T00:00', '2026-03-31T00:00', 'MONTH', '2026-03-30T23:00', '2026-02-28T00:00'],
      ['2026-02-28T00:00', '2026-03-31T00:00', 'MONTH', '2026-03-31T00:00', '2026-03-28T00:00'],
      ['2026-02-28T00:00', '2026-03-28T00:00', 'MONTH', '2026-03-27T23:00', '2026-02-28T00:00'],
      ['2026-02-28T00:00', '2027-02-28T00:00', 'MONTH', '2026-03-30T23:00', '2026-03-28T00:00'],
      ['2027-02-28T00:00', '2028-02-29T00:00', 'YEAR', '2028-02-28T12:00', '2027-02-28T00:00'],
      ['2027-02-28T00:00', '2028-02-29T00:00', 'MONTH', '2028-02-28T12:00', '2028-01-28T00:00'],
      ['2026-02-27T00:00', '2026-03-31T00:00', 'MONTH', '2026-03-30T23:00', '2026-03-27T00:00'],
    ] as const;
    for (const [start, end, every, time, period] of cases) {
      const found = periodStartOf({ start: at(start), end: at(end) }, every, at(time));
      assert.equal(found.toISOString().slice(0, 16), period, `${every} of ${time} from ${start} to ${end}`);
    }
  });

  it('cover the time from the start on: each instant is in the one that began last', () => {
    const times = fc.date({ min: at('2024-01-01T00:00'), max: at('2040-01-01T00:00'), noInvalidDate: true });
    fc.assert(
      fc.property(times, times, fc.constantFrom('MONTH' as const, 'YEAR' as const), (one, other, every) => {
        const [start, time] = one < other ? [one, other] : [other, one];
        const period = periodStartOf({ start, end: null }, every, time);
        assert.ok(start <= period && period <= time);
        assert.equal(
          Number(periodStartOf({ start, end: null }, every, period)),
          Number(period),
          'it holds its own start',
        );
        const days = (Number(time) - Number(period)) / 86_400_000;
        assert.ok(days < (every === 'MONTH' ? 31 : 366), `${days} days`);
        const before = periodStartOf({ start, end: null }, every, new Date(Number(period) - 1));
        assert.ok(Number(period) === Number(start) || before < period, 'the instant before it is in the one before');
      }),
    );
  });
});

const term = (own: PlanDimension[], listed: PlanDimension[] = [], more: Partial<PlanTerm> = {}): PlanTerm => ({
  id: 't',
  start: at('2026-01-01T00:00'),
  end: null,
  planId: 'gold',
  termUnit: 'P1M',
  lists: [own, listed],
  ...more,
});
const of = (includedBaseQuantities?: PlanDimension['includedBaseQuantities'], planId = 'gold'): PlanDimension => ({
  key: 'users',
  planId,
  ...(includedBaseQuantities === undefined ? {} : { includedBaseQuantities }),
});
const monthly = { recurringUnit: 'Monthly', quantity: 5 };
const annual = { recurringUnit: 'Annual', quantity: 70 };

describe('what a plan includes', () => {
  it('is given for the billing unit of the subscription, or for the other unit where only that has one', () => {
    const both = [of([monthly, annual])];
    assert.deepEqual(includedIn(term(both), 'users'), { every: 'MONTH', quantity: '5' });
    assert.deepEqual(includedIn(term(both, [], { termUnit: 'P1Y' }), 'users'), { every: 'YEAR', quantity: '70' });
    assert.deepEqual(includedIn(term(both, [], { termUnit: 'P3Y' }), 'users'), { every: 'YEAR', quantity: '70' });
    assert.deepEqual(includedIn(term([of([monthly])], [], { termUnit: 'P1Y' }), 'users'), {
      every: 'MONTH',
      quantity: '5',
    });
    const endless = of([{ recurringUnit: 'Monthly', isInfinite: true }]);
    assert.deepEqual(includedIn(term([endless]), 'users'), { every: 'MONTH', quantity: null });
  });

  it('is nothing where the plan says so, and unknown where nothing states it', () => {
    assert.equal(includedIn(undefined, 'users'), null, 'partners that deduct it themselves');
    assert.equal(includedIn(term([of()]), 'users'), null);
    assert.equal(includedIn(term([of([{ ...monthly, quantity: 0 }])]), 'users'), null);
    assert.equal(includedIn(term([], [of([monthly], 'silver')]), 'users'), 'UNKNOWN', 'another plan');
    assert.equal(includedIn(term([{ key: 'users' }]), 'users'), 'UNKNOWN', 'no plan');
    assert.equal(includedIn(term([{ key: 'users' }], [], { planId: null }), 'users'), 'UNKNOWN');
    assert.equal(includedIn(term([of([{ recurringUnit: 'Monthly' }])]), 'users'), 'UNKNOWN', 'no number');
    assert.equal(includedIn(term([of([monthly, annual])], [], { termUnit: null }), 'users'), 'UNKNOWN', 'which one?');
    assert.deepEqual(includedIn(term([], [of([monthly])]), 'users'), { every: 'MONTH', quantity: '5' }, 'the listing');
    assert.equal(includedIn(term([of()], [of([monthly])]), 'users'), null, 'the purchase before the listing');
  });
});

describe('deducting an included quantity', () => {
  it('never takes more than a period has, uses it up before anything is left over, and accounts for every unit', () => {
    const cents = fc.integer({ min: 1, max: 900 }).map((one) => new Big(one).div(100).toFixed());
    const used = fc.array(fc.tuple(fc.nat(80), cents), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.option(cents), cents, used, (quantity, before, list) => {
        const start = at('2026-01-31T00:00');
        const usage = list.map(([days, units]) => ({
          time: new Date(start.getTime() + days * 86_400_000),
          quantity: units,
        }));
        const accepted = usage.reduce((sum, one) => sum.plus(one.quantity), new Big(0));
        const { parts, included, left } = deductIncluded(
          usage,
          { every: 'MONTH', quantity },
          { start, end: null },
          () => before,
        );
        assert.ok(accepted.eq(new Big(included).plus(left)));
        assert.ok(parts.reduce((sum, [, units]) => sum.plus(units), new Big(0)).eq(included));
        const taken = new Map(parts);
        for (const [period, ofPeriod] of Map.groupBy(usage, (one) =>
          periodStartOf({ start, end: null }, 'MONTH', one.time).toISOString(),
        )) {
          const wanted = ofPeriod.reduce((sum, one) => sum.plus(one.quantity), new Big(0));
          const rest = quantity === null ? wanted : new Big(quantity).minus(before);
          const most = rest.lt(0) ? new Big(0) : rest.lt(wanted) ? rest : wanted;
          assert.ok(most.eq(taken.get(period) ?? '0'), `${period}: ${taken.get(period)} of ${most}`);
        }
      }),
    );
  });
});
