import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { MoneyLine, RevenueChannel } from '../../adapters/revenue/port.ts';
import type { ReadCall } from '../../contract/call.ts';
import { runAct } from '../../engine/run-act.ts';
import { Big, decimalFromJson } from '../../kit/decimal.ts';
import { encodeId, type IdPrefix } from '../../kit/ids.ts';
import type { JsonNumber } from '../../kit/json.ts';
import { getBuyer, listBuyers } from '../buyer/reads.ts';
import { getEntitlement, listEntitlements } from '../entitlement/reads.ts';
import { type Metering, startMetering } from '../metering/metering.test-support.ts';
import { revenueChannels } from './channels.ts';
import {
  addUp,
  byCurrency,
  byDay,
  byMonth,
  byPartner,
  byRecord,
  byRecordAndDay,
  collectableOf,
  type DaySums,
  firstDays,
  fromJson,
  outstandingOf,
  type Sums,
} from './reads.test-support.ts';
import { ingestEvents, ingestRows } from './record/actions/ingest-rows.ts';
import { prepareRow, type TranslatedRow } from './record/actions/prepare-row.ts';
import { getUnifiedRevenueRecord, listUnifiedRevenueRecordEvents, listUnifiedRevenueRecords } from './record/reads.ts';
import { aggregateRevenueRecords } from './revenue-record/aggregate/reads.ts';
import { listDailyRevenueRecords, listRevenueRecords, queryRevenueRecords } from './revenue-record/reads.ts';
import { getRevenueReport } from './revenue-record/report/reads.ts';
import { DailyRevenueRecordListParams } from './revenue-record/schema.ts';
import { getRevenueDashboardSummary, summarizeUnifiedRevenueRecords } from './summary/reads.ts';

// The reads of revenue against sums of the lines that are computed independently of the service (`reads.test-support.ts`).

const connectionId = '0198a000-0000-7000-8000-00000000c0de';
const wide = { startDate: '2026-08-01', endDate: '2026-11-10' };

const amount = fc.oneof(
  fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => new Big(n).div(10_000).toFixed()),
  fc.bigInt({ min: 0n, max: 10n ** 18n }).map((n) => new Big(n.toString()).div(1_000_000).toFixed()),
);

const lineOf: fc.Arbitrary<MoneyLine> = fc
  .record({
    recordId: fc.nat(30).map((n) => `r${n}`),
    stage: fc.constantFrom('BILLED', 'BILLED', 'BILLED', 'COLLECTED', 'DISBURSED', 'FORGIVEN'),
    kind: fc.constantFrom('REVENUE', 'REVENUE', 'TAX', 'PARTNER_TAX', 'FEE', 'COST', 'ADJUSTMENT'),
    nature: fc.constantFrom('PLAIN', 'PLAIN', 'RETURN', 'CREDIT'),
    amount,
    currency: fc.constantFrom('USD', 'USD', 'JPY', 'KWD'),
    dayBefore: fc.nat(70),
    payout: fc.option(fc.constantFrom('p0', 'p1', 'lost'), { nil: undefined }),
    product: fc.constantFrom('prod-0', 'prod-1', 'prod-9'),
    agreement: fc.option(fc.constantFrom('agmt-1', 'agmt-9'), { nil: undefined }),
    invoice: fc.option(fc.constantFrom('inv-1', 'inv-2'), { nil: undefined }),
    isSubscription: fc.boolean(),
  })
  .map(({ dayBefore, payout, product, agreement, invoice, isSubscription, ...line }) => ({
    ...line,
    time: new Date(Date.UTC(2026, 10, 9 - dayBefore, 7)),
    billingModel: isSubscription ? 'SubscriptionBased' : 'UsageBased',
    references: {
      product,
      ...(payout ? { payout } : {}),
      ...(agreement ? { agreement } : {}),
      ...(invoice ? { invoice } : {}),
    },
  }));

type Row = TranslatedRow & { channel: RevenueChannel };

const rowsOf: fc.Arbitrary<Row[]> = fc.array(
  fc
    .record({ channel: fc.constantFrom(...revenueChannels), lines: fc.array(lineOf, { minLength: 1, maxLength: 3 }) })
    .map(({ channel, lines }) => ({
      channel,
      lines,
      row: { dataset: 'feed', key: '', version: '1', isDeleted: false, columns: {} },
    })),
  { minLength: 260, maxLength: 260 },
);

