import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { digestTime, sendTime } from './send-time.ts';

const quiet = (start: string, end: string, timeZone: string) => ({
  quietHours: { enabled: true, start, end },
  timeZone,
});
const at = (config: Parameters<typeof sendTime>[0], time: string): string =>
  sendTime(config, new Date(time)).toISOString();

describe('quiet hours', () => {
  const berlin = quiet('22:00', '07:00', 'Europe/Berlin');

  test('hold a message back until they end, in the time zone of the organization', () => {
    assert.equal(at(berlin, '2026-11-20T20:59:59Z'), '2026-11-20T20:59:59.000Z');
    assert.equal(at(berlin, '2026-11-20T21:00:00Z'), '2026-11-21T06:00:00.000Z');
    assert.equal(at(berlin, '2026-11-21T05:59:00Z'), '2026-11-21T06:00:00.000Z');
    assert.equal(at(berlin, '2026-11-21T06:00:00Z'), '2026-11-21T06:00:00.000Z');
  });

  test('end at their hour on the day on which clocks are moved', () => {
    assert.equal(at(berlin, '2026-10-24T21:00:00Z'), '2026-10-25T06:00:00.000Z');
    assert.equal(at(berlin, '2026-03-28T22:00:00Z'), '2026-03-29T05:00:00.000Z');
  });

  test('may lie within a day', () => {
    const lunch = quiet('12:00', '13:30', 'UTC');
    assert.equal(at(lunch, '2026-11-20T12:10:00Z'), '2026-11-20T13:30:00.000Z');
    assert.equal(at(lunch, '2026-11-20T13:30:00Z'), '2026-11-20T13:30:00.000Z');
  });

  test('hold back nothing when they are off', () => {
    const off = { ...berlin, quietHours: { ...berlin.quietHours, enabled: false } };
    assert.equal(at(off, '2026-11-20T23:00:00Z'), '2026-11-20T23:00:00.000Z');
  });
});

describe('digests', () => {
  const daily = (timeZone: string, hour = 8) => ({ digest: { mode: 'DAILY' as const, hour }, timeZone });
  const due = (config: Parameters<typeof digestTime>[0], time: string): string =>
    digestTime(config, new Date(time)).toISOString();

  test('are due at the full hour, also where clocks are half an hour off', () => {
    const hourly = { digest: { mode: 'HOURLY' as const, hour: 0 }, timeZone: 'Asia/Kolkata' };
    assert.equal(due(hourly, '2026-11-20T10:10:00Z'), '2026-11-20T10:30:00.000Z');
    assert.equal(due({ ...hourly, timeZone: 'UTC' }, '2026-11-20T10:00:00Z'), '2026-11-20T11:00:00.000Z');
  });

  test('are due at the hour of the day', () => {
    assert.equal(due(daily('Europe/Berlin'), '2026-11-20T06:59:00Z'), '2026-11-20T07:00:00.000Z');
    assert.equal(due(daily('Europe/Berlin'), '2026-11-20T07:00:00Z'), '2026-11-21T07:00:00.000Z');
  });

  test('are always later than now, and at most 25 hours', () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Santiago');
    const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, times, fc.integer({ min: 0, max: 23 }), (zone, now, hour) => {
        const hours = (digestTime(daily(zone, hour), now).getTime() - now.getTime()) / 3_600_000;
        assert.ok(hours > 0 && hours <= 25, `${zone} ${now.toISOString()} ${hour}: ${hours}`);
      }),
    );
  });
});
