import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { MoneyLine, RevenueChannel } from '../../../adapters/revenue/port.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { runAct } from '../../../engine/run-act.ts';
import { Big } from '../../../kit/decimal.ts';
import { type Metering, startMetering } from '../../metering/metering.test-support.ts';
import { channelFacts } from '../channels.ts';
import { ingestEvents, ingestRows } from './actions/ingest-rows.ts';
import { matchKind, matchRecords } from './actions/match-records.ts';
import { hashRow, prepareRow, type TranslatedRow } from './actions/prepare-row.ts';
import { withdrawRows } from './actions/withdraw-rows.ts';
import { hashEvent } from './chain-events.ts';
import { isGreater } from './choose-versions.ts';
import { failedPayouts, foldLines } from './fold-lines.ts';
import { foldRecords } from './fold-store.ts';
import type { RevenueEvent } from './record.ts';
import { type StoredFigures, storedFigures } from './record.ts';
import { lockChannel } from './row-store.ts';

let m: Metering;
before(async () => {
  m = await startMetering();
  await m.database.system((statements) =>
    sql`insert into organization (id, name, created_by, creation_time, last_update_time)
      values (${neighbour}, 'Other', 'test', now(), now())`.execute(statements),
  );
});
after(() => m.close());

const connectionId = '0198a000-0000-7000-8000-00000000c0de';

const neighbour = '0198a000-0000-7000-8000-000000000002';

/** Sends rows to another organization, which has none of the things that they are about. */
const ingestAtNeighbour = async (channel: RevenueChannel, rows: readonly TranslatedRow[]): Promise<void> => {
  const request = {
    orgId: neighbour,
    actor: { type: 'app', id: 'test', name: 'test' },
    action: 'test',
    requestId: 'test',
  } as const;
  await runAct(m.environment, { ...request, emits: ingestEvents }, (call) =>
    ingestRows(call, { channel, connectionId, part: 'part', rows: rows.map(prepareRow) }),
  );
};

const ingest = (channel: RevenueChannel, rows: readonly TranslatedRow[], part = 'part') =>
  m.act((call) => ingestRows(call, { channel, connectionId, part, rows: rows.map(prepareRow) }), ingestEvents);

const day = (index: number): Date => new Date(Date.UTC(2026, 10, 1 + index, 5, index));
const payouts = ['p0', 'p1'] as const;

const lineOf: fc.Arbitrary<MoneyLine> = fc
  .record({
    recordId: fc.constantFrom('r0', 'r1', 'r2'),
    stage: fc.constantFrom(
      'BILLED' as const,
      'BILLED' as const,
      'COLLECTED' as const,
      'DISBURSED' as const,
      'FORGIVEN' as const,
      'NOTED' as const,
    ),
    kind: fc.constantFrom(
      'REVENUE' as const,
      'REVENUE' as const,
      'TAX' as const,
      'PARTNER_TAX' as const,
      'FEE' as const,
      'COST' as const,
      'ADJUSTMENT' as const,
    ),
    nature: fc.constantFrom('PLAIN' as const, 'PLAIN' as const, 'RETURN' as const, 'CREDIT' as const),
    amount: fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => new Big(n).div(10_000).toFixed()),
    currency: fc.constantFrom('USD', 'USD', 'JPY'),
    at: fc.nat(3),
    payout: fc.option(fc.constantFrom('p0', 'p1', 'p0-failed'), { nil: undefined }),
    product: fc.option(fc.constantFrom('prod-0', 'prod-1', 'prod-9'), { nil: undefined }),
    buyer: fc.option(fc.constant('111122223333'), { nil: undefined }),
  })
  .map(({ at, payout, product, buyer, ...line }) => ({
    ...line,
    time: day(at),
    references: {
      ...(payout === undefined ? {} : { payout }),
      ...(product === undefined ? {} : { product }),
      ...(buyer === undefined ? {} : { buyer }),
    },
  }));

