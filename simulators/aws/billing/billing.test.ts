import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ListAgreementChargesCommand,
  ListAgreementInvoiceLineItemsCommand,
} from '@aws-sdk/client-marketplace-agreement';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import Big from 'big.js';
import {
  type BillView,
  billsOf,
  type FeedBench,
  type FeedRow,
  latest,
  openFeedBench,
  sell,
  upfront,
} from '../feeds/feed-bench.test-support.ts';
import {
  buyer,
  clientsOf,
  failureOf,
  runChangeSet,
  type Seller,
  seedAgreement,
  seedProduct,
} from '../simulator.test-support.ts';

const startsAt = '2027-03-05T12:30:00Z';
const feed = 'billingeventfeed_v1';

const deliver = (bench: FeedBench) => bench.post(`/aws/account/${bench.seller.id}/feed-delivery`);
const events = async (bench: FeedBench): Promise<FeedRow[]> => {
  await deliver(bench);
  return latest(await bench.feed(feed));
};
const sum = (rows: readonly FeedRow[]): string =>
  rows.reduce((total, row) => total.plus(row.amount ?? 0), Big(0)).toFixed();
const ofType = (rows: readonly FeedRow[], action: string, type: RegExp): FeedRow[] =>
  rows.filter((row) => row.action === action && type.test(row.transaction_type ?? ''));
const configure = (bench: FeedBench, settings: object) =>
  bench.put(`/aws/account/${bench.seller.id}/billing`, settings);
const balance = async (bench: FeedBench): Promise<Record<string, string>> =>
  (await bench.get<{ balance: Record<string, string> }>(`/aws/account/${bench.seller.id}/billing`)).balance;

test('two invoices, a refund with its fee and a payout give the amounts billed, disbursed and outstanding', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  await configure(bench, { tax: { party: 'AWS', percent: '8' } });
  const { productId } = await seedProduct(bench);
  const first = await sell(bench, productId, [upfront('10000')]);
  const [paid] = await billsOf(bench, first.agreementId);
  await bench.post(`/aws/bill/${paid?.invoiceId}/payment`, { when: 'NOW' });
  await bench.post('/clock', { advance: 'P6D' });
  const second = await sell(bench, productId, [upfront('5000')], '222233334444');
  const [open] = await billsOf(bench, second.agreementId);
  await bench.post(`/aws/bill/${open?.invoiceId}/return`, { amount: '1000' });

  const rows = await events(bench);
  const invoiced = rows.filter(({ action }) => action === 'INVOICED');
  assert.equal(sum(ofType(invoiced, 'INVOICED', /^SELLER_REV_SHARE$/)), '15000');
  assert.equal(sum(ofType(invoiced, 'INVOICED', /^SELLER_REV_SHARE_REFUND$/)), '-1000');
  assert.equal(sum(ofType(invoiced, 'INVOICED', /^AWS_REV_SHARE/)), '-420');
  assert.equal(sum(ofType(invoiced, 'INVOICED', /^AWS_TAX_SHARE$/)), '1200');
  assert.equal(sum(ofType(invoiced, 'INVOICED', /^AWS_TAX_SHARE_REFUND$/)), '-80');
  assert.equal(sum(ofType(rows, 'DISBURSED', /^DISBURSEMENT$/)), '9700');
  assert.equal(sum(rows.filter((row) => row.balance_impacting === '1')), '3880');
  assert.deepEqual(await balance(bench), { USD: '3880' });

  const [payout] = ofType(rows, 'DISBURSED', /^DISBURSEMENT$/);
  assert.match(payout?.bank_trace_id ?? '', /^\d{15}$/);
  for (const row of ofType(rows, 'DISBURSED', /_SHARE$/)) {
    const parent = rows.find(({ billing_event_id }) => billing_event_id === row.parent_billing_event_id);
    assert.equal(sum([row, parent ?? {}]), '0');
    assert.equal(row.disbursement_billing_event_id, payout?.billing_event_id);
    assert.equal(row.transaction_type, parent?.transaction_type);
  }
  const taxes = await bench.feed('taxitemfeed_v1');
  assert.deepEqual(
    taxes.map((row) => [row.tax_liable_party, row.transaction_type_code, row.tax_jurisdiction_rate, row.tax_amount]),
    [
      ['AWS', 'AWS', '0.08', '800'],
      ['AWS', 'AWS', '0.08', '400'],
      ['AWS', 'REFUND', '0.08', '-80'],
    ],
  );
});

