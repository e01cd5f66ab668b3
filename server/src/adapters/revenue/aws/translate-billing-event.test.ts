import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { failedPayouts, foldLines, type RevenueFigures } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow, MoneyLine } from '../port.ts';
import { billingEvent } from './billing-event.test-support.ts';
import { translateBillingEvent } from './translate-billing-event.ts';

const linesOf = (rows: readonly FeedRow[]): MoneyLine[] => rows.flatMap(translateBillingEvent);
const lineOf = (columns: Record<string, string | null>): MoneyLine => {
  const [line] = translateBillingEvent(billingEvent('I0', columns));
  assert.ok(line);
  return line;
};
const foldOf = (rows: readonly FeedRow[]): RevenueFigures => {
  const lines = linesOf(rows);
  const [figures] = foldLines(lines, failedPayouts(lines));
  assert.ok(figures);
  return figures;
};
const partOf = (figures: RevenueFigures, ...names: (keyof RevenueFigures)[]) => names.map((name) => figures[name]);

const [seller, maker] = ['777788889999', '111122223333'];
const mirrored = (payout: string) => ({ action: 'DISBURSED', disbursement_billing_event_id: payout });

/** The figures of AWS's example for a seller of record. */
const invoiced = [
  billingEvent('I0'),
  billingEvent('I1', {
    to_account_id: 'AWS',
    transaction_type: 'AWS_TAX_SHARE',
    amount: '20.6',
    balance_impacting: '0',
  }),
  billingEvent('I2', { from_account_id: seller, to_account_id: maker, amount: '-80', invoice_id: '788576665' }),
  billingEvent('I3', {
    from_account_id: seller,
    to_account_id: 'AWS',
    transaction_type: 'AWS_REV_SHARE',
    amount: '-0.2',
    invoice_id: '788576665',
  }),
];
const disbursed = [
  billingEvent('I10', { ...mirrored('I14'), parent_billing_event_id: 'I0', amount: '-100', product_id: null }),
  billingEvent('I12', {
    ...mirrored('I14'),
    parent_billing_event_id: 'I2',
    from_account_id: seller,
    to_account_id: maker,
    amount: '80',
  }),
  billingEvent('I13', {
    ...mirrored('I14'),
    parent_billing_event_id: 'I3',
    transaction_type: 'AWS_REV_SHARE',
    amount: '0.2',
  }),
];
const payout = billingEvent('I14', {
  action: 'DISBURSED',
  transaction_type: 'DISBURSEMENT',
  from_account_id: 'AWS',
  amount: '19.8',
  end_user_account_id: null,
  product_id: null,
  invoice_id: null,
  transaction_reference_id: null,
  bank_trace_id: '021000023123456',
});

test('the seller of record of AWS’s example bills 100, owes 80 and a fee of 0.2, and is paid 19.8', () => {
  const before = foldOf(invoiced);
  assert.deepEqual(partOf(before, 'billed', 'partnerTax', 'cost', 'fee', 'collectable', 'outstanding'), [
    '100',
    '20.6',
    '80',
    '0.2',
    '19.8',
    '19.8',
  ]);
  const after = foldOf([...invoiced, ...disbursed, payout]);
  assert.deepEqual(partOf(after, 'billed', 'collected', 'disbursed', 'outstanding'), ['100', '19.8', '19.8', '0']);
  const records = new Set(linesOf([...invoiced, ...disbursed]).map(({ recordId }) => recordId));
  assert.deepEqual([...records], ['781216640']);
  const [line] = translateBillingEvent(payout);
  assert.deepEqual(line, {
    recordId: null,
    stage: 'DISBURSED',
    kind: 'PAYOUT',
    nature: 'PLAIN',
    amount: '19.8',
    currency: 'USD',
    time: new Date('2018-12-31T00:00:00Z'),
    references: { payout: 'I14', trace: '021000023123456' },
  });
});

test('the manufacturer of AWS’s example is paid the wholesale price with its tax, less the fee', () => {
  const from = { from_account_id: seller, to_account_id: maker, end_user_account_id: null };
  const types = [
    ['SELLER_REV_SHARE', '73.5', '-73.5'],
    ['SELLER_TAX_SHARE', '6.5', '-6.5'],
    ['AWS_REV_SHARE', '-7.35', '7.35'],
  ] as const;
  const rows = types.flatMap(([transaction_type, amount, paid], index) => [
    billingEvent(`I${5 + index}`, { ...from, transaction_type, amount }),
    billingEvent(`I${30 + index}`, { ...from, ...mirrored('I33'), transaction_type, amount: paid }),
  ]);
  const figures = foldOf(rows);
  assert.deepEqual(partOf(figures, 'billed', 'tax', 'fee', 'disbursed', 'outstanding'), [
    '73.5',
    '6.5',
    '7.35',
    '72.65',
    '0',
  ]);
  const [line] = translateBillingEvent(rows[0] as FeedRow);
  assert.equal(line?.references.buyer, seller, 'the manufacturer sells to the partner');
});

