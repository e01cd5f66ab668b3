import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../src/lib/format.ts';
import { contractValueOf, priceOf, totalOf } from '../src/lib/price.ts';

test('what has no price of its own shows none, and the total is the price of all', () => {
  const grants = [
    { key: 'seats', quantity: 10 },
    { key: 'support', quantity: 1 },
  ];
  assert.equal(money(priceOf({ key: 'seats', quantity: 10 }), 'USD'), '—');
  assert.equal(money(priceOf({ key: 'seats', rate: 0 }), 'USD'), '$0.00');
  assert.equal(contractValueOf({ commits: grants, commitAmount: 10_000 }), 10_000);
  assert.equal(contractValueOf({ commits: [{ key: 'base', rate: 5 }, ...grants], commitAmount: 70 }), 70);
  assert.equal(contractValueOf({ commits: grants }), undefined);
});

test('prices from which the buyer chooses have no sum', () => {
  const seats = { key: 'seats', rate: 120, length: 12, timeUnit: 'MONTH' };
  for (const other of [
    { ...seats, rate: 90 },
    { ...seats, length: 36 },
    { ...seats, key: 'support', length: 1 },
  ]) {
    assert.equal(contractValueOf({ commits: [seats, other], commitAmount: 0 }), undefined);
    assert.equal(totalOf({ commits: [seats, other] }), 0);
  }
  const support = { key: 'support', rate: 50, length: 1, timeUnit: 'YEAR' };
  assert.equal(contractValueOf({ commits: [seats, support] }), 170, 'a year is 12 months');
  assert.equal(contractValueOf({ commitAmount: 0 }), undefined, 'AWS shows no price of a choice');
});
