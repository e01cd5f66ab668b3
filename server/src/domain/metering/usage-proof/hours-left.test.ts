import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BalanceRow } from './balance-store.ts';
import { viewBalance } from './view.ts';

/** The waiting usage of an hour, as balances show it at that time. */
const leftOf = (partner: string, hour: string, now: string, waits: { pending?: string; held?: string }) => {
  const none = '0';
  const row = {
    entitlementId: '01900000-0000-7000-8000-000000000000',
    partner,
    dimension: 'requests',
    hour: new Date(hour),
    accepted: '3',
    adjusted: none,
    acknowledged: none,
    unknown: none,
    refused: none,
    included: none,
    credited: none,
    committed: none,
    carriedIn: none,
    carriedOut: none,
    pending: waits.pending ?? none,
    held: waits.held ?? none,
    failed: none,
    invalid: none,
    deleted: none,
    computedOnly: none,
    held_causes: null,
  } as unknown as BalanceRow;
  const { deadline, hoursLeft } = viewBalance(row, new Date(now));
  return [deadline, hoursLeft];
};

test('the hours left are those until the cut-off of the partner', () => {
  const last = '2026-11-30T23:00:00Z';
  for (const waits of [{ pending: '3' }, { held: '3' }]) {
    // AWS: 24 hours, and 06:00 UTC on the first day of the next month at the latest.
    assert.deepEqual(leftOf('AWS', '2026-11-10T10:00:00Z', '2026-11-10T12:30:00Z', waits), [
      '2026-11-11T10:00:00.000Z',
      21,
    ]);
    assert.deepEqual(leftOf('AWS', last, '2026-12-01T00:30:00Z', waits), ['2026-12-01T06:00:00.000Z', 5]);
    // AZURE: 24 hours, also after the end of the month.
    assert.deepEqual(leftOf('AZURE', last, '2026-12-01T00:30:00Z', waits), ['2026-12-01T23:00:00.000Z', 22]);
    // GCP: 01:00 in California on the first day of the next month.
    assert.deepEqual(leftOf('GCP', last, '2026-12-01T00:30:00Z', waits), ['2026-12-01T09:00:00.000Z', 8]);
    assert.deepEqual(leftOf('GCP', '2026-11-10T10:00:00Z', '2026-12-01T08:30:00Z', waits), [
      '2026-12-01T09:00:00.000Z',
      0,
    ]);
  }
  assert.deepEqual(leftOf('AWS', last, '2026-12-01T07:00:00Z', { held: '3' }), ['2026-12-01T06:00:00.000Z', 0]);
  assert.deepEqual(leftOf('AWS', last, '2026-12-01T00:30:00Z', {}), [undefined, undefined], 'nothing waits');
});
