import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEmail } from './checks.ts';

test('a mail address is told from other texts', () => {
  for (const text of ['ada@example.com', 'a.b+c@sub.example.co', `${'a'.repeat(64)}@example.com`])
    assert.equal(isEmail(text), true, text);
  for (const text of ['', 'ada', 'ada@example', '@example.com', 'a b@example.com', 'a@b@example.com', 'a@example.com '])
    assert.equal(isEmail(text), false, text);
});

test('a text of any length is refused at once', () => {
  for (const text of [`a@${'.'.repeat(1_000_000)}@`, `a@${'a.'.repeat(1_000_000)}@`, `${'a'.repeat(1_000_000)}@`]) {
    const began = performance.now();
    assert.equal(isEmail(text), false);
    const ms = performance.now() - began;
    assert.ok(ms < 1000, `${text.slice(0, 8)} took ${Math.round(ms)} ms`);
  }
});
