import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { openBench, openPayer } from '../../../../../simulators/stripe/stripe.test-support.ts';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { Big } from '../../../kit/decimal.ts';
import { isPartnerError } from '../../partner-error.ts';
import { fromMinorUnits } from '../../payment/minor-units.ts';
import type { PaymentAccess } from '../../payment/port.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { figuresOf, linesOf, readFeed, readRows, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { createStripeFeed } from './feed.ts';
import { readBooks, stepOf, take } from './history.test-support.ts';

const dayMs = 86_400_000;
const monday = '2026-03-02T10:00:00Z';
const window = { start: new Date('2026-02-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const invoice = `invoice_${'0'.repeat(26)}`;

const open = async (t: TestContext) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account } = bench;
  const access: PaymentAccess = {
    connectionId: account.id,
    partner: 'STRIPE',
    accountId: account.id,
    endpoint: `${bench.url}/stripe`,
    credentials: { apiKey: account.secretKey },
  };
  const feed = createStripeFeed({ answerTimeoutMs: 1000 });
  const terms = (body: object) => bench.control('PUT', `/account/${account.id}/terms`, body);
  const fault = (name: string, more: object = {}) => bench.control('POST', '/fault', { name, ...more });
  return {
    bench,
    access,
    feed,
    terms,
    fault,
    read: (into?: Map<string, FeedRow>) => readFeed(feed, { access, window }, { ...(into ? { into } : {}) }),
  };
};

const row = (columns: Record<string, string | null>): FeedRow => ({
  dataset: 'balance_transaction',
  key: 'txn_1',
  version: '1',
  isDeleted: false,
  columns: { id: 'txn_1', amount: '-100', fee: '0', net: '-100', currency: 'usd', created: '1772445600', ...columns },
});

const isPayoutLine = ({ kind }: { kind: string }): boolean => kind === 'PAYOUT';

test('a sale is billed, collected and disbursed, with our invoice and the payout that contains it', async (t) => {
  const { bench, access, feed, read } = await open(t);
  const { stripe } = bench;
  await feed.connect(access);
  const { id: customer } = await stripe.customers.create({ name: 'Initech' });
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const paid = await stripe.paymentIntents.create({
    ...{ amount: 10_000, currency: 'usd', customer, payment_method: method, off_session: true, confirm: true },
    allowed_payment_method_types: ['card'],
    metadata: { reference: `${invoice} 1` },
  });
  const record = String(paid.latest_charge);
  const early = await read();
  assert.equal(early.size, 1);
  const [figures] = foldLines(linesOf(feed, early));
  assert.deepEqual(
    [figures?.billed, figures?.fee, figures?.collectable, figures?.collected, figures?.disbursed, figures?.outstanding],
    ['100', '3.2', '96.8', '96.8', '0', '0'],
  );
  const before = await feed.listParts(access, window);
  assert.deepEqual(await feed.listParts(access, window), before, 'an unchanged day keeps its version');

  await bench.clock.advance(6 * dayMs);
  const after = await feed.listParts(access, window);
  const sale = before[0]?.name;
  assert.notEqual(after.find(({ name }) => name === sale)?.version, before[0]?.version, 'its funds became available');
  const late = await read();
  const [pending] = early.values();
  const available = late.get(`balance_transaction ${pending?.key}`);
  assert.deepEqual([pending?.columns.status, available?.columns.status], ['pending', 'available']);
  assert.ok(String(pending?.version) < String(available?.version), 'the later state counts');
  const lines = linesOf(feed, late);
  const own = lines.filter(({ recordId }) => recordId === record);
  assert.equal(foldLines(own)[0]?.disbursed, '96.8');
  assert.ok(own.every(({ references }) => references.invoice === invoice && references.buyer === customer));
  const [out, ...others] = lines.filter(isPayoutLine);
  assert.deepEqual([out?.recordId, out?.amount, out?.stage, others.length], [null, '96.8', 'DISBURSED', 0]);
  const disbursed = own.find(({ stage }) => stage === 'DISBURSED');
  assert.equal(disbursed?.references.payout, out?.references.payout);
  assert.match(String(disbursed?.references.trace), /^TRACE/);
  assert.equal(disbursed?.time.toISOString(), '2026-03-06T00:00:00.000Z');
});

