import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { readAnswer } from './read-answer.ts';

// A response may have 300,000 values. Each issue that Zod reports costs as much as a hundred of them, so one is enough.

let looked = 0;
const looking = z.unknown().refine(() => {
  looked += 1;
  return false;
});
const item = z.object({ id: looking, name: z.string(), at: z.string(), on: z.boolean() });
const many = Array.from({ length: 1000 }, () => ({ id: 1 }));

const shapes: Record<string, [shape: z.ZodType, said: unknown]> = {
  'a list': [z.object({ items: z.array(item) }), { items: many }],
  'a list that may be absent': [z.object({ items: z.array(item).nullish() }), { items: many }],
  'lists in lists': [z.array(z.object({ items: z.array(item) })), many.slice(0, 30).map(() => ({ items: many }))],
  'a list of one thing or another': [z.array(z.union([item, z.string()])), many],
  'a list that is checked and changed': [z.array(item).transform((items) => items.length), many],
  'members that are unknown': [z.object({}).catchall(item), Object.fromEntries(Object.entries(many))],
};

describe('a response that does not fit its schema', () => {
  for (const [name, [shape, said]] of Object.entries(shapes)) {
    it(`is abandoned at its first fault: ${name}`, () => {
      looked = 0;
      const read = readAnswer(shape, said);
      assert.ok('why' in read && read.why.length > 0);
      assert.equal(looked, 1);
    });
  }

  it('says where and why', () => {
    const said = { items: [{ id: 'a' }, { id: 7 }, {}] };
    assert.deepEqual(readAnswer(z.object({ items: z.array(z.object({ id: z.string() })) }), said), {
      why: 'items.1.id: Invalid input: expected string, received number',
    });
  });
});