test('a schedule is charged on its dates, at the latest until the agreement is cancelled', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const dates = ['2027-03-01', '2027-04-01', '2027-05-01', '2027-07-01'];
  const { agreementId } = await sell(bench, productId, [
    upfront('0'),
    {
      Type: 'PaymentScheduleTerm',
      CurrencyCode: 'USD',
      Schedule: dates.map((ChargeDate, index) => ({ ChargeDate, ChargeAmount: `${index + 1}00.5` })),
    },
    { Type: 'NetPaymentTerm', PaymentDuePeriod: 'P45D' },
  ]);
  await bench.post('/clock', { advance: 'P60D' });
  await bench.post(`/aws/agreement/${agreementId}/cancel`);
  await bench.post('/clock', { advance: 'P3M' });
  const bills = await billsOf(bench, agreementId);
  assert.deepEqual(
    bills.map(({ amount, issuedAt }) => [amount, issuedAt.slice(0, 10)]),
    [
      ['100.5', '2027-03-05'],
      ['200.5', '2027-04-01'],
      ['300.5', '2027-05-01'],
    ],
  );
  const [, april] = ofType(await events(bench), 'INVOICED', /^SELLER_REV_SHARE$/);
  assert.equal(april?.invoice_date, '2027-04-01T00:00:00Z');
  assert.equal(april?.payment_due_date, '2027-05-16T00:00:00Z');
});

test('metered usage of a month is invoiced in the next one, with the whole month as its period', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { publicOfferId } = await seedProduct(bench);
  const agreement = await seedAgreement(bench, publicOfferId, { quantities: { seats: 0 } });
  await bench.post('/clock', { advance: 'P1D' });
  const meter = (Quantity: number) =>
    bench.metering.send(
      new BatchMeterUsageCommand({
        UsageRecords: [
          {
            Timestamp: new Date(bench.clock.now() - 60_000),
            Dimension: 'requests',
            Quantity,
            CustomerAWSAccountId: buyer,
            LicenseArn: agreement.licenseArn,
          },
        ],
      }),
    );
  await meter(12_345);
  await bench.post('/clock', { advance: 'PT2H' });
  await meter(1);
  await bench.post('/clock', { advance: 'P1M' });
  const [row, ...more] = ofType(await events(bench), 'INVOICED', /^SELLER_REV_SHARE$/);
  assert.deepEqual(more, []);
  assert.equal(row?.amount, '123.46');
  assert.equal(row?.usage_period_start_date, '2027-03-01T00:00:00Z');
  assert.equal(row?.usage_period_end_date, '2027-03-31T23:59:59Z');
  assert.equal(row?.agreement_id, agreement.agreementId);
});

test('usage during a free trial is not invoiced; with a price next to the trial, usage after it is', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const trial = { Type: 'FreeTrialPricingTerm', Duration: 'P7D', Grants: [{ DimensionKey: 'requests' }] };
  const priced = {
    Type: 'UsageBasedPricingTerm',
    CurrencyCode: 'USD',
    RateCards: [{ RateCard: [{ DimensionKey: 'requests', Price: '0.01' }] }],
  };
  const buyerAccountId = '222233334444';
  const body = { productId, buyerAccountIds: [buyerAccountId], terms: [trial, priced] };
  const { offerId } = await bench.post<{ offerId: string }>('/aws/offer', body);
  const { agreementId, licenseArn } = await seedAgreement(bench, offerId, { buyerAccountId });
  const meter = (Quantity: number) =>
    bench.metering.send(
      new BatchMeterUsageCommand({
        UsageRecords: [
          {
            Timestamp: new Date(bench.clock.now() - 60_000),
            Dimension: 'requests',
            Quantity,
            CustomerAWSAccountId: buyerAccountId,
            LicenseArn: licenseArn,
          },
        ],
      }),
    );
  await bench.post('/clock', { advance: 'P1D' });
  await meter(1000);
  await bench.post('/clock', { advance: 'P8D' });
  await meter(300);
  await bench.post('/clock', { advance: 'P1M' });
  assert.deepEqual(
    (await billsOf(bench, agreementId)).map(({ amount }) => amount),
    ['3'],
  );
});

