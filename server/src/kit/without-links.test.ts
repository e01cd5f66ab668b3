import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutLinks } from './without-links.ts';

test('nothing that a mail program would make a link of is left', () => {
  for (const [text, left] of [
    ['Acme Inc.', 'Acme Inc.'],
    ['Plan 2.0 of Acme & Co. KG', 'Plan 2.0 of Acme & Co. KG'],
    ['Acme.io', 'Acme·io'],
    ['Your account is locked: https://evil.example/login', 'Your account is locked: https: evil·example/login'],
    ['www.evil.example', 'www·evil·example'],
    ['mail evil@evil.example now', 'mail evil at evil·example now'],
    ['evil。example', 'evil·example'],
    ['evil\u200b.\u200bexample', 'evil·example'],
    ['http://10.0.0.1/x', 'http: 10·0·0·1/x'],
    ['mailto:evil@x', 'mailto evil at x'],
  ] as const)
    assert.equal(withoutLinks(text), left);
});