const lost: MoneyLine = {
  recordId: null,
  stage: 'DISBURSED',
  kind: 'PAYOUT',
  nature: 'FAILED',
  amount: '-1',
  currency: 'USD',
  time: new Date('2026-11-01T00:00:00Z'),
  references: { payout: 'lost', failure: 'lost-failed' },
};

let m: Metering;
let days: DaySums[];

before(async () => {
  m = await startMetering();
  const ent = await m.anEntitlement({ product: 1 });
  await m.write(sql`
    insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
    values (${m.orgId}, 'agmt-1', 'AWS', ${ent.id}, 'agmt-1', 'ACTIVE', 1)`);
  const [sampled = []] = fc.sample(rowsOf, { numRuns: 1, seed: 67 });
  const failure = (channel: RevenueChannel): Row => ({
    channel,
    lines: [lost],
    row: { dataset: 'feed', key: 'lost', version: '1', isDeleted: false, columns: {} },
  });
  const rows = [...sampled, ...revenueChannels.map(failure)].map((one, index) => ({
    ...one,
    row: { ...one.row, key: `k${index}`, columns: { key: `k${index}` } },
  }));
  // A failed payout in one channel does not affect the amounts of another.
  days = revenueChannels.flatMap((channel) => addUp(rows.filter((row) => row.channel === channel)));
  for (const channel of revenueChannels) {
    const own = rows.filter((row) => row.channel === channel);
    await m.act(
      (call) => ingestRows(call, { channel, connectionId, part: 'part', rows: own.map(prepareRow) }),
      ingestEvents,
    );
  }
});
after(() => m.close());

type Asked = { headers: Map<string, string>; call: ReadCall };

const ask = (path = '/x'): Asked => {
  const headers = new Map<string, string>();
  const call = {
    db: m.database.read(m.orgId),
    orgId: m.orgId,
    now: m.now(),
    url: path,
    setHeader: (name: string, value: string) => void headers.set(name, value),
    setVersion: () => {},
  } as unknown as ReadCall;
  return { headers, call };
};

type Json = Record<string, unknown>;
type Read = (call: ReadCall, input: never) => Promise<unknown>;

const run = async <T = Json>(read: Read, input: object, path?: string): Promise<T> =>
  (await read(ask(path).call, { params: {}, query: {}, ...input } as never)) as T;

const itemsOf = (reply: unknown): Json[] =>
  Array.isArray(reply) ? reply : (Object.values(reply as object).find((member) => Array.isArray(member)) as Json[]);

/** All pages of a list, by its links. */
const walk = async (read: Read, query: Json, params: Json = {}): Promise<Json[]> => {
  const found: Json[] = [];
  for (let token: string | undefined; ; ) {
    const { call, headers } = ask();
    const reply = await read(call, { params, query: { ...query, ...(token ? { page_token: token } : {}) } } as never);
    const items = itemsOf(reply);
    found.push(...items);
    const link = headers.get('Link');
    assert.equal(headers.has('X-Total-Count'), true);
    if (link === undefined) {
      assert.equal(Number(headers.get('X-Total-Count')), found.length);
      return found;
    }
    assert.ok(items.length > 0);
    token = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '', 'http://x').searchParams.get('page_token') ?? undefined;
  }
};

/** The expected value of a field, by its name. */
const members: Readonly<Record<string, (sums: Sums) => bigint>> = {
  billed: ({ billed }) => billed,
  collected: ({ collected }) => collected,
  disbursed: ({ disbursed }) => disbursed,
  outstanding: outstandingOf,
  fee: ({ fee }) => fee,
  tax: ({ tax }) => tax,
  refunded: ({ refunded }) => refunded,
  invoice: ({ billed }) => billed,
  collectable: collectableOf,
  disburse: ({ disbursed }) => disbursed,
  invoiceAmount: ({ billed }) => billed,
  collectableAmount: collectableOf,
  disburseAmount: ({ disbursed }) => disbursed,
  taxAmount: ({ tax }) => tax,
  refundInvoiceAmount: ({ refunded }) => refunded,
  refundDisburseAmount: ({ refund_disbursed: back }) => back,
};

