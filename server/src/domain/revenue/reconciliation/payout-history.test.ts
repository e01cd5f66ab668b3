import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { MoneyLine } from '../../../adapters/revenue/port.ts';
import type { ReadCall } from '../../../contract/call.ts';
import { Big } from '../../../kit/decimal.ts';
import { type Metering, startMetering } from '../../metering/metering.test-support.ts';
import { ingestRows } from '../record/actions/ingest-rows.ts';
import { prepareRow } from '../record/actions/prepare-row.ts';
import { withdrawRows } from '../record/actions/withdraw-rows.ts';
import { listRevenuePayoutRecords, listRevenuePayouts } from './reads.ts';

// Payouts and the records in them, against a model of a few maps: rows arrive in any order, twice, restated and
// withdrawn. Whatever happened, the lists show each transfer and each line once, in exact amounts.

let m: Metering;
before(async () => {
  m = await startMetering();
});
after(() => m.close());

const connectionId = '0198a000-0000-7000-8000-00000000c0de';

/** AWS rows arrive one by one, each with its own version. A part of GCP has all of its rows in each version. */
const channels = ['AWS', 'GCP'] as const;
type Channel = (typeof channels)[number];

const amountOf = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((units) => new Big(String(units)).div(10_000));

/** What a row states: a transfer to the bank, what came back of one, or what a record was paid. */
const statedOf = fc.record({
  what: fc.constantFrom(
    'transfer',
    'transfer',
    'failed',
    'sale',
    'sale',
    'sale',
    'tax of the partner',
    'note',
    'bill',
    'withheld',
  ),
  amount: amountOf,
  currency: fc.constantFrom('USD', 'JPY'),
  // The currency in which the payout holds a sale, if that is another one: of a transfer, or of none.
  paidIn: fc.constantFrom(undefined, undefined, 'USD', 'EUR'),
  payout: fc.constantFrom<string | undefined>('p0', 'p1', 'p2', undefined),
  record: fc.constantFrom<string>('r0', 'r1', 'r2'),
  trace: fc.constantFrom('t0', 't1', undefined),
  day: fc.integer({ min: 1, max: 4 }),
});
type Stated = typeof statedOf extends fc.Arbitrary<infer S> ? S : never;

/** How the lines of a row are made: its content is picked from a few, so that versions may share it. */
type Content = readonly Stated[];
const contentOf = fc.array(statedOf, { maxLength: 3, size: 'max' });

const linesOf = ({ what, amount, currency, paidIn, payout, record, trace, day }: Stated): MoneyLine[] => {
  const common = {
    amount: amount.toFixed(),
    currency,
    time: new Date(Date.UTC(2026, 5, day)),
    nature: 'PLAIN',
  } as const;
  const references = payout === undefined ? {} : { payout };
  if (what === 'transfer' || what === 'failed') {
    const named = trace === undefined ? references : { ...references, trace };
    const nature = what === 'failed' ? 'FAILED' : 'PLAIN';
    return [{ ...common, nature, recordId: null, stage: 'DISBURSED', kind: 'PAYOUT', references: named }];
  }
  if (what === 'withheld') return [{ ...common, recordId: null, stage: 'NOTED', kind: 'PARTNER_TAX', references }];
  const stage = what === 'bill' ? 'BILLED' : 'DISBURSED';
  const kind = what === 'tax of the partner' ? 'PARTNER_TAX' : 'REVENUE';
  const paid =
    what === 'sale' && paidIn !== undefined && paidIn !== currency
      ? { paid: { amount: amount.times('1.25').toFixed(), currency: paidIn } }
      : {};
  const line: MoneyLine = { ...common, ...paid, recordId: record, stage, kind, references };
  // An amount that another report has already paid is noted, with a zero line.
  return what === 'note'
    ? [
        { ...line, amount: '0' },
        { ...line, stage: 'NOTED' },
      ]
    : [line];
};

/** The content that counts, by the key of its row. */
type Model = Record<Channel, Map<string, { version: string; content: Content }>>;
type Row = { key: string; version: string; content: Content };

const partOf = (name: string): string => `${history} part ${name}`;

const ingest = (channel: Channel, part: string, rows: readonly Row[]) =>
  m.act((call) =>
    ingestRows(call, {
      ...{ channel, connectionId, part },
      rows: rows.map(({ key, version, content }) =>
        prepareRow({
          row: {
            ...{ dataset: 'feed', key: `${history} ${key}`, version, isDeleted: content.length === 0 },
            columns: { stated: JSON.stringify(content.flatMap(linesOf)) },
          },
          lines: content.flatMap(linesOf),
        }),
      ),
    }),
  );

const versionOf = (number: number): string => String(number).padStart(4, '0');

type Command = fc.AsyncCommand<Model, undefined>;

