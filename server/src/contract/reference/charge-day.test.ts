import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeDayOf, chargeTimeOf } from './charge-day.ts';

test('the day of a charge is that of its time in UTC, or the day that is named', () => {
  for (const [charge, day] of [
    [{ chargeOn: '2027-03-01T00:00:00Z' }, '2027-03-01'],
    [{ chargeOn: '2027-03-01T00:00:00+05:30' }, '2027-02-28'],
    [{ chargeOn: '2027-02-28T22:00:00-08:00', chargeOnStr: '2027-02-28' }, '2027-03-01'],
    [{ chargeOnStr: '2028-02-29' }, '2028-02-29'],
    [{ chargeOnStr: '2027-03-01T00:00:00' }, '2027-03-01'],
    [{ chargeOnStr: '2027-03-01 23:30' }, '2027-03-01'],
    [{ chargeOnStr: '2027-03-01T23:30:00-02:00' }, '2027-03-02'],
    [{ chargeOnStr: '2027-02-29' }, null],
    [{ chargeOnStr: '3/1/2027' }, null],
    [{ chargeOnStr: 'March 1, 2027' }, null],
    [{ chargeOnStr: '' }, null],
    [{}, null],
  ] as const)
    assert.equal(chargeDayOf(charge), day, JSON.stringify(charge));
  assert.equal(chargeTimeOf({ chargeOn: '2027-03-01T12:30:00+02:00' })?.toISOString(), '2027-03-01T10:30:00.000Z');
});
