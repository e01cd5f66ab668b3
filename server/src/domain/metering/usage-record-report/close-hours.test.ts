import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { Big } from '../../../kit/decimal.ts';
import { addHours, hourOf } from '../../../kit/hours.ts';
import type { UsageBalance } from './balance/balance.ts';
import { type ClosingPolicy, closeQuantity, decideHour, type MeteredTerm } from './close-hours.ts';
import { imbalanceOf } from './identity.ts';
import {
  dueTimeOf,
  findUsageWindow,
  isUrgent,
  lastHourTakenUntil,
  nextTickAfter,
  plannedLimitOf,
  resendPauseMs,
  urgentHoursAt,
} from './window.ts';

const window = marketplaceFacts.AWS.usage;
const at = (text: string): Date => new Date(`2026-${text}Z`);

const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, scale]) => new Big(digits.toString()).div(new Big(10).pow(scale)).toFixed());

describe('a quantity', () => {
  it('is submitted in whole units, and nothing is lost or created: accepted + carried in = submitted + carried out', () => {
    fc.assert(
      fc.property(
        decimals,
        decimals.map((text) => new Big(text).mod(1).toFixed()),
        fc.boolean(),
        (accepted, fraction, below) => {
          const carriedIn = below ? new Big(fraction).neg().toFixed() : fraction;
          const closed = closeQuantity(accepted, carriedIn, '999999999999999999');
          assert.ok(closed);
          assert.ok(new Big(accepted).plus(carriedIn).eq(new Big(closed.quantity).plus(closed.carriedOut)));
          assert.ok(/^\d+$/.test(closed.quantity));
          assert.ok(new Big(closed.carriedOut).lt(1));
          assert.ok(below || new Big(closed.carriedOut).gte(0));
        },
      ),
    );
  });

  it('over many hours is submitted to within one unit of what was accepted', () => {
    fc.assert(
      fc.property(fc.array(decimals, { maxLength: 40 }), (hours) => {
        let carry = '0';
        let submitted = new Big(0);
        for (const hour of hours) {
          const closed = closeQuantity(hour, carry, '999999999999999999');
          carry = closed!.carriedOut;
          submitted = submitted.plus(closed!.quantity);
        }
        const accepted = hours.reduce((sum, hour) => sum.plus(hour), new Big(0));
        assert.ok(accepted.minus(submitted).eq(carry) && accepted.minus(submitted).lt(1));
      }),
    );
  });

  it('above what the marketplace accepts is not submitted at all', () => {
    assert.equal(closeQuantity('2147483647.9', '0', window.maxQuantity)?.quantity, '2147483647');
    assert.equal(closeQuantity('2147483647.9', '0.1', window.maxQuantity), null);
  });
});

