import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import { itemOf, type Message, openBench as openAdyen } from '../../../../simulators/adyen/adyen.test-support.ts';
import { openSeller } from '../../../../simulators/adyen/settlement/reports.test-support.ts';
import { sell, upfront } from '../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { buyer, seedAgreement, seedProduct } from '../../../../simulators/aws/simulator.test-support.ts';
import { activeOrder, seedProduct as seedGcpProduct } from '../../../../simulators/gcp/gcp.test-support.ts';
import { openPayer, openBench as openStripe } from '../../../../simulators/stripe/stripe.test-support.ts';
import { crash, execute, trace } from '../../../test/workflows/execute.ts';
import { adyenMessages } from '../../adapters/payment/adyen/messages.ts';
import { openReader, totalOf } from '../../adapters/revenue/aws/feed-bench.test-support.ts';
import { openReader as openAzure } from '../../adapters/revenue/azure/feed-bench.test-support.ts';
import { feedFault } from '../../adapters/revenue/feed-fault.ts';
import { rememberInMemory } from '../../adapters/revenue/feed-memory.test-support.ts';
import type { RevenueFeeds } from '../../adapters/revenue/feeds.ts';
import { openReader as openGcp } from '../../adapters/revenue/gcp/feed-bench.test-support.ts';
import type { FeedPart, FeedRow, RevenueFeed } from '../../adapters/revenue/port.ts';
import type { Database } from '../../db/database.ts';
import { disconnectAccount } from '../../domain/organization/connection/actions/disconnect-account.ts';
import { receivePartnerMessage } from '../../domain/organization/partner-message/actions/receive-partner-message.ts';
import { backfillRevenueConnection } from '../../domain/revenue/connection/actions/start-backfill.ts';
import { isRefusal } from '../../kit/errors.ts';
import { disturbed } from './disturbed-feed.test-support.ts';
import { openRevenue, openRevenueDatabase, type Revenue } from './revenue.test-support.ts';

let database: Database;
let close: () => Promise<void>;
before(async () => {
  ({ database, close } = await openRevenueDatabase());
});
after(() => close());

const dayMs = 86_400_000;
type Reader = Awaited<ReturnType<typeof openReader>>;

const awsInput = ({ access, url }: Reader, endpoint = `${url}/aws`) => ({
  partner: 'AWS',
  service: 'MARKETPLACE',
  accountId: access.accountId,
  endpoint,
  credentials: { ...access.credentials, feedBucket: access.bucket },
});

const openAws = async (reader: Reader, feeds?: (own: RevenueFeeds) => RevenueFeeds): Promise<Revenue> =>
  openRevenue({
    ...{ database, now: () => reader.clock.now(), origins: [reader.url] },
    ...(feeds ? { feeds } : {}),
  });

/** Two sales, of which one is paid. */
const sales = async (reader: Reader): Promise<string> => {
  const { productId } = await seedProduct(reader);
  await reader.settle({ listingFeePercent: '3', tax: { party: 'AWS', percent: '8' } });
  await sell(reader, productId, [upfront('10000')]);
  await reader.wait('P2M');
  await reader.settle({ tax: null, payment: 'NEVER' });
  await sell(reader, productId, [upfront('5000')], '222233334444');
  await reader.deliver();
  return productId;
};

const billed = async (revenue: Revenue): Promise<number> =>
  (await revenue.rows('revenue_record')).reduce((sum, row) => sum + Number(row.billed), 0);

const eventsOf = async (revenue: Revenue): Promise<string[]> =>
  (await revenue.rows('outbox')).map(({ name }) => String(name)).filter((name) => name.startsWith('revenue.'));