test('a recurring price is charged at the end of every month, and added units are charged once', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId, publicOfferId } = await seedProduct(bench);
  const terms = [{ Type: 'RecurringPaymentTerm', CurrencyCode: 'USD', BillingPeriod: 'Monthly', Price: '9.5' }];
  const { agreementId } = await sell(bench, productId, terms, '222233334444');
  const seats = await seedAgreement(bench, publicOfferId, { quantities: { seats: 2 } });
  await bench.post(`/aws/agreement/${seats.agreementId}/amend`, { quantities: { seats: 5 } });
  await bench.post('/clock', { advance: 'P2M' });
  const amounts = async (id: string) => (await billsOf(bench, id)).map(({ amount }) => amount);
  assert.deepEqual(await amounts(agreementId), ['9.5', '9.5']);
  assert.deepEqual(await amounts(seats.agreementId), ['240', '360']);
});

test('an unpaid invoice is never paid out, and a late payment delays the payout', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  await configure(bench, { payment: 'NEVER' });
  await sell(bench, productId, [upfront('100')]);
  await configure(bench, { payment: 'LATE', paysAfterDays: 3, paymentDueDays: 30 });
  const late = await sell(bench, productId, [upfront('200')], '222233334444');
  await bench.post('/clock', { advance: 'P32D' });
  const bill = async () =>
    bench.get<{ paidAt: string | null }>(`/aws/bill/${(await billsOf(bench, late.agreementId))[0]?.invoiceId}`);
  assert.equal((await bill()).paidAt, null);
  await bench.post('/clock', { advance: 'P1Y' });
  assert.equal((await bill()).paidAt?.slice(0, 10), '2027-04-07');
  assert.equal(sum(ofType(await events(bench), 'DISBURSED', /^DISBURSEMENT$/)), '194');
  assert.deepEqual(await balance(bench), { USD: '97' });
});

test('a payout fails, its rows no longer count, and the next payout pays the same rows', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  await bench.post('/aws/fault', { name: 'payout-failure', accountId: bench.seller.id });
  await sell(bench, productId, [upfront('100')]);
  await bench.post('/clock', { advance: 'P40D' });
  const failed = await events(bench);
  const [payout] = ofType(failed, 'DISBURSED', /^DISBURSEMENT$/);
  const [failure] = ofType(failed, 'DISBURSED', /^DISBURSEMENT_FAILURE$/);
  assert.equal(payout?.invoice_date, '2027-04-10T00:00:00Z');
  assert.equal(failure?.invoice_date, '2027-04-12T00:00:00Z');
  assert.equal(failure?.parent_billing_event_id, payout?.billing_event_id);
  assert.equal(sum([payout ?? {}, failure ?? {}]), '0');
  assert.deepEqual(await balance(bench), { USD: '97' });

  await bench.post('/clock', { advance: 'P1M' });
  const rows = await events(bench);
  const counted = rows.filter((row) => row.disbursement_billing_event_id !== payout?.billing_event_id);
  assert.equal(sum(counted.filter((row) => row.balance_impacting === '1')), '0');
  assert.equal(sum(ofType(rows, 'DISBURSED', /^DISBURSEMENT/)), '97');
  assert.deepEqual(await balance(bench), {});
});

