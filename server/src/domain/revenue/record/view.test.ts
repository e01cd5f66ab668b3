import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { collectionStatusOf, disbursementStatusOf } from './view.ts';

const cents = fc.integer({ min: -100_000, max: 100_000 });
const text = (amount: number): string => String(amount / 100);

describe('the status of a record', () => {
  const collections: [collectable: string, outstanding: string, collected: string, status: string, what: string][] = [
    ['100', '100', '0', 'UNPAID', 'nothing was paid'],
    ['100', '0.01', '99.99', 'PARTIAL', 'a cent is missing'],
    ['100', '0', '100', 'COLLECTED', 'everything was paid'],
    ['100', '-5', '105', 'COLLECTED', 'more than the amount was paid'],
    ['100', '0', '0', 'UNPAID', 'it was forgiven'],
    ['100', '0', '60', 'COLLECTED', 'the rest was forgiven'],
    ['0', '0', '0', 'COLLECTED', 'it was refunded before it was paid'],
    ['-100', '-100', '0', 'UNPAID', 'a refund that was not taken back'],
    ['-100', '-40', '-60', 'PARTIAL', 'a refund of which a part was taken back'],
    ['-100', '0', '-100', 'COLLECTED', 'a refund that was taken back'],
  ];
  for (const [collectable, outstanding, collected, status, what] of collections)
    test(`${status}: ${what}`, () => assert.equal(collectionStatusOf(collectable, outstanding, collected), status));

  test('a refund has the status of the sale with the opposite amounts', () => {
    fc.assert(
      fc.property(cents, cents, cents, (collectable, forgiven, collected) => {
        const outstanding = collectable - forgiven - collected;
        fc.pre(collectable !== 0);
        assert.equal(
          collectionStatusOf(text(collectable), text(outstanding), text(collected)),
          collectionStatusOf(text(-collectable), text(-outstanding), text(-collected)),
        );
        assert.equal(
          disbursementStatusOf(text(collected), text(forgiven)),
          disbursementStatusOf(text(-collected), text(-forgiven)),
        );
      }),
    );
  });

  const disbursements: [collected: string, disbursed: string, status: string][] = [
    ['0', '0', 'PENDING'],
    ['100', '0', 'PENDING'],
    ['100', '99.99', 'PENDING'],
    ['100', '100', 'DISBURSED'],
    ['100', '100.5', 'DISBURSED'],
    ['0', '100', 'PENDING'],
    ['-10', '0', 'PENDING'],
    ['-10', '-10', 'DISBURSED'],
  ];
  for (const [collected, disbursed, status] of disbursements)
    test(`${status}: ${disbursed} of ${collected} collected`, () =>
      assert.equal(disbursementStatusOf(collected, disbursed), status));
});
