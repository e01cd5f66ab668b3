import fc from 'fast-check';
import type { RateTable } from './rates.ts';
import type { RecurringItem } from './recurring-item.ts';
import type { MetricsSettings } from './settings.ts';

/** Random histories of items. Everything happens at one of a few times of a day, some of them midnights of the zones. */

const timesOfDay = ['00:00', '04:00', '04:20', '05:00', '18:30', '23:40'];
const dayMs = 86_400_000;
const firstDay = Date.parse('2026-09-22T00:00:00Z');
const days = 75;

/** In order. */
export const ticks: readonly number[] = Array.from({ length: days }, (_, day) =>
  timesOfDay.map((time) => firstDay + day * dayMs + Date.parse(`1970-01-01T${time}:00Z`)),
).flat();

// Much of it happens around the ends of two months, so that changes meet.
const busyDays = [8, 9, 39, 40];
const dayIndex = fc.oneof(fc.nat({ max: days - 1 }), fc.constantFrom(...busyDays));
const tick = fc
  .tuple(dayIndex, fc.nat({ max: timesOfDay.length - 1 }))
  .map(([day, time]) => new Date(ticks[day * timesOfDay.length + time] as number));
const maybeTick = fc.option(tick);

const amount = fc.constantFrom('0', '0.01', '99.99', '100', '100', '1200.5', '70');

const cancellation = fc.record({ time: tick, end: tick, withdrawnTime: maybeTick });
const discount = fc.record({
  amount: fc.constantFrom('10', '33.33', '500'),
  isOneTime: fc.boolean(),
  start: tick,
  end: maybeTick,
});

const mostly = <T>(usual: T, other: fc.Arbitrary<T>, weight = 4): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: other, weight: 1 });

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const recurringItem: fc.Arbitrary<Omit<RecurringItem, 'id' | 'entitlementId' | 'termId'>> = fc
  .record({
    buyerId: fc.constantFrom('one', 'one', 'other'),
    productId: fc.constantFrom('p', 'p', 'q', 'r'),
    partner: fc.constantFrom('AWS', 'AZURE'),
    currency: mostly('USD', fc.constant('EUR')),
    amount,
    period: fc.constantFrom({ months: 1 }, { months: 12 }, { months: 36 }, { days: 90 }, { days: 7 }),
    isOneTime: mostly(false, fc.constant(true), 12),
    signedTime: tick,
    start: tick,
    end: maybeTick,
    cancellations: mostly([], fc.array(cancellation, { maxLength: 2 }), 2),
    discounts: mostly([], fc.array(discount, { maxLength: 2 }), 2),
    successorIds: fc.option(fc.subarray(ids), { freq: 2 }),
  })
  .map(({ successorIds, ...rest }) => (successorIds === null ? rest : { ...rest, successorIds }));

export const histories: fc.Arbitrary<RecurringItem[]> = fc.array(recurringItem, { maxLength: ids.length }).map((list) =>
  list.map((one, index) => {
    const id = ids[index] as string;
    return { ...one, id, entitlementId: `ent-${id}`, termId: `term-${id}` };
  }),
);

export const someSettings: fc.Arbitrary<MetricsSettings> = fc.record({
  movements: fc.constantFrom('gross', 'net'),
  renewalGraceDays: fc.constantFrom(0, 2, 30),
  churnRecognition: fc.constantFrom('period_end', 'immediate'),
  discounts: fc.constantFrom('recurring', 'all', 'none'),
  sameMovementMinutes: fc.constantFrom(0, 20, 60),
});

export const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'America/Havana');
export const granularities = fc.constantFrom('month', 'quarter', 'year', 'range');

/** A range that begins and ends anywhere among the ticks. */
export const ranges = fc
  .tuple(tick, tick)
  .filter(([one, other]) => one.getTime() !== other.getTime())
  .map(([one, other]) => (one < other ? { from: one, until: other } : { from: other, until: one }));

/** Rates of EUR in USD, from before everything else on. */
export const rateTables: fc.Arbitrary<RateTable> = fc
  .array(fc.record({ time: tick, rate: fc.constantFrom('1', '1.08', '1.1', '0.9137') }), { maxLength: 4 })
  .map((later) => ({
    name: 'ECB',
    currency: 'USD',
    rates: [{ time: new Date('2020-01-01T00:00:00Z'), rate: '1.2345' }, ...later].map((one) => ({
      currency: 'EUR',
      ...one,
    })),
  }));
