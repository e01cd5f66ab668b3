import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldCase } from './fold-case.ts';

test('every letter is folded like the regular expressions of the language compare without case', () => {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const letter = String.fromCodePoint(point);
    const folded = foldCase(letter);
    assert.equal(foldCase(folded), folded, letter);
    if (folded === letter.normalize('NFC') || point === 0x130) continue;
    assert.match(letter.normalize('NFC'), new RegExp(`^\\u{${folded.codePointAt(0)?.toString(16)}}$`, 'iu'));
  }
});

test('letters that differ in case only are one, others are not', () => {
  for (const [left, right] of [
    ['ÉCOLE', 'école'],
    ['e\u0301', 'É'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδός', 'ΟΔΌΣ'],
    ['STRAẞE', 'straße'],
    ['ЖУК', 'жук'],
    ['İSTANBUL', 'istanbul'],
    ['\u212a', 'k'],
    ['ｆｕｌｌ', 'ＦＵＬＬ'],
    ['𐐀', '𐐨'],
  ] as const)
    assert.equal(foldCase(left), foldCase(right), `${left} ${right}`);
  for (const [left, right] of [
    ['straße', 'strasse'],
    ['ı', 'i'],
    ['é', 'e'],
    ['ﬁ', 'fi'],
  ] as const)
    assert.notEqual(foldCase(left), foldCase(right), `${left} ${right}`);
});
