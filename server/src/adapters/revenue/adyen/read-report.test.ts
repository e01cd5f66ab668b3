import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldLines } from '../../../domain/revenue/record/fold-lines.ts';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedRow } from '../port.ts';
import { neededColumns } from './columns.ts';
import { readReport } from './read-report.ts';
import { translateRow } from './translate-row.ts';

const part = { name: 'report.csv', version: '2026-03-05T04:00:00.000Z', time: new Date(0), bytes: null };

type Cells = Record<string, string>;

const base: Cells = {
  'Merchant Account': 'AcmeECOM',
  'Creation Date': '2026-03-02 11:00:00',
  TimeZone: 'CET',
  'Net Currency': 'USD',
  'Batch Number': '4',
};
const settled: Cells = {
  ...base,
  'Psp Reference': 'PSP1',
  Type: 'Settled',
  'Gross Currency': 'USD',
  'Gross Credit (GC)': '10000.00',
  'Net Credit (NC)': '9700.00',
  'Markup (NC)': '300.00',
};
const payout = (amount: string): Cells => ({ ...base, Type: 'MerchantPayout', 'Net Debit (NC)': amount });

const csvOf = (rows: Cells[], header: readonly string[] = neededColumns): string =>
  [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map((cells) => `${cells.join(',')}\n`).join('');

const read = async (bytes: string | Uint8Array, piece = 1000): Promise<FeedRow[]> => {
  const whole = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const pieces = async function* () {
    for (let at = 0; at < whole.length; at += piece) yield whole.subarray(at, at + piece);
  };
  const rows: FeedRow[] = [];
  for await (const batch of readReport(part, pieces())) {
    assert.ok(batch.length <= 1000);
    rows.push(...batch);
  }
  return rows;
};

const faultOf = async (reading: Promise<unknown>): Promise<[string, number | undefined] | string> => {
  try {
    await reading;
  } catch (error) {
    if (isFeedFault(error)) return [error.feedFault.code, error.feedFault.line];
    throw error;
  }
  return 'no fault';
};

test('every fault in a report is found, with its line', async () => {
  const good = [settled, payout('9700.00')];
  assert.equal((await read(csvOf(good))).length, 2);
  const faultIn = (change: Cells) => faultOf(read(csvOf([settled, { ...settled, ...change }])));
  const unreadable = ['UNREADABLE_VALUE', 3];
  assert.deepEqual(await faultIn({ 'Net Credit (NC)': '9,5' }), ['WRONG_LENGTH', 3]);
  assert.deepEqual(await faultIn({ 'Net Credit (NC)': '1e3' }), unreadable);
  assert.deepEqual(await faultIn({ 'Markup (NC)': 'free' }), unreadable);
  assert.deepEqual(await faultIn({ 'Net Currency': 'dollar' }), unreadable);
  assert.deepEqual(await faultIn({ 'Gross Currency': '' }), unreadable);
  assert.deepEqual(await faultIn({ 'Creation Date': '2026-02-30 11:00:00' }), unreadable);
  assert.deepEqual(await faultIn({ 'Creation Date': '02/03/2026' }), unreadable);
  assert.deepEqual(await faultIn({ TimeZone: 'XYZ' }), unreadable);
  assert.deepEqual(await faultIn({ Type: '' }), ['MISSING_VALUE', 3]);
  assert.deepEqual(await faultIn({ 'Batch Number': '' }), ['MISSING_VALUE', 3]);
  assert.deepEqual(await faultIn({ 'Net Debit (NC)': '1.00' }), ['DEBIT_AND_CREDIT', 3]);
  assert.deepEqual(await faultIn({ 'Gross Debit (GC)': '1.00' }), ['DEBIT_AND_CREDIT', 3]);
  assert.deepEqual(await faultIn({ 'Merchant Reference': '"never closed' }), ['UNREADABLE_ROW', 3]);
  const [, ...others] = neededColumns;
  assert.deepEqual(await faultOf(read(csvOf(good, others))), ['MISSING_COLUMN', 1]);
  assert.deepEqual(await faultOf(read(csvOf(good, [...neededColumns, 'Type']))), ['DOUBLE_COLUMN', 1]);
  assert.deepEqual(await faultOf(read('<html>\n<body>\n')), ['WRONG_HEADER', 1]);
  assert.deepEqual(await faultOf(read('')), ['EMPTY', undefined]);
  assert.deepEqual(await faultOf(read(csvOf([]))), ['EMPTY', undefined]);
  assert.deepEqual(await faultOf(read(csvOf([settled, payout('9699.99')]))), ['INCOMPLETE', undefined]);
});

test('bytes that are not UTF-8 are found with their line, wherever the chunks end', async () => {
  const [before = '', after = ''] = csvOf([settled, { ...settled, 'Merchant Reference': 'caf#' }, payout('1')]).split(
    '#',
  );
  const bytes = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)]);
  for (const piece of [64, 1000, 100_000]) assert.deepEqual(await faultOf(read(bytes, piece)), ['NOT_UTF8', 3]);
  const rows = await read(csvOf([{ ...settled, 'Merchant Reference': 'café €' }, payout('9700.00')]), 1);
  assert.equal(rows[0]?.columns['Merchant Reference'], 'café €');
});

