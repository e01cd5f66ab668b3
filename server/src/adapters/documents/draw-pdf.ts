import { readFileSync } from 'node:fs';
import fontkit from '@pdf-lib/fontkit';
import {
  beginText,
  endText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  type PDFRef,
  PDFString,
  setFontAndSize,
  setTextMatrix,
  showText,
} from 'pdf-lib';
import { layOut, type Measure, page as paper } from './lay-out.ts';
import type { WrittenDocument } from './written.ts';

// Letters are drawn with DejaVu Sans, of which the used ones are put into the file: Latin, Greek, Cyrillic, Armenian,
// Georgian, Hebrew, Arabic and more. It has no Chinese, Japanese and Korean; for these the file names the standard
// fonts that PDF readers bring along.

const fontFiles = {
  regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

type EastAsian = 'Japan1' | 'GB1' | 'Korea1';

/** Standard fonts and encodings of ISO 32000-1, 9.7.5.2. */
const eastAsianFonts: Readonly<Record<EastAsian, { font: string; encoding: string; supplement: number }>> = {
  Japan1: { font: 'HeiseiKakuGo-W5', encoding: 'UniJIS-UTF16-H', supplement: 5 },
  GB1: { font: 'STSong-Light', encoding: 'UniGB-UTF16-H', supplement: 4 },
  Korea1: { font: 'HYGoThic-Medium', encoding: 'UniKS-UTF16-H', supplement: 1 },
};

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Written where no font has a letter, so that nothing is left out unseen. */
const unknownLetter = '\u25a1';

/** A part of a line in one font and direction. */
type Run = { text: string; font: 'OWN' | EastAsian };

const createDrawing = async (document: PDFDocument) => {
  document.registerFontkit(fontkit);
  const options = { subset: true } as const;
  const regular = await document.embedFont(readFileSync(new URL(fontFiles.regular)), options);
  const bold = await document.embedFont(readFileSync(new URL(fontFiles.bold)), options);
  const known = new Set(regular.getCharacterSet());
  const refs = new Map<EastAsian, PDFRef>();

  const eastAsianFont = (script: EastAsian): PDFRef => {
    const found = refs.get(script);
    if (found) return found;
    const { font, encoding, supplement } = eastAsianFonts[script];
    const { context } = document;
    const descriptor = {
      Type: 'FontDescriptor',
      FontName: font,
      Flags: 4,
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 700,
      StemV: 80,
    };
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType0',
        BaseFont: font,
        CIDSystemInfo: {
          Registry: PDFString.of('Adobe'),
          Ordering: PDFString.of(script),
          Supplement: supplement,
        },
        DW: 1000,
        FontDescriptor: context.register(context.obj(descriptor)),
      }),
    );
    const ref = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: `${font}-${encoding}`,
        Encoding: encoding,
        DescendantFonts: [descendant],
      }),
    );
    refs.set(script, ref);
    return ref;
  };

  /** Parts of a line: what is written from right to left is shaped as a whole, with the spaces within it. */
  const runsOf = (line: string): Run[] => {
    const han = kana.test(line) ? 'Japan1' : hangul.test(line) ? 'Korea1' : 'GB1';
    const runs: (Run & { isRightToLeft: boolean })[] = [];
    const put = (text: string, font: Run['font'], isRightToLeft: boolean): void => {
      const last = runs.at(-1);
      if (last && last.font === font && last.isRightToLeft === isRightToLeft) last.text += text;
      else runs.push({ text, font, isRightToLeft });
    };
    for (const letter of line.replaceAll(/\p{Cc}/gu, ' ')) {
      const code = letter.codePointAt(0) ?? 0;
      if (known.has(code))
        put(letter, 'OWN', rightToLeft.test(letter) || (letter === ' ' && !!runs.at(-1)?.isRightToLeft));
      else if (eastAsian.test(letter)) put(letter, hangul.test(letter) ? 'Korea1' : han, false);
      else if (!/\p{Cf}|\p{Mn}/u.test(letter)) put(unknownLetter, 'OWN', false);
    }
    // The spaces after the last of these words belong to the direction of the line.
    return runs.flatMap(({ text, font, isRightToLeft }) => {
      const words = isRightToLeft ? text.trimEnd() : text;
      const spaces = text.slice(words.length);
      return spaces === '' ? [{ text, font }] : [words, spaces].map((part) => ({ text: part, font }));
    });
  };

  const own = (isBold: boolean): PDFFont => (isBold ? bold : regular);
  const widthOf = ({ text, font }: Run, size: number, isBold: boolean): number =>
    font === 'OWN' ? own(isBold).widthOfTextAtSize(text, size) : [...text].length * size;

  const cache = new Map<string, number>();
  const measure: Measure = (text, size, isBold) => {
    const key = `${isBold ? 'b' : ''}${text}`;
    const found = cache.get(key) ?? runsOf(text).reduce((sum, run) => sum + widthOf(run, 1, isBold), 0);
    cache.set(key, found);
    return found * size;
  };

  const drawLine = (
    page: PDFPage,
    line: { text: string; x: number; y: number; size: number; isBold: boolean },
  ): void => {
    const { size, isBold } = line;
    let { x } = line;
    const y = paper.height - line.y - size;
    for (const run of runsOf(line.text)) {
      if (run.font === 'OWN') page.drawText(run.text, { x, y, size, font: own(isBold) });
      else {
        const name = page.node.newFontDictionary(`EastAsian${run.font}`, eastAsianFont(run.font));
        const utf16 = [...Buffer.from(run.text, 'utf16le').swap16()]
          .map((byte) => byte.toString(16).padStart(2, '0'))
          .join('');
        page.pushOperators(
          beginText(),
          setFontAndSize(name, size),
          setTextMatrix(1, 0, 0, 1, x, y),
          showText(PDFHexString.of(utf16)),
          endText(),
        );
      }
      x += widthOf(run, size, isBold);
    }
  };
  return { measure, drawLine };
};

/** Draws a document as a PDF with numbered pages. The same document makes the same bytes. */
export const drawPdf = async (written: WrittenDocument): Promise<Uint8Array> => {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(written.title);
  const { measure, drawLine } = await createDrawing(document);
  for (const lines of layOut(written, measure)) {
    const page = document.addPage([paper.width, paper.height]);
    for (const line of lines) drawLine(page, line);
  }
  return document.save();
};
