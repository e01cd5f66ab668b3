import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  acceptedOffer,
  activeOrder,
  type Seller,
  seedProduct,
} from '../../../../../simulators/gcp/gcp.test-support.ts';
import { isPartnerError } from '../../partner-error.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedPart } from '../port.ts';
import { figuresOf, linesOf, readFeed, readRows, sumOf } from '../read-feed.test-support.ts';
import { dayMs, everything, openReader, september } from './feed-bench.test-support.ts';

type Reader = Awaited<ReturnType<typeof openReader>>;

const thrownBy = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => undefined,
    (error: unknown) => error,
  );

const refusal = async (doing: Promise<unknown>) => {
  const error = await thrownBy(doing);
  return isPartnerError(error) ? [error.outcome, error.retryable] : error;
};

const faultOf = async (doing: Promise<unknown>) => {
  const error = await thrownBy(doing);
  assert.ok(isFeedFault(error), String(error));
  return error.feedFault;
};

/** A seller with an order that was charged 100 in September, and the reports of that month. */
const openReported = async (t: Parameters<typeof openReader>[0]) => {
  const reader = await openReader(t);
  const product = await seedProduct(reader);
  await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '10' });
  const order = await activeOrder(reader, product, { termMonths: 12 });
  await reader.advanceTo('2026-10-16T00:00:00Z');
  return { reader, product, order };
};

const partNamed = async (reader: Reader, wanted: string): Promise<FeedPart> => {
  const part = (await reader.parts()).find(({ name }) => name === wanted);
  assert.ok(part, wanted);
  return part;
};

test('an order is billed and disbursed according to the reports of each month, with all its references', async (t) => {
  const { reader, product, order } = await openReported(t);
  const { feed, access } = reader;
  await feed.connect(access);
  const lines = linesOf(feed, await reader.read());
  const [figures] = [...figuresOf(lines)];
  // 100 a month, from 11:00 of the 10th in Los Angeles on: 493 of the 720 hours of September.
  assert.deepEqual(figures, [
    `${order.id} USD`,
    {
      ...{ currency: 'USD', billed: '68.47', refunded: '0', tax: '0', partnerTax: '0', fee: '6.85', cost: '0' },
      ...{
        adjusted: '0',
        collectable: '61.62',
        forgiven: '0',
        collected: '61.62',
        disbursed: '61.62',
        outstanding: '0',
      },
    },
  ]);
  const own = lines.filter(({ recordId }) => recordId === order.id);
  assert.deepEqual(
    own.map(({ stage, kind, amount, time }) => [stage, kind, amount, time.toISOString()]),
    [
      ['BILLED', 'REVENUE', '68.47', '2026-09-30T23:59:59.000Z'],
      ['BILLED', 'FEE', '-6.85', '2026-09-30T23:59:59.000Z'],
      ['DISBURSED', 'REVENUE', '61.62', '2026-10-21T00:00:00.000Z'],
    ],
  );
  for (const { references } of own) {
    assert.deepEqual([references.agreement, references.product], [order.id, product.id]);
    assert.ok(product.skus.some(({ id }) => id === references.dimension));
  }
  const payouts = lines.filter(({ kind }) => kind === 'PAYOUT');
  assert.deepEqual(
    payouts.map(({ recordId, amount, references }) => [recordId, amount, references]),
    [[null, '61.62', { payout: '2026-09' }]],
  );
  assert.equal(own.at(-1)?.references.payout, '2026-09');
});

test('an order of a private offer names the offer, and names its product by the name of the service', async (t) => {
  const reader = await openReader(t);
  const product = await seedProduct(reader);
  const flat = { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '200' } } };
  const order = await acceptedOffer(reader, product, flat, 'MONTHLY_NOT_PRORATED');
  await reader.advanceTo('2026-10-16T00:00:00Z');
  const lines = linesOf(reader.feed, await reader.read());
  const own = lines.filter(({ recordId }) => recordId === order.id);
  assert.equal(own.length, 3);
  for (const { references } of own)
    assert.deepEqual([references.offer, references.product], [order.offerId, order.entitlement.productExternalName]);
});

