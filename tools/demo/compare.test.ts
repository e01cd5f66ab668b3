import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Big } from 'big.js';
import fc from 'fast-check';
import { type Books, compareBooks, type JournalRecord, type ReportRow, type StoredGroup } from './compare.ts';
import type { LedgerEntry } from './ledger.ts';

type Reported = LedgerEntry & { hour: number };

const dimensions = ['requests', 'storage'] as const;
const hourText = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const quantity = fc
  .integer({ min: 1, max: 50_000_000 })
  .map((millionths) => new Big(millionths).div(1_000_000).toFixed());

const usages = fc
  .array(fc.record({ hour: fc.nat(5), requests: quantity, storage: fc.option(quantity) }), {
    minLength: 1,
    maxLength: 25,
  })
  .map((all) =>
    all.map(
      ({ hour, requests, storage }, index): Reported => ({
        id: `usage-${index}`,
        hour,
        records: storage === null ? { requests } : { requests, storage },
      }),
    ),
  );

/** The books of a faultless service and marketplace: each hour is submitted once and fractions are carried. */
const keepBooks = (all: readonly Reported[]): Books => {
  const rows: ReportRow[] = [];
  for (const dimension of dimensions) {
    let carriedIn = new Big(0);
    for (let hour = 0; hour <= 5; hour += 1) {
      const own = all.filter((one) => one.hour === hour && one.records[dimension] !== undefined);
      if (own.length === 0) continue;
      const total = own.reduce((sum, one) => sum.plus(one.records[dimension] ?? 0), carriedIn);
      const told = total.round(0, Big.roundDown);
      const carriedOut = total.minus(told);
      rows.push({
        dimension,
        hour: hourText(hour),
        told: told.toFixed(),
        carriedIn: carriedIn.toFixed(),
        carriedOut: carriedOut.toFixed(),
        status: 'SUCCESS',
        groupIds: own.map(({ id }) => id),
      });
      carriedIn = carriedOut;
    }
  }
  return {
    accepted: all,
    unanswered: [],
    groups: all.map(({ id, records }) => ({ id, status: 'REPORTED', records })),
    rows,
    journal: rows
      .filter(({ told }) => told !== '0')
      .map(({ dimension, hour, told }) => ({ dimension, hour, quantity: told, differentResends: 0 })),
  };
};

const more = (text: string): string => new Big(text).plus(1).toFixed();
const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at);
const doubled = <T>(all: readonly T[], at: number): T[] =>
  all.flatMap((one, index) => (index === at ? [one, one] : [one]));
const changed = <T>(all: readonly T[], at: number, change: (one: T) => T): T[] =>
  all.map((one, index) => (index === at ? change(one) : one));

const oneMore = (group: StoredGroup): StoredGroup => ({
  ...group,
  records: { ...group.records, requests: more(group.records.requests ?? '0') },
});
const fault = {
  'a group is missing': (books: Books, at: number) => ({
    ...books,
    groups: without(books.groups, at % books.groups.length),
  }),
  'a group is there twice': (books: Books, at: number) => ({
    ...books,
    groups: doubled(books.groups, at % books.groups.length),
  }),
  'a group has another quantity': (books: Books, at: number) => ({
    ...books,
    groups: changed(books.groups, at % books.groups.length, oneMore),
  }),
  'a group is pending': (books: Books, at: number) => ({
    ...books,
    groups: changed(books.groups, at % books.groups.length, (group) => ({ ...group, status: 'REPORT_PENDING' })),
  }),
  'an acknowledged usage is unknown': (books: Books, at: number) => ({
    ...books,
    accepted: without(books.accepted, at % books.accepted.length),
  }),
  'a report is missing': (books: Books, at: number) => ({
    ...books,
    rows: without(books.rows, at % books.rows.length),
  }),
  'a report says more': (books: Books, at: number) => ({
    ...books,
    rows: changed(books.rows, at % books.rows.length, (row) => ({ ...row, told: more(row.told) })),
  }),
  'a record is missing': (books: Books, at: number) => ({
    ...books,
    journal: without(books.journal, at % books.journal.length),
  }),
  'a record is there twice': (books: Books, at: number) => ({
    ...books,
    journal: doubled(books.journal, at % books.journal.length),
  }),
  'a record has another quantity': (books: Books, at: number) => ({
    ...books,
    journal: changed(books.journal, at % books.journal.length, (one) => ({ ...one, quantity: more(one.quantity) })),
  }),
  'a record was sent with another quantity': (books: Books, at: number) => ({
    ...books,
    journal: changed(books.journal, at % books.journal.length, (one) => ({ ...one, differentResends: 1 })),
  }),
  'a record is in another hour': (books: Books, at: number) => ({
    ...books,
    journal: changed(books.journal, at % books.journal.length, (one): JournalRecord => ({ ...one, hour: hourText(9) })),
  }),
  'a usage was never answered': (books: Books) => ({ ...books, unanswered: ['usage-99'] }),
} satisfies Record<string, (books: Books, at: number) => Books>;