test('a channel is read when it is connected, and then by its schedule', async (t) => {
  const reader = await openReader(t);
  await sales(reader);
  const revenue = await openAws(reader);
  await revenue.connect(awsInput(reader));
  const before = await revenue.health('AWS');
  assert.deepEqual([before.lastSyncStatus, before.consecutiveErrorCount, before.lastSyncTime], ['NEVER', 0, undefined]);
  await revenue.runDue();
  assert.equal((await revenue.health('AWS')).lastSyncStatus, 'RUNNING');
  await revenue.finish();
  const { lastSyncStatus, consecutiveErrorCount, lastError, nextSyncTime } = await revenue.health('AWS');
  assert.deepEqual([lastSyncStatus, consecutiveErrorCount, lastError], ['SUCCESS', 0, undefined]);
  assert.equal(Math.round((Date.parse(String(nextSyncTime)) - reader.clock.now()) / 3_600_000), 6);
  const { billed: expected } = totalOf(reader.linesOf(await reader.readAll()));
  assert.equal(await billed(revenue), Number(expected));
  assert.ok((await revenue.parts()).every((part) => part.endsWith(' READ')));
  assert.deepEqual(await eventsOf(revenue), ['revenue.synced']);

  await reader.clock.advance(7 * 3_600_000);
  await revenue.settle();
  const last = await revenue.lastRun('revenue.sync');
  assert.deepEqual([last.status, last.message], ['COMPLETED', '0 parts were read: 0 rows, 0 of them new.']);
  assert.deepEqual(await eventsOf(revenue), ['revenue.synced'], 'what brings nothing is no event');
});

test('without a bucket, AWS invoices are read and do not count as revenue, and the health says what to set', async (t) => {
  const reader = await openReader(t);
  await sales(reader);
  const revenue = await openAws(reader);
  const { accessKeyId, secretAccessKey } = reader.access.credentials;
  await revenue.connect({ ...awsInput(reader), credentials: { accessKeyId, secretAccessKey } });
  await revenue.settle();
  const { lastSyncStatus, lastError } = await revenue.health('AWS');
  assert.deepEqual([lastSyncStatus, lastError?.code], ['SUCCESS', 'NOT_CONFIGURED']);
  assert.match(lastError?.message ?? '', /credentials\.feedBucket.*only the invoices of agreements/);
  const rows = await revenue.rows('revenue_row');
  assert.ok(rows.length > 0 && rows.every(({ dataset }) => dataset === 'agreement_invoice'));
  assert.ok((await revenue.rows('revenue_line')).every(({ stage }) => stage === 'NOTED'));
  for (const table of ['revenue_record', 'revenue_day', 'revenue_total', 'revenue_event'])
    assert.deepEqual(await revenue.rows(table), [], table);
});

test('without the required settings nothing is read from Google Cloud, and the health says what to set', async () => {
  const revenue = await openRevenue({ database, now: () => march });
  const { reportBucket: _, ...credentials } = gcpInput.credentials;
  await revenue.connect({ ...gcpInput, credentials });
  await revenue.settle();
  const { lastSyncStatus, lastError, nextSyncTime } = await revenue.health('GCP');
  assert.deepEqual([lastSyncStatus, lastError?.code, nextSyncTime], ['NEVER', 'NOT_CONFIGURED', undefined]);
  assert.match(lastError?.message ?? '', /credentials\.reportBucket.*nothing is read/);
  assert.deepEqual(await revenue.rows('operation'), []);
});

test('a file that breaks its format stops only itself, counts once, and is read when it is replaced', async (t) => {
  const reader = await openReader(t);
  const productId = await sales(reader);
  const revenue = await openAws(reader);
  await revenue.connect(awsInput(reader));
  await revenue.settle();
  const known = await revenue.books();

  await sell(reader, productId, [upfront('700')], '333344445555');
  await reader.post('/aws/fault', { name: 'feed-bad-encoding', operation: 'billingeventfeed_v1' });
  await reader.deliver();
  const next = async () => {
    await reader.clock.advance(7 * 3_600_000);
    await revenue.settle();
    return revenue.health('AWS');
  };
  // At midnight it is delivered correctly: it is read before that.
  await revenue.syncNow('AWS');
  const faulty = await revenue.health('AWS');
  assert.deepEqual([faulty.lastSyncStatus, faulty.consecutiveErrorCount], ['FAILED', 1]);
  assert.match(String(faulty.lastError?.part), /^billingeventfeed_v1\/.*\.csv$/);
  assert.equal(typeof faulty.lastError?.line, 'number');
  const failed = await revenue.lastRun('revenue.sync');
  assert.equal(failed.status, 'FAILED');
  assert.match(String(failed.message), /Faulty and not stored: 1\..*line \d+/);
  const history = (await revenue.rows('operation_event')).filter((row) => row.operation_id === failed.id);
  assert.ok(history.some(({ attributes }) => /line \d+/.test(String((attributes as { fault?: string }).fault))));
  assert.deepEqual((await revenue.rows('outbox')).filter(({ name }) => name === 'revenue.part_faulty').length, 1);
  const ofBilling = (lines: string[]) =>
    lines.filter((line) => line.startsWith('revenue_line') && !line.includes('"NOTED"'));
  assert.deepEqual(ofBilling(await revenue.books()), ofBilling(known), 'nothing of it is stored');

  const good = await next();
  assert.equal(good.lastSyncStatus, 'SUCCESS');
  await reader.deliver();
  const mended = await next();
  assert.deepEqual([mended.lastSyncStatus, mended.consecutiveErrorCount, mended.lastError], ['SUCCESS', 0, undefined]);
  const { billed: expected } = totalOf(reader.linesOf(await reader.readAll()));
  assert.equal(await billed(revenue), Number(expected));
});