const bankLine: fc.Arbitrary<MoneyLine> = fc
  .record({ payout: fc.constantFrom(...payouts), hasFailed: fc.boolean(), at: fc.nat(3) })
  .map(({ payout, hasFailed, at }) => ({
    recordId: null,
    stage: 'DISBURSED',
    kind: 'PAYOUT',
    nature: hasFailed ? 'FAILED' : 'PLAIN',
    amount: '1',
    currency: 'USD',
    time: day(at),
    references: { payout, ...(hasFailed ? { failure: `${payout}-failed` } : { trace: `trace-${payout}` }) },
  }));

const rowOf: fc.Arbitrary<TranslatedRow> = fc
  .record({
    key: fc.nat(9),
    version: fc.constantFrom('1', '2', '10'),
    isDeleted: fc.boolean().map((one) => one),
    deletes: fc.nat(5),
    lines: fc.oneof(
      { weight: 5, arbitrary: fc.array(lineOf, { maxLength: 4 }) },
      { weight: 1, arbitrary: bankLine.map((line) => [line]) },
    ),
  })
  .map(({ key, version, deletes, lines }) => ({
    row: {
      dataset: 'feed',
      key: `k${key}`,
      version,
      isDeleted: deletes === 0,
      // The columns repeat the lines, so that different lines have different hashes.
      columns: { key: `k${key}`, stated: JSON.stringify(lines), empty: null },
    },
    lines,
  }));

const newest = (rows: readonly TranslatedRow[]): TranslatedRow[] =>
  [...Map.groupBy(rows, ({ row }) => row.key).values()].flatMap((versions) =>
    versions
      .toSorted((left, right) =>
        isGreater(
          { version: left.row.version, hash: hashRow(left.row) },
          { version: right.row.version, hash: hashRow(right.row) },
        )
          ? -1
          : 1,
      )
      .slice(0, 1),
  );

type Figures = Record<string, string>;
const zero: Figures = Object.fromEntries(storedFigures.map((name) => [name, '0']));

/** The same figures by the function that defines them, for each value of `by` and currency. */
const expected = (channel: RevenueChannel, rows: readonly TranslatedRow[], by: (line: MoneyLine) => string | null) => {
  const lines = newest(rows).flatMap(({ row, lines: own }) => (row.isDeleted ? [] : own));
  const failed = failedPayouts(lines);
  const found = new Map<string, Figures>();
  for (const [name, own] of Map.groupBy(lines, by)) {
    if (name === null) continue;
    for (const { currency, refunded, ...figures } of foldLines(own, failed, channelFacts[channel].tellsCollected)) {
      const paidBack = own.filter(
        ({ stage, nature, kind, references: { payout = '' }, currency: one }) =>
          stage === 'DISBURSED' &&
          (nature === 'RETURN' || nature === 'CREDIT') &&
          kind === 'REVENUE' &&
          one === currency &&
          !failed.has(payout),
      );
      const { partnerTax, collectable: _, outstanding: __, ...same } = figures;
      const all = {
        ...same,
        refunded,
        partner_tax: partnerTax,
        refund_disbursed: paidBack.reduce((sum, { amount }) => sum.minus(amount), new Big(0)).toFixed(),
      };
      if (Object.values(all).some((value) => value !== '0')) found.set(`${name} ${currency}`, all);
    }
  }
  return found;
};

const figuresBy = async (table: string, name: string, channel: RevenueChannel): Promise<Map<string, Figures>> => {
  const rows = await m.select<Figures & { name: string }>(
    sql`
    select ${sql.raw(name)} as name, ${sql.join(storedFigures.map((one) => sql`${sql.ref(`${table}.${one}`)}::text`))}
    from ${sql.table(table)} ${table === 'revenue_day' ? sql`join revenue_record r on r.id = revenue_day.revenue_id` : sql``}
    where ${sql.ref(`${table}.org_id`)} = ${m.orgId} and ${sql.ref(`${table}.channel`)} = ${channel}`.$castTo<
      Figures & { name: string }
    >(),
  );
  return new Map(
    rows
      .map(({ name: key, ...figures }) => [key, figures] as const)
      .filter(([, figures]) => Object.values(figures).some((value) => value !== '0')),
  );
};