test('a failed payout no longer counts, whether its rows stay or are reversed', () => {
  const failure = billingEvent('F1', {
    action: 'DISBURSED',
    transaction_type: 'DISBURSEMENT_FAILURE',
    parent_billing_event_id: 'I14',
    amount: '-19.8',
  });
  const stay = [...invoiced, ...disbursed, payout, failure];
  const reversed = disbursed.map(({ columns }, index) =>
    billingEvent(`R${index}`, {
      ...columns,
      billing_event_id: `R${index}`,
      disbursement_billing_event_id: 'F1',
      amount: new Big(columns.amount ?? 0).times(-1).toFixed(),
    }),
  );
  for (const rows of [stay, stay.toReversed(), [...stay, ...reversed]]) {
    assert.deepEqual(partOf(foldOf(rows), 'disbursed', 'outstanding'), ['0', '19.8']);
  }
  const again = disbursed.map(({ columns, key }) =>
    billingEvent(`${key}b`, { ...columns, disbursement_billing_event_id: 'I15' }),
  );
  assert.deepEqual(partOf(foldOf([...stay, ...again]), 'disbursed', 'outstanding'), ['19.8', '0']);
  const payouts = linesOf([payout, failure]).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  assert.equal(payouts.toFixed(), '0');
  assert.throws(
    () => translateBillingEvent(billingEvent('F2', { transaction_type: 'DISBURSEMENT_FAILURE' })),
    isFeedFault,
  );
});

test('refunds and credits are returns of the sale that they give back, on either side of a resale', () => {
  const meaning = (transaction_type: string, amount: string, more = {}) => {
    const { kind, nature } = lineOf({ transaction_type, amount, ...more });
    return [kind, nature];
  };
  for (const [suffix, nature] of [
    ['REFUND', 'RETURN'],
    ['CREDIT', 'CREDIT'],
  ]) {
    assert.deepEqual(meaning(`SELLER_REV_SHARE_${suffix}`, '-10'), ['REVENUE', nature]);
    assert.deepEqual(meaning(`SELLER_REV_SHARE_${suffix}`, '8'), ['COST', nature]);
    assert.deepEqual(meaning(`SELLER_TAX_SHARE_${suffix}`, '-1'), ['TAX', nature]);
    assert.deepEqual(meaning(`AWS_REV_SHARE_${suffix}`, '0.3'), ['FEE', nature]);
    assert.deepEqual(meaning(`AWS_TAX_SHARE_${suffix}`, '-2', { balance_impacting: '0' }), ['PARTNER_TAX', nature]);
  }
  // Tax of the fee itself, which AWS collects from the seller.
  assert.deepEqual(meaning('AWS_TAX_SHARE', '-0.06'), ['FEE', 'PLAIN']);
  // Newer files say to which side of a resale a row belongs.
  const side = (charge_side: string) => ({ charge_variant: 'RESALE', charge_side });
  assert.deepEqual(meaning('SELLER_REV_SHARE', '-5', side('SELLING')), ['REVENUE', 'PLAIN']);
  assert.deepEqual(meaning('SELLER_REV_SHARE', '0', side('BUYING')), ['COST', 'PLAIN']);
});

test('what a channel partner owes is the wholesale price with its tax, whoever remits it, and is no fee of AWS', () => {
  const resale = { invoice_variant: 'RESALE', charge_variant: 'RESALE', charge_side: 'BUYING' };
  const wholesale = [
    ['SELLER_REV_SHARE', '-80'],
    ['AWS_TAX_SHARE', '-6'],
    ['OTHER_SELLER_TAX_SHARE', '-2'],
  ] as const;
  const rows = [
    billingEvent('B'),
    billingEvent('F', { transaction_type: 'AWS_REV_SHARE', amount: '-0.5' }),
    billingEvent('T', { transaction_type: 'AWS_TAX_SHARE', amount: '-0.1', invoice_variant: 'LISTING_FEE' }),
    ...wholesale.map(([transaction_type, amount]) =>
      billingEvent(transaction_type, { ...resale, transaction_type, amount }),
    ),
  ];
  assert.deepEqual(partOf(foldOf(rows), 'cost', 'fee', 'adjusted', 'collectable'), ['88', '0.6', '0', '11.4']);
  const refunds = wholesale.map(([type, amount]) => {
    const transaction_type = `${type}_REFUND`;
    return billingEvent(transaction_type, { ...resale, transaction_type, amount: amount.slice(1) });
  });
  assert.deepEqual(partOf(foldOf([...rows, ...refunds]), 'cost', 'fee', 'refunded'), ['0', '0.6', '0']);
  // What AWS shows the manufacturer of that tax is for information.
  const shown = lineOf({
    ...resale,
    charge_side: 'SELLING',
    transaction_type: 'AWS_TAX_SHARE',
    balance_impacting: '0',
  });
  assert.equal(shown.kind, 'PARTNER_TAX');
});

