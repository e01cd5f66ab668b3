import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { chargeRow } from './feed-bench.test-support.ts';
import { translateRow } from './translate-row.ts';

const shown = (row: FeedRow) =>
  translateRow(row).map(({ stage, kind, nature, amount }) => [stage, kind, nature, amount]);

const figuresOf = (...rows: FeedRow[]) => {
  const [figures, ...others] = foldLines(rows.flatMap(translateRow));
  assert.deepEqual(others, []);
  assert.ok(figures);
  const { billed, fee, adjusted, collectable, forgiven, disbursed, outstanding } = figures;
  return { billed, fee, adjusted, collectable, forgiven, disbursed, outstanding };
};

const nothing = { cust_charges: '0', marketplace_fee_amount: '0', aggregated_payout: '0' };

test('a charge is billed less Google’s share, and paid out', () => {
  const [revenue, fee, paid] = translateRow(chargeRow());
  const month = {
    periodStart: new Date('2026-09-01T00:00:00Z'),
    periodEnd: new Date('2026-09-30T23:59:59Z'),
    time: new Date('2026-09-30T23:59:59Z'),
  };
  const references = {
    product: 'acme.endpoints.acme-public.cloud.goog',
    offer: 'offer-1',
    agreement: 'order-1',
    buyer: '01A2B3-C4D5E6-F70819',
    dimension: 'sku-1',
  };
  const common = { recordId: 'order-1', currency: 'USD', nature: 'PLAIN' };
  assert.deepEqual(revenue, { ...common, ...month, stage: 'BILLED', kind: 'REVENUE', amount: '100', references });
  assert.deepEqual(fee, { ...common, ...month, stage: 'BILLED', kind: 'FEE', amount: '-10', references });
  assert.deepEqual(paid, {
    ...common,
    ...{ stage: 'DISBURSED', kind: 'REVENUE', amount: '90', time: new Date('2026-10-21T00:00:00Z') },
    references: { ...references, payout: '2026-09' },
  });
});

test('a refund is a return of the same record, with Google’s share given back', () => {
  const refund = { cust_charges: '-40', marketplace_fee_amount: '-4', aggregated_payout: '-36' };
  const expected = [
    ['BILLED', 'REVENUE', 'RETURN', '-40'],
    ['BILLED', 'FEE', 'RETURN', '4'],
    ['DISBURSED', 'REVENUE', 'RETURN', '-36'],
  ];
  assert.deepEqual(shown(chargeRow(refund)), expected);
  assert.deepEqual(shown(chargeRow({ ...refund, refund_processed_date: '2026-09-20' })), expected);
  assert.deepEqual(translateRow(chargeRow(refund))[0]?.recordId, 'order-1');
});

test('a row that names a refund and charges more than that gives nothing back', () => {
  for (const refund of [{ refund_processed_date: '2026-09-20' }, { refund_reason: 'Customer refund' }]) {
    const row = chargeRow({ ...refund, cust_charges: '70', marketplace_fee_amount: '7', aggregated_payout: '63' });
    assert.deepEqual(
      shown(row).map(([, , nature]) => nature),
      ['PLAIN', 'PLAIN', 'PLAIN'],
    );
    assert.equal(foldLines(translateRow(row))[0]?.refunded, '0');
    const offset = chargeRow({ ...nothing, ...refund, aggregated_payout: '-36' });
    assert.deepEqual(shown(offset), [
      ['BILLED', 'ADJUSTMENT', 'PLAIN', '-36'],
      ['DISBURSED', 'REVENUE', 'RETURN', '-36'],
    ]);
  }
});

test('a withheld amount is outstanding and a released one is paid, in every form that the row may have', () => {
  const withheld = chargeRow({ aggregated_payout: '0', withheld_amount: '90' });
  assert.deepEqual(figuresOf(withheld), {
    ...{ billed: '100', fee: '10', adjusted: '0', collectable: '90', forgiven: '0', disbursed: '0', outstanding: '90' },
  });
  for (const paid of ['90', '0']) {
    const released = chargeRow({ ...nothing, aggregated_payout: paid, released_amount: '90' });
    const { disbursed, adjusted, outstanding } = figuresOf(withheld, released);
    assert.deepEqual([disbursed, adjusted, outstanding], ['90', '0', '0']);
  }
});

test('an abandoned amount is written off, with or without charges of the same month', () => {
  const withheld = chargeRow({ aggregated_payout: '0', withheld_amount: '90' });
  const later = figuresOf(withheld, chargeRow({ ...nothing, abandoned_amount: '90' }));
  assert.deepEqual([later.billed, later.forgiven, later.disbursed, later.outstanding], ['100', '90', '0', '0']);
  const both = figuresOf(withheld, chargeRow({ aggregated_payout: '0', abandoned_amount: '180' }));
  assert.deepEqual([both.billed, both.forgiven, both.adjusted, both.outstanding], ['200', '180', '0', '0']);
});

