import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expectedDays, isFinalDay, lastSettledDay, nextComparisonAfter } from './comparison-days.ts';
import { judgeUsage } from './judge-usage.ts';
import { addDays, dayOf, type OurUsage, type TheirUsage } from './usage-comparison.ts';

const line = (submitted: number, standing: TheirUsage[number]['standing'] = 'BILLED', processed = submitted) => ({
  submitted: String(submitted),
  processed: String(processed),
  standing,
  status: standing,
});

const quantity = fc.integer({ min: 1, max: 2_147_483_647 });
const hours = fc.array(quantity, { maxLength: 12 });
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
const ours = (counted: readonly number[], open: readonly number[] = [], computed: number | null = null): OurUsage => ({
  counted: String(sum(counted)),
  open: open.map(String),
  computed: computed === null ? null : String(computed),
});

/** A sum split into any number of lines. */
const linesOf = (total: number, parts: number): TheirUsage => {
  const each = Math.floor(total / parts);
  return total === 0 ? [] : Array.from({ length: parts }, (_, n) => line(n === 0 ? total - each * (parts - 1) : each));
};

test('the marketplace agrees if it shows what was counted plus any part of what may have been counted', () => {
  fc.assert(
    fc.property(
      hours,
      hours,
      fc.array(fc.boolean(), { minLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      (sent, open, arrived, parts) => {
        const shown = sum(sent) + sum(open.filter((_, n) => arrived[n]));
        assert.equal(judgeUsage(ours(sent, open), linesOf(shown, parts), false), null);
      },
    ),
  );
});

test('anything else is a difference, with the exact quantity', () => {
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 1_000_000_000 }), (sent, shown) => {
      fc.pre(shown !== sum(sent));
      const found = judgeUsage(ours(sent), linesOf(shown, 1), false);
      assert.ok(found !== null && found !== 'OPEN');
      assert.equal(found.cause, shown === 0 ? 'NOT_SHOWN' : sent.length === 0 ? 'FOREIGN' : 'QUANTITY_DIFFERS');
      assert.equal(found.quantity, String(Math.abs(shown - sum(sent))));
      assert.deepEqual([found.ours, found.theirs], [String(sum(sent)), String(shown)]);
      const shadow = judgeUsage(ours([], [], sum(sent)), linesOf(shown, 1), true);
      assert.equal(shadow !== null && shadow !== 'OPEN' && shadow.cause, 'SHADOW_DIFFERS');
    }),
  );
});

test('a quantity that no subset of the open usage explains is a difference', () => {
  const found = judgeUsage(ours([10], [4, 6]), [line(15)], false);
  assert.equal(found !== null && found !== 'OPEN' && found.cause, 'QUANTITY_DIFFERS');
});

test('usage of the hours before and after a cut-over adds up', () => {
  assert.equal(judgeUsage(ours([7], [], 5), [line(12)], true), null);
});

test('the status at the marketplace matters where the quantities agree', () => {
  const causeOf = (lines: TheirUsage, of = ours([17])) => {
    const found = judgeUsage(of, lines, false);
    return found === null || found === 'OPEN' ? found : [found.cause, found.quantity, found.billed];
  };
  assert.equal(causeOf([line(17, 'WAITING', 0)]), null, 'it is not processed yet');
  assert.deepEqual(causeOf([line(17, 'NOT_BILLED', 0)]), ['REJECTED', '17', '0']);
  assert.deepEqual(causeOf([line(10), line(7, 'NOT_BILLED', 0)]), ['REJECTED', '7', '10']);
  assert.deepEqual(causeOf([line(17, 'OTHER', 16)]), ['QUANTITY_DIFFERS', '1', '16']);
  assert.equal(causeOf([line(3, 'OPEN')]), 'OPEN', 'nothing follows from a status that is not known');
  assert.equal(causeOf([line(5, 'NOT_BILLED', 0)], ours([])), null, 'what another tool tried out is billed to nobody');
  assert.deepEqual(causeOf([line(5, 'WAITING', 0)], ours([])), ['FOREIGN', '5', null]);
});

const azure = { deadlineOf: (time: Date) => new Date(time.getTime() + 86_400_000) };

test('a day is settled when its last instant can no longer be submitted', () => {
  assert.equal(lastSettledDay(new Date('2026-11-23T03:10:00Z'), azure), '2026-11-21');
  assert.equal(lastSettledDay(new Date('2026-11-22T23:59:59Z'), azure), '2026-11-20');
  assert.equal(lastSettledDay(new Date('2028-03-01T03:10:00Z'), azure), '2028-02-28');
});

test('days are compared from the day after the account was connected, at most 31, without a gap', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-01-01', n));
  fc.assert(
    fc.property(day, day, fc.array(day), (connected, last, known) => {
      const account = { accountId: 'a', connectedTime: new Date(`${connected}T13:00:00Z`) };
      const days = expectedDays(
        known.map((one) => ({ day: one, account_id: 'a' })),
        account,
        last,
      );
      const first = [addDays(connected, 1), ...known].sort()[0] as string;
      assert.ok(days.length <= 31);
      for (const [n, one] of days.entries()) assert.equal(one, addDays(days[0] as string, n));
      if (last >= first) assert.equal(days.at(-1), last);
      else assert.deepEqual(days, []);
      assert.ok(days.every((one) => one >= first));
    }),
  );
  const other = expectedDays(
    [{ day: '2026-10-01', account_id: 'b' }],
    {
      accountId: 'a',
      connectedTime: new Date('2026-11-20T13:00:00Z'),
    },
    '2026-11-22',
  );
  assert.deepEqual(other, ['2026-11-21', '2026-11-22'], 'the days of another account say nothing');
});

test('a day is final after a week with nothing open', () => {
  assert.equal(isFinalDay('2026-11-14', '2026-11-21', { open: 0, waiting: 0 }), true);
  assert.equal(isFinalDay('2026-11-15', '2026-11-21', { open: 0, waiting: 0 }), false);
  assert.equal(isFinalDay('2026-11-01', '2026-11-21', { open: 1, waiting: 0 }), false);
  assert.equal(isFinalDay('2026-11-01', '2026-11-21', { open: 0, waiting: 1 }), false);
});

test('each organization is compared daily at a minute of its own, between 03:00 and 05:00', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      (id, now) => {
        const next = nextComparisonAfter(now, id);
        const following = nextComparisonAfter(next, id);
        assert.ok(next > now && next.getTime() - now.getTime() <= 86_400_000);
        assert.equal(following.getTime() - next.getTime(), 86_400_000);
        const minute = next.getUTCHours() * 60 + next.getUTCMinutes();
        assert.ok(minute >= 180 && minute < 300, dayOf(next));
      },
    ),
  );
});