test('the reports of Google Cloud are read', async (t) => {
  const reader = await openGcp(t);
  const { access } = reader;
  const product = await seedGcpProduct(reader);
  await activeOrder(reader, product, { termMonths: 12 });
  await reader.advanceTo('2026-10-16T00:00:00Z');
  const revenue = await openRevenue({ database, now: () => reader.clock.now(), origins: [reader.url] });
  await revenue.connect({
    ...{ partner: 'GCP', service: 'MARKETPLACE', accountId: access.accountId, endpoint: `${reader.url}/gcp` },
    credentials: { ...access.credentials, reportBucket: access.bucket },
  });
  await revenue.settle();
  const { lastSyncStatus, consecutiveErrorCount, lastError } = await revenue.health('GCP');
  assert.deepEqual([lastSyncStatus, consecutiveErrorCount, lastError], ['SUCCESS', 0, undefined]);
  // From 11:00 of the 10th of September in Los Angeles on: 493 of its 720 hours.
  assert.equal(await billed(revenue), 68.47);
});

test('what a second account of Google Cloud earned is added to that of the first one, whose files have the same names', async (t) => {
  const readers = [await openGcp(t), await openGcp(t)] as const;
  for (const reader of readers) {
    await activeOrder(reader, await seedGcpProduct(reader), { termMonths: 12 });
    await reader.advanceTo('2026-10-16T00:00:00Z');
  }
  const [first] = readers;
  const origins = readers.map(({ url }) => url);
  const revenue = await openRevenue({ database, now: () => first.clock.now(), origins });
  const paidOut = async (): Promise<number> =>
    (await revenue.rows('revenue_line')).reduce(
      (sum, row) => sum + (row.kind === 'PAYOUT' ? Number(row.amount) : 0),
      0,
    );
  // The first account is connected once more in the end, with a file that was written again.
  for (const [index, isAgain] of [
    [0, false],
    [1, false],
    [0, true],
  ] as const) {
    const { access, url, control } = readers[index];
    if (isAgain)
      for (const kind of ['detailed-disbursements', 'disbursements'])
        await control('POST', '/account/acme-public/report', { kind, of: '2026-09' });
    const integrationId = await revenue.connect({
      ...{ partner: 'GCP', service: 'MARKETPLACE', accountId: `acme-${index}`, endpoint: `${url}/gcp` },
      credentials: { ...access.credentials, reportBucket: access.bucket },
    });
    await revenue.settle();
    assert.equal((await revenue.health('GCP')).lastSyncStatus, 'SUCCESS');
    const accounts = index === 1 || isAgain ? 2 : 1;
    assert.deepEqual([await billed(revenue), await paidOut()], [68.47 * accounts, 66.42 * accounts]);
    await revenue.act((call) =>
      disconnectAccount(
        { ...call, checkVersion: () => {} },
        { params: { integrationId }, query: { force: true, confirm: `acme-${index}` } as never },
      ),
    );
  }
});

test('parts in any order, duplicated, and truncated before they are whole lead to the same books', async (t) => {
  const reader = await openReader(t);
  await sales(reader);
  const plain = await openAws(reader);
  await plain.connect(awsInput(reader));
  await plain.settle();
  const books = await plain.books();
  assert.ok(books.length >= 8);
  for (const seed of [1, 2, 3]) {
    const other = await openAws(reader, (own) => {
      const feed = disturbed(own.AWS?.(rememberInMemory()) as RevenueFeed, seed);
      return { AWS: () => feed };
    });
    await other.connect(awsInput(reader));
    await other.settle();
    assert.equal((await other.health('AWS')).consecutiveErrorCount, 1);
    await reader.clock.advance(7 * 3_600_000);
    await other.settle();
    const { lastSyncStatus, consecutiveErrorCount, lastError } = await other.health('AWS');
    assert.deepEqual([lastSyncStatus, consecutiveErrorCount, lastError], ['SUCCESS', 0, undefined]);
    assert.deepEqual(await other.books(), books, `seed ${seed}`);
  }
});

