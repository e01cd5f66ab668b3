import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { isFeedFault } from '../feed-fault.ts';
import { rememberInMemory } from '../feed-memory.test-support.ts';
import type { FeedRow, MoneyLine } from '../port.ts';
import { createAzureRevenueFeed } from './feed.ts';
import { billRow } from './rows.test-support.ts';
import { joinRows } from './split-rows.ts';

const { translate } = createAzureRevenueFeed({ outgoing: createOutgoing() })(rememberInMemory());

const shown = (columns: Record<string, string | null>) =>
  foldLines(translate(billRow(columns))).map((one) => [
    one.currency,
    one.billed,
    one.fee,
    one.collected,
    one.disbursed,
    one.outstanding,
  ]);

test('the status decides the stages that a bill line has reached', () => {
  const of = (PayoutStatus: string) => shown({ PayoutStatus, PaymentSentDate: '2026-11-15' });
  const billed = [['USD', '100', '3', '0', '0', '97']];
  for (const status of [
    'Uncollected',
    'Collection in progress',
    'Rejected',
    'Not eligible',
    'Reprocessed',
    'Unreconciled',
    'New',
  ])
    assert.deepEqual(of(status), billed, status);
  for (const status of ['Unprocessed', 'Upcoming', 'UPCOMING'])
    assert.deepEqual(of(status), [['USD', '100', '3', '97', '0', '0']], status);
  assert.deepEqual(of('Sent'), [['USD', '100', '3', '97', '97', '0']]);
  for (const EarningAmountCC of [null, '0', '0.00'])
    for (const PayoutStatus of ['Uncollected', 'Unprocessed'])
      assert.deepEqual(
        shown({ PayoutStatus, EarningAmountCC }),
        [['USD', '100', '0', '0', '0', '100']],
        'no earning yet',
      );
});

test('a line has its references, its month, its period and the day of its payment', () => {
  const lines = translate(billRow({ PayoutStatus: 'Sent', PaymentSentDate: '2026-11-15' }));
  const [first] = lines;
  assert.deepEqual(first, {
    recordId: 'P1/sub-1',
    stage: 'BILLED',
    kind: 'REVENUE',
    nature: 'PLAIN',
    amount: '100',
    currency: 'USD',
    time: new Date('2026-09-01T00:00:00Z'),
    periodStart: new Date('2026-09-10T00:00:00Z'),
    periodEnd: new Date('2026-10-09T00:00:00Z'),
    billingModel: 'SubscriptionBased',
    references: { product: 'Contoso API', agreement: 'sub-1', buyer: 'account-1', plan: 'silver', invoice: 'P1' },
  });
  const last = lines.at(-1);
  assert.deepEqual([last?.stage, last?.time.toISOString()], ['DISBURSED', '2026-11-15T00:00:00.000Z']);
  const [usage] = translate(billRow({ BillingModel: 'UsageBased', Quantity: '12.50' }));
  assert.deepEqual([usage?.billingModel, usage?.quantity], ['UsageBased', '12.5']);
  const [odd] = translate(billRow({ BillingModel: 'UsageBased', Quantity: 'NA', AssetId: null, PlanId: null }));
  assert.deepEqual([odd?.quantity, odd?.recordId, odd?.references.plan], [undefined, 'P1', 'Silver, per seat']);
});

test('a line whose parts have several statuses states each of them', () => {
  const half = { Revenue: '50', EarningAmountCC: '48.5', EarningAmountPC: '48.5', EarningAmountUSD: '48.5' };
  const parts = [
    billRow({ ...half, PayoutStatus: 'Sent', PaymentSentDate: '2026-11-15' }),
    billRow({ ...half, PayoutStatus: 'Upcoming' }),
    billRow({ ...half, PayoutStatus: 'Uncollected' }),
  ];
  const joined = billRow(joinRows(parts.map(({ columns }) => columns)));
  assert.deepEqual(translate(joined), parts.flatMap(translate));
  const [figures] = foldLines(translate(joined));
  assert.deepEqual([figures?.billed, figures?.collected, figures?.disbursed], ['150', '97', '48.5']);
});

test('a negative line is a return, with the fee that comes back', () => {
  const back = { LineItemId: 'L2', Revenue: '-40', EarningAmountCC: '-38.8', EarningAmountPC: '-38.8' };
  const rows = [
    billRow({ PayoutStatus: 'Sent' }),
    billRow({ ...back, EarningAmountUSD: '-38.8', PayoutStatus: 'Upcoming' }),
  ];
  const [figures] = foldLines(rows.flatMap(translate));
  assert.deepEqual(
    [figures?.billed, figures?.refunded, figures?.fee, figures?.collected, figures?.disbursed, figures?.outstanding],
    ['60', '40', '1.8', '58.2', '97', '0'],
  );
});

