import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capabilityNames } from '../../../contract/marketplaces/facts.ts';
import { marketplaceCodes } from '../../../contract/marketplaces/marketplaces.ts';
import { buildOpenApi } from '../../../contract/openapi.ts';
import { errorCodes } from '../../../kit/errors.ts';
import { readRelease } from '../../../wiring/knowledge.ts';
import { endpoints } from '../../endpoints.ts';
import { articlePieces, importedPieces, partnerNames } from './document-pieces.ts';
import { hashOf, rowOf } from './piece.ts';
import { findMarkdown } from './read-folder.ts';
import { readDocument, sectionMax, splitSections } from './split-document.ts';

const pieces = await (await readRelease()).pieces();
const ids = new Set(pieces.map(({ id }) => id));

test('every piece has an ID of its own that can stand in a URL, and a text', () => {
  assert.equal(ids.size, pieces.length);
  for (const { id, title, markdown } of pieces) {
    assert.match(id, /^[\w.-]{1,200}$/);
    assert.ok(title !== '' && markdown.trim() !== '' && markdown.length <= sectionMax, id);
  }
});

test('every operation of the document, every error code and every capability is a piece', () => {
  const { paths } = buildOpenApi(endpoints, { version: '1', baseUrl: 'http://a', tokenUrl: 'http://b/oauth2/token' });
  const operations = Object.values(paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
    (methods) =>
      Object.values(methods).flatMap(({ operationId }) =>
        operationId === undefined ? [] : [`endpoint.${operationId}`],
      ),
  );
  const wanted = [
    ...operations,
    ...Object.keys(errorCodes).map((code) => `error.${code}`),
    ...capabilityNames.flatMap((name) => marketplaceCodes.map((code) => `capability.${code}.${name}`)),
  ];
  assert.ok(operations.length > 150);
  assert.deepEqual(
    wanted.filter((id) => !ids.has(id)),
    [],
  );
});

test('articles say which partner they are about, and name its own page', async () => {
  const files = await findMarkdown(new URL('../../../../knowledge', import.meta.url).pathname);
  assert.ok(files.length >= 60, `${files.length} articles`);
  for (const file of files) {
    const { fields, body } = readDocument(file.text);
    assert.ok(fields.title && fields.topic && (fields.partner ?? '') in partnerNames, file.file);
    assert.match(fields.reference ?? '', /^https:\/\//, file.file);
    assert.doesNotMatch(body.replaceAll(/`[^`]*`/g, ''), /<\w/, file.file);
    assert.equal(articlePieces(file).length, 1, file.file);
  }
  assert.equal(new Set(files.map(({ text }) => readDocument(text).fields.title)).size, files.length);
});

test('a document is divided at its headings, not in its code, and long parts are divided again', () => {
  const body = 'Before\n# One\ntext\n```sh\n# no heading\n```\n## Two #\nmore\n### Empty\n#### Four\nrest';
  assert.deepEqual(splitSections(body), [
    { heading: null, text: 'Before' },
    { heading: 'One', text: 'text\n```sh\n# no heading\n```' },
    { heading: 'Two', text: 'more' },
    { heading: 'Empty', text: '#### Four\nrest' },
  ]);
  const long = splitSections(`# Long\n${'x'.repeat(20_000)}\n${'line\n'.repeat(4_000)}`);
  assert.ok(long.length > 4 && long.every(({ text }) => text.length <= sectionMax));
});

test('headings of one name have different IDs, which remain when the text changes', () => {
  const file = { file: 'a b/c.md', source: 'SERVICE', key: hashOf('a b/c.md').slice(0, 8) } as const;
  const made = (text: string) => importedPieces({ ...file, text }).map(({ id }) => id);
  const before = made('# T\none\n## Same\ntwo\n## Same\nthree');
  assert.equal(new Set(before).size, 3);
  assert.deepEqual(made('# T\nother\n## Same\nthing\n## Same\naltogether'), before);
  assert.match(before[2] ?? '', /^import\.a-b-c\.[\w-]{8}\.same-2$/);
});

test('a piece is searched by what a reader sees', () => {
  const [piece] = importedPieces({
    file: 'x.md',
    text: '---\ntitle: T\n---\nSee [the page](https://a.example/hidden) and **bold** `code`.\n\n| a | b |\n|---|---|\n| c | d |',
    source: 'SERVICE',
    key: 'k',
  });
  assert.ok(piece);
  assert.equal(rowOf(piece).row.plain, 'See the page and bold code. a · b c · d');
});

test('a long line takes no longer to divide than its length', () => {
  const spaces = ' '.repeat(50_000);
  const began = performance.now();
  assert.deepEqual(splitSections(`# a${spaces}b ## \ntext`), [{ heading: `a${spaces}b`, text: 'text' }]);
  assert.deepEqual(readDocument(`---\ntitle: a${spaces}b  \n---\n`).fields, { title: `a${spaces}b` });
  assert.ok(performance.now() - began < 1_000);
});