test('the cash figures of two invoices are right', () => {
  const feed = createStripeFeed();
  const charged = { source: 'ch_1', 'source.object': 'charge' };
  const money = (category: string, amounts: [string, string, string], more: Record<string, string> = charged) => {
    const [amount, fee, net] = amounts;
    return row({ reporting_category: category, amount, fee, net, ...more });
  };
  const refund = { source: 're_1', 'source.object': 'refund', 'source.charge': 'ch_1' };
  const first = money('charge', ['1000000', '30000', '970000']);
  const rows = [
    first,
    { ...first, dataset: 'payout_transaction', columns: { ...first.columns, 'payout.arrival_date': '1772668800' } },
    money('charge', ['500000', '15000', '485000']),
    money('refund', ['-100000', '-3000', '-97000'], refund),
  ];
  const figures = foldLines(rows.flatMap((one) => feed.translate(one)));
  assert.equal(figures.length, 1);
  const { billed, refunded, tax, fee, collectable, collected, disbursed } = figures[0] ?? {};
  assert.deepEqual(
    { billed, refunded, tax, fee, collectable, collected, disbursed },
    {
      ...{ billed: '14000', refunded: '1000', tax: '0', fee: '420' },
      ...{ collectable: '13580', collected: '13580', disbursed: '9700' },
    },
  );
  assert.equal(new Big(collectable ?? 0).minus(disbursed ?? 0).toFixed(), '3880');
});

test('Stripe keeps the fee of a refunded charge', async (t) => {
  const { bench, feed, terms, read } = await open(t);
  await terms({ cardFee: { basisPoints: 300 }, schedule: { interval: 'weekly', weeklyDays: ['thursday'] } });
  const pay = await openPayer(bench);
  await pay(1_000_000);
  await bench.clock.advance(7 * dayMs);
  const second = await pay(500_000);
  await bench.stripe.refunds.create({ charge: second, amount: 100_000 });
  const [figures] = foldLines(linesOf(feed, await read()).filter((line) => !isPayoutLine(line)));
  assert.deepEqual(
    [figures?.billed, figures?.refunded, figures?.fee, figures?.collectable, figures?.disbursed],
    ['14000', '1000', '450', '13550', '9700'],
  );
});

test('refunds, disputes and their failures belong to the record of the charge', async (t) => {
  const { bench, feed, read } = await open(t);
  const { stripe, control } = bench;
  const pay = await openPayer(bench);
  const [refunded, returned, lost, won] = [await pay(10_000), await pay(10_000), await pay(10_000), await pay(10_000)];
  await stripe.refunds.create({ charge: refunded, amount: 2500 });
  const refund = await stripe.refunds.create({ charge: returned });
  await control('POST', `/refund/${refund.id}/fail`);
  const dispute = async (charge: string, outcome: string) => {
    const { id } = await control<{ id: string }>('POST', `/charge/${charge}/dispute`);
    await control('POST', `/dispute/${id}/close`, { outcome });
  };
  await dispute(lost, 'lost');
  await dispute(won, 'won');
  await control('POST', `/account/${bench.account.id}/fee`, { amount: 500 });
  const figures = figuresOf(linesOf(feed, await read()));
  const shown = (charge: string) => {
    const one = figures.get(`${charge} USD`);
    return [one?.billed, one?.refunded, one?.fee, one?.collected];
  };
  assert.deepEqual(shown(refunded), ['75', '25', '3.2', '71.8']);
  assert.deepEqual(shown(returned), ['100', '0', '3.2', '96.8']);
  assert.deepEqual(shown(lost), ['0', '100', '18.2', '-18.2']);
  assert.deepEqual(shown(won), ['100', '0', '18.2', '81.8']);
  const [fee, ...others] = [...figures].filter(([, { adjusted }]) => adjusted !== '0');
  assert.deepEqual([fee?.[1].adjusted, fee?.[1].collected, others.length], ['-5', '-5', 0]);
});

test('amounts have the decimals of their currency', async (t) => {
  const { bench, feed, read } = await open(t);
  const pay = await openPayer(bench);
  await pay(1_500_000, 'jpy');
  await pay(1_234_560, 'kwd');
  const figures = foldLines(linesOf(feed, await read()));
  assert.deepEqual(
    figures.map(({ currency, billed }) => [currency, billed]),
    [
      ['JPY', '1500000'],
      ['KWD', '1234.56'],
    ],
  );
});

