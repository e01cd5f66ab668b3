import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CsvRecord, csvLine, readCsv, readCsvPieces, withoutApostrophe } from './csv.ts';

const read = (text: string) => [...readCsv(text)];

describe('reading CSV', () => {
  it('takes commas, quotes and both line ends, skips empty lines, and counts lines inside quotes', () => {
    assert.deepEqual(read('\uFEFFa,b\r\n\r\n1,"two\nlines, ""quoted"""\n"",\n3'), [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', 'two\nlines, "quoted"'] },
      { line: 5, cells: ['', ''] },
      { line: 6, cells: ['3'] },
    ]);
  });

  it('names the line of a fault and goes on with the next one', () => {
    assert.deepEqual(
      read('a,"b"c,d\n1,2\n3,"4').map((one) => [one.line, one.fault === undefined]),
      [
        [1, false],
        [2, true],
        [3, false],
      ],
    );
  });

  it('takes time in proportion to the text', () => {
    const size = 2_000_000;
    for (const text of [
      'a\n'.repeat(size / 2),
      ','.repeat(size),
      '"",'.repeat(size / 3),
      '"'.repeat(size + 1),
      '"\n'.repeat(size / 2),
      `${'x'.repeat(size)}\n`,
    ]) {
      const start = performance.now();
      for (const _ of readCsv(text, size)) {
        // Reading is what takes the time.
      }
      assert.ok(performance.now() - start < 2_000, JSON.stringify(text.slice(0, 6)));
    }
  });

  it('refuses a record of too many cells and goes on with the next line', () => {
    assert.deepEqual(
      [...readCsv('1,2,3\n4', 2)],
      [
        { line: 1, fault: 'has more than 2 cells' },
        { line: 2, cells: ['4'] },
      ],
    );
  });

  it('reads the same records however the text is cut into pieces', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '"', ',', '\n', '\n', '\r', '\r\n', '\uFEFF'),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.nat(60), { maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (whole, cuts, joinUpTo) => {
          const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
          const pieces = async function* () {
            for (const [index, place] of places.entries()) yield whole.slice(place, places[index + 1] ?? whole.length);
          };
          const found: CsvRecord[] = [];
          for await (const one of readCsvPieces(pieces(), { joinUpTo, maxCells: 4 })) found.push(one);
          assert.deepEqual(found, [...readCsv(whole, 4)]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('ends a text that arrives in pieces at a record that never ends, and says so', async () => {
    const pieces = async function* () {
      yield 'a\n"b';
      for (;;) yield 'x'.repeat(10);
    };
    const found: CsvRecord[] = [];
    for await (const one of readCsvPieces(pieces(), { joinUpTo: 10, recordMax: 100 })) found.push(one);
    assert.deepEqual(found, [
      { line: 1, cells: ['a'] },
      { line: 2, fault: 'is longer than 100 characters; the lines behind it were not read' },
    ]);
  });

  it('reads back what was written, less the apostrophes before formulas', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', "'", ' ', 'é', '=', '-') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const text = rows.map(csvLine).join('');
        assert.deepEqual(
          read(text).map((one) => ('cells' in one ? one.cells.map(withoutApostrophe) : one.fault)),
          rows,
        );
      }),
    );
  });
});

/** The cells of Excel where lists are separated by semicolons: it knows no comma, and a quote only at the start of a cell, whose text goes on behind the closing one. */
const cellsBySemicolon = (text: string): string[] => {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const quoted = /^"(?:[^"]|"")*"?/.exec(text.slice(at))?.[0] ?? '';
    at += quoted.length;
    const rest = /^[^;\t\r\n]*/.exec(text.slice(at))?.[0] ?? '';
    cells.push(quoted.slice(1, -1).replaceAll('""', '"') + rest);
    at += rest.length;
  }
  return cells;
};

describe('cells that a spreadsheet would run', () => {
  it('are defused', () => {
    assert.equal(csvLine(['=1+1', '+1', '-1', '@x', '\tx', 'a=b']), `'=1+1,'+1,'-1,'@x,"'\tx",a=b\r\n`);
    assert.equal(csvLine(['＝1+1', '＋1', '－1', '＠x']), "'＝1+1,'＋1,'－1,'＠x\r\n");
    assert.equal(csvLine(['\n=1+1', '\r=1+1']), '"\'\n\'=1+1","\'\r\'=1+1"\r\n');
    assert.equal(csvLine(['=cmd|"/c"']), '"\'=cmd|""/c"""\r\n');
    assert.equal(csvLine(['x;=1+1', 'a; b', 'a;-b', "a\tb\n'@c"]), `"x;'=1+1","a; b","a;'-b","a\tb\n''@c"\r\n`);
  });

  it('are defused wherever it splits the file', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', "'", '=', '＠') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const text = csvLine(cells);
        for (const split of [cellsBySemicolon(text), read(text).flatMap((one) => ('cells' in one ? one.cells : []))])
          assert.deepEqual(
            split.filter((one) => /^[=＠]/.test(one)),
            [],
            JSON.stringify(text),
          );
      }),
    );
  });
});