test("a payment by a customer with an Enterprise Agreement is not known before the seller's payout", () => {
  for (const SalesChannel of ['Enterprise', 'Enterprise through Reseller']) {
    for (const PayoutStatus of ['Unprocessed', 'Upcoming'])
      assert.deepEqual(shown({ SalesChannel, PayoutStatus }), [['USD', '100', '3', '0', '0', '97']]);
    assert.deepEqual(shown({ SalesChannel, PayoutStatus: 'Sent' }), [['USD', '100', '3', '97', '97', '0']]);
  }
});

test('a sale that is paid out in another currency has a record in each currency', () => {
  const euros = {
    EarningCurrencyCode: 'EUR',
    EarningAmountPC: '105.73',
    EarningAmountUSD: '105.730',
    EstimatedRevenueUSD: '109',
  };
  assert.deepEqual(shown({ ...euros, PayoutStatus: 'Upcoming' }), [['EUR', '100', '3', '97', '0', '0']]);
  assert.deepEqual(shown({ ...euros, PayoutStatus: 'Sent' }), [
    ['EUR', '100', '3', '97', '0', '0'],
    ['USD', '0', '0', '0', '105.73', '0'],
  ]);
  assert.deepEqual(
    shown({ ...euros, EarningAmountPC: '97.00', PayoutStatus: 'Sent' }),
    [['EUR', '100', '3', '97', '97', '0']],
    'paid out in the currency of the customer',
  );
  assert.deepEqual(
    shown({ ...euros, EarningAmountPC: '83.11', PayoutStatus: 'Sent' }),
    [['EUR', '100', '3', '97', '97', '0']],
    'paid out in a currency that the row does not name: what was due',
  );
  const unnamed = { ...euros, EarningCurrencyCode: null, PayoutStatus: 'Sent' };
  assert.deepEqual(
    shown(unnamed),
    [['USD', '109', '3.27', '105.73', '105.73', '0']],
    'without a code, the amounts in dollars',
  );
});

test('amounts are as exact as Microsoft wrote them, and zero amounts give no line', () => {
  const of = (Revenue: string) => translate(billRow({ Revenue, EarningAmountCC: null })).map(({ amount }) => amount);
  assert.deepEqual(of('0.00000'), []);
  assert.deepEqual(of('1E-5'), ['0.00001']);
  assert.deepEqual(of('12345678901234567.123456789'), ['12345678901234567.123456789']);
});

test('dates are read in every format that Microsoft uses', () => {
  const timeOf = (MonthStartDate: string) => translate(billRow({ MonthStartDate }))[0]?.time.toISOString();
  for (const text of [
    ...['2026-09-01', '2026-09-01T00:00:00Z', '2026-09-01 00:00:00.0000000'],
    ...['9/1/2026', '09/01/2026', '9/1/2026 12:00:00 AM', '9/1/2026 00:00:00'],
    ...['2026-09-01T00:00Z', '9/1/2026 0:00', '9/1/2026 12:00 AM'],
  ])
    assert.equal(timeOf(text), '2026-09-01T00:00:00.000Z', text);
  assert.equal(timeOf('9/1/2026 1:02:03 PM'), '2026-09-01T13:02:03.000Z');
  assert.equal(timeOf('2028-02-29'), '2028-02-29T00:00:00.000Z');
  const [line] = translate(billRow({ TermStartDate: '0001-01-01T00:00:00' }));
  assert.equal(line?.periodStart, undefined, 'the earliest date means none');
});

test('unreadable values are faults', () => {
  for (const columns of [
    ...[{ Revenue: null }, { Revenue: '1,000.00' }, { Revenue: '12 USD' }, { EarningAmountCC: 'n/a' }],
    ...[{ EarningCurrencyCode: 'US$' }, { MonthStartDate: null }, { MonthStartDate: '2026-02-30' }],
    ...[{ MonthStartDate: '13/1/2026' }, { MonthStartDate: '2026-09-01T25:00:00Z' }, { PurchaseRecordId: null }],
    ...[{ TermEndDate: 'soon' }, { PayoutStatus: 'Sent', EarningAmountCC: null }],
  ])
    assert.throws(() => translate(billRow(columns)), isFeedFault, JSON.stringify(columns));
});

const exportRow = (dataset: string, columns: Record<string, string | null>): FeedRow => ({
  dataset,
  key: 'k',
  version: '1',
  isDeleted: false,
  columns: { programName: 'Azure Marketplace', ...columns },
});

