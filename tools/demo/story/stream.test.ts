import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Block, readBlocks } from './stream.ts';

const text =
  ': hello\n\nid: 1.a\nevent: offer.created\ndata: {"name":\ndata: "Größe"}\n\nid: 2.b\r\n\r\n\n\nid: 3.c\ndata: lost';
const bytes = new TextEncoder().encode(text);

const inPieces = async function* (length: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
};

test('blocks are read however the bytes arrive, and an incomplete block is ignored', async () => {
  for (const length of [1, 7, bytes.length]) {
    const blocks: Block[] = [];
    for await (const block of readBlocks(inPieces(length))) blocks.push(block);
    assert.deepEqual(blocks, [
      { id: '1.a', data: '{"name":\n"Größe"}' },
      { id: '2.b', data: undefined },
    ]);
  }
});
