import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Books, compareBooks, type JournalRecord, type StoredGroup } from '../compare.ts';
import { type Market, markets } from '../markets.ts';
import { type ClosingUsage, closingDimension, planClosingUsage } from './closing-usage.ts';
import { findTooLate, judgeMonth, type MonthBooks, splitAtMonthEnd } from './judge-month.ts';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-29T18:00:00.000Z');
const hourText = (hour: number): string => new Date(start + hour * hourMs).toISOString();

/** The books of a faultless service and marketplace. */
const keepBooks = (market: Market, closing: readonly ClosingUsage[]): MonthBooks => {
  const counted = Map.groupBy(
    closing.filter(({ countedIn }) => countedIn !== null),
    ({ usage, countedIn }) => (market.severalInHour ? usage.id : String(countedIn)),
  );
  return {
    market,
    start,
    reportMinute: 45,
    accepted: closing.map(({ usage, reportedIn }) => ({
      id: usage.id,
      records: usage.records,
      usedIn: usage.hour,
      reportedIn,
    })),
    groups: closing.map(({ usage, countedIn }): StoredGroup => {
      const status = countedIn === null ? 'INVALID' : 'REPORTED';
      return { id: usage.id, status, records: usage.records, states: { [closingDimension]: status } };
    }),
    journal: [...counted.values()].map((all): JournalRecord => {
      const hour = all[0]?.countedIn ?? 0;
      const quantity = all.reduce((sum, { usage }) => sum + Number(usage.records[closingDimension]), 0);
      const acceptedAt = new Date(start + Math.max(...all.map(({ reportedIn }) => reportedIn + 0.8)) * hourMs);
      return {
        dimension: closingDimension,
        hour: hourText(hour),
        time: hourText(hour),
        quantity: String(quantity),
        differentResends: 0,
        acceptedAt: acceptedAt.toISOString(),
      };
    }),
  };
};

for (const market of Object.values(markets)) {
  const closing = planClosingUsage(market, 'x', start);
  const books = keepBooks(market, closing);
  const firstLate = closing.find(({ countedIn }) => countedIn === null)?.usage.id ?? '';

  describe(`the end of a month at ${market.partner}`, () => {
    test('is right if everything is counted by the rules, and usage that came too late is recognized', () => {
      assert.deepEqual(judgeMonth(books, closing), []);
      const late = closing.filter(({ countedIn }) => countedIn === null).map(({ usage }) => usage.id);
      assert.deepEqual(
        [...findTooLate(books)],
        late.map((id) => [id, 'INVALID']),
      );
    });

    test('is wrong if usage in time is refused: that is not excused as too late', () => {
      const inTime = closing.find(({ countedIn }) => countedIn !== null)?.usage.id ?? '';
      const groups = books.groups.map((group) =>
        group.id === inTime ? { ...group, status: 'INVALID', states: { [closingDimension]: 'INVALID' } } : group,
      );
      // The marketplace has not counted it either.
      const ownHour = hourText(closing.find(({ usage }) => usage.id === inTime)?.countedIn ?? 0);
      const journal = books.journal.filter(({ hour }) => hour !== ownHour);
      assert.ok(!findTooLate({ ...books, groups, journal }).has(inTime));
      assert.notDeepEqual(judgeMonth({ ...books, groups, journal }, closing), []);
    });

    test('is wrong if something was counted after its cut-off', () => {
      const journal = books.journal.map((record) => ({
        ...record,
        acceptedAt: new Date(market.deadlineOf(Date.parse(record.hour)) + 1).toISOString(),
      }));
      assert.equal(
        judgeMonth({ ...books, journal }, closing).filter((finding) => /after the cut-off/.test(finding)).length,
        journal.length,
      );
    });

    test('is wrong if fractions of a unit were counted', () => {
      const journal = books.journal.map((record) => ({ ...record, quantity: `${record.quantity}.5` }));
      const findings = judgeMonth({ ...books, journal }, closing);
      assert.equal(findings.filter((finding) => /whole units/.test(finding)).length, journal.length);
    });

    test('is wrong if late usage is counted anyway, or in the new month', () => {
      const monthEnd = (market.monthEndOf(start) - start) / hourMs;
      const more = { dimension: closingDimension, quantity: '1', differentResends: 0 };
      for (const hour of [monthEnd - 1, monthEnd + 3]) {
        const acceptedAt = hourText(hour + 1);
        const journal = [...books.journal, { ...more, hour: hourText(hour), time: hourText(hour), acceptedAt }];
        assert.notDeepEqual(judgeMonth({ ...books, journal }, closing), []);
      }
      const groups = books.groups.map((group) => (group.id === firstLate ? { ...group, status: 'REPORTED' } : group));
      assert.notDeepEqual(judgeMonth({ ...books, groups }, closing), []);
    });

    test('balances month by month, but not if usage is counted in the other month', () => {
      const whole: Books = {
        ...books,
        unanswered: [],
        severalInHour: market.severalInHour,
        endsAs: findTooLate(books),
        rows: books.journal.map(({ dimension, hour, quantity }) => ({
          dimension,
          hour,
          told: quantity,
          carriedIn: '0',
          carriedOut: '0',
          status: 'SUCCESS',
          groupIds: books.groups.map(({ id }) => id),
        })),
      };
      const monthEnd = market.monthEndOf(start);
      for (const part of splitAtMonthEnd(whole, start, monthEnd)) assert.deepEqual(compareBooks(part).findings, []);
      const moved = books.journal.map((record, index) =>
        index === 0 ? { ...record, hour: new Date(monthEnd + 5 * hourMs).toISOString() } : record,
      );
      const parts = splitAtMonthEnd({ ...whole, journal: moved }, start, monthEnd);
      assert.ok(parts.every((part) => compareBooks(part).findings.some((finding) => /a difference of/.test(finding))));
    });
  });
}