test('a forgiven invoice is reversed row by row, also after its payout', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  await configure(bench, { tax: { party: 'Seller', percent: '20.6' } });
  const { productId } = await seedProduct(bench);
  const forgive = async (agreementId: string) =>
    bench.post(`/aws/bill/${(await billsOf(bench, agreementId))[0]?.invoiceId}/forgive`);
  const unpaid = await sell(bench, productId, [upfront('33.33')]);
  await forgive(unpaid.agreementId);
  assert.deepEqual(await balance(bench), { USD: '0' });
  const paid = await sell(bench, productId, [upfront('100')], '222233334444');
  await bench.post('/clock', { advance: 'P60D' });
  await forgive(paid.agreementId);
  assert.deepEqual(await balance(bench), { USD: '-117.6' });
  const rows = await events(bench);
  const forgiven = ofType(rows, 'FORGIVEN', /./);
  assert.equal(forgiven.length, 6);
  for (const row of forgiven) {
    const parent = rows.find((other) => other.billing_event_id === row.parent_billing_event_id);
    assert.equal(sum([row, parent ?? {}]), '0');
    assert.equal(row.transaction_type, parent?.transaction_type);
  }
  const other = await sell(bench, productId, [upfront('500')], '333344445555');
  const [next] = await billsOf(bench, other.agreementId);
  await bench.post(`/aws/bill/${next?.invoiceId}/payment`, { when: 'NOW' });
  await bench.post(`/aws/account/${bench.seller.id}/payout`);
  // 500 and 20.6 % tax, less 3 % fee and what the forgiven invoice had paid out.
  assert.equal(ofType(await events(bench), 'DISBURSED', /^DISBURSEMENT$/).at(-1)?.amount, '470.4');
});

test('returning an invoice in parts returns exactly the amount of each of its rows', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  await configure(bench, { listingFeePercent: '2.75', tax: { party: 'Seller', percent: '7.25' } });
  const { productId } = await seedProduct(bench);
  const { agreementId } = await sell(bench, productId, [upfront('99.99')]);
  const [bill] = await billsOf(bench, agreementId);
  const give = (body: object) => bench.post<BillView>(`/aws/bill/${bill?.invoiceId}/return`, body);
  await give({ amount: '33.33' });
  await give({ amount: '0.01', kind: 'CREDIT' });
  await give({});
  assert.equal((await failureOf(give({}))).status, 409);
  const rows = await events(bench);
  for (const type of ['SELLER_REV_SHARE', 'AWS_REV_SHARE', 'SELLER_TAX_SHARE']) {
    assert.equal(sum(ofType(rows, 'INVOICED', new RegExp(`^${type}`))), '0', type);
  }
  assert.equal(ofType(rows, 'INVOICED', /^SELLER_REV_SHARE_CREDIT$/).length, 1);
  assert.equal(sum((await bench.feed('taxitemfeed_v1')).map((row) => ({ amount: row.tax_amount ?? '0' }))), '0');

  const keepsFee = await sell(bench, productId, [upfront('100')], '222233334444');
  const [other] = await billsOf(bench, keepsFee.agreementId);
  await bench.post(`/aws/bill/${other?.invoiceId}/return`, { withFee: false });
  assert.deepEqual(await balance(bench), { USD: '-2.75' });
});