test('matching books balance to zero without a finding', () => {
  fc.assert(
    fc.property(usages, (all) => {
      const { identities, findings } = compareBooks(keepBooks(all));
      assert.deepEqual(findings, []);
      assert.ok(identities.every(({ difference }) => difference.eq(0)));
    }),
  );
});

for (const [name, change] of Object.entries(fault)) {
  test(`there is a finding when ${name}`, () => {
    fc.assert(
      fc.property(usages, fc.nat(), (all, at) => {
        const books = keepBooks(all);
        fc.pre(books.journal.length > 0);
        assert.notDeepEqual(compareBooks(change(books, at)).findings, []);
      }),
    );
  });
}

test('refused or waiting usage keeps the books in balance, and is shown', () => {
  const books = keepBooks([
    { id: 'told', hour: 0, records: { requests: '2.5' } },
    { id: 'waits', hour: 1, records: { requests: '4.25' } },
    { id: 'late', hour: 1, records: { requests: '1.125' } },
  ]);
  const { identities, findings } = compareBooks({
    ...books,
    rows: books.rows.slice(0, 1),
    journal: books.journal.slice(0, 1),
    groups: books.groups.map((group) =>
      group.id === 'told' ? group : { ...group, status: group.id === 'late' ? 'INVALID' : 'CREATED' },
    ),
  });
  const [requests] = identities;
  assert.equal(requests?.difference.toFixed(), '0');
  assert.equal(requests?.pending.toFixed(), '4.25');
  assert.equal(requests?.invalid.toFixed(), '1.125');
  assert.ok(findings.includes('usage waits is CREATED at the end'));
});

const severalBooks = (): Books => {
  const books = keepBooks([{ id: 'first', hour: 1, records: { requests: '4.5' } }]);
  const late = { dimension: 'requests', hour: hourText(1), told: '3', carriedIn: '0.5', carriedOut: '0.25' };
  return {
    ...books,
    severalInHour: true,
    accepted: [...books.accepted, { id: 'late', records: { requests: '2.75' } }],
    groups: [...books.groups, { id: 'late', status: 'REPORTED', records: { requests: '2.75' } }],
    rows: [...books.rows, { ...late, status: 'SUCCESS', groupIds: ['late'] }],
    journal: [...books.journal, { dimension: 'requests', hour: hourText(1), quantity: '3', differentResends: 0 }],
  };
};

test('an hour may be counted by several records if the marketplace allows it', () => {
  const books = severalBooks();
  const { identities, findings } = compareBooks(books);
  assert.deepEqual(findings, []);
  assert.equal(identities[0]?.difference.toFixed(), '0');
  assert.notDeepEqual(compareBooks({ ...books, severalInHour: false }).findings, []);
  assert.notDeepEqual(compareBooks({ ...books, journal: doubled(books.journal, 1) }).findings, []);
  assert.notDeepEqual(compareBooks({ ...books, journal: without(books.journal, 0) }).findings, []);
  assert.notDeepEqual(
    compareBooks({ ...books, journal: changed(books.journal, 1, (one) => ({ ...one, quantity: '4' })) }).findings,
    [],
  );
});

test('one of several records of an hour may wait or fail while the other is counted', () => {
  const books = severalBooks();
  for (const [status, column] of [
    ['CREATED', 'pending'],
    ['REPORT_PENDING', 'pending'],
    ['FAILED', 'failed'],
  ] as const) {
    const rows = changed(books.rows, 1, (row) => ({ ...row, status }));
    const [waits] = compareBooks({ ...books, rows, journal: without(books.journal, 1) }).identities;
    assert.deepEqual([waits?.difference.toFixed(), waits?.[column].toFixed()], ['0', '3']);
    // Its response was lost, and the marketplace has counted it.
    const [counted] = compareBooks({ ...books, rows }).identities;
    assert.deepEqual([counted?.difference.toFixed(), counted?.[column].toFixed()], ['0', '0']);
  }
});

test('usage that ends as expected is no finding, and is judged by dimension', () => {
  const books = keepBooks([
    { id: 'told', hour: 0, records: { requests: '2' } },
    { id: 'mixed', hour: 1, records: { requests: '1', storage: '5' } },
  ]);
  const states = { requests: 'REPORTED', storage: 'INVALID' };
  const isStorage = ({ dimension }: { dimension: string }): boolean => dimension === 'storage';
  const mixed: Books = {
    ...books,
    groups: changed(books.groups, 1, (group) => ({ ...group, status: 'INVALID', states })),
    rows: books.rows.filter((row) => !isStorage(row)),
    journal: books.journal.filter((record) => !isStorage(record)),
  };
  assert.ok(compareBooks(mixed).findings.includes('usage mixed is INVALID at the end'));
  const { identities, findings } = compareBooks({ ...mixed, endsAs: new Map([['mixed', 'INVALID']]) });
  assert.deepEqual(findings, []);
  assert.deepEqual(
    identities.map(({ dimension, invalid, difference }) => [dimension, invalid.toFixed(), difference.toFixed()]),
    [
      ['requests', '0', '0'],
      ['storage', '5', '0'],
    ],
  );
});
