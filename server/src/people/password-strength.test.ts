import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordFaults } from './password-strength.ts';

const codes = (password: string, known: string[] = []): string[] =>
  passwordFaults(password, 'password', known).map(({ code }) => code);

test('the most common passwords are refused', () => {
  for (const password of [
    'password1234',
    'Password2024!',
    'P4$$w0rd1234!',
    'qwertyuiop123',
    '123456789012',
    'aaaaaaaaaaaa',
    'abcabcabcabcabc',
    'iloveyou2023!!',
    'Summer2025Summer',
    'Welcome12345678',
    'admin-admin-admin',
    'letmeinletmein',
  ]) {
    assert.deepEqual(codes(password), ['too_weak'], password);
  }
});

test('the name of a person is not a password', () => {
  assert.deepEqual(codes('ada.lovelace!1', ['ada@lovelace.example', 'Ada', 'Lovelace']), ['too_weak']);
  assert.deepEqual(codes('lovelaceexample', ['ada@lovelace.example']), ['too_weak']);
  assert.deepEqual(codes('lovelace turbine pocket', ['ada@lovelace.example']), []);
});

test('the length is counted in characters of the normal form', () => {
  assert.deepEqual(codes('kfu3mvpq2wx'), ['too_short']);
  assert.deepEqual(codes('x9'.repeat(65)), ['too_long']);
  assert.deepEqual(codes('🐎🔋📎🪐🌵🦑'), ['too_short']);
});

test('unrelated words and random texts are accepted', () => {
  for (const password of [
    'correct horse battery staple',
    'kfu3mvpq2wxz',
    'Tr0ub4dor&3-xyzq',
    'Grüße aus Buxtehude',
    'żółty rower pod wodą',
    '丘の上の小さな家で朝の歌',
  ]) {
    assert.deepEqual(codes(password), [], password);
  }
});

test('stays quick on anything long', () => {
  const started = performance.now();
  codes(`${'ab'.repeat(64)}`);
  codes('a'.repeat(4000));
  assert.ok(performance.now() - started < 200);
});
