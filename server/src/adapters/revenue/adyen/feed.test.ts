import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { itemOf, type Message, openBench } from '../../../../../simulators/adyen/adyen.test-support.ts';
import { openSeller } from '../../../../../simulators/adyen/settlement/reports.test-support.ts';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { isPartnerError } from '../../partner-error.ts';
import { fromMinorUnits } from '../../payment/minor-units.ts';
import type { PaymentAccess } from '../../payment/port.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedPart, FeedRow, MoneyLine } from '../port.ts';
import { figuresOf, linesOf, readFeed, readRows, shuffleBy, sumOf } from '../read-feed.test-support.ts';
import { createAdyenFeed } from './feed.ts';
import { type Movement, type Paid, stepOf, take } from './history.test-support.ts';
import { readAnnouncement } from './read-announcement.ts';

const dayMs = 86_400_000;
const monday = '2026-03-02T10:00:00Z';
const window = { start: new Date('2026-02-01T00:00:00Z'), end: new Date('2027-02-01T00:00:00Z') };
const invoice = `invoice_${'0'.repeat(26)}`;

const open = async (t: TestContext) => {
  const bench = await openBench(t, { startsAt: monday });
  const { account, control } = bench;
  // The messages need no receiver: their content is read from the simulator.
  await control('PUT', `/account/${account.id}/message-target`, { url: 'http://127.0.0.1:9/' });
  const access: PaymentAccess = {
    connectionId: 'conn_1',
    partner: 'ADYEN',
    accountId: account.id,
    endpoint: `${bench.url}/adyen`,
    credentials: { reportUser: account.reportUser.username, reportPassword: account.reportUser.password },
  };
  const announced = async (): Promise<FeedPart[]> => {
    const { messages } = (await control('GET', `/message?accountId=${account.id}`)) as unknown as {
      messages: { body: Message }[];
    };
    return messages.map(({ body }) => readAnnouncement(itemOf(body))).filter((part) => part !== null);
  };
  const outgoing = createOutgoing({ allowedOrigins: [bench.url, 'http://127.0.0.1:9'] });
  const feed = createAdyenFeed({ open: outgoing.open, announced, silenceMs: 1000 });
  return {
    ...{ bench, access, feed, control, outgoing, seller: openSeller(bench) },
    terms: (body: object) => control('PUT', `/account/${account.id}/terms`, body),
    fault: (name: string, more: object = {}) => control('POST', '/fault', { name, ...more }),
    read: (into: Map<string, FeedRow> = new Map()) => readFeed(feed, { access, window }, { into }),
  };
};

const isPayoutLine = ({ kind }: { kind: string }): boolean => kind === 'PAYOUT';

test('a payment is billed, collected and disbursed according to the report of its batch', async (t) => {
  const { bench, access, feed, seller, read } = await open(t);
  await feed.connect(access);
  const psp = await seller.pay(10_000, { reference: `${invoice} 1` });
  assert.deepEqual(await feed.listParts(access, window), []);
  await bench.clock.advance(4 * dayMs);
  const [part, ...others] = await feed.listParts(access, window);
  assert.deepEqual([part?.name, others], ['MerchantAccount/AcmeECOM/settlement_detail_report_batch_1.csv', []]);
  const lines = linesOf(feed, await read());
  const own = lines.filter(({ recordId }) => recordId === psp);
  const [figures] = foldLines(own);
  assert.deepEqual(
    [figures?.currency, figures?.billed, figures?.fee, figures?.collectable, figures?.collected, figures?.disbursed],
    ['EUR', '100', '0.93', '99.07', '99.07', '99.07'],
  );
  assert.ok(own.every(({ references }) => references.invoice === invoice && references.payout === 'AcmeECOM-1'));
  assert.match(own[0]?.time.toISOString() ?? '', /^2026-03-02T10:00:/, 'the zone of the account is read');
  const [out] = lines.filter(isPayoutLine);
  assert.deepEqual([out?.recordId, out?.amount, out?.references.payout], [null, '98.96', 'AcmeECOM-1']);
  assert.match(String(out?.references.trace), /^TX\w+XT batch 1/);
  const fee = lines.find(({ kind, stage }) => kind === 'ADJUSTMENT' && stage === 'BILLED');
  assert.equal(fee?.amount, '-0.11', 'a fee that is about no payment is an adjustment');
});