const rowAt = (index: number): FeedRow => ({
  dataset: 'balance_transaction',
  key: `txn_${index}`,
  version: '1',
  isDeleted: false,
  columns: { amount: String(100 + index), currency: 'USD' },
});

/** A part of two batches, each row a sale. */
const largeFeed: RevenueFeed = {
  channel: 'STRIPE',
  datasets: ['balance_transaction'],
  connect: async () => {},
  listParts: async () => [{ name: 'day/1', version: '1', time: new Date('2026-03-01T00:00:00Z'), bytes: null }],
  readPart: async function* () {
    for (let at = 0; at < 1300; at += 100) yield Array.from({ length: 100 }, (_, index) => rowAt(at + index));
  },
  translate: ({ key, columns }) => [
    {
      ...{ recordId: `ch_${key}`, stage: 'BILLED', kind: 'REVENUE', nature: 'PLAIN', currency: 'USD' },
      ...{ amount: String(columns.amount), time: new Date('2026-03-01T05:00:00Z'), references: {} },
    },
  ],
};

const stripeInput = { partner: 'STRIPE', service: 'PAYMENT', credentials: { apiKey: 'sk_test_1' } };
const march = Date.parse('2026-03-02T10:00:00Z');

const openLarge = (): Promise<Revenue> =>
  openRevenue({ database, now: () => march, feeds: () => ({ STRIPE: () => largeFeed }) });

test('a process that is killed in the middle of a part loses nothing and stores nothing twice', async () => {
  const started = async () => {
    const revenue = await openLarge();
    await revenue.connect(stripeInput);
    await revenue.act((call) => backfillRevenueConnection(call, { params: { partner: 'STRIPE' } }));
    const [run] = await revenue.running('revenue.backfill');
    assert.ok(run);
    return { revenue, run };
  };
  const plain = await started();
  const places = await trace(plain.revenue.tenant, plain.run);
  const books = await plain.revenue.books();
  const rowsOf = async (revenue: Revenue) => {
    const [part] = await revenue.rows('revenue_part');
    return [part?.state, Number(part?.rows), Number(part?.new_rows), (await revenue.rows('revenue_row')).length];
  };
  assert.deepEqual(await rowsOf(plain.revenue), ['READ', 1300, 1300, 1300]);
  const commits = places.filter(({ point }) => point === 'before-commit' || point === 'after-commit');
  // The list is stored, then each batch, then the part is marked and the step ends: from the first batch on.
  assert.ok(commits.length >= 12, JSON.stringify(places));
  for (const place of commits.filter((_, index) => index >= 4 && index % 3 === 1)) {
    const { revenue, run } = await started();
    assert.ok(await crash(revenue.tenant, run, [place]), 'it came there');
    await execute(revenue.tenant, run);
    assert.equal((await revenue.lastRun('revenue.backfill')).status, 'COMPLETED');
    assert.deepEqual(await rowsOf(revenue), ['READ', 1300, 1300, 1300], JSON.stringify(place));
    assert.deepEqual(await revenue.books(), books);
  }
});

/** The chained events of each record: the same events at the same times have the same hashes. */
const chainsOf = async (revenue: Revenue): Promise<string[]> => {
  const nameOf = new Map((await revenue.rows('revenue_record')).map(({ id, record_id: name }) => [id, name]));
  return (await revenue.rows('revenue_event'))
    .map(({ org_id: _, revenue_id: id, ...event }) => JSON.stringify([nameOf.get(id), event]))
    .sort();
};