/** Each item has the sums of its key, to the last digit, and every key has an item. */
const assertSums = (items: readonly Json[], keyOf: (item: Json) => string, expected: Map<string, Sums>): void => {
  assert.deepEqual(items.map(keyOf).sort(), [...expected.keys()].sort());
  for (const item of items) {
    const sums = expected.get(keyOf(item)) as Sums;
    for (const [name, of] of Object.entries(members))
      if (name in item) assert.equal(fromJson(item[name] as JsonNumber), of(sums), `${keyOf(item)} ${name}`);
  }
};

const inDays =
  ({ startDate, endDate }: { startDate: string; endDate: string }) =>
  (one: DaySums) =>
    one.day >= startDate && one.day <= endDate;

const currencyOf = ({ currency }: Json): string => String(currency);
const partnerOf = ({ partner, currency }: Json): string => `${partner} ${currency}`;
const dayOf = ({ date, currency }: Json): string => `${String(date).slice(0, 10)} ${currency}`;

const ranges = fc
  .tuple(fc.nat(75), fc.nat(75))
  .map(([left, right]) => [left, right].sort((a, b) => a - b))
  .map(([from = 0, through = 0]) => ({
    startDate: new Date(Date.UTC(2026, 7, 30 + from)).toISOString().slice(0, 10),
    endDate: new Date(Date.UTC(2026, 7, 30 + through)).toISOString().slice(0, 10),
  }));