test('a payout that the bank returns is disbursed by the next one', async (t) => {
  const { bench, access, feed, read } = await open(t);
  const { stripe, control } = bench;
  const record = await (await openPayer(bench))(10_000);
  await bench.clock.advance(5 * dayMs);
  const disbursed = (rows: Map<string, FeedRow>) => figuresOf(linesOf(feed, rows)).get(`${record} USD`)?.disbursed;
  const paidOut = (rows: Map<string, FeedRow>) => sumOf(linesOf(feed, rows), isPayoutLine).toFixed();
  const rows = await read();
  assert.equal(disbursed(rows), '96.8');
  const [first] = (await stripe.payouts.list({ status: 'paid' })).data;
  await bench.clock.advance(dayMs);
  await control('POST', `/payout/${first?.id}/fail`);
  const today = { start: new Date('2026-03-08T00:00:00Z'), end: new Date('2026-03-09T00:00:00Z') };
  const parts = await feed.listParts(access, today);
  assert.ok(
    parts.some(({ name }) => name === `payout/${first?.id}`),
    'its return is in the window',
  );
  await read(rows);
  assert.deepEqual([disbursed(rows), paidOut(rows)], ['0', '0']);
  await bench.clock.advance(7 * dayMs);
  await read(rows);
  assert.deepEqual([disbursed(rows), paidOut(rows)], ['96.8', '96.8']);
});

test('a manual payout is a payout without a record', async (t) => {
  const { bench, feed, terms, read } = await open(t);
  await terms({ schedule: { interval: 'manual' } });
  const record = await (await openPayer(bench))(10_000);
  await bench.clock.advance(3 * dayMs);
  const { id } = await bench.stripe.payouts.create({ amount: 5000, currency: 'usd' });
  const canceled = await bench.stripe.payouts.create({ amount: 1000, currency: 'usd' });
  await bench.stripe.payouts.cancel(canceled.id);
  const lines = linesOf(feed, await read());
  assert.equal(figuresOf(lines).get(`${record} USD`)?.disbursed, '0');
  const of = (payout: string) => sumOf(lines, ({ references }) => references.payout === payout).toFixed();
  assert.deepEqual([of(id), of(canceled.id)], ['50', '0']);
});

test('days of many transactions are read page by page', async (t) => {
  const { bench, access, feed } = await open(t);
  for (let count = 0; count < 230; count += 1)
    await bench.control('POST', `/account/${bench.account.id}/fee`, { amount: 100 + count });
  const [part] = await feed.listParts(access, window);
  assert.ok(part);
  const sizes: number[] = [];
  for await (const batch of feed.readPart(access, part, new AbortController().signal)) sizes.push(batch.length);
  assert.deepEqual(sizes, [100, 100, 30]);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(async () => {
    for await (const _ of feed.readPart(access, part, stopped));
  }, /stopped/);
});

test('a failed read throws a partner error', async (t) => {
  const { bench, access, feed, fault } = await open(t);
  await (await openPayer(bench))(1000);
  const [part] = await feed.listParts(access, window);
  assert.ok(part);
  const refusal = async (doing: Promise<unknown>) => {
    const error = await doing.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return isPartnerError(error) ? [error.outcome, error.retryable] : error;
  };
  const operation = 'balanceTransactions.list';
  // The client repeats a request once whose connection was closed.
  for (const [name, expected, count = 1] of [
    ['throttle', ['REFUSED', true]],
    ['internal-error', ['UNKNOWN', true]],
    ['timeout-before', ['UNKNOWN', true]],
    ['timeout-after', ['UNKNOWN', true], 2],
    ['half-answer', ['UNKNOWN', true]],
    ['rubbish', ['UNKNOWN', true]],
  ] as const) {
    await fault(name, { operation, count });
    assert.deepEqual(await refusal(feed.listParts(access, window)), expected, name);
    await fault(name, { operation, count });
    assert.deepEqual(await refusal(readRows(feed, access, part)), expected, name);
    assert.equal((await readRows(feed, access, part)).length, 1);
  }
  await fault('slow', { operation, delayMs: 50 });
  assert.equal((await readRows(feed, access, part)).length, 1);
  const wrong = { ...access, connectionId: 'other', credentials: { apiKey: 'sk_test_wrong' } };
  assert.deepEqual(await refusal(feed.connect(wrong)), ['REFUSED', false]);
  await assert.rejects(readRows(feed, access, { ...part, name: 'week/9' }), isFeedFault);
});

