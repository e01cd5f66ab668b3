import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../kit/decimal.ts';
import type { BilledRecord, ExpectedCharge } from './reconciliation.ts';
import { splitBills } from './split-bills.ts';

const months = ['2027-01', '2027-02', '2027-03'] as const;
const middleOf = (month: string): Date => new Date(`${month}-15T00:00:00Z`);

const cents = fc.integer({ min: 0, max: 30_000 }).map((value) => new Big(value).div(100).toFixed());
/** Few amounts, so that many of them agree. */
const amount = fc.oneof(fc.constantFrom('10', '20', '30', '0.01'), cents);

const chargeOf = fc
  .record({
    type: fc.constantFrom('FIXED', 'USAGE'),
    month: fc.constantFrom(...months),
    amount: fc.option(amount, { freq: 6 }),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  })
  .map(
    ({ type, month, ...rest }): Omit<ExpectedCharge, 'place'> => ({
      ...{
        type,
        period: month,
        chargeTime: middleOf(month),
        deadline: new Date(middleOf(month).getTime() + 20 * 86_400_000),
      },
      ...{ isCertain: true, parts: 1, explanations: [], ...rest },
    }),
  );

const billOf = fc
  .record({
    month: fc.constantFrom(...months),
    billed: amount,
    refunded: fc.oneof(fc.constant('0'), amount),
    forgiven: fc.oneof(fc.constant('0'), amount),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
  })
  .map(
    ({ month, ...rest }): Omit<BilledRecord, 'id'> => ({
      ...{ time: middleOf(month), periodStart: middleOf(month), periodEnd: null, billingModel: null, invoiceId: null },
      ...{ earlier: [], ...rest },
    }),
  );

const sumOf = (records: readonly BilledRecord[], id: string, name: 'billed' | 'refunded' | 'forgiven'): Big =>
  records.filter((one) => one.id === id).reduce((sum, one) => sum.plus(one[name]), new Big(0));

test('the parts of a bill and its rest add up to it, and no price is billed by two bills', () => {
  fc.assert(
    fc.property(fc.array(chargeOf, { maxLength: 8 }), fc.array(billOf, { maxLength: 6 }), (some, others) => {
      const charges = some.map((one, index) => ({ ...one, place: `PRICE ${index}` }));
      const bills = others
        .map((one, index) => ({ ...one, id: String(index) }))
        .sort((left, right) => left.time.getTime() - right.time.getTime());
      const { parts, rest } = splitBills(bills, charges);
      const records = [...parts.map(({ record }) => record), ...rest];
      for (const { id, billed, refunded, forgiven } of bills) {
        assert.ok(sumOf(records, id, 'billed').minus(billed).abs().lt('0.01'), `${id} billed`);
        assert.ok(sumOf(records, id, 'refunded').eq(refunded), `${id} refunded`);
        assert.ok(sumOf(records, id, 'forgiven').eq(forgiven), `${id} forgiven`);
      }
      const prices = parts.flatMap(({ charge }) => (charge.type === 'FIXED' ? [charge.place] : []));
      assert.equal(new Set(prices).size, prices.length);
      for (const { charge, record } of parts) assert.equal(charge.currency, record.currency);
    }),
    { numRuns: 3000 },
  );
});
