import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Money, Sku } from './answers.ts';

const skuWith = (value: string) => ({
  name: 'a',
  skuPriceTimeline: [
    { managedServiceMetricUsageFee: { canonicalMetric: 'b', tieredPrice: { priceUnitCount: { value } } } },
  ],
});

test('numbers longer than any price are refused in a response', () => {
  assert.ok(Sku.safeParse(skuWith('1000')).success);
  for (const value of ['1e9999999999', '1e-9999999999', '9'.repeat(1000), `0.${'1'.repeat(1000)}`, '-1', ''])
    assert.equal(Sku.safeParse(skuWith(value)).success, false, value.slice(0, 20));
  const countOf = (value: string) =>
    Sku.parse(skuWith(value)).skuPriceTimeline[0]?.managedServiceMetricUsageFee?.tieredPrice?.priceUnitCount?.value;
  for (const [written, plain] of [
    ...[
      ['1E+3', '1000'],
      ['1e3', '1000'],
      ['2.5E2', '250'],
      ['+12', '12'],
      ['.5', '0.5'],
      ['7.', '7'],
      ['1E-2', '0.01'],
    ],
  ])
    assert.equal(countOf(written ?? ''), plain, written);
  assert.ok(Money.safeParse({ units: '-9223372036854775808', nanos: -1 }).success);
  assert.equal(Money.safeParse({ units: '9'.repeat(1000) }).success, false);
});
