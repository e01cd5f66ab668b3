import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layOut, type Measure, page, wrap } from './lay-out.ts';
import type { Block, WrittenDocument } from './written.ts';

/** Every letter is half as wide as it is high. */
const measure: Measure = (text, size) => ([...text].length * size) / 2;

const written = (...blocks: Block[]): WrittenDocument => ({ title: 'Title', footer: 'foot', blocks });
/** All text but the footers. */
const textOf = (pages: ReturnType<typeof layOut>): string =>
  pages.flatMap((lines) => lines.filter(({ y }) => y < page.height - page.margin).map(({ text }) => text)).join(' ');

test('text is wrapped between words, and within a word only if it is wider than a line', () => {
  const style = { size: 10, isBold: false, width: 50 };
  assert.deepEqual(wrap('one two three', style, measure), ['one two', 'three']);
  assert.deepEqual(wrap('abcdefghijklm', style, measure), ['abcdefghij', 'klm']);
  assert.deepEqual(wrap('a\n\nb', style, measure), ['a', '', 'b']);
  assert.deepEqual(wrap('日本電気株式会社東京都港区', style, measure), ['日本電気株式会社東京', '都港区']);
});

test('whatever the texts, all of them are on the pages, within the margins, and no two lines cover each other', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map((text) => text.replaceAll(/\s/gu, '_'));
  const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));
  const block: fc.Arbitrary<Block> = fc.oneof(
    fc.record({ is: fc.constant('heading' as const), text }),
    fc.record({ is: fc.constant('text' as const), text }),
    fc.record({ is: fc.constant('facts' as const), facts: fc.array(fc.tuple(text, text), { maxLength: 8 }) }),
    fc.record({
      is: fc.constant('table' as const),
      columns: fc.constant([
        { title: 'First', width: 3 },
        { title: 'Second', width: 1, isNumber: true },
      ]),
      rows: fc.array(fc.tuple(text, text), { maxLength: 30 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 8 }), (blocks) => {
      const pages = layOut(written(...blocks), measure);
      for (const lines of pages) {
        for (const line of lines) {
          const right = line.x + measure(line.text, line.size, line.isBold);
          // A single letter may be several code points, and is never split.
          if ([...new Intl.Segmenter().segment(line.text)].length > 1)
            assert.ok(line.x >= page.margin - 1 && right <= page.width - page.margin + 1, line.text);
          assert.ok(line.y >= page.margin && line.y + line.size <= page.height);
        }
        for (const [index, line] of lines.entries())
          for (const other of lines.slice(index + 1)) {
            const apart = Math.abs(line.y - other.y) >= Math.min(line.size, other.size);
            assert.ok(apart || line.x !== other.x, `${line.text} and ${other.text}`);
          }
      }
      const found = textOf(pages).replaceAll(/\s/gu, '');
      for (const one of blocks)
        if (one.is === 'text') assert.ok(found.includes(one.text.replaceAll(/\s/gu, '')), one.text);
    }),
    { numRuns: 60 },
  );
});

test('a long table continues on the next pages under its headings, and every row is there', () => {
  const rows = Array.from({ length: 300 }, (_, index) => [`row ${index}`, String(index)]);
  const columns = [
    { title: 'Name', width: 3 },
    { title: 'Amount', width: 1, isNumber: true },
  ];
  const pages = layOut(written({ is: 'table', columns, rows }), measure);
  assert.ok(pages.length > 4);
  for (const lines of pages) assert.equal(lines.filter(({ text }) => text === 'Name').length, 1);
  const texts = new Set(pages.flatMap((lines) => lines.map(({ text }) => text)));
  for (const [name = ''] of rows) assert.ok(texts.has(name), name);
  assert.deepEqual(
    pages.map((lines) => lines.at(-1)?.text),
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  );
});
