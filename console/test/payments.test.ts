import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exact } from '../src/lib/format.ts';
import { spread, unplanned } from '../src/offers/payments.ts';

const begin = new Date('2026-11-28T00:00:00Z');
const decimals: Readonly<Record<string, number>> = { JPY: 0, USD: 2, KWD: 3 };

/** A total of at most 10^9 that is payable in its currency, in the smallest unit of it. */
const totals = fc
  .constantFrom(...Object.entries(decimals))
  .chain(([currency, digits]) =>
    fc.record({ currency: fc.constant(currency), digits: fc.constant(digits), whole: fc.nat(10 ** (9 + digits)) }),
  );

/** An amount in the smallest unit, from its text: no arithmetic of binary numbers. A further decimal is refused. */
const wholeOf = (amount: number | undefined, digits: number): bigint => {
  const [front = '', back = ''] = String(amount).split('.');
  assert.ok(back.length <= digits, `${amount} has more than ${digits} decimals`);
  return BigInt(front + back.padEnd(digits, '0'));
};

test('the parts of a total are payable in its currency, and add up to it', () => {
  fc.assert(
    fc.property(totals, fc.constantFrom(1, 2, 3, 4, 12), ({ currency, digits, whole }, count) => {
      const parts = spread(whole / 10 ** digits, count, begin, currency);
      const wholes = parts.map(({ amount }) => wholeOf(amount, digits));
      assert.equal(
        wholes.reduce((sum, one) => sum + one, 0n),
        BigInt(whole),
      );
      // Equal amounts, as far as the smallest unit allows it.
      assert.ok(wholes.every((one) => one >= (wholes[0] ?? 0n) && one < (wholes[0] ?? 0n) + BigInt(count)));
      // The page compares the sum of the payments with the total.
      assert.equal(
        parts.reduce((sum, { amount = 0 }) => exact(sum + amount), 0),
        whole / 10 ** digits,
      );
    }),
    { examples: [[{ currency: 'USD', digits: 2, whole: 428_049_035 }, 4]] },
  );
});

test('a further payment is what is left of the total, payable in its currency', () => {
  fc.assert(
    fc.property(totals, fc.double({ min: 0, max: 1, noNaN: true }), ({ currency, digits, whole }, share) => {
      const planned = Math.floor(whole * share);
      const rest = unplanned(whole / 10 ** digits, planned / 10 ** digits, currency);
      assert.equal(wholeOf(rest, digits), BigInt(whole - planned));
    }),
  );
  assert.equal(unplanned(10, 12.5, 'USD'), 0);
});

test('the payments begin in the month after the last day to accept, and are spread over a year', () => {
  assert.deepEqual(
    spread(10_000.01, 4, begin, 'USD').map(({ amount, chargeOn }) => [amount, chargeOn?.slice(0, 10)]),
    [
      [2500, '2026-12-01'],
      [2500, '2027-03-01'],
      [2500, '2027-06-01'],
      [2500.01, '2027-09-01'],
    ],
  );
});
