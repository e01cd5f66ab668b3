import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseTimestamp } from './window.ts';

const hour = 3_600_000;
const now = Date.parse('2027-03-12T10:00:00Z');

// "Usage records aren't accepted 24 hours or more after an event" (BatchMeterUsage), "more than six hours after events
// occur, the records won't be accepted" (MeterUsage): the two words differ at the exact age.
test('usage of exactly 24 hours ago is refused in a batch; usage of exactly 6 hours ago is metered', () => {
  const batch = (age: number) => refuseTimestamp(now - age, now, { hours: 24, exactly: false });
  assert.match(batch(24 * hour) ?? '', /24 hours old or older/);
  assert.match(batch(24 * hour + 1000) ?? '', /24 hours/);
  assert.equal(batch(24 * hour - 1000), null);
  const single = (age: number) => refuseTimestamp(now - age, now, { hours: 6, exactly: true });
  assert.equal(single(6 * hour), null);
  assert.match(single(6 * hour + 1000) ?? '', /6 hours/);
});
