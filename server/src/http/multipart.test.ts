import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../kit/errors.ts';
import { readParts } from './multipart.ts';

const type = 'multipart/form-data; boundary=b';

const form = (...parts: string[]): Buffer =>
  Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
const filePart = (disposition: string, content = 'x'): string =>
  `Content-Disposition: form-data; ${disposition}\r\nContent-Type: text/html\r\n\r\n${content}`;

const refusalOf = (body: Buffer, contentType = type): string => {
  try {
    readParts(body, contentType);
    return '';
  } catch (error) {
    assert.ok(isRefusal(error) && error.code === 'BadRequest');
    return error.message;
  }
};

test('what a browser sends is read byte for byte', async () => {
  const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10]);
  const sent = new FormData();
  sent.append('note', 'ünïcode');
  sent.append('file', new Blob([bytes]), 'a "quoted" ä.bin');
  const request = new Request('http://x.test', { method: 'POST', body: sent });
  const body = Buffer.from(await request.arrayBuffer());
  const [note, file, ...others] = readParts(body, request.headers.get('content-type') ?? '');
  assert.deepEqual([note?.name, note?.fileName, note?.bytes.toString()], ['note', undefined, 'ünïcode']);
  assert.deepEqual([file?.name, file?.fileName, others.length], ['file', 'a "quoted" ä.bin', 0]);
  assert.ok(file?.bytes.equals(bytes));
});

test('names with backslashes before quotes, and a boundary in quotes', () => {
  const [part] = readParts(
    form(filePart('name="file"; filename="a\\"b\\\\c.txt"')),
    'multipart/form-data; boundary="b"',
  );
  assert.equal(part?.fileName, 'a"b\\c.txt');
});

test('the encoded name of a file is preferred, as .NET sends it with another one', () => {
  const nameOf = (disposition: string): string | undefined =>
    readParts(form(filePart(`name=file; ${disposition}`)), type)[0]?.fileName;
  assert.equal(nameOf(`filename="=?utf-8?B?w7xiZXIudHh0?="; filename*=utf-8''%C3%BCber%20uns.txt`), 'über uns.txt');
  assert.equal(nameOf("filename*=UTF-8'de'a%22b.txt; filename=a_b.txt"), 'a"b.txt');
  assert.equal(nameOf("filename*=UTF-8''alone.txt"), 'alone.txt');
  for (const unreadable of ["utf-8''%FF.txt", "utf-8''%.txt", "big5''%A4%40.txt", 'a.txt'])
    assert.equal(nameOf(`filename=plain.txt; filename*=${unreadable}`), 'plain.txt', unreadable);
});

test('a text before the first boundary is passed over', () => {
  const body = Buffer.concat([Buffer.from('ignore me\r\n'), form(filePart('name=file; filename=a'))]);
  assert.equal(readParts(body, type)[0]?.fileName, 'a');
});

test('what is no whole form is refused', () => {
  const whole = form(filePart('name="file"; filename="a"'));
  for (let length = 0; length < whole.length - 4; length += 1)
    assert.notEqual(refusalOf(whole.subarray(0, length)), '', `the first ${length} bytes`);
  assert.match(refusalOf(whole, 'multipart/form-data'), /must name the boundary/);
  assert.match(refusalOf(whole, `multipart/form-data; boundary=${'x'.repeat(71)}`), /must name the boundary/);
  assert.match(refusalOf(whole, 'multipart/form-data; boundary=other'), /does not contain the boundary/);
  assert.match(refusalOf(form('Content-Type: text/plain\r\n\r\nx')), /Content-Disposition/);
  assert.match(refusalOf(form('Content-Disposition: attachment; name="file"\r\n\r\nx')), /form-data with a name/);
  assert.match(refusalOf(form(`X: ${'x'.repeat(9000)}\r\n\r\nx`)), /headers of at most/);
});

test('a form of very many parts costs no time', () => {
  const body = form(...Array.from({ length: 100_000 }, () => filePart('name="a"')));
  const began = performance.now();
  assert.match(refusalOf(body), /at most 32 parts/);
  assert.ok(performance.now() - began < 200);
});

test('headers that look like long quotations cost no time', () => {
  const began = performance.now();
  refusalOf(form(`Content-Disposition: form-data; name="${'\\"'.repeat(3500)}\r\n\r\nx`));
  assert.ok(performance.now() - began < 200);
});
