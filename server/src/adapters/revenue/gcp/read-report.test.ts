import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { readReport } from './read-report.ts';
import { placeOf } from './reports.ts';

const detailed = '2026-09-01 Detailed Disbursements Report.csv';
const insights = '2026-09-10 Customer Insights.csv';

const columns = [
  ...['sku_id', 'account_id', 'private_offer_id', 'cust_charges', 'marketplace_fee_amount', 'aggregated_payout'],
  ...['withheld_amount', 'released_amount', 'abandoned_amount', 'city'],
];
const cells = ['sku-1', 'A', '', '100', '10', '90', '0', '', '', 'Zürich, Kreis 4'];

const csv = (...rows: readonly string[][]): string =>
  rows.map((row) => `${row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`).join('');

const read = async (content: string | Buffer, name = detailed, pieceBytes = 7): Promise<FeedRow[]> => {
  const place = placeOf(name, '');
  assert.ok(place);
  const bytes = Buffer.from(content);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const rows: FeedRow[] = [];
  for await (const batch of readReport(pieces(), { ...place, accountId: 'acme-public' }, { name, version: '1789' })) {
    assert.ok(batch.length <= 1000);
    rows.push(...batch);
  }
  return rows;
};

const faultOf = async (content: string | Buffer, name = detailed) => {
  const error = await read(content, name).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(isFeedFault(error), String(error));
  const { code, part, line } = error.feedFault;
  assert.equal(part, name);
  return [code, line];
};

test('a row has all columns unchanged, a key made of its references, and the generation', async () => {
  const [row, ...others] = await read(csv(columns, cells));
  assert.deepEqual(others, []);
  assert.deepEqual(row, {
    dataset: 'detailed_disbursements',
    key: '2026-09|sku-1|A||||1|acme-public',
    version: '00000000000000001789',
    isDeleted: false,
    columns: {
      ...{ sku_id: 'sku-1', account_id: 'A', private_offer_id: null, cust_charges: '100' },
      ...{ marketplace_fee_amount: '10', aggregated_payout: '90', withheld_amount: '0', released_amount: null },
      ...{ abandoned_amount: null, city: 'Zürich, Kreis 4' },
    },
  });
});

test('the order of columns, a byte order mark and line ends do not matter', async () => {
  const expected = await read(csv(columns, cells));
  assert.deepEqual(await read(csv(columns.toReversed(), cells.toReversed())), expected);
  assert.deepEqual(await read(`\uFEFF${csv(columns, cells)}`), expected);
  assert.deepEqual(await read(csv(columns, cells).replaceAll('\r\n', '\n')), expected);
});

test('column names are read in every form that Google uses', async () => {
  const charges = '20260901 Charges and Usage.csv';
  const row = ['S', 'Google LLC', 'R', 'A', 'I', '3'];
  const asNow = csv(['SKU', 'Google Entity', 'Resource', 'Account Id', 'Insights Account Id', 'Usage'], row);
  const asBefore = csv(['SKU', 'Google entity', 'resource', 'Account ID', 'Insights account ID', 'usage'], row);
  assert.deepEqual(await read(asBefore, charges), await read(asNow, charges));
  const inWords = columns.map((name) => name.replaceAll('_', ' ').toUpperCase());
  assert.deepEqual(await read(csv(inWords.with(-1, 'city'), cells)), await read(csv(columns, cells)));
  const twice = await read(csv([...columns, 'SKU ID'], [...cells, 'other']));
  assert.deepEqual([twice[0]?.columns.sku_id, twice[0]?.columns['SKU ID']], ['sku-1', 'other']);
});

test('rows with the same key are distinguished, so that none is lost', async () => {
  const keys = (await read(csv(columns, cells, cells, cells.with(0, 'sku-2')))).map(({ key }) => key);
  assert.deepEqual(keys, [
    '2026-09|sku-1|A||||1|acme-public',
    '2026-09|sku-1|A||||2|acme-public',
    '2026-09|sku-2|A||||1|acme-public',
  ]);
});

test('rows of Customer Insights of one day are distinguished by their file', async () => {
  const content = csv(['date', 'external_account_id', 'sku_id'], ['2026-09-09', 'E', 'S']);
  const files = [insights, '2026-09-11 Customer Insights.csv', '2026-09-10 Customer Incremental Insights.csv'];
  const keys = await Promise.all(files.map(async (name) => (await read(content, name))[0]?.key));
  assert.equal(new Set(keys).size, files.length);
});

test('a file that breaks its format is a fault with its line', async () => {
  const right = csv(columns, cells, cells);
  assert.deepEqual(await faultOf(''), ['WRONG_HEADER', 1]);
  assert.deepEqual(await faultOf('<html>\n'), ['WRONG_HEADER', 1]);
  assert.deepEqual(await faultOf(csv([...columns, 'city'], [...cells, ''])), ['WRONG_HEADER', 1]);
  assert.deepEqual(await faultOf(csv(columns.slice(1), cells.slice(1))), ['MISSING_COLUMN', 1]);
  assert.deepEqual(await faultOf(csv(columns, cells, cells.slice(1))), ['CELL_COUNT', 3]);
  assert.deepEqual(await faultOf(right.slice(0, -2)), ['TRUNCATED', 3]);
  assert.deepEqual(await faultOf(right.slice(0, -1)), ['TRUNCATED', 3]);
  assert.deepEqual(await faultOf(Buffer.from(right, 'latin1')), ['NOT_UTF8', 2]);
  assert.deepEqual(await faultOf(Buffer.from(right, 'utf16le')), ['NOT_UTF8', 2]);
  for (const wrong of ['1,000', '$5', 'NaN', '0x10', '--1'])
    assert.deepEqual(await faultOf(csv(columns, cells, cells.with(3, wrong))), ['UNREADABLE_VALUE', 3], wrong);
  const header = ['date', 'external_account_id', 'sku_id', 'charges'];
  for (const [date, charges] of [
    ['2026-02-30', '1'],
    ['09/10/2026', '1'],
    ['2026-09-10', 'many'],
  ] as const)
    assert.deepEqual(await faultOf(csv(header, [date, 'E', 'S', charges]), insights), ['UNREADABLE_VALUE', 2]);
});

test('a truncation anywhere is noticed, unless it is between two lines', async () => {
  const right = Buffer.from(csv(columns, cells, cells));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: right.length - 1 }), async (length) => {
      const cut = right.subarray(0, length);
      if (cut.at(-1) === 0x0a) return;
      await assert.rejects(read(cut), isFeedFault);
    }),
  );
});

test('a large report is streamed: never much more than a batch is waiting', async () => {
  const place = placeOf(detailed, '');
  assert.ok(place);
  const rows = 50_000;
  let sent = 0;
  const pieces = async function* () {
    yield Buffer.from(csv(columns));
    for (; sent < rows; sent += 100)
      yield Buffer.from(csv(...Array.from({ length: 100 }, (_, at) => cells.with(0, `sku-${sent + at}`))));
  };
  let count = 0;
  let most = 0;
  for await (const batch of readReport(
    pieces(),
    { ...place, accountId: 'acme-public' },
    { name: detailed, version: '1' },
  )) {
    assert.ok(batch.length <= 1000);
    most = Math.max(most, sent - count);
    count += batch.length;
  }
  assert.equal(count, rows);
  assert.ok(most < 4000, `${most} rows`);
});