const newest = (one: { version: string } | undefined, other: { version: string }): boolean =>
  one === undefined || one.version < other.version;

/** Rows of AWS, in the order given and twice. A version of a key always has the same content: the one of its number. */
const arriving = (rows: readonly { key: string; version: number }[], contents: readonly Content[]): Command => ({
  check: () => true,
  run: async ({ AWS }) => {
    const all = rows.map(({ key, version }): Row => {
      const content = contents[(key.charCodeAt(0) * 7 + key.charCodeAt(1) + version * 3) % contents.length] ?? [];
      return { key, version: versionOf(version), content };
    });
    for (const row of all) if (newest(AWS.get(row.key), row)) AWS.set(row.key, row);
    await ingest('AWS', partOf('all'), all);
    await ingest('AWS', partOf('all'), all.toReversed());
  },
  toString: () => `AWS sends ${rows.map(({ key, version }) => `${key} v${version}`).join(', ')}`,
});

let parts = 0;

/** A whole part of GCP in a new version, whose rows arrive in pieces; what it no longer has is withdrawn, `times` over. */
const rewriting = (part: string, rows: readonly { key: number; content: Content }[], times: number): Command => ({
  check: () => true,
  run: async ({ GCP }) => {
    parts += 1;
    const version = versionOf(parts);
    const own = new Map(rows.map(({ key, content }) => [`${part}${key}`, { key: `${part}${key}`, version, content }]));
    for (const key of [...GCP.keys()]) if (key.startsWith(part)) GCP.delete(key);
    for (const [key, row] of own) GCP.set(key, row);
    for (let time = 0; time < times; time += 1) {
      for (const row of own.values()) await ingest('GCP', partOf(part), [row]);
      const input = { channel: 'GCP', connectionId, part: partOf(part), isEmpty: own.size === 0 } as const;
      while ((await m.act((call) => withdrawRows(call, input))) > 0);
    }
  },
  toString: () => `GCP writes part ${part} with ${rows.map(({ key }) => key).join(', ') || 'nothing'}`,
});

/** Rows are never removed: each history has keys and parts of its own, and begins without lines. */
let history = 0;
const forget = async (): Promise<void> => {
  history += 1;
  for (const table of ['revenue_line', 'revenue_record', 'revenue_day', 'revenue_total', 'revenue_owner_total'])
    await m.write(sql`delete from ${sql.table(table)} where org_id = ${m.orgId}`);
};

const call = () => ({ db: m.database.read(m.orgId), orgId: m.orgId, now: m.now() }) as unknown as ReadCall;

const exact = (amount: unknown): string => new Big(JSON.stringify(amount)).toFixed();
/** The amount and currency of a line within its payout. */
const withinPayout = ({ amount, currency, paid }: MoneyLine) => paid ?? { amount, currency };

const sum = (lines: readonly { amount: string }[]): string =>
  lines.reduce((total, { amount }) => total.plus(amount), new Big(0)).toFixed();

const isHeld = ({ recordId, stage, kind }: MoneyLine): boolean =>
  recordId !== null && (stage === 'DISBURSED' || stage === 'NOTED') && kind !== 'PARTNER_TAX';

/** The lines that count, each with its place in its row. */
const linesThatCount = (model: Model, channel: Channel): (MoneyLine & { position: number })[] =>
  [...model[channel].values()].flatMap(({ content }) =>
    content.flatMap(linesOf).map((line, position) => ({ ...line, position })),
  );

const countOf = (held: readonly MoneyLine[]): number =>
  Math.max(
    held.filter(({ stage }) => stage === 'DISBURSED').length,
    held.filter(({ stage }) => stage === 'NOTED').length,
  );

