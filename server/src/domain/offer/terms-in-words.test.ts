import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { commitTotal } from './submission/terms.ts';
import { termsInWords } from './terms-in-words.ts';

test('prices are exact, in the currency of the offer', () => {
  const { price, payments, terms } = termsInWords({
    currency: 'JPY',
    commits: [
      { key: 'basic', rate: 100_000, length: 1, timeUnit: 'YEAR' },
      { name: 'Seats', rate: 0.1, quantity: 3, length: 12, timeUnit: 'MONTH' },
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
    ['Seats', '3 × 0.1 JPY = 0.3 JPY for 12 months'],
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

test('what is granted for one price has no price of its own, and the total is that price', () => {
  const commits = [{ key: 'seats', quantity: 10, length: 12, timeUnit: 'MONTH' as const }, { key: 'support' }];
  const paid = [
    ['seats', '10 for 12 months, without a price of its own'],
    ['support', '1, without a price of its own'],
  ];
  assert.deepEqual(termsInWords({ commits, commitAmount: 10_000 }).price, [
    ...paid,
    ['Total contract value', '10,000.00 USD'],
  ]);
  assert.deepEqual(termsInWords({ commits }).price, paid);
  assert.equal(commitTotal({ commits: [{ key: 'base', rate: 5 }, { key: 'support' }] }), null);
  const some = [{ key: 'base', rate: 5 }, ...commits];
  assert.equal(termsInWords({ commits: some, commitAmount: 70 }).price.at(-1)?.[1], '70.00 USD');
});

test('prices from which the buyer chooses have no total', () => {
  const choices = [
    [
      { key: 'seats', rate: 120, length: 12 },
      { key: 'seats', rate: 300, length: 36 },
    ],
    [
      { key: 'seats', rate: 120, length: 12 },
      { key: 'support', rate: 50, length: 1 },
    ],
    [
      { key: 'seats', rate: 120, length: 12 },
      { key: 'seats', rate: 90, length: 12 },
    ],
  ];
  for (const choice of choices) {
    const commits = choice.map((one) => ({ ...one, timeUnit: 'MONTH' as const }));
    for (const info of [{ commits }, { commits, commitAmount: 0 }])
      assert.deepEqual(
        termsInWords(info).price.map(([label]) => label),
        choice.map(({ key }) => key),
      );
  }
  assert.deepEqual(termsInWords({ commitAmount: 0 }).price, [], 'AWS shows no price of a choice');
});

test('an offer of hundreds of prices is cut, and the cut is said', () => {
  const dimensions = Array.from({ length: 800 }, (_, at) => ({ key: `d${at}`, rate: at }));
  const { price } = termsInWords({ dimensions });
  assert.equal(price.length, 21);
  assert.deepEqual(price.at(-1), ['780 more', 'The offer in the marketplace lists all prices.']);
});

test('an amount has a currency, of one line, whatever the offer says', () => {
  const total = (currency: string) => termsInWords({ currency, commitAmount: 7 }).price.at(-1)?.[1];
  assert.equal(total(''), '7.00 USD');
  assert.equal(total('KWD'), '7.000 KWD');
  assert.equal(total('US\nD: 1'), '7.00 US D: 1');
});

test('the total is the exact sum of what the lines say, in currencies with and without decimals', () => {
  const money = fc.record({
    units: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    quantity: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(money, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      (all, currency) => {
        // Rates are ten-thousandths, so that all is whole numbers here.
        const rateOf = (units: bigint) =>
          JSON.rawJSON(`${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`) as unknown as number;
        const commits = all.map(({ units, quantity }, at) => ({ key: `k${at}`, rate: rateOf(units), quantity }));
        const shown = termsInWords({ currency, commits }).price.at(-1)?.[1] ?? '';
        const [amount = '', code] = shown.split(' ');
        const [whole = '', fraction = ''] = amount.replaceAll(',', '').split('.');
        const sum = all.reduce((left, { units, quantity }) => left + units * BigInt(quantity), 0n);
        assert.equal(BigInt(whole + fraction.padEnd(4, '0')), sum);
        assert.equal(code, currency);
      },
    ),
  );
});
