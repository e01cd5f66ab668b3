import type { Block, Column, WrittenDocument } from './written.ts';

/** A line of text at its place, in points from the top left corner of the page. */
export type PlacedLine = { text: string; x: number; y: number; size: number; isBold: boolean };

/** The width of a text in points. */
export type Measure = (text: string, size: number, isBold: boolean) => number;

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 50 } as const;
const inner = page.width - 2 * page.margin;
const bottom = page.height - page.margin - 20;
const sizes = { title: 18, heading: 12, text: 9.5, small: 8 } as const;
const lineHeight = 1.35;
const gap = 8;
const cellGap = 6;
const nameShare = 0.28;

/** Grapheme clusters: a letter is never separated from its marks. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const lettersOf = (text: string): string[] => [...letters.segment(text)].map(({ segment }) => segment);

/** The words of a text with the space before each; every letter of a script without spaces is a separate word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const wordsOf = (text: string): string[] =>
  text.split(/(?<=\s)(?=\S)/u).flatMap((word) => (unspaced.test(word) ? lettersOf(word) : [word]));

type Style = { size: number; isBold: boolean; width: number };

/** Splits a word that is wider than a line. */
const splitWord = (word: string, { size, isBold, width }: Style, measure: Measure): string[] => {
  if (measure(word.trimEnd(), size, isBold) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const letter of lettersOf(word)) {
    if (part !== '' && measure(part + letter, size, isBold) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
};

/** The lines of a text, none wider than `width` unless a single letter is. Line breaks in the text are kept. */
export const wrap = (text: string, style: Style, measure: Measure): string[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of wordsOf(paragraph).flatMap((one) => splitWord(one, style, measure))) {
      if (line !== '' && measure((line + word).trimEnd(), style.size, style.isBold) > style.width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += word;
    }
    return [...lines, line.trimEnd()];
  });

type Cell = { lines: readonly string[]; x: number; width: number; isNumber: boolean };

/** Places the blocks of a document on as many pages as they need. Pure. */
export const layOut = (document: WrittenDocument, measure: Measure): PlacedLine[][] => {
  const pages: PlacedLine[][] = [[]];
  let y: number = page.margin;

  const place = (line: PlacedLine): void => {
    if (line.text !== '') pages.at(-1)?.push(line);
  };
  const turn = (): void => {
    pages.push([]);
    y = page.margin;
  };
  const room = (height: number): boolean => y + height <= bottom;

  const paragraph = (text: string, size: number, isBold: boolean): void => {
    for (const line of wrap(text, { size, isBold, width: inner }, measure)) {
      if (!room(size * lineHeight)) turn();
      place({ text: line, x: page.margin, y, size, isBold });
      y += size * lineHeight;
    }
  };

  /** A row of cells; one that is taller than the page continues on the next one. */
  const row = (cells: readonly Cell[], isBold: boolean, onTurn: () => void): void => {
    const size = sizes.text;
    const step = size * lineHeight;
    const count = Math.max(...cells.map(({ lines }) => lines.length));
    if (!room(Math.min(count, 4) * step)) {
      turn();
      onTurn();
    }
    for (let index = 0; index < count; index += 1) {
      if (!room(step)) {
        turn();
        onTurn();
      }
      for (const { lines, x, width, isNumber } of cells) {
        const text = lines[index] ?? '';
        place({ text, x: isNumber ? x + width - measure(text, size, isBold) : x, y, size, isBold });
      }
      y += step;
    }
    y += 2;
  };

  const cellsOf = (texts: readonly string[], columns: readonly Column[], isBold: boolean): Cell[] => {
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    let x: number = page.margin;
    return columns.map(({ width: share, isNumber = false }, index) => {
      const width = (inner * share) / all - cellGap;
      const cell = {
        lines: wrap(texts[index] ?? '', { size: sizes.text, isBold, width }, measure),
        x,
        width,
        isNumber,
      };
      x += width + cellGap;
      return cell;
    });
  };

  const write = (block: Block): void => {
    switch (block.is) {
      case 'heading':
        y += gap;
        // A heading stays with what follows it.
        if (!room(sizes.heading * lineHeight * 4)) turn();
        paragraph(block.text, sizes.heading, true);
        y += gap / 2;
        return;
      case 'text':
        paragraph(block.text, sizes.text, false);
        y += gap;
        return;
      case 'facts':
        for (const [name, value] of block.facts) {
          const columns = [
            { title: '', width: nameShare },
            { title: '', width: 1 - nameShare },
          ];
          row(cellsOf([name, value], columns, false), false, () => {});
        }
        y += gap;
        return;
      case 'table': {
        const titles = block.columns.map(({ title }) => title);
        const head = (): void => row(cellsOf(titles, block.columns, true), true, () => {});
        if (!room(sizes.text * lineHeight * 5)) turn();
        head();
        for (const texts of block.rows) row(cellsOf(texts, block.columns, false), false, head);
        y += gap;
        return;
      }
    }
  };

  paragraph(document.title, sizes.title, true);
  y += gap;
  for (const block of document.blocks) write(block);
  for (const [index, lines] of pages.entries()) {
    const size = sizes.small;
    const number = `Page ${index + 1} of ${pages.length}`;
    const width = inner - measure(number, size, false) - cellGap;
    const footY = page.height - page.margin;
    const [footer = ''] = wrap(document.footer, { size, isBold: false, width }, measure);
    if (footer !== '') lines.push({ text: footer, x: page.margin, y: footY, size, isBold: false });
    lines.push({
      text: number,
      x: page.width - page.margin - measure(number, size, false),
      y: footY,
      size,
      isBold: false,
    });
  }
  return pages;
};
