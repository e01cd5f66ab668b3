import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsInWords } from './terms-in-words.ts';

test('prices are exact, in the currency of the offer', () => {
  const { price, payments, terms } = termsInWords({
    currency: 'JPY',
    commits: [
      { key: 'basic', rate: 100_000, length: 1, timeUnit: 'YEAR' },
      { name: 'Seats', rate: 0.1, quantity: 3, length: 2, timeUnit: 'YEAR' },
    ],
    dimensions: [{ key: 'not priced' }, { name: 'API.calls', rate: 0.000_000_1 }],
    discountPercentage: 12.5,
    paymentInstallments: [{ amount: 5, chargeOnStr: '2027-02-03' }, { amount: 6 }],
    startTime: '2027-01-02T10:00:00Z',
    awsAgreementDuration: 'P1Y6M',
    autoRenew: false,
    netTermsInDays: 30,
    eulaType: 'CUSTOM',
  });
  assert.deepEqual(price, [
    ['basic', '100,000 JPY for 1 year'],
    ['Seats', '3 × 0.1 JPY = 0.3 JPY for 2 years'],
    ['API·calls', '0.0000001 JPY for each unit used'],
    ['Discount', '12.5 %'],
    ['Total contract value', '100,000.3 JPY'],
  ]);
  assert.deepEqual(payments, [
    ['2027-02-03', '5 JPY'],
    ['When it is accepted', '6 JPY'],
  ]);
  assert.deepEqual(terms, [
    ['Begins', '2027-01-02'],
    ['Lasts', '1 year, 6 months'],
    ['Renews itself', 'No'],
    ['Invoices are due', 'After 30 days'],
    ['Legal terms', 'The seller’s own; the marketplace shows them with the offer'],
  ]);
});

test('the total of an offer with intervals is that of all of them, unless payments say what is paid', () => {
  const commits = [{ key: 'a', rate: 10 }];
  const total = (info: Parameters<typeof termsInWords>[0]) => termsInWords(info).price.at(-1)?.[1];
  assert.equal(total({ commits, gcpDuration: 12 }), '120.00 USD');
  assert.equal(total({ commits, gcpDuration: 12, paymentInstallments: [{ amount: 10 }] }), '10.00 USD');
  assert.equal(total({ commitAmount: 7 }), '7.00 USD');
  assert.deepEqual(termsInWords({}).price, []);
});

test('an offer of hundreds of prices is cut, and the cut is said', () => {
  const dimensions = Array.from({ length: 800 }, (_, at) => ({ key: `d${at}`, rate: at }));
  const { price } = termsInWords({ dimensions });
  assert.equal(price.length, 21);
  assert.deepEqual(price.at(-1), ['780 more', 'The offer in the marketplace lists all prices.']);
});