test('a withheld amount is outstanding until it is released or abandoned; refunds are returns', async (t) => {
  const reader = await openReader(t);
  const product = await seedProduct(reader);
  await reader.control('PUT', '/account/acme-public/settlement', { googleSharePercent: '10' });
  const accounts = ['AAAAAA', 'BBBBBB', 'CCCCCC'].map((part) => `${part}-C4D5E6-F70819`);
  const ids: string[] = [];
  const buyers: string[] = [];
  for (const billingAccount of accounts) {
    const order = await activeOrder(reader, product, { billingAccount, termMonths: 12 });
    ids.push(order.id);
    buyers.push(order.buyerAccountId);
  }
  const standing = (at: number, state: string) =>
    reader.control('PUT', `/buyer-account/${buyers[at]}/standing`, { state });
  const rows = new Map();
  const shown = async () => {
    const figures = figuresOf(linesOf(reader.feed, await reader.read(rows)));
    return ids.map((id) => {
      const { billed, refunded, fee, disbursed, forgiven, outstanding } = figures.get(`${id} USD`) ?? {};
      return [billed, refunded, fee, disbursed, forgiven, outstanding];
    });
  };
  await standing(1, 'probation');
  await standing(2, 'probation');
  await reader.advanceTo('2026-10-20T00:00:00Z');
  assert.deepEqual(await shown(), [
    ['68.47', '0', '6.85', '61.62', '0', '0'],
    ['68.47', '0', '6.85', '0', '0', '61.62'],
    ['68.47', '0', '6.85', '0', '0', '61.62'],
  ]);
  type Charge = { id: string; status: string };
  const { charges } = await reader.control<{ charges: Charge[] }>('GET', '/charge');
  const paid = charges.find(({ status }) => status === 'PAID');
  await reader.control('POST', `/charge/${paid?.id}/refund`, { amount: '30' });
  await standing(1, 'good');
  await standing(2, 'closed');
  await reader.advanceTo('2026-11-20T00:00:00Z');
  assert.deepEqual(await shown(), [
    ['138.47', '30', '13.85', '124.62', '0', '0'],
    ['168.47', '0', '16.85', '151.62', '0', '0'],
    ['168.47', '0', '16.85', '0', '151.62', '0'],
  ]);
  const lines = linesOf(reader.feed, rows);
  assert.equal(sumOf(lines, ({ kind }) => kind === 'PAYOUT').toFixed(), '276.24', 'what is abandoned is not paid');
});

test('parts are the reports of a window, oldest first, each with its generation', async (t) => {
  const { reader } = await openReported(t);
  await reader.advanceTo('2026-11-17T00:00:00Z');
  const parts = await reader.parts();
  assert.deepEqual(
    parts.map(({ name }) => name),
    [
      '2026-09-01 Detailed Disbursements Report.csv',
      '20260901 Charges and Usage.csv',
      '20260901 Disbursements.csv',
      '2026-09-10 Customer Insights.csv',
      '2026-10-01 Customer Insights.csv',
      '2026-10-01 Detailed Disbursements Report.csv',
      '20261001 Charges and Usage.csv',
      '20261001 Disbursements.csv',
      '2026-11-01 Customer Insights.csv',
    ],
  );
  assert.ok(parts.every(({ version, bytes, isWhole }) => /^\d+$/.test(version) && Number(bytes) > 0 && isWhole));
  const late = { start: new Date('2026-10-22T00:00:00Z'), end: everything.end };
  assert.deepEqual(
    (await reader.parts(late)).map(({ name }) => name.slice(0, 8)),
    ['2026-10-', '20261001', '20261001', '2026-11-'],
  );
  const before = await partNamed(reader, september);
  assert.deepEqual(await partNamed(reader, september), before);
  await reader.control('POST', '/account/acme-public/report', { kind: 'detailed-disbursements', of: '2026-09' });
  const after = await partNamed(reader, september);
  assert.ok(BigInt(after.version) > BigInt(before.version));
  const elsewhere = { ...reader.access, prefix: 'reports/' };
  assert.deepEqual(await reader.feed.listParts(elsewhere, everything), []);
  await reader.feed.connect(elsewhere);
});

test('a bucket with more objects than fit on a page is listed completely', async (t) => {
  const { reader } = await openReported(t);
  const count = 1005;
  for (let at = 0; at < count; at += 1) {
    const of = new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10);
    await reader.control('POST', '/account/acme-public/report', { kind: 'customer-insights', of });
  }
  const parts = await reader.parts();
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
  assert.equal(parts.filter(({ name }) => name >= '2027-').length, count);
});

test('a damaged report is a fault with its line, and is read once Google has written it again', async (t) => {
  const { reader } = await openReported(t);
  const { feed, access } = reader;
  const spoil = async (name: string, more: object = {}) => {
    await reader.fault(name, { operation: 'DetailedDisbursements', ...more });
    await reader.control('POST', '/account/acme-public/report', { kind: 'detailed-disbursements', of: '2026-09' });
    return partNamed(reader, september);
  };
  const half = await faultOf(readRows(feed, access, await spoil('report-half')));
  assert.deepEqual([half.part, half.code], [september, 'TRUNCATED']);
  assert.ok(half.line === 1 || half.line === 2);
  const misnamed = await spoil('report-wrong-header', { column: 'cust_charges', header: 'charges' });
  const missing = await faultOf(readRows(feed, access, misnamed));
  assert.deepEqual([missing.code, missing.line], ['MISSING_COLUMN', 1]);
  assert.match(missing.message, /cust_charges/);
  const unreadable = await spoil('report-restated-row', { column: 'cust_charges', value: '1.000,00' });
  assert.deepEqual(await faultOf(readRows(feed, access, unreadable)), {
    code: 'UNREADABLE_VALUE',
    message: 'cust_charges is not an amount: "1.000,00"',
    part: september,
    line: 2,
  });
  const added = await readRows(feed, access, await spoil('report-new-column', { column: 'tax_region' }));
  assert.equal(added[0]?.columns.tax_region, 'new', 'unknown columns are kept');
  const reversed = await readRows(feed, access, await spoil('report-column-order'));
  assert.deepEqual(reversed[0]?.columns.cust_charges, '68.47');
  await reader.clock.advance(2 * dayMs);
  assert.equal((await readRows(feed, access, await partNamed(reader, september))).length, 1);
});

