import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MoneyLine } from '../../../adapters/revenue/port.ts';
import { failedPayouts, foldLines } from './fold-lines.ts';

const time = new Date('2027-01-01T00:00:00Z');
const line = (changes: Partial<MoneyLine>): MoneyLine => ({
  recordId: 'r',
  stage: 'BILLED',
  kind: 'REVENUE',
  nature: 'PLAIN',
  amount: '0',
  currency: 'USD',
  time,
  references: {},
  ...changes,
});
const failure = (payout: string): MoneyLine =>
  line({
    recordId: null,
    stage: 'DISBURSED',
    kind: 'PAYOUT',
    nature: 'FAILED',
    references: { payout, failure: `${payout}-failed` },
  });

const payouts = ['a', 'b', 'c'];
const cents = fc.integer({ min: -9999, max: 9999 }).map(String);
const lineOf = fc
  .record({
    stage: fc.constantFrom('BILLED' as const, 'COLLECTED' as const, 'DISBURSED' as const, 'FORGIVEN' as const),
    kind: fc.constantFrom('REVENUE' as const, 'TAX' as const, 'FEE' as const, 'COST' as const, 'ADJUSTMENT' as const),
    amount: cents,
    payout: fc.option(fc.constantFrom(...payouts), { nil: undefined }),
    isReversal: fc.boolean(),
  })
  .map(({ payout, isReversal, ...rest }) => {
    const name = isReversal ? `${payout}-failed` : payout;
    return line({ ...rest, references: payout === undefined || name === undefined ? {} : { payout: name } });
  });

test('what a failed payout contained counts as never disbursed; everything else stays', () => {
  fc.assert(
    fc.property(fc.array(lineOf, { minLength: 1 }), fc.subarray(payouts), (lines, failed) => {
      const failures = failed.map(failure);
      const names = failedPayouts([...lines, ...failures]);
      const kept = lines.filter(
        ({ stage, references: { payout = '' } }) => stage !== 'DISBURSED' || !failed.includes(payout.slice(0, 1)),
      );
      assert.deepEqual(foldLines(lines, names), foldLines(kept));
    }),
  );
});

test('payouts and their failures are not amounts of a record, wherever they are', () => {
  fc.assert(
    fc.property(
      fc.array(lineOf, { minLength: 1 }),
      fc.array(fc.constantFrom(...payouts)),
      cents,
      (lines, held, amount) => {
        const more = held.map((payout) => line({ stage: 'DISBURSED', kind: 'PAYOUT', amount, references: { payout } }));
        assert.deepEqual(foldLines([...more, ...lines, ...more.map(() => failure('z'))]), foldLines(lines));
      },
    ),
  );
});

test('whatever the lines and their order, the figures add up', () => {
  fc.assert(
    fc.property(fc.array(lineOf, { minLength: 1 }), (lines) => {
      const [figures] = foldLines(lines);
      assert.ok(figures);
      assert.deepEqual(foldLines(lines.toReversed()), [figures]);
      const { billed, tax, fee, cost, adjusted, collectable, forgiven, collected, outstanding } = figures;
      assert.equal(Number(collectable), Number(billed) + Number(tax) - Number(fee) - Number(cost) + Number(adjusted));
      assert.equal(Number(outstanding), Number(collectable) - Number(forgiven) - Number(collected));
    }),
  );
});
