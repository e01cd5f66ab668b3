import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNamePart, plainFileName } from './file-name.ts';

const cases: [string, string][] = [
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\report.pdf', 'report.pdf'],
  ['..', 'file'],
  ['a/', 'file'],
  ['', 'file'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['e\u0301.txt', '\u00e9.txt'],
  [`${'x'.repeat(300)}.log`, `${'x'.repeat(196)}.log`],
  ['\ud800.txt', '\ufffd.txt'],
];

for (const [given, name] of cases)
  test(JSON.stringify(given).slice(0, 40), () => assert.equal(plainFileName(given), name));

for (const [given, part] of [
  ['Offer 1/2: "best"', 'Offer 1 2   best'],
  ['Bill \u202efdp.exe\u2066\u200b', 'Bill fdp.exe'],
  ['a\r\nb\u2028c\u0000', 'a b c'],
  ['\u202e / ', ''],
  [`x${'🎈'.repeat(200)}`, `x${'🎈'.repeat(99)}`],
] as const)
  test(`${JSON.stringify(given).slice(0, 40)} as a part of a name`, () => assert.equal(fileNamePart(given), part));