test('forgiven rows reverse invoiced ones exactly', () => {
  const forgiven = invoiced.map(({ columns, key }) =>
    billingEvent(`${key}f`, {
      ...columns,
      action: 'FORGIVEN',
      parent_billing_event_id: key,
      amount: new Big(columns.amount ?? 0).times(-1).toFixed(),
    }),
  );
  const figures = foldOf([...invoiced, ...forgiven]);
  assert.deepEqual(partOf(figures, 'billed', 'forgiven', 'outstanding'), ['100', '19.8', '0']);
});

test('rows for information only, or that the buyer has paid, give no line; a new type is an adjustment with its name', () => {
  assert.deepEqual(translateBillingEvent(billingEvent('X', { balance_impacting: '0' })), []);
  for (const balance_impacting of ['0', '1'])
    assert.deepEqual(translateBillingEvent(billingEvent('X', { action: 'COLLECTED', balance_impacting })), []);
  const fresh = lineOf({ transaction_type: 'SELLER_BONUS_SHARE', amount: '3' });
  assert.deepEqual(
    [fresh.stage, fresh.kind, fresh.references.partnerType],
    ['BILLED', 'ADJUSTMENT', 'SELLER_BONUS_SHARE'],
  );
  const paid = lineOf({
    ...mirrored('P'),
    transaction_type: 'SELLER_BONUS_SHARE',
    amount: '-3',
    balance_impacting: '0',
  });
  assert.deepEqual([paid.stage, paid.kind, paid.amount], ['DISBURSED', 'ADJUSTMENT', '3']);
  const acted = lineOf({ action: 'REVERSED', amount: '-4' });
  assert.deepEqual(
    [acted.kind, acted.amount, acted.references.partnerType],
    ['ADJUSTMENT', '-4', 'REVERSED SELLER_REV_SHARE'],
  );
  const negated = lineOf({ transaction_type: 'DISBURSEMENT', amount: '-7', disbursement_billing_event_id: 'P' });
  assert.deepEqual([negated.stage, negated.amount, negated.references.payout], ['DISBURSED', '7', 'P']);
});

test('a disbursed row of a sale counts even if AWS marks it as not affecting the balance', () => {
  assert.equal(lineOf({ ...mirrored('P'), amount: '-100', balance_impacting: '0' }).amount, '100');
  assert.equal(lineOf({ action: 'DISBURSED', amount: '-100', balance_impacting: '0' }).stage, 'DISBURSED');
});

test('a payout of an adjustment or of tax on the fee counts even without a payout id and a flag, so that nothing stays outstanding', () => {
  for (const [transaction_type, amount] of [
    ['BALANCE_ADJUSTMENT', '5'],
    ['AWS_TAX_SHARE', '-0.06'],
    ['AWS_TAX_SHARE_REFUND', '0.06'],
    ['OTHER_SELLER_TAX_SHARE', '-6.5'],
    ['AWS_INFRA_SHARE', '-3'],
  ] as const) {
    const paid = new Big(amount).times(-1).toFixed();
    const rows = [
      billingEvent('A', { transaction_type, amount }),
      billingEvent('B', {
        ...{
          action: 'DISBURSED',
          transaction_type,
          amount: paid,
          balance_impacting: '0',
          parent_billing_event_id: 'A',
        },
      }),
    ];
    const figures = foldOf(rows);
    assert.deepEqual(partOf(figures, 'disbursed', 'outstanding'), [amount, '0'], transaction_type);
  }
});

test('a record is a sale: its fee and cost belong to it even on their own invoices, another agreement does not', () => {
  const idOf = (columns: Record<string, string | null>) => lineOf(columns).recordId;
  assert.equal(idOf({ transaction_reference_id: 'T2', buyer_transaction_reference_id: 'T1' }), 'T1');
  assert.equal(idOf({ agreement_id: 'agmt-1' }), '781216640/agmt-1');
  assert.equal(idOf({ transaction_reference_id: null }), '781216640');
  const adjusted = { transaction_reference_id: null, invoice_id: null, transaction_type: 'BALANCE_ADJUSTMENT' };
  assert.equal(idOf(adjusted), 'event/I0');
  assert.equal(idOf({ ...adjusted, ...mirrored('P'), parent_billing_event_id: 'B' }), 'event/B');
});