test('a process that is killed while a file is read again, with rows changed, added and removed, leaves the same books and chains', async () => {
  const rows = (isLater: boolean): FeedRow[] =>
    Array.from({ length: isLater ? 1400 : 1300 }, (_, index) => rowAt(index))
      .filter((_, index) => !isLater || index % 10 !== 3)
      .map((row, index) =>
        isLater && index % 7 === 2 ? { ...row, columns: { ...row.columns, amount: String(index) } } : row,
      );
  const started = async () => {
    let now = march;
    const feed: RevenueFeed = {
      ...largeFeed,
      channel: 'GCP',
      listParts: async () => [
        { ...{ name: 'whole', version: String(now), bytes: null, isWhole: true }, time: new Date(march - dayMs) },
      ],
      readPart: async function* (_access, { version }) {
        const all = rows(now > march).map((row) => ({ ...row, version }));
        for (let at = 0; at < all.length; at += 100) yield all.slice(at, at + 100);
      },
      // A record has rows in every batch.
      translate: (row) =>
        largeFeed.translate(row).map((line) => ({ ...line, recordId: `ch_${Number(row.key.slice(4)) % 40}` })),
    };
    const revenue = await openRevenue({ database, now: () => now, feeds: () => ({ GCP: () => feed }) });
    await revenue.connect(gcpInput);
    await revenue.settle();
    now += 7 * 3_600_000;
    await revenue.runDue();
    const [run] = await revenue.running('revenue.sync');
    assert.ok(run);
    return { revenue, run };
  };
  const stateOf = async ({ revenue }: Awaited<ReturnType<typeof started>>) => {
    const { lastSyncStatus, lastError } = await revenue.health('GCP');
    assert.deepEqual([lastSyncStatus, lastError], ['SUCCESS', undefined]);
    const audits = (await revenue.rows('audit_event')).map(({ action }) => String(action)).sort();
    return [...(await revenue.books()), ...(await chainsOf(revenue)), ...(await eventsOf(revenue)), ...audits];
  };
  const plain = await started();
  const places = await trace(plain.revenue.tenant, plain.run);
  const expected = await stateOf(plain);
  assert.ok(expected.length > 1300);
  const commits = places.filter(({ point }) => point === 'before-commit' || point === 'after-commit');
  for (const place of commits.filter((_, index) => index % 3 === 0)) {
    const other = await started();
    assert.ok(await crash(other.revenue.tenant, other.run, [place]), 'it came there');
    await execute(other.revenue.tenant, other.run);
    assert.deepEqual(await stateOf(other), expected, JSON.stringify(place));
  }
});

test('a backfill covers 24 whole months, shows its progress, and runs one at a time', async () => {
  const revenue = await openLarge();
  const begin = () => revenue.act((call) => backfillRevenueConnection(call, { params: { partner: 'STRIPE' } }));
  await assert.rejects(begin(), (error) => isRefusal(error) && error.code === 'NotFound');
  await revenue.connect(stripeInput);
  const { windowStart, windowEnd, entityId } = await begin();
  assert.deepEqual([windowStart, windowEnd], ['2024-03-03', '2026-03-03']);
  assert.match(entityId, /^conn_/);
  await assert.rejects(begin(), (error) => isRefusal(error) && error.code === 'Conflict');
  await revenue.runDue();
  assert.deepEqual(await revenue.running('revenue.sync'), [], 'a sync waits for the backfill');
  await revenue.finish();
  const last = await revenue.lastRun('revenue.backfill');
  assert.deepEqual([last.status, last.message], ['COMPLETED', '1 parts were read: 1300 rows, 1300 of them new.']);
  const steps = (await revenue.rows('operation_event'))
    .filter((row) => row.operation_id === last.id && row.type === 'STEP_COMPLETED')
    .map(({ step, attributes }) => [step, attributes]);
  assert.deepEqual(steps, [
    ['list', { listed: 1, found: 1 }],
    ['read 1', { partsRead: 1, partsLeft: 0, rows: 1300, newRows: 1300, partsFaulty: 0, partsUndelivered: 0 }],
  ]);
  assert.equal((await revenue.health('STRIPE')).lastSyncStatus, 'NEVER');
  await begin();
});