test('a report that is cut off anywhere is a fault', async () => {
  const whole = csvOf([
    settled,
    { ...settled, 'Psp Reference': 'PSP2' },
    { ...base, Type: 'Fee', 'Net Debit (NC)': '5' },
    payout('19395.00'),
  ]);
  assert.equal((await read(whole)).length, 4);
  await fc.assert(
    // In the last row only the line end may be missing.
    fc.asyncProperty(fc.nat(whole.trimEnd().length - 1), async (length) => {
      const found = await faultOf(read(whole.slice(0, length)));
      // The last column is the batch number: its one digit is the last character.
      assert.notEqual(found, 'no fault');
    }),
  );
});

test('columns with the same name are all kept', async () => {
  const header = [...neededColumns, 'Note', 'Note'];
  const [row] = await read(csvOf([{ ...settled, Note: 'x' }, payout('9700.00')], header));
  assert.deepEqual([row?.columns.Note, row?.columns[`Note #${header.length}`]], ['x', 'x']);
});

test('a large report is read in bounded batches', async () => {
  const rows = Array.from({ length: 2300 }, (_, index) => ({ ...settled, 'Psp Reference': `PSP${index}` }));
  const found = await read(csvOf([...rows, payout(`${2300 * 9700}.00`)]), 65_536);
  assert.equal(new Set(found.map(({ key }) => key)).size, 2301);
});

const shown = (rows: FeedRow[]) => {
  const [one] = foldLines(rows.flatMap(translateRow).filter(({ kind }) => kind !== 'PAYOUT'));
  return [one?.billed, one?.refunded, one?.tax, one?.fee, one?.collectable, one?.collected, one?.disbursed];
};

test('the cash figures of two invoices are right', async () => {
  const second = { ...settled, 'Batch Number': '5', 'Psp Reference': 'PSP2' };
  const rows = await read(
    csvOf([
      settled,
      payout('9700.00'),
      { ...second, 'Gross Credit (GC)': '5000.00', 'Net Credit (NC)': '4850.00', 'Markup (NC)': '150.00' },
      {
        ...{ ...second, Type: 'Refunded', 'Gross Credit (GC)': '', 'Net Credit (NC)': '' },
        ...{ 'Gross Debit (GC)': '1000.00', 'Net Debit (NC)': '970.00', 'Markup (NC)': '-30.00' },
      },
      { ...payout('3880.00'), 'Batch Number': '5' },
    ]),
  );
  assert.deepEqual(shown(rows), ['14000', '1000', '0', '420', '13580', '13580', '13580']);
  // Before the second batch is closed, there is no report of it.
  assert.deepEqual(shown(rows.slice(0, 2)), ['10000', '0', '0', '300', '9700', '9700', '9700']);
});

test('a payment in another currency counts in the currency of the payout', async () => {
  const converted = { ...settled, 'Gross Currency': 'GBP', 'Gross Credit (GC)': '8000.00', 'Exchange Rate': '1.25' };
  assert.deepEqual(shown(await read(csvOf([converted, payout('9700.00')]))).slice(0, 4), ['10000', '0', '0', '300']);
});

test('costs that are stated but not withheld are not a fee', async () => {
  const invoiced = { ...settled, 'Net Credit (NC)': '10000.00' };
  assert.deepEqual(shown(await read(csvOf([invoiced, payout('10000.00')]))).slice(0, 4), ['10000', '0', '0', '0']);
});

test('entries of unknown types are adjustments, whether or not they are about a payment', async () => {
  const deduction = { ...base, Type: 'InvoiceDeduction', 'Net Debit (NC)': '700.00' };
  const unknown = { ...settled, Type: 'MoonPhaseCorrection' };
  const lines = (await read(csvOf([deduction, unknown, payout('9000.00')]))).flatMap(translateRow);
  assert.deepEqual(
    lines.filter(({ stage }) => stage === 'BILLED').map(({ recordId, kind, amount }) => [recordId, kind, amount]),
    [
      ['AcmeECOM 4 1', 'ADJUSTMENT', '-700'],
      ['PSP1', 'ADJUSTMENT', '10000'],
      ['PSP1', 'FEE', '-300'],
    ],
  );
});

test('second chargebacks are returns', async () => {
  const charged = { ...settled, Type: 'SecondChargeback', 'Gross Credit (GC)': '', 'Net Credit (NC)': '' };
  const amounts = {
    'Gross Debit (GC)': '100.00',
    'Net Debit (NC)': '107.50',
    'Markup (NC)': '',
    'Commission (NC)': '7.50',
  };
  const rows = await read(csvOf([settled, { ...charged, ...amounts }, payout('9592.50')]));
  assert.deepEqual(shown(rows).slice(0, 4), ['9900', '100', '0', '307.5']);
});

test('batches of two merchant accounts are two payouts, even with the same number', async () => {
  const other = { 'Merchant Account': 'Acme-POS' };
  const rows = await read(
    csvOf([settled, payout('9700.00'), { ...settled, ...other }, { ...payout('9700.00'), ...other }]),
  );
  assert.deepEqual(
    rows.map((row) => [...new Set(translateRow(row).map(({ references }) => references.payout))]),
    [['AcmeECOM-4'], ['AcmeECOM-4'], ['Acme-POS-4'], ['Acme-POS-4']],
  );
});
