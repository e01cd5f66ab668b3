import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { test } from 'node:test';

// Everything that the documents mention exists: files by path or end of path, tests by file and title.

const root = resolve(import.meta.dirname, '../..');
const skipped = /(^|\/)(node_modules|\.git|data|dist)(\/|$)/;
const files = globSync('**/*', { cwd: root, exclude: (name) => skipped.test(name) });
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('golden/'));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Files that the service writes or serves at run time. */
const made = /(^|\/)demo-credentials\.json$|^\/openapi\.json$/;
const isPath = (text: string): boolean => /^[\w./-]+\.(ts|mjs|cjs|md|json|sql|gz)$/.test(text) && !made.test(text);

const findFile = (from: string, path: string): string | undefined => {
  const beside = normalize(join(dirname(from), path));
  const end = path.replace(/^(\.\.?\/)+/, '');
  return files.find((file) => file === beside) ?? files.find((file) => file === end || file.endsWith(`/${end}`));
};

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`|\]\(([^)\s#]+)/g)].map(([, quoted, linked]) => quoted ?? linked ?? '').filter(isPath);

test('every file that a document names exists', () => {
  assert.ok(documents.length > 80, `${documents.length} documents`);
  const missing = documents.flatMap((document) =>
    pathsIn(textOf(document))
      .filter((path) => findFile(document, path) === undefined)
      .map((path) => `${document}: ${path}`),
  );
  assert.deepEqual(missing, []);
  assert.equal(findFile('README.md', 'kit/no-such-file.ts'), undefined);
});

/** `file.test.ts`: "title", "title" */
const namedTests = /`([\w./-]+\.test\.ts)`: ("[^"]+"(?:,\s+"[^"]+")*)/g;
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/["'’\\]/g, '');

test('every test that a document names by its title is in that file', () => {
  let count = 0;
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(namedTests)].flatMap(([, path = '', titles = '']) => {
      const code = plain(textOf(findFile(document, path) ?? 'README.md'));
      const all = titles.split(/",\s+"/).map((title) => plain(title));
      count += all.length;
      return all.filter((title) => !code.includes(title)).map((title) => `${document}: ${path}: ${title}`);
    }),
  );
  assert.deepEqual(missing, []);
  assert.ok(count > 50, `${count} titles`);
});