test('a channel that is down is counted exactly and delays no other one', async (t) => {
  const reader = await openReader(t);
  await sales(reader);
  const stripe = await openStripe(t, { startsAt: new Date(reader.clock.now()).toISOString() });
  await (await openPayer(stripe))(5000);
  const down = createServer((_request, reply) => void reply.writeHead(503).end()).listen(0, '127.0.0.1');
  t.after(() => down.close());
  await new Promise((resolve) => down.once('listening', resolve));
  const nowhere = `http://127.0.0.1:${(down.address() as AddressInfo).port}`;
  const origins = [reader.url, stripe.url, nowhere];
  const revenue = await openRevenue({ database, now: () => reader.clock.now(), origins });
  const aws = await revenue.connect(awsInput(reader, nowhere));
  await revenue.connect({
    ...{ partner: 'STRIPE', service: 'PAYMENT', accountId: stripe.account.id, endpoint: `${stripe.url}/stripe` },
    credentials: { apiKey: stripe.account.secretKey },
  });
  const counts: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    await revenue.settle();
    const { lastSyncStatus, consecutiveErrorCount, lastError } = await revenue.health('AWS');
    assert.equal(lastSyncStatus, 'FAILED');
    assert.ok(lastError);
    counts.push(consecutiveErrorCount);
    const other = await revenue.health('STRIPE');
    assert.deepEqual([other.lastSyncStatus, other.consecutiveErrorCount], ['SUCCESS', 0]);
    await reader.clock.advance(7 * 3_600_000);
  }
  assert.deepEqual(counts, [1, 2, 3]);
  assert.ok(
    (await revenue.rows('revenue_record')).some(
      ({ channel, billed: amount }) => channel === 'STRIPE' && Number(amount) === 50,
    ),
  );
  await revenue.act((call) =>
    call.db
      .updateTable('connection')
      .set({ endpoint: `${reader.url}/aws` })
      .where('connection.id', '=', aws)
      .execute(),
  );
  await revenue.settle();
  const { lastSyncStatus, consecutiveErrorCount, lastError } = await revenue.health('AWS');
  assert.deepEqual([lastSyncStatus, consecutiveErrorCount, lastError], ['SUCCESS', 0, undefined]);
});

test('a part that the partner does not deliver is left for the next run, and the others are read', async () => {
  const parts: FeedPart[] = ['a', 'b', 'c'].map((name, index) => ({
    ...{ name, version: '1', bytes: null, time: new Date(march - (9 - index) * dayMs) },
  }));
  let isBroken = true;
  const tries: string[] = [];
  const feed: RevenueFeed = {
    ...largeFeed,
    listParts: async () => parts,
    readPart: async function* (_access, { name }) {
      tries.push(name);
      if (name === 'a' && isBroken)
        throw Object.assign(new Error('It broke in our house.'), {
          ...{ name: 'PartnerError', partner: 'STRIPE', outcome: 'UNKNOWN', partnerCode: 'api_error', retryable: true },
        });
      yield [rowAt(name.charCodeAt(0))];
    },
  };
  let now = march;
  const revenue = await openRevenue({ database, now: () => now, feeds: () => ({ STRIPE: () => feed }) });
  await revenue.connect(stripeInput);
  await revenue.settle();
  assert.deepEqual(tries, ['a', 'b', 'c', 'a', 'a'], 'asked again when the others are read');
  assert.deepEqual(await revenue.parts(), ['a FOUND', 'b READ', 'c READ']);
  const health = await revenue.health('STRIPE');
  assert.deepEqual([health.lastSyncStatus, health.consecutiveErrorCount], ['FAILED', 1]);
  assert.deepEqual([health.lastError?.code, health.lastError?.part], ['api_error', 'a']);
  isBroken = false;
  now += 2 * 3_600_000;
  await revenue.settle();
  assert.deepEqual(await revenue.parts(), ['a READ', 'b READ', 'c READ']);
  assert.deepEqual([(await revenue.health('STRIPE')).consecutiveErrorCount, tries.length], [0, 6]);
});

test('a part that the partner no longer has delays nothing', async () => {
  let now = march;
  let names = ['a', 'b'];
  const feed: RevenueFeed = {
    ...largeFeed,
    listParts: async () =>
      names.map((name) => ({ ...{ name, version: '1', bytes: null }, time: new Date(march - dayMs) })),
    readPart: async function* (_access, { name }) {
      if (name === 'a') throw feedFault({ code: 'TRUNCATED', message: 'is cut off', part: name });
      yield [rowAt(1)];
    },
  };
  const revenue = await openRevenue({ database, now: () => now, feeds: () => ({ STRIPE: () => feed }) });
  await revenue.connect(stripeInput);
  await revenue.settle();
  assert.deepEqual(await revenue.parts(), ['a FAULTY', 'b READ']);
  names = ['c'];
  now += 2 * 3_600_000;
  await revenue.settle();
  assert.deepEqual(await revenue.parts(), ['b READ', 'c READ']);
  assert.equal((await revenue.health('STRIPE')).lastError, undefined);
});

