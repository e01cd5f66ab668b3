import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createOutgoing } from '../../adapters/outgoing/outgoing.ts';
import { createAdyenFeed } from '../../adapters/revenue/adyen/feed.ts';
import { readAnnouncement } from '../../adapters/revenue/adyen/read-announcement.ts';
import { rememberInMemory } from '../../adapters/revenue/feed-memory.test-support.ts';
import type { RevenueFeeds } from '../../adapters/revenue/feeds.ts';
import type { RevenueChannel } from '../../adapters/revenue/port.ts';
import type { ReadCall } from '../../contract/call.ts';
import type { Database } from '../../db/database.ts';
import { revenueChannels } from '../../domain/revenue/channels.ts';
import { backfillRevenueConnection } from '../../domain/revenue/connection/actions/start-backfill.ts';
import { listRevenuePayoutRecords, listRevenuePayouts } from '../../domain/revenue/reconciliation/reads.ts';
import { listUnifiedRevenueRecords } from '../../domain/revenue/record/reads.ts';
import { aggregateRevenueRecords } from '../../domain/revenue/revenue-record/aggregate/reads.ts';
import { listDailyRevenueRecords, queryRevenueRecords } from '../../domain/revenue/revenue-record/reads.ts';
import { getRevenueDashboardSummary, summarizeUnifiedRevenueRecords } from '../../domain/revenue/summary/reads.ts';
import { isRawNumber } from '../../kit/json.ts';
import { disturbed } from './disturbed-feed.test-support.ts';
import { exact, type Figure, openPartners, type Partner, type Stated } from './every-channel.test-support.ts';
import { openRevenue, openRevenueDatabase, type Revenue } from './revenue.test-support.ts';

let database: Database;
let close: () => Promise<void>;
before(async () => {
  ({ database, close } = await openRevenueDatabase());
});
after(() => close());

type Json = { [name: string]: unknown };
type Sums = Map<string, bigint>;

const days = { startDate: '2024-01-01', endDate: '2028-12-31' };

/** A number in a response, digit for digit; a nested field is named with a dot. */
const numberIn = (item: Json, path: string): bigint => {
  const value = path.split('.').reduce<unknown>((found, name) => (found as Json)[name], item);
  return exact(isRawNumber(value) ? value.rawJSON : String(value));
};

/** For each key, the sum of each field under the name of the figure. */
const addUp = (
  items: readonly Json[],
  keyOf: (item: Json) => string,
  members: Readonly<Record<string, string>>,
): Sums => {
  const sums: Sums = new Map();
  for (const item of items)
    for (const [figure, path] of Object.entries(members)) {
      const key = `${keyOf(item)} ${figure}`;
      sums.set(key, (sums.get(key) ?? 0n) + numberIn(item, path));
    }
  return new Map([...sums].sort(([left], [right]) => (left < right ? -1 : 1)));
};

const ofRecords = {
  ...{ billed: 'billing.amount', tax: 'billing.tax', fee: 'billing.fee', refunded: 'refunded' },
  ...{ collectable: 'collectable', collected: 'collection.amount', disbursed: 'disbursement.amount' },
  outstanding: 'outstanding',
};
const ofWhole = {
  ...{ billed: 'invoiceAmount', collectable: 'collectableAmount', disbursed: 'disburseAmount', tax: 'taxAmount' },
  refunded: 'refundInvoiceAmount',
};
const ofSummary = {
  ...{ billed: 'billed', collected: 'collected', disbursed: 'disbursed', outstanding: 'outstanding', fee: 'fee' },
  ...{ tax: 'tax', refunded: 'refunded' },
};
const ofAggregate = { billed: 'invoice', collectable: 'collectable', disbursed: 'disburse', tax: 'tax' };

/** The figures that both have are the same. */
const pick = (sums: Sums, figures: object): Sums =>
  new Map([...sums].filter(([key]) => (key.split(' ').at(-1) ?? '') in figures));

const partnerOf = ({ partner, currency }: Json): string => `${partner} ${currency}`;
const currencyOf = ({ currency }: Json): string => String(currency);

