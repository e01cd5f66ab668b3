import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { streamText } from './stream-text.ts';
import { createUploads } from './uploads.ts';

const payloadOf = (source: Readable): IncomingMessage => source as unknown as IncomingMessage;

test('a text arrives whole, wherever its characters are cut, and its digest is of its bytes', async () => {
  const bytes = Buffer.from('\uFEFFid,é€😀\n');
  for (let size = 1; size <= bytes.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    const stream = streamText(
      payloadOf(Readable.from(pieces)),
      createUploads(() => 0),
      bytes.length,
    );
    let text = '';
    for await (const piece of stream.pieces) text += piece;
    assert.equal(text, '\uFEFFid,é€😀\n');
    assert.equal(stream.digest().toString('hex').length, 64);
  }
});

test('a text that is cut within a character, is too long, or breaks off is refused', async () => {
  const refusalOf = async (source: Readable, maxBytes = 100): Promise<string> => {
    try {
      for await (const _ of streamText(
        payloadOf(source),
        createUploads(() => 0),
        maxBytes,
      ).pieces);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(await refusalOf(Readable.from([Buffer.from('é').subarray(0, 1)])), /UTF-8/);
  assert.match(await refusalOf(Readable.from([Buffer.alloc(101, 'x')])), /too large/);
  const broken = new Readable({ read: () => {} });
  broken.push('x');
  setImmediate(() => broken.destroy(new Error('aborted')));
  assert.match(await refusalOf(broken), /ended before/);
});

test('a sender is cut off while we wait for it too long, not while it waits for us', async () => {
  let now = 0;
  const uploads = createUploads(() => now);
  const silent = new Readable({ read: () => {} });
  silent.push('first');
  const { pieces } = streamText(payloadOf(silent), uploads, 100);
  const reader = pieces[Symbol.asyncIterator]();
  assert.deepEqual(await reader.next(), { done: false, value: 'first' });
  now = 3_600_000;
  uploads.sweep();
  const next = reader.next();
  now += 9_000;
  uploads.sweep();
  const refused = assert.rejects(next, /too slowly/);
  now += 2_000;
  uploads.sweep();
  await refused;
});
