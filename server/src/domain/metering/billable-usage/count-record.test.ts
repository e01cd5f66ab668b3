import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { BillableMetric, MetricFilter } from '../billable-metric/billable-metric.ts';
import type { Properties } from './billable-record.ts';
import { countRecord, groupValues } from './count-record.ts';

const metricOf = (info: BillableMetric['info'], type: BillableMetric['aggregation_type'] = 'SUM'): BillableMetric => ({
  id: 'metric',
  name: 'Metric',
  description: '',
  aggregation_type: type,
  status: 'ACTIVE',
  info,
  creation_time: new Date(0),
  last_update_time: new Date(0),
  version: 1,
});
const count = (properties: Properties, metric: BillableMetric) =>
  countRecord({ key: 'metric', properties, quantity: '1' }, metric);
const meets = (
  given: Properties[string] | undefined,
  operation: MetricFilter['operation'],
  value?: string | number,
) => {
  const filter: MetricFilter = { name: 'p', operation, ...(value === undefined ? {} : { value }) };
  return count(given === undefined ? {} : { p: given }, metricOf({ filterGroups: [{ filters: [filter] }] })).counted;
};

it('each filter operation and its negation, which also matches where the property is missing', () => {
  assert.deepEqual(
    (['linux', 'Linux', undefined] as const).map((given) => [
      meets(given, 'IS', 'linux'),
      meets(given, 'NOT_IS', 'linux'),
    ]),
    [
      [true, false],
      [false, true],
      [false, true],
    ],
  );
  assert.deepEqual(
    (['a linux', 'mac', undefined] as const).map((given) => [
      meets(given, 'CONTAINS', 'lin'),
      meets(given, 'NOT_CONTAINS', 'lin'),
    ]),
    [
      [true, false],
      [false, true],
      [false, true],
    ],
  );
  const orders = (given: Properties[string] | undefined) =>
    (['LT', 'LTE', 'EQ', 'NOT_EQ', 'GTE', 'GT'] as const).filter((operation) => meets(given, operation, 2.5)).join(' ');
  assert.equal(orders(2), 'LT LTE NOT_EQ');
  assert.equal(orders('2.50'), 'LTE EQ GTE');
  assert.equal(orders(JSON.rawJSON('2.500000001')), 'NOT_EQ GTE GT');
  for (const given of [undefined, true, 'many', '1e3']) assert.equal(orders(given), 'NOT_EQ');
  assert.deepEqual([meets('', 'EXISTS'), meets(undefined, 'EXISTS')], [true, false]);
  assert.deepEqual([meets('', 'NOT_EXISTS'), meets(undefined, 'NOT_EXISTS')], [false, true]);
  assert.deepEqual([meets(5, 'IS', '5'), meets(true, 'IS', 'true')], [true, true], 'numbers and flags as text');
});

it('names that every object has do not count as properties', () => {
  const filters: MetricFilter[] = [{ name: 'constructor', operation: 'EXISTS' }];
  assert.equal(count({}, metricOf({ filterGroups: [{ filters }] })).counted, false);
});

it('a value is counted only where it is present', () => {
  const metric = metricOf({ propertyUniqueOn: 'user' }, 'UNIQUE_COUNT');
  assert.deepEqual(
    [count({ user: 'ann' }, metric), count({ user: 7 }, metric), count({}, metric)].map((one) => [
      one.uniqueValue,
      one.counted,
    ]),
    [
      ['ann', true],
      ['7', true],
      [null, false],
    ],
  );
});

it('a group is read back from its key, and different groups have different keys', () => {
  assert.equal(count({ os: 'linux', zone: 'eu' }, metricOf({ groupBys: ['zone', 'os'] })).groupBy, 'zone=eu,os=linux');
  const values = fc.record({
    os: fc.string(),
    zone: fc.oneof(fc.string(), fc.constantFrom('%', '=,', '%2C', 'a,zone=b')),
  });
  const metric = metricOf({ groupBys: ['os', 'zone'] });
  fc.assert(
    fc.property(values, values, (one, other) => {
      const [left, right] = [count(one, metric).groupBy, count(other, metric).groupBy];
      assert.deepEqual(groupValues(left), { ...one });
      assert.equal(left === right, one.os === other.os && one.zone === other.zone);
    }),
  );
});