test('Azure reports are ordered, and read once they are generated', async (t) => {
  const reader = await openAzure(t);
  const { access } = reader;
  const revenue = await openRevenue({ database, now: () => reader.clock.now(), origins: [reader.url] });
  await revenue.connect({
    ...{ partner: 'AZURE', service: 'MARKETPLACE', accountId: access.accountId, endpoint: `${reader.url}/azure` },
    credentials: access.credentials,
  });
  await revenue.settle();
  assert.ok((await reader.ordered()).length > 0);
  await reader.clock.advance(3 * dayMs);
  await revenue.settle();
  const { lastSyncStatus, lastError } = await revenue.health('AZURE');
  assert.deepEqual([lastSyncStatus, lastError], ['SUCCESS', undefined]);
  assert.ok((await revenue.parts()).some((part) => /^ISVRevenue.* READ$/.test(part)));
});

const gcpInput = {
  ...{ partner: 'GCP', service: 'MARKETPLACE', accountId: 'acme-public' },
  credentials: {
    clientEmail: 'service@project.iam.gserviceaccount.com',
    privateKey: `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(200)}\n-----END PRIVATE KEY-----\n`,
    reportBucket: 'reports',
  },
};

test('rows that a part no longer has are withdrawn, and count again when they return', async () => {
  let now = march;
  let held: readonly number[] = [];
  const feed: RevenueFeed = {
    ...largeFeed,
    channel: 'GCP',
    listParts: async () => [
      { ...{ name: 'whole', version: String(now), bytes: null, isWhole: true }, time: new Date(march - dayMs) },
    ],
    readPart: async function* (_access, { version }) {
      yield held.map((index) => ({ ...rowAt(index), version }));
    },
  };
  const revenue = await openRevenue({ database, now: () => now, feeds: () => ({ GCP: () => feed }) });
  await revenue.connect(gcpInput);
  for (const next of [[1, 2, 3], [1, 3], [2, 3], [2]]) {
    held = next;
    await revenue.settle();
    const expected = next.reduce((sum, index) => sum + 100 + index, 0);
    assert.equal(await billed(revenue), expected, JSON.stringify(next));
    assert.equal((await revenue.rows('revenue_line')).length, next.length);
    assert.equal((await revenue.health('GCP')).lastError, undefined);
    now += 7 * 3_600_000;
  }
});

test('disconnecting an account ends its run', async () => {
  const revenue = await openLarge();
  const integrationId = await revenue.connect(stripeInput);
  await revenue.runDue();
  await revenue.act((call) =>
    disconnectAccount(
      { ...call, checkVersion: () => {} },
      { params: { integrationId }, query: { force: false } as never },
    ),
  );
  await revenue.finish();
  const last = await revenue.lastRun('revenue.sync');
  assert.deepEqual([last.status, last.message], ['COMPLETED', 'The account is not connected any more.']);
  assert.deepEqual(
    (await revenue.rows('due')).filter(({ kind }) => kind === 'revenue.sync'),
    [],
  );
});

