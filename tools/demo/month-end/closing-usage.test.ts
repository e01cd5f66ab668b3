import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Market, markets } from '../markets.ts';
import { planUsage } from '../usage-plan.ts';
import { closingDimension, planClosingUsage, withClosingUsage } from './closing-usage.ts';

const hourMs = 3_600_000;
/** 30 hours before the end of a month in UTC: in winter and in summer time of California. */
const starts = ['2026-11-29T18:00:00.000Z', '2026-06-29T18:00:00.000Z', '2026-12-30T18:00:00.000Z'].map(Date.parse);
const hours = 42;

const assertForAll = (check: (market: Market, start: number) => void): void => {
  for (const market of Object.values(markets)) for (const start of starts) check(market, start);
};

/** The usage that reaches the marketplace: it is reported at minute 45. */
const reportedAt = (start: number, hour: number): number => start + hour * hourMs + 45 * 60_000;

test('the months and deadlines are those that the marketplaces publish', () => {
  const text = (time: number): string => new Date(time).toISOString();
  const [winter = 0, summer = 0] = starts;
  const lastHour = (market: Market, start: number): number => market.monthEndOf(start) - hourMs;
  const deadline = (market: Market, start: number): string => text(market.deadlineOf(lastHour(market, start)));
  assert.equal(deadline(markets.AWS, winter), '2026-12-01T06:00:00.000Z');
  assert.equal(deadline(markets.AZURE, winter), '2026-12-01T23:00:00.000Z');
  assert.equal(deadline(markets.GCP, winter), '2026-12-01T09:00:00.000Z');
  assert.equal(deadline(markets.GCP, summer), '2026-07-01T08:00:00.000Z');
  assert.equal(text(markets.GCP.monthEndOf(Date.parse('2026-12-01T07:59:59Z'))), '2026-12-01T08:00:00.000Z');
  assert.equal(text(markets.GCP.monthEndOf(Date.parse('2026-12-01T08:00:00Z'))), '2027-01-01T08:00:00.000Z');
});

test('usage around the end of a month is reported within the hours of the plan, and never before it was used', () => {
  assertForAll((market, start) => {
    const closing = planClosingUsage(market, 'x', start);
    assert.equal(new Set(closing.map(({ usage }) => usage.id)).size, closing.length);
    for (const { reportedIn, usage } of closing) {
      assert.ok(Number.isInteger(reportedIn) && Number.isInteger(usage.hour));
      assert.ok(usage.hour >= 0 && usage.hour <= reportedIn && reportedIn < hours);
    }
  });
});

test('it is counted in its own month and before its deadline, or not at all', () => {
  assertForAll((market, start) => {
    const closing = planClosingUsage(market, 'x', start);
    for (const { reportedIn, usage, countedIn } of closing) {
      const used = start + usage.hour * hourMs;
      if (countedIn === null) continue;
      const counted = start + countedIn * hourMs;
      assert.equal(market.monthEndOf(counted), market.monthEndOf(used));
      assert.ok(counted >= used && market.deadlineOf(counted) > reportedAt(start, reportedIn));
      assert.ok(!market.severalInHour || counted === used);
    }
    const outcomes = closing.map(({ usage, countedIn }) => (countedIn === null ? 'late' : countedIn - usage.hour));
    assert.ok(outcomes.filter((outcome) => outcome === 'late').length === 2);
    assert.equal(outcomes.includes(1), !market.severalInHour, 'moved to the next hour');
  });
});

test('some of it is reported in the last hour before the cut-off of a month', () => {
  for (const market of [markets.AWS, markets.GCP]) {
    for (const start of starts) {
      const monthEnd = market.monthEndOf(start);
      const cutOff = market.deadlineOf(monthEnd - hourMs);
      const isLast = (reportedIn: number): boolean =>
        reportedAt(start, reportedIn) < cutOff && reportedAt(start, reportedIn) >= cutOff - hourMs;
      const closing = planClosingUsage(market, 'x', start);
      const last = closing.filter(({ reportedIn }) => isLast(reportedIn));
      assert.ok(last.length >= 2 && last.every(({ countedIn }) => countedIn !== null));
      assert.ok(closing.some(({ reportedIn }) => reportedAt(start, reportedIn) >= cutOff));
    }
  }
});

test('it is added to the plan in its hour, in a dimension of its own', () => {
  const [start = 0] = starts;
  const closing = planClosingUsage(markets.AWS, 'x', start);
  const plan = planUsage({
    seed: 'x',
    hours,
    dimensions: ['requests', 'storage'],
    chaos: false,
    market: markets.AWS,
  });
  const found = withClosingUsage(plan, closing).flatMap(({ calls }, hour) =>
    calls.flatMap(({ usages }) =>
      usages.filter(({ records }) => closingDimension in records).map(({ id }) => [hour, id]),
    ),
  );
  assert.deepEqual(found.sort(), closing.map(({ reportedIn, usage }) => [reportedIn, usage.id]).sort());
});