/** The stored totals of entitlements and buyers match the sums of their records, whatever happened to these. */
const assertOwnerTotals = async (): Promise<void> => {
  const kept = await m.select<{ owner_id: string; records: string }>(sql`
    select owner_id, currency, channel, trim_scale(gross)::text as gross, trim_scale(invoiced)::text as invoiced,
      trim_scale(collectable)::text as collectable, trim_scale(disbursed)::text as disbursed, records::text
    from revenue_owner_total where org_id = ${m.orgId}
      and (gross, invoiced, collectable, disbursed, records) <> (0, 0, 0, 0, 0) order by 1, 2, 3`);
  const added = await m.select<{ owner_id: string; records: string }>(sql`
    select owner_id, currency, channel, trim_scale(sum(billed + refunded))::text as gross, trim_scale(sum(billed))::text as invoiced,
      trim_scale(sum(collectable))::text as collectable, trim_scale(sum(disbursed))::text as disbursed, count(*)::text as records
    from (
      select entitlement_id as owner_id, r.* from revenue_record r where entitlement_id is not null
      union all select buyer_id, r.* from revenue_record r where buyer_id is not null
    ) as owned where org_id = ${m.orgId} group by 1, 2, 3 order by 1, 2, 3`);
  assert.deepEqual(kept, added);
};

const clear = async (): Promise<void> => {
  for (const table of ['revenue_line', 'revenue_record', 'revenue_day', 'revenue_total', 'revenue_owner_total'])
    await m.write(sql`delete from ${sql.table(table)} where org_id = ${m.orgId}`);
};

const chunked = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

let round = 0;