test('an Adyen report is read as soon as it is announced, and again when it is announced again', async (t) => {
  const bench = await openAdyen(t, { startsAt: '2026-03-02T10:00:00Z' });
  const { account, control } = bench;
  await control('PUT', `/account/${account.id}/message-target`, { url: 'http://127.0.0.1:9/' });
  const revenue = await openRevenue({ database, now: () => bench.clock.now(), origins: [bench.url] });
  const { username: reportUser, password: reportPassword } = account.reportUser;
  const { apiKey, hmacKey } = account;
  await revenue.connect({
    ...{ partner: 'ADYEN', service: 'PAYMENT', accountId: account.id, endpoint: `${bench.url}/adyen` },
    credentials: { apiKey, hmacKey, reportUser, reportPassword },
  });
  await revenue.settle();
  assert.equal((await revenue.health('ADYEN')).lastSyncStatus, 'SUCCESS');
  /** Delivers all messages of the simulator; those that came before are known. */
  const deliver = async (): Promise<void> => {
    const { messages } = (await control('GET', `/message?accountId=${account.id}`)) as unknown as {
      messages: { body: Message }[];
    };
    const [route] = await revenue.rows('partner_route');
    for (const { body } of messages) {
      if (!itemOf(body)) continue;
      for (const { id, requestId, ...message } of adyenMessages.readEnvelopes(body) ?? [])
        await revenue.act((call) =>
          receivePartnerMessage(call, {
            route: route as never,
            message: { partnerMessageId: id, partnerRequestId: requestId, ...message },
          }),
        );
    }
    await revenue.finish();
  };
  const psp = await openSeller(bench).pay(10_000);
  await bench.clock.advance(4 * dayMs);
  await revenue.settle();
  await deliver();
  const dueNow = (await revenue.rows('due')).find(({ kind }) => kind === 'revenue.sync');
  assert.ok(dueNow && (dueNow.due_time as Date).getTime() <= bench.clock.now());
  await revenue.settle();
  const record = async () => (await revenue.rows('revenue_record')).find(({ record_id: id }) => id === psp);
  assert.deepEqual([Number((await record())?.billed), Number((await record())?.disbursed)], [100, 99.07]);
  const reports = (await revenue.rows('partner_message')).filter(({ type }) => type === 'REPORT_AVAILABLE');
  assert.deepEqual([...new Set(reports.map(({ status }) => status))], ['DONE']);

  const rows = await revenue.rows('revenue_row');
  await control('POST', `/account/${account.id}/batch/1/publish`);
  await bench.clock.advance(dayMs);
  await deliver();
  const again = (await revenue.rows('partner_message')).filter(({ type }) => type === 'REPORT_AVAILABLE');
  assert.ok(again.length > reports.length, 'a report that is announced again is another message');
  await revenue.settle();
  assert.deepEqual([Number((await record())?.billed), Number((await record())?.disbursed)], [100, 99.07]);
  const later = await revenue.rows('revenue_row');
  for (const { key, version } of rows) {
    const [counted, ...others] = later.filter((row) => row.key === key && !row.superseded);
    assert.deepEqual(
      [others.length, String(version) < String(counted?.version)],
      [0, true],
      'the later version counts',
    );
  }
});

test('AWS usage is that of its latest revision that is not deleted, even once that one is deleted', async (t) => {
  const reader = await openReader(t);
  const { publicOfferId } = await seedProduct(reader);
  const { licenseArn } = await seedAgreement(reader, publicOfferId, { quantities: { seats: 0 } });
  const revenue = await openAws(reader);
  await revenue.connect(awsInput(reader));
  const meter = async (Quantity: number, hoursAgo: number) => {
    const Timestamp = new Date(reader.clock.now() - hoursAgo * 3_600_000);
    const record = { Timestamp, Dimension: 'requests', Quantity, CustomerAWSAccountId: buyer, LicenseArn: licenseArn };
    await reader.metering.send(new BatchMeterUsageCommand({ UsageRecords: [record] }));
  };
  const shown = async () => {
    await reader.deliver();
    await revenue.settle();
    return (await revenue.rows('marketplace_usage')).map(({ day, quantity }) => [day, quantity]);
  };
  const withdraw = async (): Promise<void> => {
    const id = (await reader.readAll()).find(({ dataset }) => dataset === 'daily_usage')?.columns.usage_feed_id;
    await reader.post(`/aws/account/${reader.seller.id}/daily-usage/${id}/delete`);
    await reader.wait('PT8H');
  };
  await reader.wait('PT5H');
  await meter(7, 1);
  assert.deepEqual(await shown(), [['2027-03-05', '7']]);
  await reader.wait('PT8H');
  await meter(5, 10);
  assert.deepEqual(await shown(), [['2027-03-05', '12']], 'a later revision');
  await withdraw();
  assert.deepEqual(await shown(), [['2027-03-05', '7']], 'the revision before stands again');
  await revenue.settle();
  await withdraw();
  assert.deepEqual(await shown(), [], 'no revision stands');
  const stored = (await revenue.rows('revenue_row')).filter(({ dataset }) => dataset === 'daily_usage');
  assert.equal(stored.length, 4, 'nothing that AWS delivered is lost');
});