test('in the sale of a channel partner, each party sees its own rows, and the manufacturer does not see the buyer', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const partner = await bench.post<Seller>('/aws/account', { name: 'Partner' });
  const { resaleAuthorizationId } = await bench.post<{ resaleAuthorizationId: string }>('/aws/resale-authorization', {
    productId,
    resellerAccountId: partner.id,
    terms: [
      upfront('0'),
      {
        Type: 'PaymentScheduleTerm',
        CurrencyCode: 'USD',
        Schedule: [{ ChargeDate: '2027-03-05', ChargeAmount: '80' }],
      },
    ],
  });
  const { catalog } = clientsOf(bench.url, partner);
  const made = await runChangeSet({ ...bench, catalog }, [
    {
      ChangeType: 'CreateOfferUsingResaleAuthorization',
      ChangeName: 'make',
      Entity: { Type: 'Offer@1.0' },
      DetailsDocument: { ResaleAuthorizationId: resaleAuthorizationId },
    },
    ...[
      { ChangeType: 'UpdateInformation', DetailsDocument: { Name: 'Resold', Description: 'Resold' } },
      {
        ChangeType: 'UpdateLegalTerms',
        DetailsDocument: {
          Terms: [{ Type: 'LegalTerm', Documents: [{ Type: 'StandardEula', Version: '2022-07-14' }] }],
        },
      },
      {
        ChangeType: 'UpdateValidityTerms',
        DetailsDocument: { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] },
      },
      { ChangeType: 'UpdateMarkup', DetailsDocument: { Percentage: '25' } },
      { ChangeType: 'UpdateTargeting', DetailsDocument: { PositiveTargeting: { BuyerAccounts: [buyer] } } },
      { ChangeType: 'UpdateAvailability', DetailsDocument: { AvailabilityEndDate: '2027-12-31' } },
      { ChangeType: 'ReleaseOffer', DetailsDocument: {} },
    ].map((change) => ({ ...change, Entity: { Type: 'Offer@1.0', Identifier: '$make.Entity.Identifier' } })),
  ]);
  assert.equal(made.Status, 'SUCCEEDED', JSON.stringify(made.ChangeSet));
  const offerId = made.ChangeSet?.[0]?.Entity?.Identifier?.split('@')[0];
  await bench.post(`/aws/offer/${offerId}/accept`, { buyerAccountId: buyer });
  type View = { accountId: string; transactionType: string; amount: string; payerAccountId: string | null };
  const { events: all } = await bench.get<{ events: View[] }>('/aws/billing-event');
  const shown = (id: string) =>
    all
      .filter((event) => event.accountId === id)
      .map((event) => [event.transactionType, event.amount, event.payerAccountId]);
  assert.deepEqual(shown(partner.id), [
    ['SELLER_REV_SHARE', '100', buyer],
    ['AWS_REV_SHARE', '0', buyer],
    ['SELLER_REV_SHARE', '-80', buyer],
  ]);
  assert.deepEqual(shown(bench.seller.id), [
    ['SELLER_REV_SHARE', '80', null],
    ['AWS_REV_SHARE', '-2.4', null],
  ]);
});

test('AWS Europe invoices its fee separately, and each currency is rounded and paid on its own', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  await configure(bench, { brokerId: 'AWS_EUROPE' });
  const { productId } = await seedProduct(bench);
  await sell(bench, productId, [upfront('1234', 'JPY')]);
  await sell(bench, productId, [upfront('10.005', 'EUR')], '222233334444');
  await bench.post('/clock', { advance: 'P60D' });
  const rows = await events(bench);
  const [share] = ofType(rows, 'INVOICED', /^SELLER_REV_SHARE$/);
  const [fee] = ofType(rows, 'INVOICED', /^AWS_REV_SHARE$/);
  assert.equal(fee?.amount, '-37');
  assert.notEqual(fee?.invoice_id, share?.invoice_id);
  assert.equal(fee?.buyer_transaction_reference_id, share?.transaction_reference_id);
  const payouts = ofType(rows, 'DISBURSED', /^DISBURSEMENT$/).map((row) => [row.currency, row.amount]);
  assert.deepEqual(payouts.sort(), [
    ['EUR', '9.71'],
    ['JPY', '1197'],
  ]);
});

