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

/** `senders`: the functions of each file, as one text. */
const choose = (files: readonly TestFile[], senders: Record<string, string>): string[] => {
  const byFile = Object.entries(senders).map(([path, names]) => [path, new Set(names.split(' '))] as const);
  return chooseEmbedded(files, new Map(byFile)).map(({ path }) => path);
};

test('every function that sends a statement in some file also does so in the chosen files', () => {
  const files = Array.from({ length: 40 }, (_, at) => file(`${at}`, (at * 7) % 11));
  const senders = Object.fromEntries(files.map(({ path }, at) => [path, `${at % 13} ${(at * 5) % 17} shared`]));
  const chosen = choose(files, senders);
  const names = (paths: readonly string[]): string[] =>
    [...new Set(paths.flatMap((path) => senders[path]?.split(' ') ?? []))].sort();
  assert.deepEqual(names(chosen), names(Object.keys(senders)));
  assert.ok(chosen.length < files.length / 2, String(chosen));
});

test('a file that covers no additional function is left out, and of two equal files the faster one is chosen', () => {
  const files = [file('long', 30), file('short', 2), file('part', 1), file('none', 1)];
  assert.deepEqual(choose(files, { long: 'a b', short: 'a b', part: 'a' }), ['short']);
});

test('a file that later ones make redundant is left out', () => {
  const files = [file('first', 2), file('one', 1), file('two', 1)];
  assert.deepEqual(choose(files, { first: 'a b c d', one: 'a b e', two: 'c d f' }), ['one', 'two']);
});

test('a file that always runs is chosen first, and no other file is needed for its functions', () => {
  const files = [file('short', 1), file('always', 90, true), file('other', 1)];
  assert.deepEqual(choose(files, { always: 'a b', short: 'a', other: 'c' }), ['always', 'other']);
});

test('the database, the engine, credentials, tenancy, every endpoint and files that name the embedded database always run on it', () => {
  const always = findTestFiles().filter(({ alwaysEmbedded }) => alwaysEmbedded);
  for (const path of [
    'server/src/db/migrate.test.ts',
    'server/src/engine/crash.test.ts',
    'server/src/auth/token-introspection.test.ts',
    'server/src/commands/verify-audit.test.ts',
    'server/test/promises/organizations-apart.test.ts',
    'server/test/every-endpoint.test.ts',
  ])
    assert.ok(
      always.some((file) => file.path === path),
      path,
    );
});
