import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOf, type Step, tableOf } from './book.ts';

const step = (partner: string, place: string, shown: string, wanted = shown): Step => {
  const [deal = '', name = ''] = place.split(': ');
  return { partner, deal, step: name, wanted, shown };
};

test('every mismatch, and nothing else, is a finding that names both sides', () => {
  const steps = [step('AWS', 'cancelled: draft', 'DRAFT'), step('GCP', 'cancelled: end', 'ACTIVE', 'CANCELLED')];
  assert.deepEqual(findingsOf(steps), ['GCP, cancelled: end showed ACTIVE and not CANCELLED']);
  assert.deepEqual(findingsOf(steps.slice(0, 1)), []);
});

test('the table has a row for each step and a column for each partner, and marks what is wrong', () => {
  const steps = [
    step('AWS', 'a: draft', 'DRAFT'),
    step('AWS', 'a: accepted', 'ACCEPTED'),
    step('AZURE', 'a: draft', 'DRAFT'),
    step('AZURE', 'a: accepted', 'EXPIRED', 'ACCEPTED'),
  ];
  assert.deepEqual(tableOf(steps), [
    ['step', 'AWS', 'AZURE'],
    ['a: draft', 'DRAFT', 'DRAFT'],
    ['a: accepted', 'ACCEPTED', '! EXPIRED'],
  ]);
});

test('a step that only one partner has is placed where that partner has it, whichever partner comes first', () => {
  const aws = [step('AWS', 'a: draft', '1'), step('AWS', 'a: end', '2'), step('AWS', 'b: draft', '3')];
  const gcp = [step('GCP', 'a: draft', '1'), step('GCP', 'a: approve', '2'), step('GCP', 'a: end', '3')];
  const order = ['step', 'a: draft', 'a: approve', 'a: end', 'b: draft'];
  for (const steps of [
    [...aws, ...gcp],
    [...gcp, ...aws],
  ])
    assert.deepEqual(
      tableOf(steps).map(([place]) => place),
      order,
    );
});

test('a long text is cut in the table and complete in the findings', () => {
  const steps = [step('AWS', 'a: submit', `answered 400: ${'x'.repeat(200)}`, 'DRAFT')];
  assert.ok((tableOf(steps)[1]?.[1] ?? '').length < 40);
  assert.ok((findingsOf(steps)[0] ?? '').includes('x'.repeat(200)));
});
