import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Day, daysBetween } from '../usage-comparison/usage-comparison.ts';
import { findRhythm, rememberedDays } from './find-silence.ts';

const start = fc.integer({ min: 0, max: 2000 }).map((n) => addDays('2026-01-01', n));
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The days on which a steady meter reports, from a day on. */
const rhythms: Readonly<Record<string, (from: Day, length: number) => Day[]>> = {
  daily: (from, length) => Array.from({ length }, (_, n) => addDays(from, n)),
  'on weekdays': (from, length) =>
    Array.from({ length }, (_, n) => addDays(from, n)).filter((day) => ![0, 6].includes(weekdayOf(day))),
  weekly: (from, length) => Array.from({ length: Math.ceil(length / 7) }, (_, n) => addDays(from, 7 * n)),
  monthly: (from, length) => {
    const dayOfMonth = Number(from.slice(8));
    const days: Day[] = [];
    for (let n = 0; n < Math.ceil(length / 30); n += 1) {
      const first = new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 + n, 1));
      const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
      days.push(addDays(first.toISOString().slice(0, 10), Math.min(dayOfMonth, last) - 1));
    }
    return days;
  },
};

/** What has arrived by the check of a day, if usage arrives up to a day late. */
const arrived = (days: readonly Day[], today: Day, isLate: boolean): Day[] =>
  days.filter((day) => day < addDays(today, isLate ? -1 : 0)).slice(-rememberedDays);

for (const [name, daysOf] of Object.entries(rhythms)) {
  test(`a meter that reports ${name} is never called silent, however long it has been known`, () => {
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 1, max: name === 'monthly' ? 500 : 150 }),
        fc.boolean(),
        (from, length, isLate) => {
          const days = daysOf(from, length);
          const last = days.at(-1) ?? from;
          for (let today = from; today <= last; today = addDays(today, 1))
            assert.equal(findRhythm(arrived(days, today, isLate), { today })?.isSilent ?? false, false, today);
        },
      ),
      { numRuns: 25 },
    );
  });

  test(`a meter that reported ${name} and stopped is silent within two of its usual intervals without usage`, () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 125, max: 500 }), (from, length) => {
        const days = daysOf(from, length);
        const lastDay = days.at(-1) as Day;
        const longest = Math.max(...days.slice(1).map((day, n) => daysBetween(days[n] as Day, day)));
        let today = addDays(lastDay, 1);
        while (!findRhythm(arrived(days, today, false), { today })?.isSilent) today = addDays(today, 1);
        const empty = daysBetween(lastDay, today) - 1;
        const found = findRhythm(arrived(days, today, false), { today });
        assert.ok(found && found.intervalDays <= longest);
        assert.equal(found.lastDay, lastDay);
        assert.equal(empty, Math.ceil(1.5 * found.intervalDays));
        assert.ok(empty <= 2 * found.intervalDays, `${empty} of ${found.intervalDays}`);
      }),
      { numRuns: 60 },
    );
  });
}

test('a pause no longer than the usual ones is not silence, in any rhythm', () => {
  const pauses = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 60 });
  fc.assert(
    fc.property(start, pauses, (from, list) => {
      const days = [from];
      for (const pause of list) days.push(addDays(days.at(-1) as Day, pause));
      const known = days.slice(-rememberedDays);
      const last = known.at(-1) as Day;
      const rhythm = findRhythm(known, { today: last });
      if (!rhythm) return;
      for (let empty = 0; empty <= 2 * rhythm.intervalDays; empty += 1) {
        const found = findRhythm(known, { today: addDays(last, empty + 1) });
        assert.equal(found?.emptyDays, empty);
        assert.equal(found?.isSilent, empty >= 1.5 * rhythm.intervalDays);
      }
    }),
  );
});

test('an outage is forgotten after four weeks', () => {
  const before = rhythms.daily?.('2026-01-01', 30) ?? [];
  const after = rhythms.daily?.('2026-02-20', 30) ?? [];
  const intervalAfter = (count: number): number | undefined => {
    const days = [...before, ...after.slice(0, count)].slice(-rememberedDays);
    return findRhythm(days, { today: addDays(days.at(-1) as Day, 1) })?.intervalDays;
  };
  assert.equal(intervalAfter(10), 21);
  assert.equal(intervalAfter(30), 1);
});

test('nothing is reported about a meter that has been known for less than two weeks', () => {
  const days = rhythms['on weekdays']?.('2026-11-02', 12) ?? [];
  assert.equal(findRhythm(days, { today: '2026-12-24' }), null);
  assert.equal(findRhythm(['2026-01-01', '2026-02-01', '2026-03-01'], { today: '2026-12-24' }), null);
  assert.equal(findRhythm([], { today: '2026-12-24' }), null);
});

test('days on which no usage is expected do not count', () => {
  const days = rhythms.daily?.('2026-11-01', 20) ?? [];
  const on = (pausedThrough?: Day) => findRhythm(days, { today: '2026-12-20', pausedThrough });
  assert.deepEqual([on()?.isSilent, on()?.emptyDays], [true, 29]);
  assert.deepEqual([on('2026-12-18')?.isSilent, on('2026-12-18')?.emptyDays], [false, 1]);
  assert.equal(on('2026-12-17')?.isSilent, true);
  assert.equal(on('2026-11-01')?.emptyDays, 29, 'a pause before the last usage changes nothing');
});
