import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { marketplaceFacts } from '../../../contract/marketplaces/marketplaces.ts';
import { addHours } from '../../../kit/hours.ts';
import { type ClosingPolicy, decideHour, type MeteredTerm } from './close-hours.ts';
import { dueTimeOf, nextTickAfter, plannedLimitOf } from './window.ts';

const window = marketplaceFacts.GCP.usage;
const at = (text: string): Date => new Date(`2026-${text}Z`);

describe('the window of Google Cloud', () => {
  it('accepts usage of a month until 01:00 on the 1st in California', () => {
    assert.deepEqual(window.deadlineOf(at('11-10T10:00:00')), at('12-01T09:00:00'));
    assert.deepEqual(window.deadlineOf(at('12-01T07:59:59')), at('12-01T09:00:00'));
    assert.deepEqual(window.deadlineOf(at('12-01T08:00:00')), new Date('2027-01-01T09:00:00Z'));
    assert.deepEqual(window.monthEndOf(at('06-30T10:00:00')), at('07-01T07:00:00'));
  });

  it('has each hour submitted within the next one, whatever the settling time', () => {
    const hour = at('11-10T10:00:00');
    assert.deepEqual(dueTimeOf(hour, 15, window), at('11-10T11:15:00'));
    assert.deepEqual(dueTimeOf(hour, 240, window), at('11-10T12:00:00'));
    assert.deepEqual(dueTimeOf(at('12-01T07:00:00'), 15, window), at('12-01T08:00:00'), 'at once near the cut-off');
    assert.ok(plannedLimitOf(at('12-01T07:00:00'), window) <= at('12-01T09:00:00'));
  });

  it('is checked every five minutes before the cut-off', () => {
    assert.deepEqual(nextTickAfter(at('12-01T08:20:00'), 15, window), at('12-01T08:25:00'));
    assert.deepEqual(nextTickAfter(at('12-02T08:20:00'), 15, window), at('12-02T09:15:00'));
  });
});

describe('usage for an hour that was already submitted to Google', () => {
  const hour = at('11-20T10:00:00');
  const term: MeteredTerm = {
    id: 't',
    start: at('11-01T00:00:00'),
    end: null,
    scope: 'project_number:1',
    flushThrough: null,
  };
  const policy: ClosingPolicy = {
    now: at('11-20T18:00:00'),
    settleMinutes: 15,
    latePolicy: 'ROLL_FORWARD',
    mode: 'LIVE',
    reportFrom: null,
    suspended: false,
    ended: false,
    window,
  };
  const open = { dimension: 'calls', termId: 't', hour, test: false };
  const decide = (change: Partial<ClosingPolicy> = {}) => decideHour(open, term, { ...policy, ...change }, () => true);

  it('is submitted separately, with its own time', () => {
    const decision = decide();
    assert.ok(decision.does === 'SUBMIT');
    assert.deepEqual([decision.again, decision.hour, decision.timestamp], [true, hour, hour]);
    const first = decideHour(open, term, policy, () => false);
    assert.ok(first.does === 'SUBMIT' && !first.again);
  });

  it('is held if the account wants that, and is too late after the cut-off of its month', () => {
    assert.deepEqual(decide({ latePolicy: 'HOLD' }), { does: 'HOLD', cause: 'LATE_HOLD' });
    assert.deepEqual(decide({ now: at('12-01T09:00:00') }), { does: 'INVALID', cause: 'LATE' });
    assert.equal(decide({ now: addHours(at('12-01T09:00:00'), -0.001) }).does, 'SUBMIT');
  });
});