describe('the ledger', () => {
  it('matches the lines of the newest versions, in any order, in any batches, however often rows arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('AWS' as const, 'AZURE' as const),
        fc.array(rowOf, { minLength: 1, maxLength: 25 }),
        fc.array(fc.nat(24), { maxLength: 10 }),
        fc.integer({ min: 1, max: 8 }),
        async (channel, given, repeats, size) => {
          round += 1;
          // Rows are never removed: each round has keys and records of its own.
          const rows = given.map(({ row, lines }) => ({
            row: { ...row, key: `${round}-${row.key}` },
            lines: lines.map((line) => ({
              ...line,
              recordId: line.recordId && `${round}-${line.recordId}`,
              references: {
                ...line.references,
                ...(line.references.payout ? { payout: `${round}-${line.references.payout}` } : {}),
                ...(line.references.failure ? { failure: `${round}-${line.references.failure}` } : {}),
              },
            })),
          }));
          await clear();
          const sent = [...rows, ...repeats.flatMap((index) => rows[index] ?? [])];
          for (const batch of chunked(sent, size)) await ingest(channel, batch);
          assert.deepEqual(await ingest(channel, rows), { newRows: 0, records: 0, contradicting: [] });
          const dayOf = ({ time }: MoneyLine): string => time.toISOString().slice(0, 10);
          assert.deepEqual(
            new Map([...(await figuresBy('revenue_record', "record_id || ' ' || currency", channel))].sort()),
            new Map(
              [...expected(channel, rows, ({ recordId }) => recordId)]
                .map(([name, own]) => [name, { ...zero, ...own }] as const)
                .sort(),
            ),
          );
          assert.deepEqual(
            new Map(
              [
                ...(await figuresBy(
                  'revenue_day',
                  "r.record_id || ' ' || to_char(day, 'YYYY-MM-DD') || ' ' || revenue_day.currency",
                  channel,
                )),
              ].sort(),
            ),
            new Map(
              [...expected(channel, rows, (line) => line.recordId && `${line.recordId} ${dayOf(line)}`)]
                .map(([name, own]) => [name, { ...zero, ...own }] as const)
                .sort(),
            ),
          );
          assert.deepEqual(
            new Map(
              [...(await figuresBy('revenue_total', "to_char(day, 'YYYY-MM-DD') || ' ' || currency", channel))].sort(),
            ),
            new Map(
              [...expected(channel, rows, (line) => line.recordId && dayOf(line))]
                .map(([name, own]) => [name, { ...zero, ...own }] as const)
                .sort(),
            ),
          );
          const descriptions = (db: OrgDb) =>
            sql`select to_jsonb(r) - '{org_id,id,creation_time,last_update_time,version,product_id,buyer_id,unmatched}'::text[] as record
              from revenue_record r where r.org_id = ${db.orgId} and r.record_id like ${`${round}-%`} order by r.record_id, r.currency`.execute(
              db.raw,
            );
          for (const batch of chunked(sent.toReversed(), size + 1)) await ingestAtNeighbour(channel, batch);
          assert.deepEqual(
            (await descriptions(m.database.read(neighbour))).rows,
            (await descriptions(m.database.read(m.orgId))).rows,
            'the order of arrival does not matter',
          );
          await assertOwnerTotals();
          const [counted] = await m.select<{
            days: string;
            all_days: string;
            records: string;
            all_records: string;
          }>(sql`
            select (select coalesce(sum(days), 0) from revenue_total where org_id = ${m.orgId})::text as days, (select count(*) from revenue_day where org_id = ${m.orgId})::text as all_days,
              (select coalesce(sum(records), 0) from revenue_total where org_id = ${m.orgId})::text as records, (select count(*) from revenue_record where org_id = ${m.orgId})::text as all_records`);
          assert.equal(counted?.days, counted?.all_days);
          assert.equal(counted?.records, counted?.all_records);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('records each change in a chain of events whose last state is the figures of the record', async () => {
    const chains = Map.groupBy(
      await m.select<RevenueEvent>(sql`select * from revenue_event order by org_id, revenue_id, sequence`),
      (event) => event.revenue_id,
    );
    assert.ok(chains.size > 20);
    const records = await m.select<StoredFigures & { id: string }>(
      sql`select * from revenue_record where org_id = ${m.orgId}`,
    );
    for (const [, chain] of chains) {
      let previous = '';
      for (const [index, event] of chain.entries()) {
        assert.equal(event.sequence, index + 1);
        assert.equal(event.previous_hash, previous);
        assert.equal(event.hash, hashEvent(event));
        assert.match(event.source.payloadHash, /^[0-9a-f]{64}$/);
        previous = event.hash;
      }
    }
    for (const record of records) {
      const told: Record<string, string | null> = {};
      for (const { changes } of chains.get(record.id) ?? [])
        for (const [name, { from, to }] of Object.entries(changes)) {
          assert.equal(from ?? '0', told[name] ?? from ?? '0');
          told[name] = to;
        }
      for (const name of storedFigures) assert.equal(told[name] ?? '0', record[name], name);
    }
  });

  it('changes only the rollups of the row that changed', async () => {
    await clear();
    /** A sale, and ten days later its payment. Three sales make a record, all on the same days. */
    const sale = (index: number, { billed = '10', paid = '10', at = index % 5 } = {}): TranslatedRow => ({
      row: {
        ...{ dataset: 'feed', key: `moved-${index}`, version: `${billed} ${paid} ${at}`, isDeleted: false },
        columns: { billed, paid, at: String(at) },
      },
      lines: (['BILLED', 'DISBURSED'] as const).map((stage) => ({
        ...{ recordId: `moved-${index % 100}`, stage, kind: 'REVENUE', nature: 'PLAIN', currency: 'USD' },
        ...(stage === 'BILLED' ? { amount: billed, time: day(at) } : { amount: paid, time: day(at + 10) }),
        references: {},
      })),
    });
    /** Where each row of the rollups lies, and which transaction wrote it. */
    const places = async (): Promise<Map<string, string>> => {
      const rows = await m.select<{ name: string; place: string }>(sql`
        select 'record ' || channel || record_id as name, ctid::text || xmin::text as place from revenue_record where org_id = ${m.orgId}
        union all select 'day ' || revenue_id || ' ' || day, ctid::text || xmin::text from revenue_day where org_id = ${m.orgId}
        union all select 'total ' || channel || ' ' || day, ctid::text || xmin::text from revenue_total where org_id = ${m.orgId}`);
      return new Map(rows.map(({ name, place }) => [name, place]));
    };
    const all = Array.from({ length: 300 }, (_, index) => sale(index));
    for (const channel of ['AWS', 'AZURE'] as const) await ingest(channel, all);
    let before = await places();
    const moved = async (rows: TranslatedRow[]): Promise<Record<string, number>> => {
      await ingest('AWS', rows);
      const now = await places();
      const names = new Set([...before.keys(), ...now.keys()]);
      const changed = [...names].filter((name) => before.get(name) !== now.get(name));
      before = now;
      const counts = { record: 0, day: 0, total: 0 };
      for (const name of changed) counts[name.split(' ')[0] as keyof typeof counts] += 1;
      return counts;
    };
    // 100 records in each channel, on two days each, and on 10 days in all.
    assert.equal(before.size, 2 * (100 + 200 + 10));
    assert.deepEqual(await moved(all), { record: 0, day: 0, total: 0 }, 'nothing, if all rows come again');
    assert.deepEqual(await moved([sale(7, { billed: '11' })]), { record: 1, day: 1, total: 1 }, 'an amount');
    assert.deepEqual(await moved([sale(7, { billed: '12', paid: '9' })]), { record: 1, day: 2, total: 2 }, 'two');
    assert.deepEqual(await moved([sale(8, { at: 30 })]), { record: 1, day: 4, total: 4 }, 'the days of both');
    assert.deepEqual(await moved([sale(300, { at: 0 })]), { record: 1, day: 2, total: 2 }, 'a new row');
  });

  it('refuses to add up a channel that is not locked, rather than losing amounts', async () => {
    await clear();
    const sale: TranslatedRow = {
      row: { dataset: 'feed', key: 'unlocked', version: '1', isDeleted: false, columns: { a: '1' } },
      lines: [
        {
          ...{ recordId: 'unlocked', stage: 'BILLED', kind: 'REVENUE', nature: 'PLAIN', amount: '7', currency: 'USD' },
          ...{ time: day(0), references: {} },
        },
      ],
    };
    await ingest('ADYEN', [sale]);
    for (const table of ['revenue_channel', 'revenue_record', 'revenue_day', 'revenue_total'])
      await m.write(sql`delete from ${sql.table(table)} where org_id = ${m.orgId}`);
    const fold = (lock: (db: OrgDb) => Promise<void>) =>
      m.database.write(m.orgId, async (db) => {
        await lock(db);
        return foldRecords(db, { channel: 'ADYEN', tellsCollected: true }, ['unlocked'], day(1));
      });
    await assert.rejects(
      fold(async () => {}),
      /ADYEN is not locked/,
    );
    assert.equal((await figuresBy('revenue_record', 'record_id', 'ADYEN')).size, 0);
    await fold((db) => lockChannel(db, 'ADYEN'));
    for (const [table, name] of [
      ['revenue_record', 'record_id'],
      ['revenue_day', 'record_id'],
      ['revenue_total', 'currency'],
    ] as const)
      assert.deepEqual(
        [...(await figuresBy(table, name, 'ADYEN')).values()].map(({ billed }) => billed),
        ['7'],
      );
  });

  it('withdraws rows that the latest version of a whole part no longer has, whichever version is read first', async () => {
    const row = (key: string, version: string, amount: string): TranslatedRow => ({
      row: { dataset: 'feed', key, version, isDeleted: false, columns: { key, amount } },
      lines: [
        {
          ...{ recordId: `whole-${key}`, stage: 'BILLED', kind: 'REVENUE', nature: 'PLAIN', amount, currency: 'USD' },
          ...{ time: day(0), references: {} },
        },
      ],
    });
    const older = [row('a', '1', '10'), row('b', '1', '20'), row('c', '1', '30')];
    const latest = [row('a', '2', '10'), row('c', '2', '31')];
    for (const [name, versions] of [
      ['first', [older, latest]],
      ['last', [latest, older]],
      ['again', [older, latest, older, latest]],
      ['emptied', [older, [], latest]],
      ['empty', [older, latest, []]],
    ] as const) {
      await clear();
      for (const rows of versions) {
        const named = rows.map(({ row: one, lines }) => ({ row: { ...one, key: `${name}-${one.key}` }, lines }));
        await ingest('GCP', named, `month-${name}`);
        const input = { channel: 'GCP', connectionId, part: `month-${name}`, isEmpty: rows.length === 0 } as const;
        while ((await m.act((call) => withdrawRows(call, input), ingestEvents)) > 0);
      }
      const found = await m.select<{ record_id: string; billed: string }>(
        sql`select record_id, billed::text from revenue_record where org_id = ${m.orgId} and channel = 'GCP' order by 1`,
      );
      assert.deepEqual(
        found.map(({ record_id: id, billed }) => `${id} ${billed}`),
        name === 'empty' ? [] : ['whole-a 10', 'whole-c 31'],
        name,
      );
    }
  });

  it('rows that an earlier release had stored of a part of GCP, under keys without the account, give way when the part is read again', async () => {
    const sale = (key: string, version: string): TranslatedRow => ({
      row: { dataset: 'charges', key, version, isDeleted: false, columns: { key } },
      lines: [
        {
          ...{ recordId: 'resumed', stage: 'BILLED', kind: 'REVENUE', nature: 'PLAIN', amount: '10', currency: 'USD' },
          ...{ time: day(0), references: {} },
        },
      ],
    });
    const keep = (accountId: string | null, rows: readonly TranslatedRow[]) =>
      m.act(
        (call) =>
          ingestRows(call, { channel: 'GCP', connectionId, part: 'month', accountId, rows: rows.map(prepareRow) }),
        ingestEvents,
      );
    const counted = async (): Promise<string[]> =>
      (
        await m.select<{ key: string }>(
          sql`select key from revenue_row where org_id = ${m.orgId} and channel = 'GCP' and part = 'month' and not superseded order by key`,
        )
      ).map(({ key }) => key);
    for (const former of [null, 'one']) {
      await clear();
      await keep('two', [sale('a|1|two', '5')]);
      await keep(former, [sale('a|1', '2')]);
      await keep('one', [sale('a|1|one', '2'), sale('b|1|one', '2')]);
      const input = { channel: 'GCP', connectionId, part: 'month', accountId: 'one', isEmpty: false } as const;
      while ((await m.act((call) => withdrawRows(call, input), ingestEvents)) > 0);
      assert.deepEqual(await counted(), ['a|1|one', 'a|1|two', 'b|1|one'], String(former));
    }
  });

  it('a record with nothing but credits is a CREDIT; a line that is only noted creates no record, and names one', async () => {
    await clear();
    const row = (key: string, recordId: string, line: Partial<MoneyLine>): TranslatedRow => ({
      row: { dataset: 'feed', key, version: '1', isDeleted: false, columns: { key } },
      lines: [
        {
          ...{ recordId, stage: 'BILLED', kind: 'REVENUE', nature: 'PLAIN', amount: '-10', currency: 'USD' },
          ...{ time: day(0), references: { product: 'title' } },
          ...line,
        },
      ],
    });
    await ingest('AWS', [
      row('k1', 'credited', { nature: 'CREDIT' }),
      row('k2', 'credited', { nature: 'CREDIT', kind: 'FEE', amount: '1' }),
      row('k3', 'both', { nature: 'CREDIT' }),
      row('k4', 'both', { nature: 'RETURN' }),
      row('k5', 'sold', { amount: '10' }),
      row('k6', 'sold', { nature: 'CREDIT' }),
      row('k7', 'odd', { kind: 'ADJUSTMENT' }),
      row('k8', 'noted', { stage: 'NOTED' }),
      row('k9', 'sold', {
        stage: 'NOTED',
        amount: '99',
        currency: 'JPY',
        time: day(3),
        references: { product: 'prod-0' },
      }),
    ]);
    const found = await m.select<Record<string, string>>(sql`
      select record_id, type, product, trim_scale(billed)::text as billed, trim_scale(refunded)::text as refunded,
        (last_day - first_day)::text as days
      from revenue_record where org_id = ${m.orgId} order by record_id`);
    assert.deepEqual(
      found.map((one) => Object.values(one).join(' ')),
      [
        'both REFUND title -20 20 0',
        'credited CREDIT title -10 10 0',
        'odd ADJUSTMENT title 0 0 0',
        'sold CHARGE prod-0 0 10 0',
      ],
    );
  });

  it('matches a record by the names in its lines, and says why where it cannot', async () => {
    await clear();
    await m.write(sql`delete from due where org_id = ${m.orgId}`);
    const ent = await m.anEntitlement({ product: 1 });
    await m.write(sql`
      insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
      values (${m.orgId}, 'agmt-1', 'AWS', ${ent.id}, 'agmt-1', 'ACTIVE', 1)`);
    const sale = (recordId: string, references: MoneyLine['references']): TranslatedRow => ({
      row: { dataset: 'feed', key: recordId, version: '1', isDeleted: false, columns: { recordId } },
      lines: [
        {
          recordId,
          stage: 'BILLED',
          kind: 'REVENUE',
          nature: 'PLAIN',
          amount: '10',
          currency: 'USD',
          time: day(0),
          references,
        },
      ],
    });
    await ingest('AWS', [
      sale('sold', { agreement: 'agmt-1' }),
      sale('named', { product: 'prod-0', buyer: '111122223333' }),
      sale('strange', { product: 'prod-9', agreement: 'agmt-9' }),
    ]);
    const found = await m.select<{
      record_id: string;
      entitlement_id: string | null;
      product: string | null;
      unmatched: object;
    }>(sql`
      select r.record_id, r.entitlement_id, p.entity_id as product, r.unmatched
      from revenue_record r left join product p on p.id = r.product_id
      where r.org_id = ${m.orgId} and r.record_id in ('sold', 'named', 'strange') order by r.record_id`);
    assert.deepEqual(found, [
      {
        record_id: 'named',
        entitlement_id: null,
        product: 'prod-0',
        unmatched: { offer: 'NOT_NAMED', entitlement: 'NOT_NAMED' },
      },
      { record_id: 'sold', entitlement_id: ent.id, product: 'prod-1', unmatched: { offer: 'NOT_FOUND' } },
      {
        record_id: 'strange',
        entitlement_id: null,
        product: null,
        unmatched: { product: 'NOT_FOUND', offer: 'NOT_FOUND', entitlement: 'NOT_FOUND', buyer: 'NOT_FOUND' },
      },
    ]);

    const due = () => m.select<{ entity_id: string }>(sql`select entity_id from due where kind = ${matchKind}`);
    assert.deepEqual(await due(), []);
    await m.write(sql`
      insert into entitlement_external_id (org_id, external_id, partner, entitlement_id, chain_id, partner_status, partner_version)
      values (${m.orgId}, 'agmt-9', 'AWS', ${ent.id}, 'agmt-9', 'ACTIVE', 1)`);
    assert.deepEqual(await due(), [{ entity_id: 'AWS' }], 'an import has records matched again');
    await m.act((call) => matchRecords(call, { entityId: 'AWS' }));
    const [late] = await m.select<{ entitlement_id: string; unmatched: object; types: string[] }>(sql`
      select r.entitlement_id, r.unmatched, array(
        select e.type from revenue_event e where e.revenue_id = r.id order by e.sequence) as types
      from revenue_record r where r.record_id = 'strange'`);
    assert.deepEqual(late, {
      entitlement_id: ent.id,
      unmatched: { offer: 'NOT_FOUND' },
      types: ['INGESTED', 'BILLED', 'MATCHED'],
    });
    await assertOwnerTotals();
    const owned = () =>
      m.select<{ invoiced: string; records: string }>(
        sql`select invoiced::text, records::text from revenue_owner_total where org_id = ${m.orgId} and owner_id = ${ent.id}`,
      );
    assert.deepEqual(await owned(), [{ invoiced: '20', records: '2' }], 'what was matched later counts, too');
    const [row, line] = [sale('strange', {}), sale('strange', {}).lines[0]];
    await ingest('AWS', [
      { row: { ...row.row, version: '2', columns: { now: 'nameless' } }, lines: line ? [line] : [] },
    ]);
    assert.deepEqual(await owned(), [{ invoiced: '10', records: '1' }], 'and no longer once its row says otherwise');
    await assertOwnerTotals();
  });
});
