import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedFault, FeedRow } from '../port.ts';
import { billingEvent } from './billing-event.test-support.ts';
import { awsDatasets } from './datasets.ts';
import { readFeedRows } from './read-rows.ts';

const datasetOf = (name: string) => {
  const found = awsDatasets.find(({ dataset }) => dataset === name);
  assert.ok(found);
  return found;
};

const inPieces = async function* (bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const read = async (file: string | Uint8Array, name = 'billing_event', size = 1000): Promise<FeedRow[]> => {
  const rows: FeedRow[] = [];
  for await (const batch of readFeedRows(inPieces(Buffer.from(file), size), datasetOf(name), 'part')) {
    assert.ok(batch.length <= 1000);
    rows.push(...batch);
  }
  return rows;
};

const faultOf = async (file: string | Uint8Array, name?: string): Promise<FeedFault> => {
  const error = await read(file, name).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(isFeedFault(error), String(error));
  return error.feedFault;
};

const columns = Object.keys(billingEvent('').columns);
const header = columns.join(',');
const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const lineOf = (id: string, changes: Record<string, string | null> = {}): string => {
  const { columns: cells } = billingEvent(id, changes);
  return columns.map((name) => quote(cells[name] ?? '')).join(',');
};
const fileOf = (...lines: string[]): string => `${[header, ...lines].join('\n')}\n`;

test('rows are read by column name, in any order, with additional columns; an empty cell is null', async () => {
  const [plain] = await read(fileOf(lineOf('A')));
  assert.deepEqual(plain, {
    dataset: 'billing_event',
    key: 'A',
    version: '2019-01-01T00:00:00.000000000Z|2018-12-31T00:00:00.000000000Z',
    isDeleted: false,
    columns: billingEvent('A').columns,
  });
  const turned = fileOf(lineOf('A'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => [index === 0 ? 'brand_new' : 'N', ...line.split(',').toReversed()].join(','));
  const [moved] = await read(`${turned.join('\n')}\n`);
  assert.deepEqual(
    { ...moved, columns: { ...moved?.columns, brand_new: null } },
    {
      ...plain,
      columns: { ...plain?.columns, brand_new: null },
    },
  );
  assert.equal(moved?.columns.brand_new, 'N');
  assert.deepEqual(await read(`${header}\n`), [], 'a file with only a header is a month without rows');
});

test('a later version of a row sorts after an earlier one, and a deleted row is marked as such', async () => {
  const dates = ['2019-01-01T00:00:00Z', '2019-01-01 00:00:00.5', '2019-01-02', '2019-10-01T00:00:00Z'];
  const rows = await read(fileOf(...dates.map((update_date) => lineOf('A', { update_date }))));
  const versions = rows.map(({ version }) => version);
  assert.deepEqual(versions, versions.toSorted());
  assert.equal(new Set(versions).size, dates.length);
  const [deleted] = await read(fileOf(lineOf('A', { delete_date: '2019-01-02T00:00:00Z' })));
  assert.equal(deleted?.isDeleted, true);
});

test('a feed with a history has a key for each time from which a row is valid', async () => {
  const head = 'valid_from,insert_date,update_date,delete_date,offer_id,offer_revision,name';
  const day = (date: string) => `2020-01-${date}T00:00:00Z`;
  const row = (from: string, revision: string) =>
    `${day(from)},${day('09')},${day('09')},,offer-1,${revision},"a, ""b"""`;
  const rows = await read([head, row('01', '1'), row('02', '1'), row('02', '2'), ''].join('\n'), 'offer');
  assert.deepEqual(
    rows.map(({ key }) => key),
    [
      'offer-1|1|2020-01-01T00:00:00.000000000Z',
      'offer-1|1|2020-01-02T00:00:00.000000000Z',
      'offer-1|2|2020-01-02T00:00:00.000000000Z',
    ],
  );
  assert.equal(rows[0]?.columns.name, 'a, "b"');
  const negative = await faultOf([head, row('01', '1'), row('02', '-1'), ''].join('\n'), 'offer');
  assert.deepEqual([negative.code, negative.line], ['UNREADABLE_VALUE', 3]);
});

test('a file that breaks its format is a fault with its line', async () => {
  const [one, two] = [lineOf('A'), lineOf('B')];
  const cases: [string, string | Uint8Array, string, number][] = [
    ['no byte', '', 'WRONG_HEADER', 1],
    ['another header', 'a,b,c\n1,2,3\n', 'WRONG_HEADER', 1],
    ['a column twice', `${header},amount\n`, 'WRONG_HEADER', 1],
    ['a missing column', fileOf(one).replace('amount', 'Amount'), 'MISSING_COLUMN', 1],
    ['a half last line', fileOf(one, two).slice(0, -30), 'TRUNCATED', 3],
    ['a last line without its end', fileOf(one, two).slice(0, -1), 'TRUNCATED', 3],
    ['a cell too many', fileOf(one, `${two},`), 'CELL_COUNT', 3],
    ['a cell too few', fileOf(one, 'A,B', two), 'CELL_COUNT', 3],
    ['a quote that is never closed', fileOf(one, two.replace('USD', '"USD'), two), 'NOT_CSV', 3],
    ['not UTF-8', Buffer.from(fileOf(one, two.replace('USD', 'US\xe9')), 'latin1'), 'NOT_UTF8', 3],
    ['a line without end', fileOf(one, lineOf('x'.repeat(300_000)), two), 'LINE_TOO_LONG', 3],
    ['no key', fileOf(lineOf('')), 'UNREADABLE_VALUE', 2],
    ['no amount', fileOf(one, lineOf('B', { amount: null })), 'UNREADABLE_VALUE', 3],
    ['an amount with groups', fileOf(one, lineOf('B', { amount: '1,000.00' })), 'UNREADABLE_VALUE', 3],
    ['an amount that is no number', fileOf(lineOf('B', { amount: 'NaN' })), 'UNREADABLE_VALUE', 2],
    ['a currency', fileOf(lineOf('B', { currency: 'US$' })), 'UNREADABLE_VALUE', 2],
    ['a date', fileOf(lineOf('B', { invoice_date: '31/12/2018' })), 'UNREADABLE_VALUE', 2],
    ['a day that does not exist', fileOf(lineOf('B', { invoice_date: '2019-02-30' })), 'UNREADABLE_VALUE', 2],
    ['a flag', fileOf(lineOf('B', { balance_impacting: '2' })), 'UNREADABLE_VALUE', 2],
  ];
  for (const [name, file, code, line] of cases) {
    const fault = await faultOf(file);
    assert.deepEqual([fault.code, fault.line, fault.part], [code, line, 'part'], name);
  }
});

test('whatever the cells are and wherever the bytes are split, the rows read are those that were written', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'ü', '東', '😀', ' '), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), fc.integer({ min: 1, max: 400 }), async (texts, size) => {
      const file = fileOf(...texts.map((invoice_id, index) => lineOf(`K${index}`, { invoice_id })));
      const rows = await read(file, 'billing_event', size);
      assert.deepEqual(
        rows.map(({ columns: cells }) => cells.invoice_id ?? ''),
        texts,
      );
    }),
    { numRuns: 200 },
  );
});