describe('sums', () => {
  it('by day, by partner and in total match those of the lines, in every range, partner and currency', async () => {
    await fc.assert(
      fc.asyncProperty(
        ranges,
        fc.option(fc.constantFrom(...revenueChannels), { nil: undefined }),
        fc.option(fc.constantFrom('USD', 'JPY', 'KWD'), { nil: undefined }),
        async (range, partner, currency) => {
          const wanted = days
            .filter(inDays(range))
            .filter((one) => (partner ?? one.channel) === one.channel && (currency ?? one.currency) === one.currency);
          const reply = await run(getRevenueDashboardSummary, { query: { ...range, partner, currency } });
          assertSums(reply.totals as Json[], currencyOf, byCurrency(wanted));
          assertSums(reply.byPartner as Json[], partnerOf, byPartner(wanted));
          assertSums(reply.series as Json[], dayOf, byDay(wanted));
          const same = await run(summarizeUnifiedRevenueRecords, { query: { ...range, partner } });
          if (currency === undefined) assert.deepEqual([same.totals, same.byPartner], [reply.totals, reply.byPartner]);
          const aggregate = await run(aggregateRevenueRecords, { body: { ...range, partner } });
          const all = days.filter(inDays(range)).filter(({ channel }) => (partner ?? channel) === channel);
          assertSums(aggregate.totals as Json[], currencyOf, byCurrency(all));
          assertSums(aggregate.series as Json[], dayOf, byDay(all));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with a query are the same from the records as without one from the rollup', async () => {
    for (const range of fc.sample(ranges, { numRuns: 10, seed: 1 })) {
      const q = '(or (> billed 0) (<= billed 0))';
      assert.deepEqual(
        await run(summarizeUnifiedRevenueRecords, { query: { ...range, q } }),
        await run(summarizeUnifiedRevenueRecords, { query: range }),
      );
      assert.deepEqual(
        await run(aggregateRevenueRecords, { body: { ...range, q } }),
        await run(aggregateRevenueRecords, { body: range }),
      );
    }
  });

  it('count each record once, on its first day', async () => {
    const { totals, series } = await run<{ totals: Json[]; series: Json[] }>(getRevenueDashboardSummary, {
      query: wide,
    });
    const first = firstDays(days);
    const sum = (items: Json[]): number => items.reduce((all, { count }) => all + Number(count), 0);
    assert.equal(sum(totals), first.size);
    assert.equal(sum(series), first.size);
    for (const { date, currency, count } of series)
      assert.equal(
        count,
        [...first].filter(([key, day]) => day === date && key.endsWith(` ${currency}`)).length,
        `${date} ${currency}`,
      );
  });

  it('have the figures of a sale, its fee and its refund, and keep currencies separate', async () => {
    const ids = '0198a000-0000-7000-8000-000000000014';
    const line = (recordId: string, more: Partial<MoneyLine>): MoneyLine => ({
      recordId,
      stage: 'BILLED',
      kind: 'REVENUE',
      nature: 'PLAIN',
      amount: '0',
      currency: 'USD',
      time: new Date('2026-11-02T00:00:00Z'),
      references: {},
      ...more,
    });
    const paid = { stage: 'DISBURSED' as const, references: { payout: 'paid' } };
    const lines = [
      line('g14-1', { amount: '10000' }),
      line('g14-1', { kind: 'FEE', amount: '-300' }),
      line('g14-1', { kind: 'PARTNER_TAX', amount: '800' }),
      line('g14-1', { ...paid, amount: '10000' }),
      line('g14-1', { ...paid, kind: 'FEE', amount: '-300' }),
      line('g14-2', { amount: '5000' }),
      line('g14-2', { kind: 'FEE', amount: '-150' }),
      line('g14-2', { nature: 'RETURN', amount: '-1000' }),
      line('g14-2', { kind: 'FEE', nature: 'RETURN', amount: '30' }),
      line('g16-1', { currency: 'JPY', amount: '1500000' }),
      line('g16-2', { currency: 'KWD', amount: '1234.567' }),
    ];
    const rows = lines.map((one, index) => ({
      row: { dataset: 'feed', key: `g${index}`, version: '1', isDeleted: false, columns: {} },
      lines: [one],
    }));
    const request = {
      orgId: ids,
      actor: { type: 'app', id: 'test', name: 'test' },
      action: 'test',
      requestId: 'test',
    } as const;
    await m.database.system((statements) =>
      sql`insert into organization (id, name, created_by, creation_time, last_update_time)
        values (${ids}, 'Cash', 'test', now(), now())`.execute(statements),
    );
    await runAct(m.environment, { ...request, emits: ingestEvents }, (call) =>
      ingestRows(call, { channel: 'AWS', connectionId, part: 'part', rows: rows.map(prepareRow) }),
    );
    const call = { ...ask().call, db: m.database.read(ids), orgId: ids };
    const reply = await summarizeUnifiedRevenueRecords(call, { query: {} });
    const figures = { collected: 0, disbursed: 0, fee: 0, tax: 0, refunded: 0, count: 1 };
    assert.deepEqual(reply.totals, [
      { ...figures, currency: 'JPY', billed: 1_500_000, outstanding: 1_500_000 },
      { ...figures, currency: 'KWD', billed: 1234.567, outstanding: 1234.567 },
      {
        currency: 'USD',
        billed: 14_000,
        collected: 9700,
        disbursed: 9700,
        outstanding: 3880,
        fee: 420,
        tax: 0,
        refunded: 1000,
        count: 2,
      },
    ]);
  });
});

type Stored = {
  id: string;
  channel: RevenueChannel;
  record_id: string;
  currency: string;
  type: string;
  product_id: string | null;
  entitlement_id: string | null;
  buyer_id: string | null;
  first_day: string;
  invoice: string | null;
  billed: string;
  outstanding: string;
  unmatched: object;
};

const stored = (): Promise<Stored[]> =>
  m.select<Stored>(sql`select * from revenue_record where org_id = ${m.orgId} order by id`);

const keyOf = ({ channel, record_id: recordId, currency }: Stored): string => `${channel} ${recordId} ${currency}`;

describe('lists of records', () => {
  it('are empty after their last page, and state how many records there are', async () => {
    const count = (await stored()).length;
    for (const read of [listUnifiedRevenueRecords, queryRevenueRecords] as Read[]) {
      const reply = await run(read, { query: { page_size: '50', page_number: '100' } });
      assert.deepEqual([itemsOf(reply), reply.total_count], [[], count]);
    }
  });

  it('contain each record once, in pages of any size, with the sums of its lines', async () => {
    const names = new Map((await stored()).map((one) => [encodeId('revenue', one.id), keyOf(one)]));
    for (const size of [7, 1000]) {
      const unified = await walk(listUnifiedRevenueRecords as Read, { page_size: String(size) });
      assert.equal(new Set(unified.map(({ recordId }) => recordId)).size, names.size);
      for (const {
        recordId,
        partner,
        partnerRecordId,
        currency,
        billing,
        collection,
        disbursement,
        ...rest
      } of unified) {
        const key = `${partner} ${partnerRecordId} ${currency}`;
        assert.equal(names.get(String(recordId)), key);
        const sums = byRecord(days).get(key) as Sums;
        const { amount: billed, tax, fee } = billing as Record<string, JsonNumber>;
        assert.deepEqual(
          [
            billed,
            tax,
            fee,
            (collection as { amount: JsonNumber }).amount,
            (disbursement as { amount: JsonNumber }).amount,
          ].map((value) => fromJson(value)),
          [sums.billed, sums.tax, sums.fee, sums.collected, sums.disbursed],
        );
        assertSums([{ ...rest, key } as Json], (item) => String(item.key), new Map([[key, sums]]));
      }
      const queried = await walk(queryRevenueRecords as Read, { page_size: String(size) });
      assertSums(queried, ({ id }) => names.get(String(id)) ?? '', byRecord(days));
    }
  });

  it('in the shape of the reference can be filtered by each value under the name that is shown', async () => {
    const shown = await walk(queryRevenueRecords as Read, { page_size: '50' });
    const named = /(?<=[a-z])[A-Z]/g;
    const tried: string[] = [];
    for (const member of [
      'amount',
      'invoiceAmount',
      'collectableAmount',
      'disburseAmount',
      'taxAmount',
      'refundInvoiceAmount',
      'refundDisburseAmount',
      'invoiceDate',
      'paymentDueDate',
      'disburseDate',
      'refundInvoiceDate',
      'refundDisburseDate',
    ]) {
      const textOf = (one: Json): string | undefined => {
        const value = one[member];
        return typeof value === 'string' ? `"${value}"` : (decimalFromJson(value as JsonNumber) ?? undefined);
      };
      const record = shown.find((one) => one[member] !== undefined && textOf(one) !== '0');
      if (!record) continue;
      tried.push(member);
      const column = member.replaceAll(named, (letter) => `_${letter.toLowerCase()}`);
      const q = `(= ${column} ${textOf(record)})`;
      const found = await walk(queryRevenueRecords as Read, { q, page_size: '50' });
      assert.ok(
        found.some(({ id }) => id === record.id),
        q,
      );
      for (const one of found) assert.equal(textOf(one), textOf(record), q);
    }
    assert.ok(tried.length >= 8, `${tried}`);
  });

  it('of a marketplace contain its records by their first day, newest first', async () => {
    const all = await stored();
    for (const partner of ['AWS', 'AZURE', 'GCP'] as const) {
      for (const range of [wide, { startDate: '2026-09-20', endDate: '2026-10-10' }]) {
        const found = await walk(listRevenueRecords as Read, { ...range, limit: '4' }, { partner });
        assert.deepEqual(
          found.map(({ id }) => id).sort(),
          all
            .filter(
              ({ channel, first_day: day }) => channel === partner && day >= range.startDate && day <= range.endDate,
            )
            .map(({ id }) => encodeId('revenue', id))
            .sort(),
        );
        const dates = found.map(({ date }) => String(date));
        assert.deepEqual(dates, dates.toSorted().toReversed());
      }
    }
  });

  it('by day contain each record and day once; the sum over the days of a record is the record', async () => {
    const found = await walk(listDailyRevenueRecords as Read, { ...wide, limit: '13' });
    const nameOf = ({ partner, currency, date, info }: Json): string =>
      `${partner} ${(info as Json).idSource} ${currency} ${String(date).slice(0, 10)}`;
    assertSums(found, nameOf, byRecordAndDay(days));
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    const few = await walk(listDailyRevenueRecords as Read, {
      startDate: '2026-10-01',
      endDate: '2026-10-09',
      partner: 'GCP',
    });
    assert.deepEqual(
      few.map(nameOf).sort(),
      [...byRecordAndDay(days.filter(inDays({ startDate: '2026-10-01', endDate: '2026-10-09' }))).keys()].filter(
        (key) => key.startsWith('GCP '),
      ),
    );
  });

  it('have the same ids in every response', async () => {
    const ids = async (): Promise<unknown[]> => (await walk(listDailyRevenueRecords as Read, wide)).map(({ id }) => id);
    assert.deepEqual(await ids(), await ids());
  });

  it('by day are filtered by each partner that they show', async () => {
    const shown = await walk(listDailyRevenueRecords as Read, wide);
    for (const partner of revenueChannels) {
      const own = shown.filter((one) => one.partner === partner);
      assert.ok(own.length > 0, partner);
      const query = DailyRevenueRecordListParams.parse({ ...wide, partner });
      assert.deepEqual(await walk(listDailyRevenueRecords as Read, query as never), own, partner);
    }
  });

  it('filtered by product, entitlement and buyer contain exactly the matched records', async () => {
    const all = await stored();
    const owners = [
      ['productId', 'prod', 'product_id'],
      ['entitlementId', 'ent', 'entitlement_id'],
      ['buyerId', 'buyer', 'buyer_id'],
    ] as const satisfies readonly (readonly [string, IdPrefix, keyof Stored])[];
    for (const [parameter, prefix, column] of owners) {
      const held = [...new Set(all.flatMap((one) => one[column] ?? []))];
      assert.ok(held.length > 0, parameter);
      for (const id of held) {
        const wanted = all.filter((one) => one[column] === id);
        assert.ok(wanted.length < all.length);
        const query = { [parameter]: encodeId(prefix, id) };
        const unified = await walk(listUnifiedRevenueRecords as Read, query);
        assert.deepEqual(
          unified.map(({ recordId }) => recordId).sort(),
          wanted.map((one) => encodeId('revenue', one.id)).sort(),
        );
        const daily = await walk(listDailyRevenueRecords as Read, { ...wide, ...query });
        const keys = new Set(wanted.map(keyOf));
        const own = days.filter(({ channel, recordId, currency }) => keys.has(`${channel} ${recordId} ${currency}`));
        assert.equal(daily.length, byRecordAndDay(own).size);
        const q = `(= ${column} "${encodeId(prefix, id)}")`;
        const { totals } = await run<{ totals: Json[] }>(summarizeUnifiedRevenueRecords, { query: { q } });
        assertSums(totals, currencyOf, byCurrency(own));
        const report = await run<{ revenueRecords: Json[] }>(getRevenueReport, {
          body: {
            organizationID: encodeId('org', m.orgId),
            partner: 'AWS',
            service: 'MARKETPLACE',
            reportType: 'InvoicedAmount',
            groupBy: 'day',
            [parameter.replace('Id', 'ID')]: encodeId(prefix, id),
          },
        });
        assertSums(report.revenueRecords, dayOf, byDay(own.filter(({ channel }) => channel === 'AWS')));
      }
      for (const missing of ['nonsense', encodeId(prefix, connectionId)])
        assert.deepEqual(await walk(listDailyRevenueRecords as Read, { ...wide, [parameter]: missing }), []);
    }
  });

  it('filtered by a query contain exactly the records that match', async () => {
    const all = await stored();
    const queries: [string, (one: Stored) => boolean][] = [
      ['(= partner "STRIPE")', ({ channel }) => channel === 'STRIPE'],
      ['(= partner_record_id "r7")', ({ record_id: id }) => id === 'r7'],
      ['(!= type "CHARGE")', ({ type }) => type !== 'CHARGE'],
      ['(= currency "KWD")', ({ currency }) => currency === 'KWD'],
      ['(= invoice_id "inv-1")', ({ invoice }) => invoice === 'inv-1'],
      ['(is_null invoice_id)', ({ invoice }) => invoice === null],
      ['(= matched true)', ({ unmatched }) => Object.keys(unmatched).length === 0],
      ['(= matched false)', ({ unmatched }) => Object.keys(unmatched).length > 0],
      ['(> billed 1000.5)', ({ billed }) => new Big(billed).gt('1000.5')],
      ['(<= outstanding 0)', ({ outstanding }) => new Big(outstanding).lte(0)],
      ['(>= date "2026-10-01T00:00:00Z")', ({ first_day: day }) => day >= '2026-10-01'],
      [
        '(and (= partner "AWS") (< date "2026-10-01T00:00:00Z"))',
        (one) => one.channel === 'AWS' && one.first_day < '2026-10-01',
      ],
    ];
    for (const [q, matches] of queries) {
      const wanted = all.filter(matches);
      const unified = await walk(listUnifiedRevenueRecords as Read, { q, s: 'date:asc', page_size: '50' });
      assert.deepEqual(
        unified.map(({ recordId }) => recordId).sort(),
        wanted.map(({ id }) => encodeId('revenue', id)).sort(),
        q,
      );
      const keys = new Set(wanted.map(keyOf));
      const own = days.filter(({ channel, recordId, currency }) => keys.has(`${channel} ${recordId} ${currency}`));
      const { totals, series } = await run<{ totals: Json[]; series: Json[] }>(aggregateRevenueRecords, {
        body: { q, ...wide },
      });
      assertSums(totals, currencyOf, byCurrency(own));
      assertSums(series, dayOf, byDay(own));
    }
  });

  it('do not find a record under the name of another partner', async () => {
    const one = (await stored()).find(({ channel }) => channel === 'GCP');
    assert.ok(one);
    const recordId = encodeId('revenue', one.id);
    const of = (partner: string) => ({ params: { partner, recordId: one.id } });
    assert.equal((await run(getUnifiedRevenueRecord, of('GCP'))).recordId, recordId);
    for (const read of [getUnifiedRevenueRecord, listUnifiedRevenueRecordEvents] as Read[])
      await assert.rejects(run(read, of('AWS')), { code: 'NotFound' });
  });
});

describe('the report', () => {
  const reportOf = (more: Json) =>
    run<{ revenueRecords: Json[] } & Json>(getRevenueReport, {
      body: { organizationID: encodeId('org', m.orgId), partner: 'AZURE', service: 'MARKETPLACE', ...more },
    });
  const own = () => days.filter(({ channel }) => channel === 'AZURE');

  it('has the requested amount, by day, by month or in total', async () => {
    const amounts: Record<string, (sums: Sums) => bigint> = {
      GrossAmount: ({ billed, refunded }) => billed + refunded,
      InvoicedAmount: ({ billed }) => billed,
      CollectableAmount: collectableOf,
      DisbursedAmount: ({ disbursed }) => disbursed,
    };
    for (const [reportType, of] of Object.entries(amounts)) {
      for (const [groupBy, expected, nameOf] of [
        ['day', byDay(own()), dayOf],
        ['month', byMonth(own()), dayOf],
        [undefined, byCurrency(own()), currencyOf],
      ] as const) {
        const report = await reportOf({ reportType, groupBy });
        assert.equal(report.reportType, reportType);
        assert.equal(report.groupBy, groupBy);
        assertSums(report.revenueRecords, nameOf, expected);
        for (const record of report.revenueRecords)
          assert.equal(fromJson(record.amount as JsonNumber), of(expected.get(nameOf(record)) as Sums));
      }
    }
  });

  it('is refused for an organization other than that of the path', async () => {});
});

describe('the amounts of an entitlement and of a buyer', () => {
  type Shown = { info: Json & { amountsByCurrency?: (Json & { currency: string })[] } };
  const amounts: Record<string, (sums: Sums) => bigint> = {
    grossAmount: ({ billed, refunded }) => billed + refunded,
    invoicedAmount: ({ billed }) => billed,
    collectableAmount: collectableOf,
    disbursedAmount: ({ disbursed }) => disbursed,
  };

  /** The sums by currency of the records that were matched to the row. */
  const recordsOf = async (column: 'entitlement_id' | 'buyer_id', id: string): Promise<Map<string, Sums>> => {
    const own = new Set(
      (await stored())
        .filter((record) => record[column] === id)
        .map(({ channel, record_id, currency }) => `${channel} ${record_id} ${currency}`),
    );
    return byCurrency(days.filter(({ channel, recordId, currency }) => own.has(`${channel} ${recordId} ${currency}`)));
  };

  const assertAmounts = ({ info }: Shown, expected: Map<string, Sums>, currency: string | null): void => {
    assert.ok(expected.size > 1, 'records in several currencies');
    assert.deepEqual(
      info.amountsByCurrency?.map((one) => one.currency),
      [...expected.keys()],
    );
    for (const [name, of] of Object.entries(amounts)) {
      for (const one of info.amountsByCurrency ?? [])
        assert.equal(fromJson(one[name] as JsonNumber), of(expected.get(one.currency) as Sums), name);
      if (currency === null) assert.equal(name in info, false, 'no currency of its own, and records in several');
      else assert.equal(fromJson(info[name] as JsonNumber), of(expected.get(currency) as Sums), name);
    }
  };

  it('match its records in each currency; the four of the reference are those in its own currency', async () => {
    const [matched] = (await stored()).filter((one) => one.entitlement_id !== null);
    const [entitlementId, buyerId] = [matched?.entitlement_id ?? '', matched?.buyer_id ?? ''];
    const ofEntitlement = await recordsOf('entitlement_id', entitlementId);
    const get = () => run<Shown>(getEntitlement, { params: { entitlementId } });
    for (const currency of [null, 'KWD', 'JPY']) {
      await m.write(
        sql`update entitlement set info = ${JSON.stringify(currency ? { currency } : {})}::jsonb where id = ${entitlementId}`,
      );
      assertAmounts(await get(), ofEntitlement, currency);
    }
    const listed = await run<Shown[]>(listEntitlements, { query: {} });
    assert.deepEqual(listed.find((one) => 'amountsByCurrency' in one.info)?.info, (await get()).info);

    const ofBuyer = await recordsOf('buyer_id', buyerId);
    const getOne = () => run<Shown>(getBuyer, { params: { buyerId } });
    assertAmounts(await getOne(), ofBuyer, null);
    await m.write(
      sql`update buyer set info = info || '{"paymentConfig": {"currency": "USD"}}'::jsonb where id = ${buyerId}`,
    );
    assertAmounts(await getOne(), ofBuyer, 'USD');
    assert.deepEqual((await run<Shown[]>(listBuyers, { query: {} }))[0]?.info, (await getOne()).info);
  });

  it('are absent without records', async () => {
    const ent = await m.anEntitlement({ info: { currency: 'USD' } });
    const { info } = await run<Shown>(getEntitlement, { params: { entitlementId: ent.id } });
    assert.deepEqual(info, { currency: 'USD' });
  });
});

describe('limits', () => {
  it('a limit above the maximum is reduced to the maximum; below 1 it is refused', async () => {
    const many = await run<{ revenueRecords: Json[] }>(listRevenueRecords, {
      params: { partner: 'AWS' },
      query: { ...wide, limit: '999999' },
    });
    assert.ok(many.revenueRecords.length > 20);
    for (const limit of ['0', '-1', 'x'])
      await assert.rejects(run(listRevenueRecords, { params: { partner: 'AWS' }, query: { limit } }));
  });

  it('the next offset continues after the page, and is absent on the last', async () => {
    const seen: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const reply: { revenueRecords: Json[]; nextOffset?: number } = await run(listRevenueRecords, {
        params: { partner: 'AWS' },
        query: { ...wide, limit: '5', offset: String(offset) },
      });
      seen.push(...reply.revenueRecords.map(({ id }) => id));
      offset = reply.nextOffset;
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, (await stored()).filter(({ channel }) => channel === 'AWS').length);
  });

  it('without dates, lists cover the 30 days up to today', async () => {
    const found = await walk(listDailyRevenueRecords as Read, {});
    const range = { startDate: '2026-10-11', endDate: '2026-11-10' };
    assert.equal(found.length, byRecordAndDay(days.filter(inDays(range))).size);
  });

  it('days in the wrong order, or too many of them, are refused', async () => {
    const turned = { startDate: '2026-11-02', endDate: '2026-11-01' };
    const long = { startDate: '2020-01-01', endDate: '2026-01-01' };
    for (const query of [turned, long])
      await assert.rejects(run(getRevenueDashboardSummary, { query }), { code: 'BadRequest' });
    for (const read of [listDailyRevenueRecords, summarizeUnifiedRevenueRecords] as Read[])
      await assert.rejects(run(read, { query: turned }), { code: 'BadRequest' });
    await assert.rejects(run(aggregateRevenueRecords, { body: long }), { code: 'BadRequest' });
  });
});
