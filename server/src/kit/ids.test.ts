import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromString, fromUUID, toUUID } from 'typeid-js';
import { createIds, decodeId, encodeId, idPrefixes } from './ids.ts';

test('ids rise within a process, also within one millisecond and when the clock stands still', () => {
  let now = 1_700_000_000_000;
  const ids = createIds({ now: () => new Date(now) });
  let last = '';
  for (let round = 0; round < 2000; round += 1) {
    if (round % 500 === 0) now += 1;
    if (round === 1200) now -= 50;
    const id = ids.next();
    assert.ok(id > last, `${id} does not follow ${last}`);
    last = id;
  }
});

test('an id is at most 36 characters, sorts like its uuid, and decodes to it under its own prefix only', () => {
  const ids = createIds({ now: () => new Date() });
  for (const prefix of idPrefixes) {
    const uuid = ids.next();
    const text = encodeId(prefix, uuid);
    assert.ok(text.length <= 36);
    assert.equal(decodeId(prefix, text), uuid);
    for (const other of idPrefixes) if (other !== prefix) assert.equal(decodeId(other, text), null);
    assert.ok(encodeId(prefix, ids.next()) > text);
  }
});

test('no text that is not an id decodes, and none makes decoding fail', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((tail) => `offer_${tail}`),
        fc.stringMatching(/^offer_[0-9a-z]{26}$/),
      ),
      (text) => {
        const uuid = decodeId('offer', text);
        if (uuid !== null) assert.equal(encodeId('offer', uuid), text);
      },
    ),
  );
});

test('ids are written as the reference library of TypeID writes them, and read back', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(...idPrefixes), (uuid, prefix) => {
      const text = encodeId(prefix, uuid);
      assert.equal(text, fromUUID(uuid, prefix));
      assert.equal(decodeId(prefix, text), uuid);
      assert.equal(toUUID(fromString(text)), uuid);
    }),
    { numRuns: 2000 },
  );
  assert.equal(decodeId('org', `org_8${'z'.repeat(25)}`), null);
});
