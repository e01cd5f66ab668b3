import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTextOf, replyMarker } from './reply-text.ts';

const cases: { what: string; mail: string; left: string }[] = [
  { what: 'a plain mail', mail: 'Thank you.\n\nAnn\n', left: 'Thank you.\n\nAnn' },
  {
    what: 'an introduction and our mail below the marker',
    mail: `It works.\r\n\r\nOn Mon, 2 Mar 2026 at 10:00, Acme <a@x.example> wrote:\r\n\r\n> ${replyMarker}\r\n>\r\n> old`,
    left: 'It works.',
  },
  {
    what: 'an introduction in two lines, in another language',
    mail: `Danke.\n\nAm 2. März 2026 schrieb Acme Support\n<a@x.example>:\n\n> ${replyMarker}\n> alt\n`,
    left: 'Danke.',
  },
  {
    what: 'what Outlook writes',
    mail: `Done.\n\n________________________________\nFrom: Acme <a@x.example>\nSent: Monday\nTo: Ann\nSubject: Support\n\n${replyMarker}\nold`,
    left: 'Done.',
  },
  { what: 'a quotation at the end without a marker', mail: 'Yes.\n\n> Is it so?\n> Really?\n', left: 'Yes.' },
  {
    what: 'answers between quoted lines stay',
    mail: '> First?\nYes.\n> Second?\nNo.\n',
    left: '> First?\nYes.\n> Second?\nNo.',
  },
  {
    what: 'a list that ends in a colon stays',
    mail: 'We need 3 things:\n- a\n- b:',
    left: 'We need 3 things:\n- a\n- b:',
  },
  { what: 'nothing new: all of it stays', mail: '> only\n> quoted\n', left: '> only\n> quoted' },
];

for (const { what, mail, left } of cases) test(what, () => assert.equal(newTextOf(mail), left));

test('a mail of many empty or quoted lines costs no time', () => {
  const began = performance.now();
  newTextOf(`x\n${'> \n'.repeat(60_000)}`);
  newTextOf(`${' '.repeat(200_000)}:\n> a`);
  assert.ok(performance.now() - began < 200);
});

test('a line of any length is read at once', () => {
  for (const line of [
    `--${' '.repeat(50_000)}x`,
    '-'.repeat(50_000),
    `_${' '.repeat(50_000)}`,
    `From${' '.repeat(50_000)}x`,
  ]) {
    const began = performance.now();
    newTextOf(`Yes.\n${line}\n${replyMarker}\nold`);
    const ms = performance.now() - began;
    // Where blanks were read in every possible way, it would take minutes.
    assert.ok(ms < 5000, `${line.slice(0, 8)} took ${Math.round(ms)} ms`);
  }
});

test('the name of a quotation may stand between dashes', () => {
  for (const name of ['-----Original Message-----', '---- Ursprüngliche Nachricht ----', '-- Message d origine --'])
    assert.equal(newTextOf(`Yes.\n\n${name}\n${replyMarker}\nold`), 'Yes.');
});