test('refunds and chargebacks belong to the record of the payment', async (t) => {
  const { bench, control, feed, seller, terms, read } = await open(t);
  await terms({ processingFee: 0 });
  const refunded = await seller.pay(10_000);
  const lost = await seller.pay(5000);
  const defended = await seller.pay(5000);
  await bench.clock.advance(4 * dayMs);
  await seller.refund(refunded, 4000);
  for (const psp of [lost, defended]) await control('POST', `/payment/${psp}/chargeback`);
  await bench.clock.advance(4 * dayMs);
  await control('POST', `/payment/${defended}/chargeback/reverse`);
  await seller.pay(90_000);
  await bench.clock.advance(4 * dayMs);
  const lines = linesOf(feed, await read());
  const figures = figuresOf(lines);
  const shown = (psp: string) => {
    const one = figures.get(`${psp} EUR`);
    return [one?.billed, one?.refunded, one?.fee, one?.collected, one?.disbursed];
  };
  assert.deepEqual(shown(refunded), ['60', '40', '0.93', '59.07', '59.07']);
  assert.deepEqual(shown(lost), ['0', '50', '7.97', '-7.97', '-7.97']);
  assert.deepEqual(shown(defended), ['50', '0', '7.97', '42.03', '42.03']);
  assert.ok([...figures.values()].every(({ outstanding }) => outstanding === '0'));
  const collected = sumOf(lines, ({ stage }) => stage === 'COLLECTED');
  assert.equal(collected.toFixed(), sumOf(lines, isPayoutLine).toFixed());
});

test('a held amount is collected and not disbursed', async (t) => {
  const { bench, control, feed, seller, terms, read } = await open(t);
  await terms({ depositBasisPoints: 1000 });
  await seller.pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const totals = async () => {
    const lines = linesOf(feed, await read());
    const disbursed = sumOf(lines, (line) => line.stage === 'DISBURSED' && !isPayoutLine(line));
    const collected = sumOf(lines, ({ stage }) => stage === 'COLLECTED');
    return [collected, disbursed, sumOf(lines, isPayoutLine)].map((sum) => sum.toFixed());
  };
  assert.deepEqual(await totals(), ['98.96', '89.06', '89.06']);
  await terms({ depositBasisPoints: 0 });
  await control('POST', `/account/${bench.account.id}/deposit/release`);
  await bench.clock.advance(2 * dayMs);
  assert.deepEqual(await totals(), ['98.96', '98.96', '98.96']);
});

test('a report that is generated again replaces the earlier one', async (t) => {
  const { bench, access, control, feed, seller, read } = await open(t);
  const psp = await seller.pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const rows = await read();
  const [before] = await feed.listParts(access, window);
  const keys = [...rows.keys()];
  await bench.clock.advance(dayMs);
  await control('POST', `/account/${bench.account.id}/batch/1/publish`);
  const parts = await feed.listParts(access, window);
  assert.equal(parts.length, 1, 'one part, by its last announcement');
  assert.equal(parts[0]?.name, before?.name);
  assert.notEqual(parts[0]?.version, before?.version);
  await read(rows);
  assert.deepEqual([...rows.keys()], keys);
  const own = linesOf(feed, rows).filter(({ recordId }) => recordId === psp);
  const markups = own.filter(({ kind, stage }) => kind === 'FEE' && stage === 'BILLED').map(({ amount }) => amount);
  assert.deepEqual(markups, ['-0.59', '-0.14', '-0.2']);
  assert.equal(foldLines(own)[0]?.collected, '99.07');
});

test('a report that is announced twice, or comes late, is read once it is there', async (t) => {
  const { bench, access, feed, seller, fault, read } = await open(t);
  await fault('late-report', { operation: 'report' });
  await fault('duplicate-message', { operation: 'REPORT_AVAILABLE' });
  await seller.pay(10_000);
  await bench.clock.advance(4 * dayMs);
  assert.deepEqual(await feed.listParts(access, window), []);
  await bench.clock.advance(2 * dayMs);
  assert.equal((await feed.listParts(access, window)).length, 1);
  assert.equal((await read()).size, 3);
});

