import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFeedFault } from '../feed-fault.ts';
import type { FeedFault, FeedPart, FeedRow } from '../port.ts';
import { readRows } from './read-rows.ts';
import { billColumns } from './rows.test-support.ts';
import { exportTables, revenueTable } from './tables.ts';
import { translatePayment } from './translate-exports.ts';

const part: FeedPart = {
  name: 'ISVRevenue/r/e',
  version: '2026-11-20T00:00:00.000Z',
  time: new Date('2026-11-20T00:00:00Z'),
  bytes: null,
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const cellOf = (text: string): string => (/[",\r\n]/.test(text) ? quoted(text) : text);

/** A file of lines that each differ from the usual one, with the columns of the first. */
const fileOf = (...lines: Record<string, string | null>[]): string => {
  const [first = billColumns()] = lines;
  const names = Object.keys(first);
  const rows = lines.map((line) => names.map((name) => cellOf(line[name] ?? '')).join(','));
  return [names.join(','), ...rows].map((line) => `${line}\r\n`).join('');
};

const piecesOf = async function* (content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
};

const read = async (file: string | Uint8Array, size = 50, table = revenueTable): Promise<FeedRow[]> => {
  const rows: FeedRow[] = [];
  for await (const batch of readRows(part, table, piecesOf(Buffer.from(file), size))) {
    assert.ok(batch.length <= 1000);
    rows.push(...batch);
  }
  return rows;
};

const faultOf = async (file: string | Uint8Array): Promise<FeedFault> => {
  try {
    await read(file);
  } catch (error) {
    if (isFeedFault(error)) return error.feedFault;
    throw error;
  }
  throw new Error('there was no fault');
};

test('the key of a row is its purchase record and line item, its version the time of the report', async () => {
  const [row] = await read(fileOf(billColumns({ Revenue: '0.50', Mood: 'new' })));
  assert.deepEqual([row?.dataset, row?.key, row?.version], ['ISVRevenue', 'P1|L1', '2026-11-20T00:00:00.000Z']);
  assert.deepEqual([row?.columns.Revenue, row?.columns.PaymentSentDate, row?.columns.Mood], ['0.50', null, 'new']);
  const payment =
    'paymentID,PROGRAMNAME,totalPayment,paymentCurrencyCode,paymentDate,paymentStatus\n1,Store,5,USD,2026-01-01,Sent\n';
  const [paid] = await read(payment, 7, exportTables.payments);
  assert.deepEqual([paid?.key, paid?.columns.programName], ['1|Store', 'Store'], 'names are found in any case');
});

test('a payment to several accounts of a seller is one payout of their sum, wherever its rows are in the file', async () => {
  const names = 'paymentID,programName,participantID,totalPayment,paymentCurrencyCode,paymentDate,paymentStatus';
  const row = (id: string, participant: string, amount: string, status = 'Sent'): string =>
    [id, 'Azure Marketplace', participant, amount, 'USD', '2026-11-15', status].join(',');
  const lines = [row('1', 'a', '194.00'), row('2', 'a', '5.00'), row('1', 'b', '97.50'), row('1', 'a', '194.00')];
  const fileIn = (all: readonly string[]): string => `${[names, ...all].join('\n')}\n`;
  const paidBy = async (all: readonly string[]) => {
    const rows = await read(fileIn(all), 50, exportTables.payments);
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['1|Azure Marketplace', '2|Azure Marketplace'],
    );
    return rows.flatMap(translatePayment).map(({ amount, kind, references }) => [references.payout, kind, amount]);
  };
  const second = ['2', 'PAYOUT', '5'];
  assert.deepEqual(await paidBy(lines), [['1', 'PAYOUT', '291.5'], second]);
  const [one, other] = [lines, [lines[2] ?? '', ...lines]].map((all) => read(fileIn(all), 50, exportTables.payments));
  assert.deepEqual((await one)?.[0], (await other)?.[0], 'whatever the order');
  const open = [...lines.slice(0, 2), row('1', 'b', '97.50', 'In progress')];
  assert.deepEqual(await paidBy(open), [['1', 'PAYOUT', '194'], second]);
  const euros = row('1', 'c', '1').replace('USD', 'EUR');
  await assert.rejects(paidBy([...lines, euros]), isFeedFault, 'two currencies');
});

test('the byte order mark, line ends, quotes and order of columns do not matter', async () => {
  const lines = [billColumns(), billColumns({ LineItemId: 'L2', OfferName: 'A, "B"\r\nü 東' })];
  const plain = await read(fileOf(...lines));
  assert.equal(plain[1]?.columns.OfferName, 'A, "B"\r\nü 東');
  const names = Object.keys(billColumns());
  const all = [names, ...lines.map((line) => names.map((name) => line[name] ?? ''))];
  const quotedFile = all.map((cells) => cells.map(quoted).join(',')).join('\n');
  assert.deepEqual(await read(quotedFile), plain, 'quoted, with a line feed between lines only');
  assert.deepEqual(await read(`\uFEFF${fileOf(...lines)}`), plain);
  const reversed = lines.map((line) => Object.fromEntries(Object.entries(line).reverse()));
  assert.deepEqual(await read(fileOf(...reversed)), plain);
});

test('words for "nothing" are read as null in place of an amount, a currency or a date', async () => {
  for (const word of ['NA', 'n/a', 'null', ' - ']) {
    const [row] = await read(fileOf(billColumns({ PaymentSentDate: word, EarningAmountPC: word, OfferName: word })));
    assert.deepEqual([row?.columns.PaymentSentDate, row?.columns.EarningAmountPC], [null, null], word);
    assert.equal(row?.columns.OfferName, word, 'a name is a name');
  }
  assert.equal((await faultOf(fileOf(billColumns({ Revenue: 'NA' })))).code, 'UNREADABLE_VALUE');
});

test('a file that breaks its format is a fault, with its line', async () => {
  const [one, two] = [billColumns(), billColumns({ LineItemId: 'L2' })];
  const without = (name: string) => Object.fromEntries(Object.entries(one).filter(([column]) => column !== name));
  const whole = fileOf(one, two);
  const latin = Buffer.from(fileOf(one, { ...two, OfferName: 'Zürich' }), 'latin1');
  const cases: [string, string | Uint8Array, string, number][] = [
    ['nothing', '', 'WRONG_HEADER', 1],
    ['another file', 'a,b\r\n1,2\r\n', 'WRONG_HEADER', 1],
    ['a column twice', whole.replace('OfferName', 'SKU'), 'WRONG_HEADER', 1],
    ['no revenue', fileOf(without('Revenue')), 'MISSING_COLUMN', 1],
    ['no key', fileOf(without('LineItemId')), 'MISSING_COLUMN', 1],
    ['another encoding', latin, 'NOT_UTF8', 3],
    ['two bytes for a character', Buffer.from(`\uFEFF${whole}`, 'utf16le'), 'NOT_UTF8', 1],
    ['cut within the last cell', whole.slice(0, -4), 'TRUNCATED', 3],
    ['cut within a line', whole.slice(0, -20), 'TRUNCATED', 3],
    ['cut behind a cell', `${whole}P3,L3\r\n`, 'CELL_COUNT', 4],
    ['a quote that is never closed', fileOf(one).replace('Contoso API', '"Contoso API'), 'NOT_CSV', 2],
    ['no key value', fileOf(one, { ...two, LineItemId: null }), 'UNREADABLE_VALUE', 3],
    ['no amount', fileOf({ ...one, Revenue: null }), 'UNREADABLE_VALUE', 2],
    ['an amount with groups', fileOf(one, { ...two, Revenue: '1,000' }), 'UNREADABLE_VALUE', 3],
    ['an amount that is no number', fileOf(one, { ...two, EarningAmountPC: 'NaN' }), 'UNREADABLE_VALUE', 3],
    ['a currency', fileOf({ ...one, EarningCurrencyCode: 'Euro' }), 'UNREADABLE_VALUE', 2],
    ['a day that does not exist', fileOf(one, { ...two, TermEndDate: '2026-02-30' }), 'UNREADABLE_VALUE', 3],
  ];
  for (const [name, file, code, line] of cases) {
    const fault = await faultOf(file);
    assert.deepEqual([fault.code, fault.line, fault.part], [code, line, part.name], name);
  }
});

test('the rows of a line, one for each status, become one row', async () => {
  const statuses = ['Sent', 'Upcoming', 'Uncollected'];
  const lines = statuses.map((PayoutStatus) => billColumns({ PayoutStatus }));
  const rows = await read(fileOf(billColumns({ LineItemId: 'L0' }), ...lines, billColumns({ LineItemId: 'L2' })));
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['P1|L0', 'P1|L1', 'P1|L2'],
  );
  const { columns = {} } = rows[1] ?? {};
  assert.deepEqual([columns.PayoutStatus, columns['PayoutStatus #2'], columns['PayoutStatus #3']], statuses);
  const fault = await faultOf(fileOf(...Array.from({ length: 101 }, () => billColumns())));
  assert.deepEqual([fault.code, fault.line], ['TOO_MANY_ROWS', 102]);
});

test('many rows are read in batches', async () => {
  const lines = Array.from({ length: 2500 }, (_, index) => billColumns({ LineItemId: `L${index}` }));
  const sizes: number[] = [];
  for await (const batch of readRows(part, revenueTable, piecesOf(Buffer.from(fileOf(...lines)), 65_536)))
    sizes.push(batch.length);
  assert.deepEqual(sizes, [1000, 1000, 500]);
});

test('whatever the cells are and wherever the bytes are split, the rows read are those that were written', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'ü', '東', '😀', ' '), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 12 }), fc.integer({ min: 1, max: 400 }), async (texts, size) => {
      const lines = texts.map((OfferName, index) => billColumns({ LineItemId: `L${index}`, OfferName }));
      const rows = await read(fileOf(...lines), size);
      assert.deepEqual(
        rows.map(({ columns }) => columns.OfferName ?? ''),
        texts,
      );
    }),
    { numRuns: 200 },
  );
});
