import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEmbedded } from './choose-embedded.ts';
import { findTestFiles, type TestFile } from './test-files.ts';

const [any] = findTestFiles(['tools/choose-embedded.test.ts']) as [TestFile];
const file = (path: string, seconds: number, alwaysEmbedded = false): TestFile => ({
  ...any,
  path,
  seconds,
  alwaysEmbedded,
});

const choose = (files: readonly TestFile[], sent: Record<string, string>): string[] => {
  const statements = Object.entries(sent).map(([path, texts]) => [path, new Set(texts.split(' '))] as const);
  return chooseEmbedded(files, new Map(statements)).map(({ path }) => path);
};

test('every statement that the files sent is sent by the chosen ones', () => {
  const files = Array.from({ length: 40 }, (_, at) => file(`${at}`, (at * 7) % 11));
  const sent = Object.fromEntries(files.map(({ path }, at) => [path, `${at % 13} ${(at * 5) % 17} shared`]));
  const chosen = choose(files, sent);
  const texts = (paths: readonly string[]): string[] =>
    [...new Set(paths.flatMap((path) => sent[path]?.split(' ') ?? []))].sort();
  assert.deepEqual(texts(chosen), texts(Object.keys(sent)));
  assert.ok(chosen.length < files.length / 2, String(chosen));
});

test('a file that sends nothing new is left out, and the shorter one of two alike is chosen', () => {
  const files = [file('long', 30), file('short', 2), file('part', 1), file('none', 1)];
  assert.deepEqual(choose(files, { long: 'a b', short: 'a b', part: 'a' }), ['short']);
});

test('a file that always runs is chosen first, and what it sends needs no other', () => {
  const files = [file('short', 1), file('always', 90, true), file('other', 1)];
  assert.deepEqual(choose(files, { always: 'a b', short: 'a', other: 'c' }), ['always', 'other']);
});

test('the database, the engine, every endpoint and files that name the embedded database always run on it', () => {
  const always = findTestFiles().filter(({ alwaysEmbedded }) => alwaysEmbedded);
  for (const path of [
    'server/src/db/migrate.test.ts',
    'server/src/engine/crash.test.ts',
    'server/src/commands/verify-audit.test.ts',
    'server/test/every-endpoint.test.ts',
  ])
    assert.ok(
      always.some((file) => file.path === path),
      path,
    );
});