test('a restated report replaces its rows, and removes those that it no longer has', async (t) => {
  const { reader, order } = await openReported(t);
  const { feed } = reader;
  const rows = await reader.read();
  const billed = () => figuresOf(linesOf(feed, rows)).get(`${order.id} USD`)?.billed;
  const restate = async (name: string, more: object = {}) => {
    await reader.fault(name, { operation: 'DetailedDisbursements', ...more });
    await reader.control('POST', '/account/acme-public/report', { kind: 'detailed-disbursements', of: '2026-09' });
    await reader.read(rows);
  };
  assert.equal(billed(), '68.47');
  await restate('report-restated-row', { column: 'cust_charges', value: '120.50' });
  assert.equal(billed(), '120.5');
  await restate('report-late-row');
  assert.equal(billed(), undefined);
  await reader.clock.advance(2 * dayMs);
  await reader.read(rows);
  await reader.read(rows);
  assert.equal(billed(), '68.47');
});

test('a report that is rewritten after it was listed is a fault', async (t) => {
  const { reader } = await openReported(t);
  const listed = await partNamed(reader, september);
  await reader.control('POST', '/account/acme-public/report', { kind: 'detailed-disbursements', of: '2026-09' });
  assert.equal((await faultOf(readRows(reader.feed, reader.access, listed))).code, 'CHANGED');
  const other = { ...listed, name: 'notes.txt' };
  assert.equal((await faultOf(readRows(reader.feed, reader.access, other))).code, 'UNKNOWN_PART');
  const now = await partNamed(reader, september);
  const short = { ...now, bytes: Number(now.bytes) + 1 };
  assert.equal((await faultOf(readRows(reader.feed, reader.access, short))).code, 'TRUNCATED');
});

test('a failed read throws a partner error', async (t) => {
  const { reader } = await openReported(t);
  const { feed, access, fault } = reader;
  const part = await partNamed(reader, september);
  for (const [name, expected] of [
    ['throttle', ['REFUSED', true]],
    ['internal-error', ['UNKNOWN', true]],
    ['timeout-before', ['UNKNOWN', true]],
    ['timeout-after', ['UNKNOWN', true]],
    ['half-answer', ['UNKNOWN', true]],
    ['rubbish', ['UNKNOWN', true]],
  ] as const) {
    await fault(name, { operation: 'ListObjects' });
    assert.deepEqual(await refusal(feed.listParts(access, everything)), expected, `list: ${name}`);
    await fault(name, { operation: 'DownloadObject' });
    assert.deepEqual(await refusal(readRows(feed, access, part)), expected, `read: ${name}`);
    await fault(name, { operation: 'GetObject' });
    assert.deepEqual(await refusal(feed.connect(access)), expected, `connect: ${name}`);
  }
  assert.equal((await readRows(feed, access, part)).length, 1);
});

test('only an account that may read the bucket can be connected', async (t) => {
  const { reader } = await openReported(t);
  const { feed, access, accessOf } = reader;
  const other = await reader.control<Seller>('POST', '/account', { id: 'globex-public' });
  const foreign = await thrownBy(feed.connect(accessOf(other)));
  assert.ok(isPartnerError(foreign));
  assert.deepEqual([foreign.outcome, foreign.partnerCode, foreign.retryable], ['REFUSED', 'forbidden', false]);
  const none = await thrownBy(feed.connect({ ...access, bucket: 'no-such-bucket' }));
  assert.ok(isPartnerError(none));
  assert.deepEqual([none.outcome, none.partnerCode, none.retryable], ['REFUSED', 'notFound', false]);
  const { privateKey } = other;
  const wrong = { ...access, credentials: { ...access.credentials, privateKey } };
  assert.deepEqual(await refusal(feed.connect(wrong)), ['REFUSED', false]);
});