test('what Google deducts besides its share is an adjustment, so that the record adds up to what is paid', () => {
  const row = chargeRow({ aggregated_payout: '75.5' });
  const adjustment = translateRow(row).find(({ kind }) => kind === 'ADJUSTMENT');
  assert.deepEqual([adjustment?.amount, adjustment?.references.partnerType], ['-14.5', 'deductions']);
  const { collectable, disbursed, outstanding } = figuresOf(row);
  assert.deepEqual([collectable, disbursed, outstanding], ['75.5', '75.5', '0']);
});

test('amounts are exact, and currencies kept', () => {
  const row = chargeRow({
    ...{ cust_charges: '123456789012345.123456789', marketplace_fee_amount: '1E-7', currency: 'JPY' },
    ...{ aggregated_payout: '0', withheld_amount: '123456789012345.123456689' },
  });
  assert.deepEqual(
    translateRow(row).map(({ amount, currency }) => [amount, currency]),
    [
      ['123456789012345.123456789', 'JPY'],
      ['-0.0000001', 'JPY'],
    ],
  );
  assert.throws(() => translateRow(chargeRow({ currency: 'yen' })), isFeedFault);
  assert.throws(() => translateRow(chargeRow({ cust_charges: '1,5' })), isFeedFault);
});

test('a row without an order belongs to what the customer purchased', () => {
  const recordOf = (columns: Record<string, string | null>) =>
    translateRow(chargeRow({ entitlement_id: null, ...columns }))[0]?.recordId;
  assert.equal(recordOf({}), '01A2B3-C4D5E6-F70819/offer-1/acme.endpoints.acme-public.cloud.goog');
  assert.equal(recordOf({ private_offer_id: null, solution_id: null }), '01A2B3-C4D5E6-F70819/sku-1');
  const unnamed = { account_id: 'n/a', private_offer_id: null, solution_id: null, sku_id: null };
  assert.equal(recordOf(unnamed), chargeRow().key);
});

test('payouts belong to no record; an abandoned amount is not paid', () => {
  const payout = (columns: Record<string, string | null>): FeedRow => ({
    dataset: 'disbursements',
    key: '2026-09|Google LLC|EUR|||1|acme-public',
    version: '1',
    isDeleted: false,
    columns: { Entity: 'Google LLC', Currency: 'EUR', Amount: '100', 'Customer Refund': '-4', Total: '96', ...columns },
  });
  assert.deepEqual(translateRow(payout({})), [
    {
      ...{ recordId: null, stage: 'DISBURSED', kind: 'PAYOUT', nature: 'PLAIN', amount: '96', currency: 'EUR' },
      ...{ time: new Date('2026-10-21T00:00:00Z'), references: { payout: '2026-09' } },
    },
  ]);
  assert.equal(translateRow(payout({ Entity: 'Released Payout' })).length, 1);
  assert.deepEqual(translateRow(payout({ Entity: 'Abandoned Payout' })), []);
  assert.deepEqual(translateRow(payout({ Total: '0.00' })), []);
  for (const wrong of [{ Entity: null }, { Currency: null }, { Currency: 'Euro' }, { Total: 'x' }])
    assert.throws(() => translateRow(payout(wrong)), isFeedFault);
});

test('columns of a sale through a reseller change nothing: what the discount takes is a deduction', () => {
  const row = chargeRow({
    ...{ cust_charges: '1000', marketplace_fee_amount: '27', aggregated_payout: '873', channel: 'Reseller' },
    ...{ reseller_discount: '10', wholesale_charges: '900', total_deductions: '127', transaction_type: 'Resale' },
  });
  assert.deepEqual(shown(row), [
    ['BILLED', 'REVENUE', 'PLAIN', '1000'],
    ['BILLED', 'FEE', 'PLAIN', '-27'],
    ['BILLED', 'ADJUSTMENT', 'PLAIN', '-100'],
    ['DISBURSED', 'REVENUE', 'PLAIN', '873'],
  ]);
  assert.equal(figuresOf(row).outstanding, '0');
});

test('reports that repeat the same money in another form give no lines', () => {
  for (const dataset of ['charges_and_usage', 'customer_insights', 'leads'])
    assert.deepEqual(translateRow({ ...chargeRow(), dataset }), []);
});

test('whatever a row without abandoned money says, its record adds up to what is paid and withheld', () => {
  const cents = fc.integer({ min: -99_999, max: 99_999 }).map((value) => new Big(value).div(100).toFixed());
  fc.assert(
    fc.property(cents, cents, cents, cents, (charged, fee, paid, withheld) => {
      const row = chargeRow({
        ...{ cust_charges: charged, marketplace_fee_amount: fee },
        ...{ aggregated_payout: paid, withheld_amount: withheld },
      });
      const [figures] = foldLines(translateRow(row));
      assert.equal(figures?.disbursed ?? '0', paid);
      assert.equal(figures?.outstanding ?? '0', withheld);
      assert.deepEqual(translateRow(row), translateRow(row));
    }),
  );
});