describe('the window of AWS', () => {
  it('is 24 hours, and 06:00 UTC of the 1st for an earlier month', () => {
    assert.deepEqual(window.deadlineOf(at('11-10T10:00:00')), at('11-11T10:00:00'));
    assert.deepEqual(window.deadlineOf(at('11-30T10:00:00')), at('12-01T06:00:00'));
    assert.deepEqual(window.deadlineOf(at('11-30T05:00:00')), at('12-01T05:00:00'));
  });

  it('is planned to be used for 6 hours, and never beyond the deadline', () => {
    assert.deepEqual(plannedLimitOf(at('11-10T10:00:00'), window), at('11-10T16:00:00'));
    assert.deepEqual(plannedLimitOf(at('11-30T23:30:00'), window), at('12-01T05:30:00'));
    fc.assert(
      fc.property(fc.date({ min: at('01-01T00:00:00'), max: at('12-31T00:00:00'), noInvalidDate: true }), (time) => {
        assert.ok(plannedLimitOf(time, window) <= window.deadlineOf(time));
      }),
    );
  });

  it('hours settle, but no later than one hour before their planned limit and the last chance of their month', () => {
    assert.deepEqual(dueTimeOf(at('11-10T10:00:00'), 15, window), at('11-10T11:15:00'));
    assert.deepEqual(dueTimeOf(at('11-10T10:00:00'), 240, window), at('11-10T15:00:00'));
    assert.deepEqual(dueTimeOf(at('11-10T10:00:00'), 360, window), at('11-10T15:00:00'));
    assert.deepEqual(dueTimeOf(at('11-30T23:00:00'), 240, window), at('12-01T04:00:00'));
    assert.deepEqual(dueTimeOf(at('11-30T23:00:00'), 360, { ...window, plannedHours: 24 }), at('12-01T05:00:00'));
  });

  it('the urgent hours are those of all hours that are urgent, on each marketplace', () => {
    const anyTime = fc.date({ min: at('10-01T00:00:00'), max: new Date('2028-04-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(
        anyTime,
        fc.constantFrom('AWS', 'AZURE', 'GCP'),
        fc.integer({ min: 0, max: 240 }),
        (now, partner, settle) => {
          const usage = findUsageWindow(partner) ?? window;
          const look = nextTickAfter(now, settle, usage);
          const all = Array.from({ length: 33 * 24 }, (_, ago) => addHours(hourOf(now), ago - 33 * 24 + 1));
          assert.deepEqual(
            urgentHoursAt(now, look, usage),
            all.filter((hour) => isUrgent(hour, now, look, usage)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('usage does not wait for the next tick if a limit passes before it, and is then due', () => {
    const hour = at('11-10T10:00:00');
    const urgent = (now: string): boolean =>
      isUrgent(hour, at(now), nextTickAfter(at(now), 15, window), window) && dueTimeOf(hour, 240, window) <= at(now);
    const cases = ['11-10T14:20:00', '11-10T15:14:00', '11-10T15:20:00', '11-10T15:59:59', '11-10T16:00:00'];
    assert.deepEqual(cases.map(urgent), [false, false, true, true, false], 'before and after the planned limit');
    const late = ['11-11T06:59:59', '11-11T07:00:00', '11-11T09:59:59', '11-11T10:00:00'];
    assert.deepEqual(late.map(urgent), [false, true, true, false], 'some hours before the deadline');
    const [month, early, due] = [at('11-30T23:00:00'), at('12-01T03:10:00'), at('12-01T04:10:00')];
    assert.deepEqual(
      [early, due].map((now) => isUrgent(month, now, addHours(now, 0.5), window)),
      [false, true],
    );
  });

  it('the last hour whose deadline has passed is found, whatever rule ends the window', () => {
    for (const { usage: one } of Object.values(marketplaceFacts))
      for (const time of ['11-10T10:20:00', '12-01T01:00:00', '12-01T05:59:59', '12-01T06:00:00', '12-01T09:00:00'].map(
        at,
      )) {
        const hour = lastHourTakenUntil(time, one);
        assert.ok(one.deadlineOf(hour) <= time && one.deadlineOf(addHours(hour, 1)) > time, `${time.toISOString()}`);
      }
  });

  it('is checked every hour after settling, and every 5 minutes before the cut-off', () => {
    assert.deepEqual(nextTickAfter(at('11-10T10:14:59'), 15, window), at('11-10T10:15:00'));
    assert.deepEqual(nextTickAfter(at('11-10T10:15:00'), 15, window), at('11-10T11:15:00'));
    assert.deepEqual(nextTickAfter(at('12-01T05:20:00'), 15, window), at('12-01T05:25:00'));
    assert.deepEqual(nextTickAfter(at('12-01T06:20:00'), 15, window), at('12-01T07:15:00'));
    assert.deepEqual(
      [1, 2, 5, 60].map((attempts) => resendPauseMs(attempts)),
      [60_000, 120_000, 900_000, 900_000],
    );
    assert.deepEqual(
      [3_600_000, 600_000, 120_000, 50_000, 8_000, 0].map((left) => resendPauseMs(60, left)),
      [450_000, 75_000, 60_000, 25_000, 5_000, 5_000],
    );
  });
});

describe('an hour', () => {
  const term: MeteredTerm = {
    id: 't',
    start: at('11-01T00:20:30'),
    end: at('12-05T00:00:00'),
    scope: 'license',
    flushThrough: null,
  };
  const policy = (now: Date, change: Partial<ClosingPolicy> = {}): ClosingPolicy => ({
    now,
    settleMinutes: 15,
    latePolicy: 'ROLL_FORWARD',
    mode: 'LIVE',
    reportFrom: null,
    suspended: false,
    ended: false,
    window,
    ...change,
  });
  const open = (hour: Date) => ({ dimension: 'users', termId: 't', hour, test: false });
  const never = () => false;

  it('in which the agreement began is submitted with its start', () => {
    const decision = decideHour(open(at('11-01T00:00:00')), term, policy(at('11-01T02:00:00')), never);
    assert.ok(decision.does === 'SUBMIT');
    assert.deepEqual(decision.timestamp, at('11-01T00:20:30'));
  });

  it('is held, not moved, when late usage is to be held', () => {
    const decision = decideHour(
      open(at('11-10T10:00:00')),
      term,
      policy(at('11-10T12:20:00'), { latePolicy: 'HOLD' }),
      () => true,
    );
    assert.deepEqual(decision, { does: 'HOLD', cause: 'LATE_HOLD' });
  });

  it('that was submitted passes its late usage to one within the planned limit, or else to one that is still accepted', () => {
    const hour = at('11-10T10:00:00');
    const submittedOnly = (_kind: string, _scope: string, _dimension: string, one: Date): boolean =>
      Number(one) === Number(hour);
    const to = (now: Date, end: Date) => decideHour(open(hour), { ...term, end }, policy(now), submittedOnly);
    const later = to(at('11-10T20:30:00'), at('12-05T00:00:00'));
    assert.ok(later.does === 'SUBMIT');
    assert.deepEqual(later.hour, at('11-10T15:00:00'), '11:00 to 14:00 are free, but their planned limit is over');
    const last = to(at('11-10T20:30:00'), at('11-10T13:00:00'));
    assert.ok(last.does === 'SUBMIT');
    assert.deepEqual(last.hour, at('11-10T11:00:00'), 'the term ended at 13:00');
    assert.deepEqual(to(at('11-11T12:00:00'), at('11-10T13:00:00')), { does: 'INVALID', cause: 'LATE' });
    const own = decideHour(open(hour), term, policy(at('11-11T09:30:00')), never);
    assert.ok(own.does === 'SUBMIT');
    assert.deepEqual(own.hour, hour, 'an hour that was not submitted is submitted as long as the marketplace takes it');
  });

  it('is never submitted twice, and never outside its term, its month and the window', () => {
    const hours = fc.integer({ min: 0, max: 34 * 24 - 1 }).map((index) => addHours(at('11-01T00:00:00'), index));
    fc.assert(
      fc.property(
        hours,
        fc.integer({ min: 0, max: 40 * 60 }),
        fc.array(hours, { maxLength: 60 }),
        fc.boolean(),
        (hour, minutesLater, submittedHours, near) => {
          const submitted = new Set(
            [...submittedHours, ...(near ? [hour, addHours(hour, 1), addHours(hour, 2)] : [])].map(Number),
          );
          const now = new Date(hour.getTime() + minutesLater * 60_000);
          const decision = decideHour(open(hour), term, policy(now), (_kind, _scope, _dimension, at) =>
            submitted.has(Number(at)),
          );
          if (decision.does === 'SUBMIT' || decision.does === 'MOVE') {
            assert.ok(!submitted.has(Number(decision.hour)));
            assert.ok(decision.hour >= hour && decision.hour < term.end!);
            assert.equal(decision.hour.getUTCMonth(), hour.getUTCMonth());
            // The hour itself is submitted as long as it is accepted; after that, hours within their planned limit come
            // first.
            const isPlanned = plannedLimitOf(decision.hour, window) > now;
            const isFree = (one: Date): boolean =>
              !submitted.has(Number(one)) &&
              (isPlanned && one > hour ? plannedLimitOf(one, window) : window.deadlineOf(one)) > now;
            for (let passed = hour; passed < decision.hour; passed = addHours(passed, 1))
              assert.ok(!isFree(passed), 'no hour is passed over that is free');
            if (!isPlanned && decision.hour > hour) {
              const end = Math.min(Number(term.end), Number(window.monthEndOf(hour)));
              for (let later = addHours(decision.hour, 1); Number(later) < end; later = addHours(later, 1))
                assert.ok(
                  submitted.has(Number(later)) || plannedLimitOf(later, window) <= now,
                  'no hour past its planned limit is taken while one within it is free',
                );
            }
          }
          if (decision.does === 'SUBMIT') {
            assert.ok(decision.deadline > now && addHours(decision.hour, 1) <= now);
            assert.ok(decision.timestamp >= term.start);
          }
          if (decision.does === 'WAIT') assert.ok(!submitted.has(Number(hour)));
        },
      ),
    );
  });
});

it('the balance identity names what is missing and what is counted twice', () => {
  const balance: UsageBalance = {
    entitlementId: 'e',
    dimension: 'users',
    hour: at('11-10T10:00:00'),
    accepted: '10.7',
    adjusted: '0',
    acknowledged: '11',
    unknown: '0',
    refused: '0',
    included: '0',
    credited: '0',
    committed: '0',
    carriedOut: '0.1',
    carriedIn: '0.4',
    pending: '0',
    held: '0',
    failed: '0',
    invalid: '0',
    deleted: '0',
    computedOnly: '0',
  };
  assert.equal(imbalanceOf(balance), '0');
  assert.equal(imbalanceOf({ ...balance, acknowledged: '10' }), '1');
  assert.equal(imbalanceOf({ ...balance, pending: '10.7' }), '-10.7');
});
