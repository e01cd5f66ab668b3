import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isQueryError, type QueryError } from './query/error.ts';
import { thingFields, thingQuery } from './query/query.test-support.ts';
import { parseQuery, printQuery } from './query-language.ts';

const refusalOf = (text: string): QueryError => {
  try {
    parseQuery(text, thingFields);
  } catch (error) {
    if (isQueryError(error)) return error;
    throw error;
  }
  return assert.fail(`not refused: ${text}`);
};

describe('the query language', () => {
  it('reads the expression of the contract', () => {
    const text = `(and (= status "ACTIVE") (> creation_time "2026-01-01T00:00:00Z")
      (or (ilike name "%acme%") (in status ("DRAFT" "OTHER"))))`;
    assert.deepEqual(parseQuery(text, thingFields), {
      op: 'and',
      nodes: [
        { op: '=', field: 'status', value: { type: 'string', text: 'ACTIVE' } },
        { op: '>', field: 'creation_time', value: { type: 'string', text: '2026-01-01T00:00:00Z' } },
        {
          op: 'or',
          nodes: [
            { op: 'ilike', field: 'name', pattern: '%acme%' },
            {
              op: 'in',
              field: 'status',
              values: [
                { type: 'string', text: 'DRAFT' },
                { type: 'string', text: 'OTHER' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('keeps every digit of a number and both escapes of a string', () => {
    assert.equal(printQuery(parseQuery('(= price 9007199254740993.10)', thingFields)), '(= price 9007199254740993.10)');
    const quoted = '(= name "a \\"b\\" \\\\ c")';
    assert.deepEqual(parseQuery(quoted, thingFields), {
      op: '=',
      field: 'name',
      value: { type: 'string', text: 'a "b" \\ c' },
    });
    assert.equal(printQuery(parseQuery(quoted, thingFields)), quoted);
  });

  const refused: [text: string, position: number, message: RegExp][] = [
    ['', 1, /text ends where an expression is expected/],
    ['   ', 4, /text ends/],
    ['status', 1, /"\(" is expected/],
    ['"status"', 1, /"\(" is expected/],
    ['()', 1, /empty list/],
    ['(', 2, /an operator is expected/],
    ['(and)', 2, /"and" has no operands/],
    ['(=)', 2, /"=" has no operands/],
    ['(in)', 2, /"in" has no operands/],
    ['(and ())', 6, /empty list/],
    ['(and status)', 6, /"\(" is expected/],
    ['(and (is_null name) status)', 21, /"and" takes expressions only/],
    ['(not (is_null name) (is_null name))', 21, /no further operand/],
    ['(== status "A")', 2, /"==" is none; the operators are/],
    ['("and" (is_null name))', 2, /an operator is expected/],
    ['((is_null name))', 2, /an operator is expected/],
    ['(toString name)', 2, /an operator is expected/],
    ['(= colour "red")', 4, /unknown column "colour"/],
    ['(= constructor "red")', 4, /unknown column/],
    ['(= __proto__ "red")', 4, /unknown column/],
    ['(= "name" "red")', 4, /needs a column name first/],
    ['(= name)', 8, /a value for "name" is missing/],
    ['(= name', 8, /text ends where a value/],
    ['(= name "a"', 12, /"\)" is missing/],
    ['(= name "a" "b")', 13, /no further operand/],
    ['(= name "a")x', 13, /nothing may follow/],
    ['(= name "a") (= name "b")', 14, /nothing may follow/],
    ['(= name "a"))', 13, /nothing may follow/],
    ['(= name ACTIVE)', 9, /strings are written in double quotes/],
    ["(= name 'a')", 9, /strings are written in double quotes/],
    ['(= name ("a"))', 9, /not a list/],
    ['(= name 1)', 9, /"name" takes a string/],
    ['(= name true)', 9, /"name" takes a string/],
    ['(= status 1)', 11, /"status" takes a string/],
    ['(= status "NOPE")', 11, /"status" takes one of ACTIVE, DRAFT, OTHER, UNUSED/],
    ['(> status "NOPE")', 11, /takes one of/],
    ['(not_in status ("DRAFT" "NOPE"))', 25, /"status" takes one of ACTIVE/],
    ['(= name null)', 9, /\(is_null name\)/],
    ['(in name ("a" null))', 15, /is_null/],
    ['(= name "a)', 9, /no closing quote/],
    ['(= name "a\\n")', 11, /escapes/],
    ['(= name "a\\', 11, /escapes/],
    ['(= name "a\0")', 11, /U\+0000/],
    ['(= name "a\ud800")', 9, /well-formed/],
    ['(and (= name "😀é") (= colour "red"))', 23, /unknown column "colour"/],
    ['(in name "a")', 10, /a list of values/],
    ['(in name ())', 10, /list of "in" is empty/],
    ['(not_in name ("a")', 19, /"\)" is missing/],
    ['(in name ("a" (', 15, /not a list/],
    ['(in price (1 "2"))', 14, /"price" takes a number/],
    ['(> active true)', 2, /">" does not apply to "active"/],
    ['(in active (true))', 2, /"in" does not apply/],
    ['(= active "true")', 11, /true or false/],
    ['(like price "1%")', 2, /"like" does not apply to "price"/],
    ['(ilike id "offer%")', 2, /"ilike" does not apply to "id"/],
    ['(ilike creation_time "2026%")', 2, /does not apply/],
    ['(ilike name "a\\\\")', 13, /lone backslash/],
    ['(like name "\\\\\\\\\\\\")', 12, /lone backslash/],
    ['(is_null name true)', 15, /no further operand/],
    ['(= id 5)', 7, /an id as a string/],
    ['(= price "5")', 10, /a number/],
    ['(= price 05)', 10, /is not a value/],
    ['(= price +5)', 10, /is not a value/],
    ['(= price .5)', 10, /is not a value/],
    ['(= price 5.)', 10, /is not a value/],
    ['(= price NaN)', 10, /is not a value/],
    ['(= price 1e18)', 10, /at most 18 digits/],
    ['(= price 1e999999999)', 10, /is not a value/],
    ['(= price 1e9999)', 10, /at most 18 digits/],
    ['(= price 0.0000000001)', 10, /9 after/],
    ['(= price 1e-10)', 10, /9 after/],
    ['(= price 1234567890123456789)', 10, /at most 18 digits/],
    ['(= seats 1.5)', 10, /a whole number/],
    ['(= seats 1e1)', 10, /a whole number/],
    ['(> creation_time "2026-01-01")', 18, /RFC 3339/],
    ['(> creation_time 1767225600)', 18, /RFC 3339/],
  ];
  for (const [text, position, message] of refused) {
    it(`refuses ${JSON.stringify(text)} at ${position}`, () => {
      const error = refusalOf(text);
      assert.match(error.message, message);
      assert.deepEqual(
        { position: error.position, code: error.code, path: error.path },
        { position, code: 'query', path: 'q' },
      );
      assert.deepEqual(error.faults, [{ path: 'q', code: 'query', message: error.message }]);
      assert.ok(error.message.startsWith(`at character ${position}: `));
    });
  }

  it('takes RFC 3339 times and nothing else', () => {
    const times = [
      '2026-01-01T00:00:00Z',
      '2024-02-29T23:59:59.123456789+02:00',
      '2026-01-01t00:00:00z',
      '0001-01-01T00:00:00-15:59',
    ];
    for (const time of times) parseQuery(`(= creation_time "${time}")`, thingFields);
    const others = [
      '',
      'now',
      'infinity',
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:60:00Z',
      '2026-06-30T23:59:60Z',
      '2026-01-01T00:00:00',
      '2026-01-01 00:00:00Z',
      '2026-01-01T00:00Z',
      '2026-01-01T00:00:00.Z',
      '2026-01-01T00:00:00.1234567890Z',
      '2026-01-01T00:00:00+2:00',
      '2026-01-01T00:00:00+16:00',
      '0000-01-01T00:00:00Z',
      '20260101T000000Z',
      '2026-01-01T00:00:00Z ',
      '+2026-01-01T00:00:00Z',
    ];
    for (const time of others) assert.match(refusalOf(`(= creation_time "${time}")`).message, /RFC 3339/, time);
  });

  it('keeps its limits: 16 deep, 200 expressions, 8 KiB', () => {
    const nested = (depth: number) => `${'(not '.repeat(depth - 1)}(is_null name)${')'.repeat(depth - 1)}`;
    parseQuery(nested(16), thingFields);
    assert.match(refusalOf(nested(17)).message, /nested at most 16/);
    assert.equal(refusalOf(nested(17)).position, 16 * 5 + 1);
    const wide = (count: number) => `(and${' (is_null name)'.repeat(count - 1)})`;
    parseQuery(wide(200), thingFields);
    assert.match(refusalOf(wide(201)).message, /at most 200 expressions/);
    assert.equal(Buffer.byteLength(`(= name "${'é'.repeat(4090)}")`), 8191);
    parseQuery(`(= name "${'é'.repeat(4090)}") `, thingFields);
    const tooLong = refusalOf(`(= name "${'é'.repeat(4091)}")`);
    assert.match(tooLong.message, /at most 8 KiB/);
    assert.equal(tooLong.position, 9 + 4091 + 2);
  });

  it('prints what it reads and reads what it prints', () => {
    fc.assert(
      fc.property(thingQuery, (node) => {
        const text = printQuery(node);
        fc.pre(Buffer.byteLength(text) <= 8192);
        assert.deepEqual(parseQuery(text, thingFields), node);
        assert.equal(printQuery(parseQuery(text, thingFields)), text);
      }),
      { numRuns: 500 },
    );
  });

  const pieces = [
    '(',
    ')',
    ' ',
    '"',
    '\\',
    'and',
    'or',
    'not',
    '=',
    '!=',
    'in',
    'like',
    'is_null',
    'name',
    'price',
    '1e9',
    '-',
    'null',
    '\0',
    '😀',
    '\ud800',
    '"a"',
  ];
  const outcome = (text: string) => {
    try {
      return printQuery(parseQuery(text, thingFields)).length > 0;
    } catch (error) {
      if (!isQueryError(error)) throw error;
      return error.position >= 1 && error.position <= Array.from(text).length + 1;
    }
  };

  it('answers any text with a query or a QueryError within the text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((each) => each.join('')),
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((each) => each.join(' ')),
      fc.tuple(thingQuery, fc.nat(), fc.constantFrom(...pieces)).map(([node, at, piece]) => {
        const text = printQuery(node);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + piece + text.slice(cut + (at % 3));
      }),
    );
    fc.assert(fc.property(anyText, outcome), { numRuns: 3000 });
  });

  it('stays quick on 8 KiB of anything', () => {
    const hostile = ['(', ')', '"', '\\', '(not ', '(and (', '1', 'a', ' ', '\\"', '(in name (', '"a" ', '0.', '%'];
    const heads = ['', '"', '(in name (', '(like name "', '(= price ', '(= creation_time "'];
    for (const head of heads) {
      for (const unit of hostile) {
        const text = (head + unit.repeat(8192)).slice(0, 8192);
        // On a busy machine even processor time is several times as long; a quadratic reading takes seconds.
        const times = [1, 2, 3, 4, 5].map(() => {
          const start = process.threadCpuUsage();
          outcome(text);
          const { user, system } = process.threadCpuUsage(start);
          return (user + system) / 1000;
        });
        const elapsed = Math.min(...times);
        assert.ok(elapsed < 40, `${JSON.stringify(head + unit)} took ${elapsed} ms of CPU`);
      }
    }
  });
});
