import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Offer } from '../offer.ts';
import { checkDirectOffer } from './direct-check.ts';

const now = new Date('2026-11-20T10:00:00Z');
const faultsOf = (info: object): string[] =>
  checkDirectOffer(
    {
      ...{ name: 'Direct', partner: 'STRIPE', offer_type: 'PRIVATE', buyer_id: 'b', expire_time: null, end_time: null },
      ...{ info: { currency: 'USD', ...info }, meta_info: {} },
    } as Offer,
    undefined,
    now,
  )
    .filter(({ path }) => path !== 'productID')
    .map(({ path, code }) => `${path}:${code}`);
const usage = (fields: object = {}) => ({
  ...{ billableMetricId: 'metric_1', category: 'basic', priceModelBasic: { unitAmount: 1 } },
  ...fields,
});

test('usage of a direct offer has prices that can be computed for any quantity', () => {
  assert.deepEqual(faultsOf({ billableDimensions: [usage()] }), []);
  assert.deepEqual(faultsOf({ billableDimensions: [usage({ billableMetricId: '' })] }), [
    'info.billableDimensions.0.billableMetricId:required',
  ]);
  assert.deepEqual(faultsOf({ billableDimensions: [usage({ category: 'bulk' })] }), [
    'info.billableDimensions.0.priceModelBasic:other_model',
    'info.billableDimensions.0.priceModelBulk:required',
  ]);
  assert.deepEqual(faultsOf({ billableDimensions: [usage(), usage()] }), [
    'info.billableDimensions.1.billableMetricId:duplicate',
  ]);
  assert.equal(faultsOf({ billableDimensions: [usage({ priceModelBasic: { unitAmount: -1 } })] }).length, 1);
});

test('a commit of a direct offer says how long it is for, and how many there are', () => {
  const commits = (fields: object) => faultsOf({ commits: [{ key: 'base', rate: 100, ...fields }] });
  assert.deepEqual(commits({}), []);
  assert.deepEqual(commits({ length: 0, quantity: 1 }), []);
  assert.deepEqual(commits({ length: 120, timeUnit: 'MONTH' }), []);
  assert.deepEqual(commits({ length: 12 }), ['info.commits.0.timeUnit:required']);
  assert.deepEqual(commits({ length: -1, timeUnit: 'MONTH' }), ['info.commits.0.length:range']);
  assert.deepEqual(commits({ length: 121, timeUnit: 'MONTH' }), ['info.commits.0.length:range']);
  assert.deepEqual(commits({ quantity: 0 }), ['info.commits.0.quantity:range']);
});

test('the currency of a direct offer is one that its buyer can pay in', () => {
  const inCurrency = (currency: string | undefined) => faultsOf({ currency, commits: [{ key: 'base', rate: 100 }] });
  for (const one of ['USD', 'JPY', 'KWD']) assert.deepEqual(inCurrency(one), []);
  for (const one of ['XXX', 'USB', 'usd', '', undefined]) assert.deepEqual(inCurrency(one), ['info.currency:currency']);
});
