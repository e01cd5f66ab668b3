import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { big } from '../../../kit/decimal.ts';
import type { Term } from '../entitlement.ts';
import { divideTerm, joinPart, partsAfter, tileParts } from './divided-commit.ts';

const now = new Date('2028-01-01T00:00:00Z');
const hour = 3_600_000;

let ids = 0;
const newId = (): string => {
  ids += 1;
  return `00000000-0000-7000-8000-${String(ids).padStart(12, '0')}`;
};

const term = (fields: Partial<Term> = {}): Term =>
  ({
    id: newId(),
    type: 'Signup',
    start_time: new Date('2028-01-01T00:00:00Z'),
    end_time: new Date('2029-01-01T00:00:00Z'),
    commit_amount: '100000',
    used_commit_amount: '0',
    credit_amount: '0',
    used_credit_amount: '0',
    parent_term_id: null,
    agreed_start: null,
    divided_amount: '0',
    info: {},
    entitlement_info: { currency: 'USD' },
    ...fields,
  }) as Term;

/** The parts cover the parent's period exactly, and their shares add up to what was divided. */
const check = (parent: Term, parts: readonly Term[]): void => {
  const shares = parts.reduce((sum, part) => sum.plus(part.credit_amount), big(0));
  assert.equal(shares.toFixed(), parent.divided_amount);
  let place = parent.start_time.getTime();
  for (const part of parts) {
    assert.equal(part.start_time.getTime(), place, 'no gap and no overlap');
    assert.ok(part.end_time === null || part.end_time >= part.start_time);
    place = part.end_time?.getTime() ?? Number.POSITIVE_INFINITY;
  }
  if (parts.length > 0) assert.equal(place, parent.end_time?.getTime() ?? Number.POSITIVE_INFINITY);
  assert.equal(parent.info.subEntitlementTermIds?.length ?? 0, parts.length);
  assert.equal(parent.info.isCommitDivided ?? false, parts.length > 0);
};

const sharesOf = (commit: string, currency: string, starts: readonly string[]): string[] => {
  const parent = term({ commit_amount: commit, entitlement_info: { currency } });
  const options = { starts: starts.map((start) => new Date(start)), amount: commit, now, newId };
  const division = divideTerm(parent, options);
  check(division.parent, division.parts);
  return division.parts.map((part) => part.credit_amount);
};

describe('a divided commit', () => {
  it('G10: the shares of known amounts', () => {
    const three = ['2028-01-01T00:00:00Z', '2028-05-01T00:00:00Z', '2028-09-01T00:00:00Z'];
    assert.deepEqual(sharesOf('100000', 'USD', three), ['33333.34', '33333.33', '33333.33']);
    assert.deepEqual(sharesOf('100000', 'JPY', three), ['33334', '33333', '33333']);
    const seven = Array.from({ length: 7 }, (_, month) => `2028-0${month + 1}-01T00:00:00Z`);
    assert.deepEqual(sharesOf('100000', 'JPY', seven), [...Array(5).fill('14286'), '14285', '14285']);
    const local = [
      '2028-01-01T00:00:00Z',
      '2028-02-29T00:00:00Z',
      '2028-03-26T01:00:00+01:00',
      '2028-10-29T03:00:00+01:00',
    ];
    assert.deepEqual(
      sharesOf('1', 'USD', local),
      ['0.25', '0.25', '0.25', '0.25'],
      '29 February, summer and winter time',
    );
  });

  const amounts = fc.bigInt({ min: 1n, max: 10n ** 14n }).map((cents) => big(cents.toString()).div(100).toFixed());
  const offsets = fc.uniqueArray(fc.integer({ min: 1, max: 366 * 24 - 1 }), { maxLength: 20 });

  it('any sequence of divisions and deletions keeps the sum of the shares and the period', () => {
    fc.assert(
      fc.property(
        amounts,
        fc.boolean(),
        fc.array(fc.tuple(offsets, fc.array(fc.nat(), { maxLength: 25 })), { minLength: 1, maxLength: 3 }),
        (commit, isOpenEnded, rounds) => {
          let parent = term({ commit_amount: commit, ...(isOpenEnded ? { end_time: null } : {}) });
          for (const [hours, deletions] of rounds) {
            let parts: readonly Term[] = [];
            if (!parent.info.isCommitDivided) {
              const starts = [0, ...hours.toSorted((left, right) => left - right)].map(
                (each) => new Date(parent.start_time.getTime() + each * hour),
              );
              ({ parent, parts } = divideTerm(parent, { starts, amount: commit, now, newId }));
            }
            check(parent, parts);
            for (const pick of deletions) {
              const removed = parts[pick % Math.max(parts.length, 1)];
              if (!removed) break;
              ({ parent, parts } = joinPart(parent, parts, removed));
              check(parent, parts);
            }
            if (parts.length > 0) return;
            assert.equal(parent.divided_amount, '0');
          }
        },
      ),
    );
  });

  it('a deleted part leaves its time and share to the one before it, the first one to the one after it', () => {
    const starts = ['2028-01-01T00:00:00Z', '2028-05-01T00:00:00Z', '2028-09-01T00:00:00Z'].map(
      (text) => new Date(text),
    );
    const { parent, parts } = divideTerm(term(), { starts, amount: '300', now, newId });
    const [first, second, third] = parts as [Term, Term, Term];
    const shown = (division: { parts: readonly Term[] }) =>
      division.parts.map((part) => [part.id, part.credit_amount, part.start_time.toISOString().slice(0, 10)]);
    assert.deepEqual(shown(joinPart(parent, parts, second)), [
      [first.id, '200', '2028-01-01'],
      [third.id, '100', '2028-09-01'],
    ]);
    assert.deepEqual(shown(joinPart(parent, parts, first)), [
      [second.id, '200', '2028-01-01'],
      [third.id, '100', '2028-09-01'],
    ]);
  });

  it('what is not divided stays with the term', () => {
    const { parent, parts } = divideTerm(term(), {
      starts: [new Date('2028-01-01T00:00:00Z')],
      amount: '400',
      now,
      newId,
    });
    assert.deepEqual([parent.commit_amount, parent.divided_amount, parts[0]?.credit_amount], ['100000', '400', '400']);
  });

  it('follows the period of its term wherever a read moves it, and back', () => {
    const times = fc.integer({ min: -500 * 24, max: 800 * 24 });
    fc.assert(
      fc.property(offsets, fc.array(fc.tuple(times, fc.option(times)), { maxLength: 6 }), (hours, moves) => {
        const agreed = term();
        const from = agreed.start_time.getTime();
        const starts = [0, ...hours.toSorted((left, right) => left - right)].map(
          (each) => new Date(from + each * hour),
        );
        const { parent, parts } = divideTerm(agreed, { starts, amount: '1000', now, newId });
        let moved: readonly Term[] = parts;
        for (const [start, end] of moves) {
          const start_time = new Date(from + start * hour);
          const end_time = end === null ? null : new Date(Math.max(from + end * hour, start_time.getTime()));
          const next = { ...parent, start_time, end_time };
          moved = partsAfter([next], [next, ...moved]);
          check(next, moved);
        }
        assert.deepEqual(
          tileParts(parent, moved).map(({ start_time, end_time }) => [start_time, end_time]),
          parts.map(({ start_time, end_time }) => [start_time, end_time]),
        );
      }),
    );
  });
});