const reason = (error: unknown): unknown => {
  if (isPartnerError(error)) return [error.outcome, error.partnerCode, error.retryable];
  return isFeedFault(error) ? error.feedFault.code : error;
};
const refusal = (doing: Promise<unknown>): Promise<unknown> => doing.then(() => undefined, reason);

test('columns are found by name, in any order and with other columns between them', async (t) => {
  const { bench, access, feed, seller, fault } = await open(t);
  for (let count = 0; count < 9; count += 1) await seller.pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const [part] = await feed.listParts(access, window);
  assert.ok(part);
  const plain = await readRows(feed, access, part);
  const operation = 'downloadReport';
  await fault('report-order', { operation });
  assert.deepEqual(await readRows(feed, access, part), plain);
  await fault('report-column', { operation });
  const wider = await readRows(feed, access, part);
  assert.equal(wider[0]?.columns['Split Settlement'], 'n/a');
  assert.deepEqual(wider.flatMap(feed.translate), plain.flatMap(feed.translate));
  await fault('report-header', { operation });
  assert.equal(await refusal(readRows(feed, access, part)), 'MISSING_COLUMN');
  await fault('half-report', { operation });
  assert.equal(await refusal(readRows(feed, access, part)), 'WRONG_LENGTH');
  assert.deepEqual(await readRows(feed, access, part), plain);
});

test('a failed download throws a partner error', async (t) => {
  const { bench, access, feed, outgoing, seller, fault } = await open(t);
  await seller.pay(10_000);
  await bench.clock.advance(4 * dayMs);
  const [part] = await feed.listParts(access, window);
  assert.ok(part);
  const download = (given = access) => refusal(readRows(feed, given, part));
  for (const [name, expected] of [
    ['throttle', ['REFUSED', 'HTTP 429', true]],
    ['internal-error', ['UNKNOWN', 'HTTP 500', true]],
    ['timeout-before', ['UNKNOWN', 'ETIMEDOUT', true]],
    ['timeout-after', ['UNKNOWN', 'ECONNRESET', true]],
    ['half-answer', ['UNKNOWN', 'ECONNRESET', true]],
    ['rubbish', ['UNKNOWN', 'UnreadableAnswer', true]],
  ] as const) {
    await fault(name, { operation: 'downloadReport' });
    assert.deepEqual(await download(), expected, name);
    assert.equal(await download(), undefined);
  }
  const { reportUser, reportPassword } = access.credentials;
  const missing = ['NOT_SENT', 'MissingCredentials', false];
  assert.deepEqual(await download({ ...access, credentials: { reportUser: reportUser ?? '' } }), missing);
  assert.deepEqual(await download({ ...access, credentials: { reportPassword: reportPassword ?? '' } }), missing);
  const wrong = { ...access, credentials: { reportUser: 'report@Company.Acme', reportPassword: 'wrong' } };
  assert.deepEqual(await download(wrong), ['REFUSED', 'Unauthorized', false]);
  assert.deepEqual(await refusal(feed.connect(wrong)), ['REFUSED', 'Unauthorized', false]);
  await bench.control('POST', '/account', { id: 'OtherECOM', companyName: 'Other' });
  assert.deepEqual(await refusal(feed.connect({ ...access, accountId: 'OtherECOM' })), ['REFUSED', 'Forbidden', false]);
  const absent = { ...part, name: part.name.replace('batch_1', 'batch_7') };
  assert.deepEqual(await refusal(readRows(feed, access, absent)), ['REFUSED', 'ReportNotFound', false]);
  const nobody = { ...access, endpoint: 'http://127.0.0.1:9' };
  assert.deepEqual(await download(nobody), ['NOT_SENT', 'ECONNREFUSED', true]);
  for (const name of [
    'https://elsewhere.example/report.csv',
    'MerchantAccount/../Other/a.csv',
    'MerchantAccount/A/../b.csv',
  ])
    assert.throws(() => feed.readPart(access, { ...part, name }, new AbortController().signal), isFeedFault, name);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(async () => {
    for await (const _ of feed.readPart(access, part, stopped));
  }, /stopped/);
  assert.ok(outgoing.refused('http://127.0.0.1:10/'));
});

