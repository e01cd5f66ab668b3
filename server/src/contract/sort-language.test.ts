import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fields } from './fields.ts';
import { isQueryError } from './query/error.ts';
import { thingFields } from './query/query.test-support.ts';
import { parseSort, printSort } from './sort-language.ts';

const read = (text: string | undefined, fields: Fields = thingFields) => printSort(parseSort(text, fields));

describe('the sort language', () => {
  it('reads both forms, and ends every order with the id in the direction of the last key', () => {
    assert.equal(read('creation_time:desc,name:asc'), 'creation_time:desc,name:asc,id:asc');
    assert.equal(read('-creation_time,name'), 'creation_time:desc,name:asc,id:asc');
    assert.equal(read('name,-price'), 'name:asc,price:desc,id:desc');
    assert.equal(read(' name , -price '), 'name:asc,price:desc,id:desc');
    assert.equal(read('+name'), 'name:asc,id:asc');
    assert.equal(read('-id'), 'id:desc');
    assert.equal(read('id,name'), 'id:asc,name:asc');
  });

  it('is newest first by default, by id where the list has no creation time', () => {
    assert.equal(read(undefined), 'creation_time:desc,id:desc');
    assert.equal(read(''), 'creation_time:desc,id:desc');
    assert.equal(read(undefined, { id: thingFields.id }), 'id:desc');
  });

  it('reads its own canonical text, even of eight keys', () => {
    const eight = 'creation_time,name,status,price,seats,active,end_time,buyer_id';
    assert.equal(read(read(eight)), read(eight));
  });

  const refused: [text: string, position: number, message: RegExp][] = [
    ['colour', 1, /unknown column "colour"/],
    ['name,__proto__', 6, /unknown column/],
    ['name,name', 6, /named twice/],
    ['name,-name', 6, /named twice/],
    ['name, -name:asc', 7, /is written/],
    ['name:up', 1, /is written/],
    ['name:', 1, /is written/],
    ['--name', 1, /is written/],
    ['name,', 6, /missing/],
    [',name', 1, /missing/],
    ['info.currency', 1, /not sorted by/],
    ['a b', 1, /is written/],
  ];
  for (const [text, position, message] of refused) {
    it(`refuses ${JSON.stringify(text)} at ${position}`, () => {
      assert.throws(
        () => parseSort(text, thingFields),
        (error) =>
          isQueryError(error) && error.path === 's' && error.position === position && message.test(error.message),
      );
    });
  }

  it('takes at most eight keys', () => {
    const extra = { ...thingFields, other: { type: 'text', column: 'other', sortable: true } } as const;
    const nine = 'creation_time,name,status,price,seats,active,end_time,buyer_id,other';
    assert.throws(() => parseSort(nine, extra), /at character 64: at most 8 sort keys/);
    assert.throws(() => parseSort('name,'.repeat(100_000), thingFields), /named twice/);
  });
});