test('an aborted read stops with the reason of its caller', async (t) => {
  const { reader } = await openReported(t);
  const part = await partNamed(reader, september);
  const stopped = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(async () => {
    for await (const _ of reader.feed.readPart(reader.access, part, stopped));
  }, /stopped/);
  await reader.fault('slow', { operation: 'DownloadObject', delayMs: 900 });
  const giving = new AbortController();
  const reading = assert.rejects(async () => {
    for await (const _ of reader.feed.readPart(reader.access, part, giving.signal));
  }, /gave up/);
  giving.abort(new Error('gave up'));
  await reading;
});

test('reading everything again, in another order, changes nothing', async (t) => {
  const { reader } = await openReported(t);
  const { feed, access } = reader;
  const once = figuresOf(linesOf(feed, await reader.read()));
  const into = await reader.read();
  await readFeed(feed, { access, window: everything }, { into, arrange: (parts) => parts.toReversed() });
  assert.deepEqual(figuresOf(linesOf(feed, into)), once);
});

test('the usage of a day is what was reported for that day in Los Angeles, by SKU', async (t) => {
  const reader = await openReader(t);
  const product = await seedProduct(reader);
  const order = await activeOrder(reader, product, { plan: 'payg' });
  const use = async (at: string, count: number, operationId: string) => {
    await reader.advanceTo(at);
    const usage = { operationId, operationName: 'usage', consumerId: order.entitlement.usageReportingId };
    const metricValueSets = [{ metricName: product.metrics[1], metricValues: [{ int64Value: String(count) }] }];
    const operations = [{ ...usage, startTime: at, endTime: at, metricValueSets }];
    const { status } = await reader.api('POST', `/servicecontrol/v1/services/${product.id}:report`, { operations });
    assert.equal(status, 200);
  };
  await use('2026-09-12T06:30:00Z', 7, 'late');
  await use('2026-09-12T07:30:00Z', 5, 'next');
  await use('2026-09-12T20:00:00Z', 1, 'same');
  await reader.advanceTo('2026-09-20T00:00:00Z');
  const rows = await reader.read();
  const shown = [...rows.values()].flatMap((row) => reader.feed.readUsage?.(row) ?? []);
  const [sku] = new Set(shown.map(({ dimension }) => dimension));
  const usage = { agreement: order.id, dimension: sku, telling: 1 };
  assert.deepEqual(shown, [
    { ...usage, day: '2026-09-11', quantity: '7', charge: { amount: '0.014', currency: 'USD' } },
    { ...usage, day: '2026-09-12', quantity: '6', charge: { amount: '0.012', currency: 'USD' } },
  ]);
  const row = [...rows.values()].find(({ columns }) => columns.usage === '7');
  assert.ok(row);
  const titled = (title: string) => reader.feed.readUsage?.({ ...row, key: `2026-09-14|${title}|x` })?.telling;
  assert.deepEqual([titled('customer incremental insights'), titled('customer insights monthly')], [2, 0]);
  for (const [name, text] of [
    ['sku_id', null],
    ['entitlement_id', 'n/a'],
    ['usage', null],
  ] as const)
    assert.equal(reader.feed.readUsage?.({ ...row, columns: { ...row.columns, [name]: text } }), null, name);
  const broken = { ...row, columns: { ...row.columns, usage: '7,0' } };
  assert.throws(() => reader.feed.readUsage?.(broken), isFeedFault);
});

test('what Google charges for a subscription, and what it refunds, is not shown as usage', async (t) => {
  const reader = await openReader(t);
  const product = await seedProduct(reader);
  await activeOrder(reader, product, { termMonths: 12 });
  await reader.advanceTo('2026-09-20T00:00:00Z');
  const { charges } = await reader.control<{ charges: { id: string }[] }>('GET', '/charge');
  for (const { id } of charges) await reader.control('POST', `/charge/${id}/refund`, {});
  await reader.advanceTo('2026-09-25T00:00:00Z');
  const rows = [...(await reader.read()).values()].filter(({ dataset }) => dataset === 'customer_insights');
  const charged = rows.filter(({ columns }) => Number(columns.charges) !== 0);
  assert.deepEqual(
    charged.map(({ columns }) => [columns.charges, columns.unit]),
    [
      ['68.47', 'mo'],
      ['-68.47', 'mo'],
    ],
  );
  assert.deepEqual(
    rows.flatMap((row) => reader.feed.readUsage?.(row) ?? []),
    [],
  );
  const [row] = charged;
  assert.ok(row);
  const shown = (columns: object) => reader.feed.readUsage?.({ ...row, columns: { ...row.columns, ...columns } });
  for (const unit of ['1', 'h', 'GiBy.h', null])
    assert.equal(shown({ unit, usage: '3' })?.quantity, '3', `usage is measured in ${unit}`);
  assert.equal(shown({ unit: '1', usage: '0', charges: '-5' }), null, 'a refund has no usage');
});
