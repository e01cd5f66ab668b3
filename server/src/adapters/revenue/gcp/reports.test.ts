import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfMonth, mayHoldRows, payDayOf, placeOf } from './reports.ts';

const placed = (name: string, prefix = '') => {
  const place = placeOf(name, prefix);
  return place && [place.report.dataset, place.day];
};

test('reports are recognized by their names, with or without an extension, in a folder or not', () => {
  assert.deepEqual(placed('20260901 Charges and Usage.csv'), ['charges_and_usage', '2026-09-01']);
  assert.deepEqual(placed('20260901 Disbursements'), ['disbursements', '2026-09-01']);
  const detailed = ['detailed_disbursements', '2026-09-01'];
  assert.deepEqual(placed('2026-09-01 Detailed Disbursements Report.csv'), detailed);
  assert.deepEqual(placed('reports/2026-09-01 Detailed Disbursements Report.csv', 'reports/'), detailed);
  assert.deepEqual(placed('2026-09-10 Customer Insights.csv'), ['customer_insights', '2026-09-10']);
  assert.deepEqual(placed('2026-09-10 Customer Incremental Insights.csv'), ['customer_insights', '2026-09-10']);
});

test('other objects are not parts', () => {
  for (const name of [
    ...['', 'notes.txt', '20260901 Leads.csv', '20260231 Disbursements.csv', 'Disbursements.csv', '2026-13-01 '],
    ...['20260901 Detailed Disbursements.csv', 'x20260901 Disbursements.csv', '20260901 Disbursements (1).csv'],
  ])
    assert.equal(placed(name), null, name);
  assert.equal(placed('20260901 Disbursements.csv', 'reports/'), null);
});

test('a month counts on its last day, and is paid on the 21st of the next', () => {
  assert.equal(endOfMonth('2028-02').toISOString(), '2028-02-29T23:59:59.000Z');
  assert.equal(payDayOf('2026-12').toISOString(), '2027-01-21T00:00:00.000Z');
});

test('a part may have rows of its month and of its disbursement', () => {
  const may = (name: string, start: string, end: string): boolean => {
    const place = placeOf(name, '');
    assert.ok(place);
    return mayHoldRows(place, { start: new Date(start), end: new Date(end) });
  };
  const september = '20260901 Disbursements.csv';
  assert.ok(may(september, '2026-09-30', '2026-10-01'));
  assert.ok(may(september, '2026-10-21', '2026-10-22'));
  assert.ok(!may(september, '2026-10-22', '2027-10-01'));
  assert.ok(!may(september, '2026-01-01', '2026-09-01'));
  const insights = '2026-09-10 Customer Insights.csv';
  assert.ok(may(insights, '2026-09-10', '2026-09-11'));
  assert.ok(may(insights, '2026-08-01', '2026-08-02'), 'late usage is in later files');
  assert.ok(!may(insights, '2026-09-11', '2026-09-12'));
});
