import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

// The table "Words" of CONTRIBUTING.md lists phrases that read as translated, each with what to write instead. This test keeps
// them out of code, comments, messages and documents.

const root = resolve(import.meta.dirname, '../..');

type Phrase = { not: string; pattern: RegExp; but: string };

/** The rows of the table under `### Words`. A phrase in backquotes is matched as whole words, in any case. */
const readPhrases = (text: string): Phrase[] => {
  const section = text.split('### Words')[1] ?? '';
  return [...section.matchAll(/^\| (`.+?`) \| (.+?) \|$/gm)].flatMap(([, cell = '', but = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, not = '']) => ({ not, pattern: new RegExp(`\\b${not}\\b`, 'gi'), but })),
  );
};

const phrases = readPhrases(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));

const findFaults = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      phrases
        .filter(({ pattern }) => line.search(pattern) !== -1)
        .map(({ not, but }) => `${file}:${index + 1}: "${not}" → ${but}`),
    );

/** Decisions and released changes are history. Titles of tests are quoted elsewhere. */
const isOld = (file: string): boolean => file.startsWith('docs/decisions/') || /\.test\.ts$/.test(file);

const readText = (file: string): string => {
  const text = readFileSync(join(root, file), 'utf8');
  if (file === 'CONTRIBUTING.md') return text.split('### Words')[0] ?? '';
  // Its quotes are titles of tests.
  if (file === 'docs/promises.md') return text.replace(/"[^"\n]*"/g, '');
  return file === 'CHANGELOG.md' ? (text.split(/^## (?=\d)/m)[0] ?? '') : text;
};

test('the table has phrases, and each is found', () => {
  assert.ok(phrases.length >= 8, `${phrases.length} phrases`);
  for (const { not } of phrases) assert.equal(findFaults('a.ts', `// ${not.toUpperCase()} here`).length > 0, true, not);
  assert.deepEqual(findFaults('a.ts', '// The next reconciliation picks it up.'), []);
});

test('no phrase of the table is used', () => {
  const files = globSync(['{server,simulators,tools,bench}/**/*.{ts,md}', 'docs/**/*.md', '*.md'], { cwd: root })
    .filter((file) => !isOld(file))
    .sort();
  assert.ok(files.length > 1000);
  assert.deepEqual(
    files.flatMap((file) => findFaults(file, readText(file))),
    [],
  );
});
