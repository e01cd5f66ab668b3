import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { minorDigitsOf } from '../../../kit/currency.ts';
import { multiplyRationals, type Rational, rational, readRational, roundRational } from '../../../kit/rational.ts';
import { commissionAmount } from './amount.ts';

const amountOf = (ratePercent: string, dealValue: string, currency: string, capAmount: string | null = null): string =>
  commissionAmount({ ratePercent, capAmount }, { dealValue, currency });

describe('the amount of a commission', () => {
  test('is the rate of the value, half to even in the minor unit of the currency', () => {
    assert.equal(amountOf('10', '1000', 'USD'), '100');
    assert.equal(amountOf('12.5', '100.20', 'USD'), '12.52', 'a half goes to the even cent: 12.525');
    assert.equal(amountOf('12.5', '100.28', 'USD'), '12.54', 'a half goes to the even cent: 12.535');
    assert.equal(amountOf('50', '5', 'JPY'), '2');
    assert.equal(amountOf('50', '7', 'JPY'), '4');
    assert.equal(amountOf('0.05', '25', 'KWD'), '0.012');
    assert.equal(amountOf('0.000000001', '999999999999999999.999999999', 'USD'), '10000000');
  });

  test('is the cap at most', () => {
    assert.equal(amountOf('10', '1000', 'USD', '99.99'), '99.99');
    assert.equal(amountOf('10', '1000', 'USD', '100'), '100');
    assert.equal(amountOf('10', '1000', 'USD', '0'), '0');
  });

  /** A decimal and the same number as a fraction, made apart from each other. */
  const decimal = (integers: number, fractions: number) =>
    fc
      .record({
        whole: fc.bigInt({ min: 0n, max: 10n ** BigInt(integers) - 1n }),
        digits: fc.integer({ min: 0, max: fractions }),
        part: fc.bigInt({ min: 0n, max: 10n ** BigInt(fractions) - 1n }),
      })
      .map(({ whole, digits, part }): { text: string; value: Rational } => {
        const scale = 10n ** BigInt(digits);
        const rest = part % scale;
        const text = digits === 0 ? String(whole) : `${whole}.${String(rest).padStart(digits, '0')}`;
        return { text, value: rational(whole * scale + rest, scale) };
      });

  test('is what exact fractions say, for any rate, value, cap and currency', () => {
    const currencies = fc.constantFrom('JPY', 'KRW', 'USD', 'EUR', 'KWD', 'BHD', 'CLF');
    fc.assert(
      fc.property(
        decimal(2, 9),
        decimal(18, 9),
        fc.option(decimal(12, 0)),
        currencies,
        (rate, value, cap, currency) => {
          const earned = multiplyRationals(multiplyRationals(rate.value, value.value), rational(1n, 100n));
          const isCapped = cap !== null && earned.n * cap.value.d > cap.value.n * earned.d;
          const digits = minorDigitsOf(currency);
          const expected = roundRational(isCapped ? cap.value : earned, digits);
          const amount = amountOf(rate.text, value.text, currency, cap?.text ?? null);
          assert.deepEqual(readRational(amount), readRational(expected));
          assert.ok((amount.split('.')[1] ?? '').length <= digits, `${amount} ${currency}`);
          if (cap !== null) {
            const paid = readRational(amount);
            assert.ok(paid.n * cap.value.d <= cap.value.n * paid.d, 'never more than the cap');
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