/** The responses of the revenue endpoints. */
const askAll = async (revenue: Revenue, now: Date) => {
  const call = {
    ...{ db: database.read(revenue.orgId), orgId: revenue.orgId, now, url: '/x' },
    ...{ setHeader: () => {}, setVersion: () => {} },
  } as unknown as ReadCall;
  const ask = async (read: unknown, input: object): Promise<Json> =>
    (await (read as (call: ReadCall, input: object) => Promise<Json>)(call, input)) as Json;
  const list = async (read: unknown): Promise<Json[]> => {
    const { data, total_count: total } = await ask(read, { query: { page_size: '1000' } });
    assert.equal((data as Json[]).length, total, 'all of them on one page');
    return data as Json[];
  };
  const totals: Json[] = [];
  const series: Json[] = [];
  const records = await list(listUnifiedRevenueRecords);
  for (const partner of new Set(records.map((record) => String(record.partner)))) {
    const found = await ask(aggregateRevenueRecords, { body: { ...days, partner } });
    totals.push(...(found.totals as Json[]).map((one) => ({ ...one, partner })));
    series.push(...(found.series as Json[]).map((one) => ({ ...one, partner })));
  }
  const { payouts } = await ask(listRevenuePayouts, { query: { limit: 1000 } });
  const paid: { payout: Json; records: Json[] }[] = [];
  for (const payout of payouts as Json[]) {
    const found = await ask(listRevenuePayoutRecords, { params: payout, query: { limit: 1000 } });
    paid.push({ payout, records: found.records as Json[] });
  }
  return {
    records,
    paid,
    whole: await list(queryRevenueRecords),
    daily: (await ask(listDailyRevenueRecords, { query: days })) as unknown as Json[],
    dashboard: await ask(getRevenueDashboardSummary, { query: days }),
    summary: await ask(summarizeUnifiedRevenueRecords, { query: {} }),
    totals,
    series,
  };
};

/** Sum by record = sum by day = total, to the last digit, on every channel, whichever endpoint is called. */
const assertEqualSums = (found: Awaited<ReturnType<typeof askAll>>): void => {
  const { records, whole, daily, dashboard, summary, totals, series } = found;
  const recordOf = ({ partner, currency, ...item }: Json): string =>
    [partner, (item.info as Json).idSource, currency].join(' ');
  assert.deepEqual(addUp(daily, recordOf, ofWhole), addUp(whole, recordOf, ofWhole), 'days of each record');
  const byPartner = addUp(records, partnerOf, ofRecords);
  assert.deepEqual(addUp(whole, partnerOf, ofWhole), pick(byPartner, ofWhole), 'records in the reference’s shape');
  assert.deepEqual(addUp(daily, partnerOf, ofWhole), pick(byPartner, ofWhole), 'days of each channel');
  assert.deepEqual(addUp(totals, partnerOf, ofAggregate), pick(byPartner, ofAggregate), 'aggregate');
  assert.deepEqual(addUp(series, partnerOf, ofAggregate), pick(byPartner, ofAggregate), 'aggregate by day');
  const byCurrency = addUp(records, currencyOf, ofRecords);
  for (const sums of [dashboard, summary]) {
    assert.deepEqual(addUp(sums.byPartner as Json[], partnerOf, ofSummary), pick(byPartner, ofSummary));
    assert.deepEqual(addUp(sums.totals as Json[], currencyOf, ofSummary), pick(byCurrency, ofSummary));
  }
  assert.deepEqual(addUp(dashboard.series as Json[], currencyOf, ofSummary), pick(byCurrency, ofSummary), 'by day');
};

/** A payout is the sum of what its records say was paid: every part of it is explained by a record. */
const assertPayouts = ({ paid }: Awaited<ReturnType<typeof askAll>>, met: Set<string>): void => {
  for (const { payout, records } of paid) {
    const own = records.filter(({ currency }) => currency === payout.currency);
    const sum = own.reduce((all, record) => all + numberIn(record, 'amount'), 0n);
    const name = `${payout.partner} ${payout.payout}`;
    assert.equal(numberIn(payout, 'recordsAmount'), sum, name);
    assert.ok(payout.failed || numberIn(payout, 'difference') === 0n, `${name} has a difference`);
    assert.ok(Number(payout.lines) >= own.length, name);
    if (own.length > 0) met.add(`${payout.partner} paid out`);
  }
};