const payment = (columns: Record<string, string | null> = {}): MoneyLine[] =>
  translate(
    exportRow('payments', {
      paymentID: '2000000001',
      totalPayment: '194.00',
      paymentCurrencyCode: 'USD',
      paymentDate: '2026-11-15T00:00:00Z',
      paymentStatus: 'Sent',
      ...columns,
    }),
  );

test("once it was sent, a payment is a payout without a record, with the bank's reference", () => {
  assert.deepEqual(payment(), [
    {
      recordId: null,
      stage: 'DISBURSED',
      kind: 'PAYOUT',
      nature: 'PLAIN',
      amount: '194',
      currency: 'USD',
      time: new Date('2026-11-15T00:00:00Z'),
      references: { payout: '2000000001', trace: '2000000001' },
    },
  ]);
  const withheld = (columns: object) => payment({ ...columns }).map(({ amount, stage, kind }) => [amount, stage, kind]);
  const paid = ['194', 'DISBURSED', 'PAYOUT'];
  const taken = (amount: string) => [paid, [amount, 'NOTED', 'PARTNER_TAX']];
  assert.deepEqual(withheld({ withheldTax: '0.00', serviceFeeTax: '0.00' }), [paid]);
  assert.deepEqual(withheld({ withheldTax: '21.5' }), taken('-21.5'));
  const earned = { earned: '220', earnedCurrencyCode: 'USD', withheldTax: '21.5', serviceFeeTax: '4.5' };
  assert.deepEqual(withheld(earned), taken('-26'), 'what was earned shows that both were deducted');
  assert.deepEqual(withheld({ ...earned, earned: '215.5' }), taken('-21.5'), 'and that one was not');
  assert.deepEqual(withheld({ ...earned, earned: '194' }), [paid], 'and that nothing was');
  assert.deepEqual(withheld({ ...earned, earnedCurrencyCode: 'EUR' }), taken('-21.5'), 'not across currencies');
  assert.deepEqual(payment({ paymentStatus: 'In progress' }), []);
  assert.deepEqual(
    payment({ programName: 'CSP Direct Bill Partner' }),
    [],
    'other programs are not of the marketplace',
  );
  assert.throws(() => payment({ totalPayment: null }), isFeedFault);
  assert.throws(() => payment({ paymentDate: null }), isFeedFault);
});

test('an earning adds the remitted tax and the payment to the record of its bill, and no other amount', () => {
  const columns = {
    ...{ orderId: 'P1', assetId: 'sub-1', transactionCurrency: 'USD', transactionDate: '2026-09-03' },
    ...{ earningAmount: '97', transactionAmount: '100', taxRemitted: '8.25', paymentId: '2000000001' },
  };
  const lines = translate(exportRow('transactionhistory', columns));
  assert.ok(lines.every(({ recordId, references }) => recordId === 'P1/sub-1' && references.payout === '2000000001'));
  const bill = translate(billRow({ PayoutStatus: 'Sent' }));
  const [before, after] = [foldLines(bill)[0], foldLines([...bill, ...lines])[0]];
  assert.deepEqual(after, { ...before, partnerTax: '8.25' });
  const noted = (row: object) =>
    translate(exportRow('transactionhistory', { ...columns, ...row }))
      .filter(({ stage }) => stage === 'NOTED')
      .map(({ amount, currency, references }) => [amount, currency, references]);
  const payment = { payout: '2000000001' };
  assert.deepEqual(noted({}), [['97', 'USD', payment]], 'what the payment holds of it');
  assert.deepEqual(noted({ earningAmountInLastPaymentCurrency: '88.5', lastPaymentCurrency: 'EUR' }), [
    ['88.5', 'EUR', payment],
    ['97', 'USD', payment],
  ]);
  // After the seller has chosen yen, earlier payments in euros hold what euros were earned.
  const changed = { earningAmountInLastPaymentCurrency: '15000', lastPaymentCurrency: 'JPY', earningAmountUSD: '105' };
  assert.deepEqual(noted({ ...changed, transactionCurrency: 'EUR' }), [
    ['15000', 'JPY', payment],
    ['97', 'EUR', payment],
    ['105', 'USD', payment],
  ]);
  assert.deepEqual(noted({ earningAmount: null }), []);
  assert.deepEqual(
    translate(exportRow('transactionhistory', { ...columns, taxRemitted: '0.00', paymentId: null })),
    [],
  );
  assert.deepEqual(translate(exportRow('another', columns)), []);
});
