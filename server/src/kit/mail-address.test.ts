import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMailAddress } from './mail-address.ts';

const good = ['a@b.co', "o'hara+x@mail.example.com", 'a.b-c_d@xn--bcher-kva.example', `${'a'.repeat(64)}@b.example`];
const wide = ['jörg@bücher.example', '用户@例子.公司', 'a@xn--bcher-kva.example', 'अ@उदाहरण.भारत'];
const bad = [
  '',
  'a',
  '@b.example',
  'a@',
  'a@b',
  'a@b.',
  'a@.b.example',
  'a@b..example',
  '.a@b.example',
  'a.@b.example',
  'a..b@c.example',
  'a@-b.example',
  'a@b-.example',
  'a@10.0.0.1',
  'a@[10.0.0.1]',
  'a b@c.example',
  ' a@b.example',
  'a@b.example ',
  'a@b.example\r\nBcc: x@y.example',
  '"a"@b.example',
  'a(c)@b.example',
  'a@b@c.example',
  'a,b@c.example',
  '<a@b.example>',
  'a@b_c.example',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(64)}.example`,
  `a@${'b.'.repeat(130)}example`,
  'a@b.example/path',
  'a@b.example?x=1',
];
const disguised = [
  'a@ｂ.example',
  'a@b。example',
  'a\u200b@b.example',
  'a@b\u200d.example',
  '\u202ea@b.example',
  'a@b\u00ad.example',
];

test('a mail address is what a mail server would take', () => {
  for (const text of good) assert.ok(isMailAddress(text), text);
  for (const text of [...bad, ...wide.filter((one) => /[^\0-~]/.test(one)), ...disguised])
    assert.ok(!isMailAddress(text), text);
});

test('other alphabets are taken where they are meant, and no disguise is', () => {
  for (const text of [...good, ...wide]) assert.ok(isMailAddress(text, { wide: true }), text);
  for (const text of [...bad, ...disguised]) assert.ok(!isMailAddress(text, { wide: true }), text);
});