/** The records are those of the partner's books, to the last digit. */
const assertBooks = (partner: string, records: readonly Json[], books: readonly Stated[]): void => {
  const own = records.filter((record) => record.partner === partner);
  for (const { record, currency, amounts } of books) {
    const isOne = (item: Json): boolean =>
      item.currency === currency && (record === null || item.partnerRecordId === record);
    for (const [figure, amount] of Object.entries(amounts)) {
      const found = own.filter(isOne).map((item) => numberIn(item, ofRecords[figure as Figure]));
      const total = found.reduce((sum, one) => sum + one, 0n);
      assert.equal(total, amount, `${partner} ${record ?? 'in all'} ${currency} ${figure}`);
    }
  }
};

test('shuffled, duplicated and truncated files lead to the same books, which match those of each partner', async (t) => {
  const met = new Set<string>();
  for (const seed of [1, 2]) {
    const { partners, announced } = await openPartners(t);
    const origins = partners.map(({ origin }) => origin);
    const { open } = createOutgoing({ allowedOrigins: origins });
    let current: Partner = partners[0] as Partner;
    const now = (): number => current.now();
    const adyen = createAdyenFeed({
      open,
      announced: async () => (await announced()).map(readAnnouncement).filter((part) => part !== null),
    });
    const orderly = (own: RevenueFeeds): RevenueFeeds => ({ ...own, ADYEN: () => adyen });
    const plain = await openRevenue({ database, now, origins, feeds: orderly });
    const other = await openRevenue({
      ...{ database, now, origins },
      feeds: (own) => {
        const feeds = Object.entries(orderly(own)).map(([channel, make]) => {
          const feed = disturbed(make(rememberInMemory()), seed);
          return [channel, () => feed] as const;
        });
        return Object.fromEntries(feeds);
      },
    });
    const readBy = async (revenue: Revenue, partner: RevenueChannel): Promise<void> => {
      await revenue.act((call) => backfillRevenueConnection(call, { params: { partner } }));
      await revenue.finish();
    };
    for (const one of partners) {
      current = one;
      const { partner, service, accountId, credentials, origin } = one;
      const input = { partner, service, accountId, credentials, endpoint: `${origin}/${partner.toLowerCase()}` };
      for (const revenue of [plain, other]) await revenue.connect(input);
      const sample = <T>(steps: fc.Arbitrary<T>): T[] => fc.sample(steps, { numRuns: 6, seed });
      // A file that is truncated at first is whole when it is read again.
      const read = async (): Promise<void> => {
        for (let times = 0; times < 2; times += 1) await readBy(other, partner);
      };
      await one.history(sample, read);
      await readBy(plain, partner);
      for (const wait of [one.pause, one.prepare]) {
        await wait();
        await readBy(plain, partner);
        await read();
      }
      const partsOf = async (revenue: Revenue) =>
        (await revenue.rows('revenue_part')).filter(({ channel }) => channel === partner);
      const leftOf = async (revenue: Revenue) => (await partsOf(revenue)).filter(({ state }) => state !== 'READ');
      // A report that was not ready before is read now, by the other reader once more: it is cut at first.
      for (const revenue of [plain, other])
        for (let times = 0; times < 3 && (await leftOf(revenue)).length > 0; times += 1) await readBy(revenue, partner);
      const parts = await partsOf(other);
      const left = [...(await leftOf(plain)), ...(await leftOf(other))].map(({ name, state, fault }) => [
        name,
        state,
        fault,
      ]);
      assert.deepEqual([parts.length > 0, left], [true, []], `${partner} is read`);
    }
    assert.deepEqual(await other.books(), await plain.books(), `seed ${seed}`);
    const asked = new Date(Math.max(...partners.map((one) => one.now())));
    for (const row of await other.rows('revenue_row')) if (row.superseded) met.add(`${row.channel} restated`);
    for (const revenue of [plain, other]) {
      const found = await askAll(revenue, asked);
      assertEqualSums(found);
      assertPayouts(found, met);
      for (const record of found.records)
        for (const figure of ['refunded', 'disbursed'] as const)
          if (numberIn(record, ofRecords[figure]) !== 0n) met.add(`${record.partner} ${figure}`);
      for (const { partner, books } of partners) assertBooks(partner, found.records, await books());
    }
  }
  for (const partner of revenueChannels)
    for (const what of ['refunded', 'disbursed', 'restated', 'paid out'])
      assert.ok(met.has(`${partner} ${what}`), `something of ${partner} was ${what}`);
});
