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
  for (const one of ['USB', 'EURO', 'usd', '', undefined])
    assert.deepEqual(inCurrency(one), ['info.currency:currency']);
});

test('installments of a direct offer charge something, each on a day of the calendar', () => {
  const of = (...paymentInstallments: object[]) => faultsOf({ commitAmount: 100, paymentInstallments });
  const at = (index: number, name: string) => `info.paymentInstallments.${index}.${name}`;
  assert.deepEqual(of(), []);
  assert.deepEqual(of({ amount: 0, chargeOnStr: '' }, { amount: 100, chargeOnStr: '2028-02-29' }), []);
  assert.deepEqual(of({ amount: 150 }, { amount: -50 }), [`${at(1, 'amount')}:negative`]);
  assert.deepEqual(of({ amount: 100 }, {}), [`${at(1, 'amount')}:required`]);
  assert.deepEqual(of({ amount: 0 }), ['info.paymentInstallments:no_price']);
  for (const chargeOnStr of ['2027-02-29', '01/03/2027', '2027-3-1', '2027-03-01T00:00:00Z'])
    assert.deepEqual(of({ amount: 100, chargeOnStr }), [`${at(0, 'chargeOnStr')}:time`]);
});

test('a direct offer is billed at times that have a date, and by amounts that can be charged', () => {
  const with_ = (info: object) => faultsOf({ commits: [{ key: 'base', rate: 100 }], ...info });
  const intervals = ['billingIntervalInMonths', 'commitBillingIntervalInMonths', 'usageBillingIntervalInMonths'];
  for (const name of [...intervals, 'gracePeriodInDays', 'netTermsInDays']) {
    const max = intervals.includes(name) ? 120 : 3650;
    assert.deepEqual([with_({ [name]: 0 }), with_({ [name]: max })], [[], []]);
    for (const value of [-1, max + 1]) assert.deepEqual(with_({ [name]: value }), [`info.${name}:range`]);
  }
  for (const [trialPeriodUnit, max] of [
    [undefined, 3650],
    ['DAY', 3650],
    ['MONTH', 120],
    ['YEAR', 10],
  ] as const) {
    const trial = (trialPeriod: number) => with_({ trialConfig: { trialPeriod, trialPeriodUnit } });
    assert.deepEqual([trial(0), trial(max)], [[], []]);
    for (const value of [-1, max + 1]) assert.deepEqual(trial(value), ['info.trialConfig.trialPeriod:range']);
  }
  const rate = (fields: object) => with_({ commits: [{ key: 'base', ...fields }] });
  assert.deepEqual(rate({ rate: 999_999_999_999, quantity: 1000 }), []);
  assert.deepEqual(rate({ rate: 1_000_000_000_000, quantity: 1000 }), ['info.commits.0.rate:range']);
  assert.deepEqual(faultsOf({ commitAmount: 1e15 }), ['info.commitAmount:range']);
});

test('a direct offer promises no discount that is not billed', () => {
  const withDiscount = (discountPercentage: number) =>
    faultsOf({ commits: [{ key: 'base', rate: 100 }], discountPercentage });
  assert.deepEqual(withDiscount(0), []);
  for (const one of [12.5, 100, -1, 101]) assert.deepEqual(withDiscount(one), ['info.discountPercentage:unsupported']);
});
