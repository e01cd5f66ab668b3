import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Big } from '../../../server/src/kit/decimal.ts';
import { costOf, judgeMoney, type PartnerBook, type ServiceBook } from './judge-money.ts';

const big = (value: number | string): Big => new Big(value);
const units = fc.array(fc.nat(10_000), { maxLength: 8 });
const prices = { unit: '0.01', upfront: '1000' };

const booksOf = (quantities: readonly number[]): { cost: Big; service: ServiceBook; partner: PartnerBook } => {
  const journal = quantities.map((quantity) => ({
    ...{ dimension: 'calls', hour: '2026-11-01T00:00:00.000Z', quantity: String(quantity), differentResends: 0 },
  }));
  const cost = costOf(journal, prices);
  const fee = cost.times('0.03').round(2);
  const due = cost.minus(fee);
  return {
    cost,
    service: { billed: cost, fee, collected: due, disbursed: due, outstanding: big(0) },
    partner: { billed: cost, paid: due, held: big(0) },
  };
};

test('books that agree to the last cent have no findings; a single cent missing anywhere is a finding', () => {
  fc.assert(
    fc.property(
      units,
      fc.constantFrom('billed', 'fee', 'collected', 'disbursed', 'outstanding'),
      fc.constantFrom('0.01', '-0.01'),
      (quantities, figure, cents) => {
        const { cost, service, partner } = booksOf(quantities);
        assert.equal(
          cost.toFixed(),
          big(quantities.reduce((all, one) => all + one, 0))
            .times('0.01')
            .plus(1000)
            .toFixed(),
        );
        assert.deepEqual(judgeMoney(cost, service, partner), []);
        assert.ok(judgeMoney(cost, { ...service, [figure]: service[figure].plus(cents) }, partner).length > 0);
      },
    ),
  );
});