test('an unknown category is an adjustment, whatever it is about', () => {
  const feed = createStripeFeed();
  for (const source of [{}, { source: 'ch_1', 'source.object': 'charge' }]) {
    const lines = feed.translate(row({ reporting_category: 'moon_phase_correction', ...source }));
    assert.deepEqual(
      lines.map(({ recordId, stage, kind, amount }) => [recordId, stage, kind, amount]),
      [
        ['source' in source ? 'ch_1' : 'txn_1', 'BILLED', 'ADJUSTMENT', '-1'],
        ['source' in source ? 'ch_1' : 'txn_1', 'COLLECTED', 'ADJUSTMENT', '-1'],
      ],
    );
  }
});

test('a payout fee is an adjustment', () => {
  const lines = createStripeFeed().translate(
    row({ reporting_category: 'payout', amount: '-100', fee: '1', net: '-101' }),
  );
  assert.deepEqual(
    lines.map(({ stage, kind, amount }) => [stage, kind, amount]),
    [
      ['BILLED', 'ADJUSTMENT', '-0.01'],
      ['COLLECTED', 'ADJUSTMENT', '-0.01'],
    ],
  );
});

test('unreadable values are faults', () => {
  const feed = createStripeFeed();
  for (const columns of [
    { amount: '1.5' },
    { amount: null },
    { net: '-99' },
    { currency: 'dollar' },
    { created: '99999999999999' },
  ])
    assert.throws(
      () => feed.translate(row({ reporting_category: 'charge', ...columns })),
      isFeedFault,
      JSON.stringify(columns),
    );
  assert.deepEqual(feed.translate({ ...row({}), dataset: 'another' }), []);
});

test('nothing about people or cards is stored', async (t) => {
  const { bench, read } = await open(t);
  await (await openPayer(bench))(10_000);
  const [{ columns } = row({})] = (await read()).values();
  const sources = Object.keys(columns).filter((name) => name.startsWith('source'));
  assert.deepEqual(sources.sort(), [
    'source',
    'source.customer',
    'source.metadata',
    'source.object',
    'source.payment_intent',
  ]);
  assert.doesNotMatch(JSON.stringify(columns), /4242|Initech/);
});

test("whatever happens and however it is read, the figures match Stripe's books", async (t) => {
  const history = fc.array(stepOf, { minLength: 5, maxLength: 25 });
  const order = fc.infiniteStream(fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(history, order, fc.nat(12), async (steps, numbers, days) => {
      const { bench, access, feed, terms } = await open(t);
      await terms({ conversions: { eur: { currency: 'usd', rate: '1.0837' } } });
      const pay = await openPayer(bench);
      const arrange = shuffleBy(numbers);
      const rows = new Map<string, FeedRow>();
      const read = () => readFeed(feed, { access, window }, { into: rows, arrange });
      for (const step of steps) await take(bench, step, { pay, read });
      await bench.clock.advance(days * dayMs);
      await read();
      await read();
      const lines = linesOf(feed, rows);
      const { transactions, holders, isLive, byCharge, balance } = await readBooks(bench);

      const figures = figuresOf(lines);
      for (const [charge, ids] of byCharge) {
        const own = [...ids].map((id) => transactions.get(id) as Stripe.BalanceTransaction);
        for (const [currency, list] of Map.groupBy(own, (one) => one.currency.toUpperCase())) {
          const total = (some: typeof list, of: (one: (typeof list)[number]) => number) =>
            fromMinorUnits('STRIPE', String(some.reduce((sum, one) => sum + of(one), 0)), currency);
          const figure = figures.get(`${charge} ${currency}`);
          assert.deepEqual(
            [figure?.billed, figure?.fee, figure?.collected, figure?.disbursed, figure?.outstanding],
            [
              total(list, (one) => one.amount),
              total(list, (one) => one.fee),
              total(list, (one) => one.net),
              total(
                list.filter(({ id }) => isLive(holders.get(id))),
                (one) => one.net,
              ),
              '0',
            ],
          );
          const back = list.filter((one) => !['charge'].includes(one.reporting_category));
          assert.equal(
            figure?.refunded,
            total(back, (one) => -one.amount),
          );
        }
      }
      for (const { currency, amount } of balance.available) {
        const held = amount + (balance.pending.find((one) => one.currency === currency)?.amount ?? 0);
        const code = currency.toUpperCase();
        const collected = sumOf(lines, (line) => line.stage === 'COLLECTED' && line.currency === code);
        const out = sumOf(lines, (line) => line.kind === 'PAYOUT' && line.currency === code);
        assert.equal(collected.minus(out).toFixed(), fromMinorUnits('STRIPE', String(held), code));
      }
      await bench.close();
    }),
    { numRuns: 20 },
  );
});
