import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import { addHours } from '../../../kit/hours.ts';
import { deductFunds, type FundsLeft, fundsLeftOf, paysFor, useFunds } from './deduct-funds.ts';

const start = new Date('2026-11-10T00:00:00Z');
const at = (hour: number): Date => addHours(start, hour);

const funds = (credit: string, commit: string, withCommit = true, shares: readonly string[] = []): FundsLeft =>
  fundsLeftOf(
    {
      id: 't',
      credit_amount: credit,
      used_credit_amount: '0',
      commit_amount: commit,
      used_commit_amount: '0',
      // A part of two hours each.
      shares: shares.map((share, index) => ({
        id: `part ${index}`,
        start: at(2 * index),
        credit_amount: share,
        used_credit_amount: '0',
      })),
    },
    withCommit,
  );
const withoutShare = { shareId: null, shareAmount: '0' };
const amounts = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, scale]) => new Big(digits.toString()).div(new Big(10).pow(scale)).toFixed());

describe('credit and commit', () => {
  it('pay for units at their price, credit first, never more than there is, and every unit is accounted for', () => {
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.boolean(),
        amounts,
        fc.array(amounts, { minLength: 1, maxLength: 12 }),
        fc.array(amounts, { maxLength: 4 }),
        (credit, commit, withCommit, price, hours, shares) => {
          let left = funds(credit, commit, withCommit, shares);
          for (const [hour, accepted] of hours.entries()) {
            const time = at(hour);
            const deduction = deductFunds(accepted, price, left, time);
            const part = Math.min(Math.floor(hour / 2), shares.length - 1);
            assert.ok(deduction.shareId === null || deduction.shareId === `part ${part}`, 'the share of the time');
            assert.ok(new Big(deduction.shareAmount).lte(deduction.creditAmount));
            const { credited, creditAmount, committed, commitAmount } = deduction;
            assert.ok(new Big(credited).plus(committed).plus(deduction.left).eq(accepted));
            for (const part of [credited, creditAmount, committed, commitAmount, deduction.left])
              assert.ok(new Big(part).gte(0));
            const next = useFunds(left, deduction);
            assert.ok(next.creditUsed.lte(credit) && next.commitUsed.lte(withCommit ? commit : 0));
            for (const [index, share] of shares.entries())
              assert.ok(next.sharesUsed.get(`part ${index}`)?.lte(share), 'no share pays more than it is');
            if (new Big(deduction.left).gt(0) && price !== '0')
              assert.ok(!paysFor(next, 'LIVE', time), 'all of it is used before anything is submitted');
            if (new Big(committed).gt(0)) assert.ok(next.creditUsed.eq(credit), 'credit first');
            if (deduction.left === '0' && price !== '0')
              assert.ok(
                new Big(creditAmount)
                  .plus(commitAmount)
                  .minus(new Big(accepted).times(price))
                  .abs()
                  .lte(new Big(price).times('1e-12')),
              );
            left = next;
          }
        },
      ),
    );
  });

  it('cost exactly units × price when they cover all usage; otherwise all that is left, with units to 12 digits', () => {
    assert.deepEqual(deductFunds('3', '0.07', funds('0.21', '0'), start), {
      ...withoutShare,
      credited: '3',
      creditAmount: '0.21',
      committed: '0',
      commitAmount: '0',
      left: '0',
    });
    assert.deepEqual(deductFunds('10', '3', funds('10', '10'), start), {
      ...withoutShare,
      credited: '3.333333333333',
      creditAmount: '10',
      committed: '3.333333333333',
      commitAmount: '10',
      left: '3.333333333334',
    });
  });

  it('are not used by free usage or test usage, and a commit not by an account that does not deduct it', () => {
    assert.equal(deductFunds('10', '0', funds('5', '5'), start).left, '10');
    assert.equal(deductFunds('10', '1', funds('0', '5', false), start).left, '10');
    assert.equal(paysFor(funds('5', '0'), 'TEST', start), false);
    assert.equal(paysFor(funds('0', '5', false), 'LIVE', start), false);
    assert.equal(paysFor(funds('0', '5'), 'SHADOW', start), true);
  });

  it('the share of the hour pays before the credit, in its own hours only', () => {
    const shares = funds('1', '100', true, ['6', '6']);
    const first = deductFunds('10', '1', shares, at(0));
    assert.deepEqual(
      [first.shareId, first.shareAmount, first.creditAmount, first.commitAmount, first.left],
      ['part 0', '6', '7', '3', '0'],
    );
    const later = deductFunds('2', '1', useFunds(shares, first), at(3));
    assert.deepEqual([later.shareId, later.shareAmount, later.commitAmount], ['part 1', '2', '0']);
    assert.equal(paysFor(funds('0', '0', false, ['0', '6']), 'LIVE', at(1)), false);
  });
});
