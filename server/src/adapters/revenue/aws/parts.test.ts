import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayHoldRows, placeOf } from './parts.ts';

const windowOf = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });

test('feed keys are recognized in any case and below a prefix; other objects are ignored', () => {
  const place = placeOf('feeds/BillingEventFeed_v1/year=2026/month=11/data.csv', 'feeds/');
  assert.deepEqual([place?.dataset.dataset, place?.month], ['billing_event', '2026-11']);
  for (const key of [
    'billingeventfeed_v1/year=2026/month=11/data.csv.tmp',
    'billingeventfeed_v2/year=2026/month=11/data.csv',
    'newfeed_v1/year=2026/month=11/data.csv',
    'billingeventfeed_v1/data.csv',
    '',
  ]) {
    assert.equal(placeOf(key, ''), null, key);
  }
  assert.equal(placeOf('billingeventfeed_v1/year=2026/month=11/data.csv', 'feeds/'), null);
});

test('data older than May 2020 is read with 24 months, or with a window that begins before', () => {
  const old = placeOf('billingeventfeed_v1/year=2010/month=01/data.csv', '');
  assert.ok(old);
  assert.equal(mayHoldRows(old, windowOf('2024-11-01', '2026-11-23')), true);
  assert.equal(mayHoldRows(old, windowOf('2025-01-01', '2026-11-23')), false);
  assert.equal(mayHoldRows(old, windowOf('2020-04-30', '2020-05-02')), true);
});