test('the Agreement API lists the same invoices to the seller, and the charges to the buyer', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const { agreementId } = await sell(bench, productId, [upfront('100')]);
  const [bill] = await billsOf(bench, agreementId);
  await bench.post('/clock', { advance: 'PT1H' });
  await bench.post(`/aws/bill/${bill?.invoiceId}/return`, { amount: '40' });
  const list = async (more: object = {}) => {
    const command = new ListAgreementInvoiceLineItemsCommand({ agreementId, groupBy: 'INVOICE_ID', ...more });
    return bench.agreements.send(command);
  };
  const { agreementInvoiceLineItemGroupSummaries: all = [] } = await list();
  assert.deepEqual(
    all.map((item) => [item.invoiceType, item.pricingCurrencyAmount, item.invoiceBillingPeriod]),
    [
      ['CREDIT_MEMO', { amount: '-40', maxAdjustmentAmount: '0', currencyCode: 'USD' }, { month: 3, year: 2027 }],
      ['INVOICE', { amount: '100', maxAdjustmentAmount: '60', currencyCode: 'USD' }, { month: 3, year: 2027 }],
    ],
  );
  const first = await list({ maxResults: 1 });
  const second = await list({ maxResults: 1, nextToken: first.nextToken });
  const idsOf = (answer: Awaited<ReturnType<typeof list>>) =>
    answer.agreementInvoiceLineItemGroupSummaries?.map((item) => item.invoiceId);
  assert.deepEqual([...(idsOf(first) ?? []), ...(idsOf(second) ?? [])], idsOf(await list()));
  assert.equal(second.nextToken, undefined);
  assert.deepEqual(idsOf(await list({ invoiceType: 'INVOICE' })), [bill?.invoiceId]);
  assert.deepEqual(idsOf(await list({ invoiceId: bill?.invoiceId })), [bill?.invoiceId]);
  assert.deepEqual(idsOf(await list({ invoiceBillingPeriod: { month: 4, year: 2027 } })), []);
  assert.deepEqual(idsOf(await list({ beforeIssuedTime: new Date(bench.clock.now() - 1_800_000) })), [bill?.invoiceId]);
  assert.equal((await failureOf(list({ groupBy: 'PRODUCT' }))).name, 'ValidationException');
  const stranger = clientsOf(bench.url, await bench.post<Seller>('/aws/account')).agreements;
  const command = new ListAgreementInvoiceLineItemsCommand({ agreementId, groupBy: 'INVOICE_ID' });
  assert.equal((await failureOf(stranger.send(command))).name, 'ResourceNotFoundException');

  const account = await bench.post<Seller>('/aws/account', { kind: 'buyer', id: buyer });
  const { items } = await clientsOf(bench.url, account).agreements.send(
    new ListAgreementChargesCommand({ agreementId }),
  );
  assert.deepEqual(
    items?.map(({ amount, currencyCode }) => [amount, currencyCode]),
    [['100', 'USD']],
  );
});

test('impossible requests are refused', async (t) => {
  const bench = await openFeedBench(t, { startsAt });
  const { productId } = await seedProduct(bench);
  const { agreementId } = await sell(bench, productId, [upfront('100')]);
  const [bill] = await billsOf(bench, agreementId);
  const statusOf = async (path: string, body: object = {}) => (await failureOf(bench.post(path, body))).status;
  const at = `/aws/bill/${bill?.invoiceId}`;
  assert.equal(await statusOf('/aws/bill/1/forgive'), 404);
  assert.equal(await statusOf(`${at}/payment`), 400);
  assert.equal(await statusOf(`${at}/return`, { amount: '100.01' }), 409);
  assert.equal(await statusOf(`${at}/return`, { amount: '1e2' }), 400);
  await bench.post(`${at}/payment`, { when: 'NOW' });
  assert.equal(await statusOf(`${at}/payment`, { afterDays: 2 }), 409);
  await bench.post(`${at}/forgive`);
  assert.equal(await statusOf(`${at}/return`), 409);
  assert.equal(await statusOf(`${at}/forgive`), 409);
  assert.equal(await statusOf(`/aws/billing-event/${bill?.eventIds[0]}/restate`, { amount: '90' }), 409);
  assert.equal(await statusOf(`/aws/account/${buyer}/payout`), 404);
  assert.equal(await statusOf('/aws/payout/none/fail'), 404);
});