test('amounts are exact, and a line has the dates of its row', () => {
  const line = lineOf({
    amount: '123456789012345.123456',
    payment_due_date: '2019-01-30T00:00:00Z',
    usage_period_start_date: '2018-12-01T00:00:00Z',
    usage_period_end_date: '2018-12-31T23:59:59Z',
  });
  assert.equal(line.amount, '123456789012345.123456');
  assert.equal(line.dueTime?.toISOString(), '2019-01-30T00:00:00.000Z');
  assert.equal(line.periodEnd?.toISOString(), '2018-12-31T23:59:59.000Z');
  assert.equal(lineOf({ amount: '-0.00' }).amount, '0');
  const paid = lineOf({ ...mirrored('P'), amount: '-1', valid_from: '2019-02-10T01:02:03Z' });
  assert.equal(paid.time.toISOString(), '2019-02-10T01:02:03.000Z', 'a payout is not of the day of its invoice');
  const wrong = [{ amount: '1,000' }, { amount: null }, { currency: 'usd' }, { balance_impacting: 'yes' }];
  for (const columns of wrong) {
    assert.throws(() => translateBillingEvent(billingEvent('X', columns)), isFeedFault, JSON.stringify(columns));
  }
});

test('whatever the rows are, the lines add up to the balance, and each row gives the same lines every time', () => {
  const row = fc
    .record({
      action: fc.constantFrom('INVOICED', 'FORGIVEN', 'REVERSED'),
      type: fc.constantFrom('SELLER_REV_SHARE', 'SELLER_TAX_SHARE', 'AWS_REV_SHARE', 'AWS_TAX_SHARE', 'NEW_SHARE'),
      suffix: fc.constantFrom('', '_REFUND', '_CREDIT'),
      cents: fc.integer({ min: -99_999, max: 99_999 }),
      impact: fc.constantFrom('0', '1'),
    })
    .map(({ action, type, suffix, cents, impact }) =>
      billingEvent('X', {
        action,
        transaction_type: type + suffix,
        amount: new Big(cents).div(100).toFixed(),
        balance_impacting: impact,
      }),
    );
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const balance = rows
        .filter(({ columns }) => columns.balance_impacting === '1')
        .reduce((sum, { columns }) => sum.plus(columns.amount ?? 0), new Big(0));
      const lines = linesOf(rows);
      assert.deepEqual(linesOf(rows), lines);
      const [figures] = foldLines(lines);
      assert.equal(figures?.outstanding ?? '0', balance.toFixed());
    }),
  );
});

test('what is paid out in another currency says how much that is, and the payout is in the currency of the bank', () => {
  const inUsd = (amount: string) => ({ currency: 'EUR', disbursement_currency: 'USD', disbursement_amount: amount });
  const sale = lineOf({ ...mirrored('P'), amount: '-100', ...inUsd('-108.2') });
  assert.deepEqual([sale.amount, sale.currency, sale.paid], ['100', 'EUR', { amount: '108.2', currency: 'USD' }]);
  const fee = lineOf({ ...mirrored('P'), transaction_type: 'AWS_REV_SHARE', amount: '3', ...inUsd('3.25') });
  assert.deepEqual([fee.amount, fee.paid], ['-3', { amount: '-3.25', currency: 'USD' }]);
  const payout = { action: 'DISBURSED', transaction_type: 'DISBURSEMENT', amount: '97', ...inUsd('104.95') };
  assert.deepEqual([lineOf(payout).amount, lineOf(payout).currency, lineOf(payout).paid], ['104.95', 'USD', undefined]);
  const failed = lineOf({ ...payout, transaction_type: 'DISBURSEMENT_FAILURE', parent_billing_event_id: 'P' });
  assert.deepEqual([failed.amount, failed.currency], ['-104.95', 'USD']);
});

test('columns of the paid currency that are empty, of the same currency or unreadable say nothing', () => {
  const row = { ...mirrored('P'), amount: '-100', currency: 'EUR' };
  for (const told of [
    { disbursement_currency: null, disbursement_amount: null },
    { disbursement_currency: 'EUR', disbursement_amount: '-100' },
    { disbursement_currency: 'USD', disbursement_amount: 'n/a' },
    { disbursement_currency: 'dollars', disbursement_amount: '-1' },
  ])
    assert.equal(lineOf({ ...row, ...told }).paid, undefined);
  const billed = lineOf({ currency: 'EUR', disbursement_currency: 'USD', disbursement_amount: '108.2' });
  assert.deepEqual([billed.currency, billed.paid], ['EUR', undefined]);
});