const expectedPayouts = (model: Model, channel: Channel): string[] => {
  const lines = linesThatCount(model, channel);
  const transfers = lines.filter(
    ({ kind, nature, position, references }) =>
      kind === 'PAYOUT' && nature !== 'FAILED' && position === 0 && references.payout !== undefined,
  );
  const groups = Map.groupBy(transfers, ({ references, currency }) => `${references.payout} ${currency}`);
  return [...groups.values()].map((alike) => {
    const { references, currency } = alike[0] as MoneyLine;
    const named = lines.filter((line) => line.references.payout === references.payout);
    const held = named.filter((line) => isHeld(line) && withinPayout(line).currency === currency);
    const withheld = sum(
      named.filter((line) => line.recordId === null && line.stage === 'NOTED' && line.currency === currency),
    );
    const hasFailed = named.some(
      ({ kind, nature, position }) => kind === 'PAYOUT' && (nature === 'FAILED' || position > 0),
    );
    const time = new Date(Math.max(...alike.map((line) => line.time.getTime()))).toISOString();
    const traces = alike.flatMap((line) => line.references.trace ?? []).sort();
    const sentIn = new Set(
      [...groups.values()]
        .map(([one]) => one as MoneyLine)
        .filter((one) => one.references.payout === references.payout)
        .map((one) => one.currency),
    );
    const heldIn = Map.groupBy(named.filter(isHeld), (line) => withinPayout(line).currency);
    const sumOf = (lines: readonly MoneyLine[], stages: readonly string[]) =>
      new Big(sum(lines.filter(({ stage }) => stages.includes(stage)).map(withinPayout)));
    // What is noted in the currency of a transfer is not counted again in the others in which it is noted.
    const isNoted = [...heldIn].some(([of, lines]) => sentIn.has(of) && !sumOf(lines, ['NOTED']).eq(0));
    const stated = [...heldIn].filter(
      ([of, lines]) => !sumOf(lines, isNoted && !sentIn.has(of) ? ['DISBURSED'] : ['DISBURSED', 'NOTED']).eq(0),
    );
    const paidIn = new Set(stated.map(([of]) => of));
    const isConverted = paidIn.size > 0 && sentIn.symmetricDifference(paidIn).size > 0;
    const others = [...heldIn]
      .filter(([of, lines]) => !sentIn.has(of) && !sumOf(lines, ['DISBURSED']).eq(0))
      .map(([of, lines]) => {
        const disbursed = lines.filter(({ stage }) => stage === 'DISBURSED');
        return `${of} ${sumOf(lines, ['DISBURSED']).toFixed()} ${disbursed.length}`;
      })
      .sort();
    const paid = sum(held.map(withinPayout));
    const difference = hasFailed || isConverted ? '-' : new Big(sum(alike)).minus(paid).minus(withheld).toFixed();
    return [
      channel,
      references.payout,
      currency,
      time,
      traces[0] ?? '-',
      sum(alike),
      paid,
      withheld,
      countOf(held),
      difference,
      ...others,
    ].join(' ');
  });
};

type Shown = Awaited<ReturnType<typeof listRevenuePayouts>>['payouts'][number];

const listAll = async (query: object, limit: number): Promise<Shown[]> => {
  const found: Shown[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await listRevenuePayouts(call(), { query: { ...query, limit, cursor } as never });
    assert.ok(page.payouts.length <= limit);
    found.push(...page.payouts);
    cursor = page.nextCursor;
  }
  return found;
};

const shownAs = (one: Shown): string =>
  [
    ...[
      one.partner,
      one.payout,
      one.currency,
      one.time,
      one.traceId ?? '-',
      exact(one.amount),
      exact(one.recordsAmount),
      one.withheldAmount === undefined ? '0' : exact(one.withheldAmount),
    ],
    ...[one.lines, one.difference === undefined ? '-' : exact(one.difference)],
    ...(one.convertedFrom ?? []).map(
      ({ currency, recordsAmount, lines }) => `${currency} ${exact(recordsAmount)} ${lines}`,
    ),
  ].join(' ');

/** The lists show what the model has; nothing is shown twice, and nothing is missing. */
const looking = (limit: number): Command => ({
  check: () => true,
  run: async (model) => {
    const all = await listAll({}, 1000);
    assert.deepEqual(await listAll({}, limit), all, 'pages of any size show the same');
    const times = all.map(({ time }) => time);
    assert.deepEqual(times, times.toSorted().reverse());
    for (const channel of channels) {
      const own = all.filter(({ partner }) => partner === channel);
      assert.deepEqual(own.map(shownAs).sort(), expectedPayouts(model, channel).sort());
      for (const traceId of ['t0', 't1'])
        assert.deepEqual(
          (await listAll({ partner: channel, traceId }, limit))
            .map(({ payout, currency }) => `${payout} ${currency}`)
            .sort(),
          [
            ...new Set(
              linesThatCount(model, channel)
                .filter(({ kind, nature, position }) => kind === 'PAYOUT' && nature !== 'FAILED' && position === 0)
                .filter(({ references }) => references.trace === traceId && references.payout !== undefined)
                .map(({ references, currency }) => `${references.payout} ${currency}`),
            ),
          ].sort(),
        );
      for (const payout of new Set(own.map((one) => one.payout))) {
        const records: string[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined; ) {
          const page: Awaited<ReturnType<typeof listRevenuePayoutRecords>> = await listRevenuePayoutRecords(call(), {
            params: { partner: channel, payout },
            query: { limit, cursor } as never,
          });
          records.push(
            ...page.records.map(
              ({ partnerRecordID, currency, amount, paidAmount, paidCurrency }) =>
                `${partnerRecordID} ${currency} ${exact(amount)} ${paidCurrency ? exact(paidAmount) : '-'} ${paidCurrency ?? '-'}`,
            ),
          );
          cursor = page.nextCursor;
        }
        const named = linesThatCount(model, channel).filter((line) => line.references.payout === payout);
        const sentIn = new Set(
          named
            .filter(({ kind, nature, position }) => kind === 'PAYOUT' && nature !== 'FAILED' && position === 0)
            .map((line) => line.currency),
        );
        const noted = Map.groupBy(
          named.filter((line) => isHeld(line) && line.stage === 'NOTED' && sentIn.has(line.currency)),
          ({ currency }) => currency,
        );
        const isNoted = [...noted.values()].some((lines) => !new Big(sum(lines)).eq(0));
        const held = named.filter(
          (line) => isHeld(line) && (line.stage !== 'NOTED' || sentIn.has(line.currency) || !isNoted),
        );
        const byRecord = Map.groupBy(held, ({ recordId, currency }) => `${recordId} ${currency}`);
        const shownRecord = ([name, lines]: [string, MoneyLine[]]): string => {
          const [one, ...more] = new Set(lines.map((line) => withinPayout(line).currency));
          const isConverted = more.length === 0 && lines.every(({ paid }) => paid !== undefined);
          return `${name} ${sum(lines)} ${isConverted ? `${sum(lines.map(withinPayout))} ${one}` : '- -'}`;
        };
        assert.deepEqual(records, [...byRecord].map(shownRecord).sort());
      }
    }
  },
  toString: () => `the lists are read, ${limit} at a time`,
});

