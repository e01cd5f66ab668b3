import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markets } from './markets.ts';
import { type PlanOptions, planUsage, type Usage } from './usage-plan.ts';

const options = fc.record({
  seed: fc.string({ unit: fc.constantFrom(...'abcdef0123456789'), minLength: 1, maxLength: 12 }),
  hours: fc.integer({ min: 1, max: 60 }),
  dimensions: fc.constant<readonly [string, ...string[]]>(['requests', 'storage']),
  chaos: fc.boolean(),
  market: fc.constantFrom(...Object.values(markets)),
});

const assertForAll = (check: (given: PlanOptions) => void): void =>
  fc.assert(fc.property(options, check), { numRuns: 40 });

/** New usages with the hour in which they are reported. */
const newUsages = (given: PlanOptions): { usage: Usage; hour: number }[] =>
  planUsage(given).flatMap(({ calls }, hour) =>
    calls.flatMap((call) => call.usages.slice(call.repeats).map((usage) => ({ usage, hour }))),
  );

test('the same seed plans the same week, and another seed a different one', () => {
  assertForAll((given) => {
    assert.deepEqual(planUsage(given), planUsage(given));
    assert.notDeepEqual(planUsage(given), planUsage({ ...given, seed: `${given.seed}x` }));
  });
});

test('each new usage has an id of its own with at most 36 characters', () => {
  assertForAll((given) => {
    const ids = newUsages(given).map(({ usage }) => usage.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.every((id) => /^[\x21-\x7e]{1,36}$/.test(id)));
  });
});

test('usage comes at most 20 hours late and never from the future', () => {
  assertForAll((given) => {
    for (const { usage, hour } of newUsages(given)) {
      assert.ok(usage.hour >= 0 && usage.hour <= hour && usage.hour >= hour - 20);
    }
  });
});

test('quantities are above zero, with at most six decimal places', () => {
  assertForAll((given) => {
    for (const { usage } of newUsages(given)) {
      for (const quantity of Object.values(usage.records)) {
        assert.match(quantity, /^\d+(\.\d{1,6})?$/);
        assert.ok(Number(quantity) > 0);
      }
    }
  });
});

test('repeated usage repeats accepted usage of an earlier hour', () => {
  assertForAll((given) => {
    const accepted = new Set<string>();
    for (const { calls } of planUsage(given)) {
      for (const call of calls) assert.ok(call.usages.slice(0, call.repeats).every(({ id }) => accepted.has(id)));
      for (const call of calls) if (call.manner !== 'invalid') for (const { id } of call.usages) accepted.add(id);
    }
  });
});

test('a week without chaos has late and repeated usage, fractions and each misbehaviour of the marketplace once', () => {
  const given: PlanOptions = {
    seed: 'story',
    hours: 168,
    dimensions: ['requests', 'storage'],
    chaos: false,
    market: markets.AWS,
  };
  const week = planUsage(given);
  const calls = week.flatMap((hour) => hour.calls);
  assert.ok(newUsages(given).some(({ usage, hour }) => usage.hour < hour));
  for (const kind of ['single', 'batch']) assert.ok(calls.some((call) => call.kind === kind && call.repeats > 0));
  assert.ok(newUsages(given).some(({ usage }) => Object.values(usage.records).some((text) => /\.\d{6}$/.test(text))));
  assert.deepEqual(
    week.flatMap((hour) => hour.faults.map(({ name }) => name)),
    ['throttle', 'timeout-after', 'internal-error', 'unprocessed'],
  );
});
