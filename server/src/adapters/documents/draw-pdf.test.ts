import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFStream } from 'pdf-lib';
import { drawPdf } from './draw-pdf.ts';
import type { WrittenDocument } from './written.ts';

const names = [
  'Ünïcode GmbH – “Ärzte” & Søn',
  'Ελληνική Εταιρεία',
  'ООО «Ромашка»',
  'Հայաստան',
  'שלום בע״מ',
  'شركة الاتصالات',
  '日本電気株式会社かな',
  '삼성전자 주식회사',
  '中国移动有限公司',
  'Smile 🫠 \u0000\u0007',
];

const written: WrittenDocument = {
  title: 'Agreement',
  footer: 'ent_1',
  blocks: [
    { is: 'facts', facts: names.map((name, index) => [`Name ${index}`, name] as const) },
    {
      is: 'table',
      columns: [{ title: 'Row', width: 1 }],
      rows: Array.from({ length: 100 }, (_, index) => [`row ${index}`]),
    },
  ],
};

/** The text that copying from the document gives, by the maps from glyphs to letters in it. */
const lettersIn = (document: PDFDocument): string => {
  const maps: string[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const map = object instanceof PDFDict ? object.lookup(PDFName.of('ToUnicode')) : undefined;
    if (map instanceof PDFRawStream) maps.push(inflateSync(map.contents).toString('latin1'));
  }
  return maps
    .flatMap((map) => [...map.matchAll(/<[0-9a-f]+> <([0-9a-f]+)>/gi)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'))
    .join('');
};

test('names in any language are in the document, on as many pages as it needs; the same document gives the same bytes', async () => {
  const bytes = await drawPdf(written);
  assert.deepEqual(await drawPdf(written), bytes);
  assert.ok(bytes.length < 200_000, `only the letters that are used: ${bytes.length} bytes`);
  const document = await PDFDocument.load(bytes);
  assert.equal(document.getTitle(), 'Agreement');
  assert.ok(document.getPageCount() > 1);
  const letters = lettersIn(document);
  for (const letter of 'ÜïÄøΕλήРшՀայש“”□') assert.ok(letters.includes(letter), letter);
  const fonts = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [String(object.lookup(PDFName.of('Encoding')) ?? '')] : []));
  for (const encoding of ['/UniJIS-UTF16-H', '/UniKS-UTF16-H', '/UniGB-UTF16-H'])
    assert.ok(fonts.includes(encoding), encoding);
  const [page] = document.getPages();
  const contents = page?.node.Contents();
  const streams =
    contents instanceof PDFArray ? contents.asArray().map((ref) => document.context.lookup(ref)) : [contents];
  const drawn = streams
    .filter((stream) => stream instanceof PDFStream)
    .map((stream) => inflateSync((stream as PDFRawStream).contents).toString('latin1'))
    .join('');
  const utf16 = Buffer.from('日本電気株式会社かな', 'utf16le').swap16().toString('hex');
  assert.ok(drawn.toLowerCase().includes(`<${utf16}>`), 'in the encoding of its font');
});