test('only announcements of settlement details count as reports', () => {
  const item = {
    eventCode: 'REPORT_AVAILABLE',
    eventDate: '2026-03-05T05:00:00+01:00',
    merchantAccountCode: 'AcmeECOM',
    pspReference: 'settlement_detail_report_batch_4.csv',
    success: 'true',
  };
  assert.deepEqual(readAnnouncement(item), {
    name: 'MerchantAccount/AcmeECOM/settlement_detail_report_batch_4.csv',
    version: '2026-03-05T04:00:00.000Z',
    time: new Date('2026-03-05T04:00:00Z'),
    bytes: null,
    isWhole: true,
  });
  for (const other of [
    { eventCode: 'CAPTURE' },
    { success: 'false' },
    { pspReference: 'payments_accounting_report_2026_03_05.csv' },
    { pspReference: '../settlement_detail_report_batch_4.csv' },
    { eventDate: 'yesterday' },
  ])
    assert.equal(readAnnouncement({ ...item, ...other }), null);
});

test("whatever happens and however it is read, the figures match Adyen's books", async (t) => {
  const history = fc.array(stepOf, { minLength: 5, maxLength: 30 });
  const order = fc.infiniteStream(fc.nat(1000));
  await fc.assert(
    fc.asyncProperty(history, order, async (steps, numbers) => {
      const { bench, access, control, feed, terms } = await open(t);
      const { account } = bench;
      await terms({ conversions: { USD: { currency: 'EUR', rate: '0.9137' } }, depositBasisPoints: 500 });
      const paid: Paid[] = [];
      const arrange = shuffleBy(numbers);
      const rows = new Map<string, FeedRow>();
      const read = () => readFeed(feed, { access, window }, { into: rows, arrange });
      for (const step of steps) await take(bench, step, { paid, read });
      await bench.clock.advance(dayMs);
      await control('POST', `/account/${account.id}/batch`);
      await bench.clock.advance(5 * dayMs);
      await read();
      await read();
      const lines = linesOf(feed, rows);

      const movements = (bench.snapshot().movements ?? []) as Movement[];
      const booked = movements.filter(({ batch }) => batch !== null);
      const total = (some: Movement[], of: (movement: Movement) => number, currency: string) =>
        fromMinorUnits('ADYEN', String(some.reduce((sum, one) => sum + of(one), 0)), currency);
      const costOf = ({ costs }: Movement) => costs.commission + costs.markup + costs.schemeFees + costs.interchange;
      const figures = figuresOf(lines);
      for (const { psp } of paid) {
        const own = booked.filter(({ pspReference }) => pspReference === psp);
        const currency = own[0]?.net.currency ?? 'EUR';
        const figure = figures.get(`${psp} ${currency}`);
        assert.deepEqual(
          [figure?.billed, figure?.fee, figure?.collected, figure?.disbursed, figure?.refunded, figure?.outstanding],
          [
            total(own, (one) => one.net.value + costOf(one), currency),
            total(own, costOf, currency),
            total(own, (one) => one.net.value, currency),
            total(own, (one) => one.net.value, currency),
            total(
              own.filter(({ type }) => type !== 'Settled'),
              (one) => -one.net.value - costOf(one),
              currency,
            ),
            '0',
          ],
        );
      }
      for (const currency of ['EUR', 'JPY', 'KWD']) {
        const sum = (counts: (line: MoneyLine) => boolean) =>
          sumOf(lines, (line) => line.currency === currency && counts(line));
        const own = booked.filter(({ net }) => net.currency === currency);
        const out = total(own, ({ type, net }) => (type === 'MerchantPayout' ? -net.value : 0), currency);
        assert.equal(sum(isPayoutLine).toFixed(), out);
        const kept = ['MerchantPayout', 'DepositCorrection', 'Balancetransfer'];
        const held = total(own, ({ type, net }) => (kept.includes(type) ? -net.value : 0), currency);
        assert.equal(sum(({ stage }) => stage === 'COLLECTED').toFixed(), held, 'net less payouts is what is held');
        const disbursed = sum((line) => line.stage === 'DISBURSED' && !isPayoutLine(line));
        assert.equal(disbursed.toFixed(), out, 'what records were paid is what the bank received');
      }
      await bench.close();
    }),
    { numRuns: 15 },
  );
});