const keyOf = fc.record({ key: fc.constantFrom('a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'b2'), version: fc.nat(6) });

test('payouts and the records in them follow the rows that count, whatever the order of arrival', async () => {
  const contents = fc.array(contentOf, { minLength: 6, maxLength: 12, size: 'max' });
  const histories = contents.chain((some) =>
    fc.commands(
      [
        fc.array(keyOf, { minLength: 3, maxLength: 12, size: 'max' }).map((rows) => arriving(rows, some)),
        fc
          .tuple(
            fc.constantFrom('x', 'y'),
            fc.array(
              fc.record({
                key: fc.nat(4),
                content: fc.constantFrom(...some.filter(({ length }) => length > 0), [{ ...blank }]),
              }),
              { maxLength: 4 },
            ),
            fc.integer({ min: 1, max: 2 }),
          )
          .map(([part, rows, times]) => rewriting(part, rows, times)),
        fc.integer({ min: 1, max: 3 }).map(looking),
      ],
      { maxCommands: 10, size: 'max' },
    ),
  );
  await fc.assert(
    fc.asyncProperty(histories, async (commands) => {
      await forget();
      const model: Model = { AWS: new Map(), GCP: new Map() };
      await fc.asyncModelRun(() => ({ model, real: undefined }), commands);
      await looking(2).run(model, undefined);
    }),
    { numRuns: 40 },
  );
});

const blank: Stated = {
  ...{ what: 'transfer', amount: new Big(1), currency: 'USD', paidIn: undefined },
  ...{ payout: 'p0', record: 'r0', trace: undefined, day: 1 },
};

test('what a report notes in the currency of the payout is of the record of its sale, which is in another one', async () => {
  await forget();
  const sale = { ...blank, what: 'sale', amount: new Big(0), record: 'r9', payout: 'p9' } as const;
  const lines = [
    ...linesOf(sale),
    ...linesOf(sale).map((line) => ({ ...line, stage: 'NOTED', currency: 'EUR', amount: '9' }) as const),
    // The same amount, in another currency in which the report states it.
    ...linesOf(sale).map((line) => ({ ...line, stage: 'NOTED', currency: 'GBP', amount: '8' }) as const),
  ];
  const transfer = linesOf({ ...blank, payout: 'p9', amount: new Big(9) }).map((line) => ({
    ...line,
    currency: 'EUR',
  }));
  const rows = [lines, transfer].map((own, index) =>
    prepareRow({
      row: {
        ...{ dataset: 'feed', key: `noted ${index}`, version: '1', isDeleted: false },
        columns: { index: String(index) },
      },
      lines: own,
    }),
  );
  await m.act((act) => ingestRows(act, { ...{ channel: 'AZURE', connectionId, part: 'noted' }, rows }));
  const { payouts } = await listRevenuePayouts(call(), { query: { partner: 'AZURE', limit: 10 } as never });
  assert.deepEqual(
    payouts.map((one) => [one.currency, exact(one.recordsAmount), exact(one.difference), one.convertedFrom]),
    [['EUR', '9', '0', undefined]],
  );
  const { records } = await listRevenuePayoutRecords(call(), {
    params: { partner: 'AZURE', payout: 'p9' },
    query: { limit: 10 } as never,
  });
  assert.deepEqual(
    records.map(({ partnerRecordID, currency, amount }) => `${partnerRecordID} ${currency} ${exact(amount)}`),
    ['r9 EUR 9', 'r9 USD 0'],
  );
});
