import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal } from '../kit/errors.ts';
import { createEventStreams } from './event-stream.ts';

type Stream = { organization: string; end: () => void; isOpen: boolean };

const start = () => {
  const streams = createEventStreams({ caller: 3, organization: 4, all: 8 });
  const begin = (organization: string, caller = `${organization} one`): Stream => {
    const stream: Stream = { organization, end: () => {}, isOpen: true };
    const end = streams.begin({ caller, organization }, () => {
      stream.isOpen = false;
      end();
    });
    stream.end = end;
    return stream;
  };
  const isFull = (organization: string, caller?: string): void =>
    assert.throws(
      () => begin(organization, caller),
      (error) => isRefusal(error) && error.code === 'TooManyRequests',
    );
  return { begin, isFull };
};

test('a caller and an organization have so many streams and no more, and one that ends makes room', () => {
  const { begin, isFull } = start();
  const own = [begin('a'), begin('a'), begin('a')];
  isFull('a');
  begin('a', 'another');
  isFull('a', 'a third');
  own[0]?.end();
  begin('a', 'a third');
});

test('a few organizations that hold all streams lock out no other: the largest loses its oldest', () => {
  const { begin, isFull } = start();
  const first = [begin('a'), begin('a'), begin('a'), begin('a', 'another')];
  const second = [begin('b'), begin('b'), begin('b'), begin('b', 'another')];
  const late = begin('c');
  assert.deepEqual(
    first.map(({ isOpen }) => isOpen),
    [false, true, true, true],
  );
  assert.ok(second.every(({ isOpen }) => isOpen));
  begin('c');
  assert.deepEqual(
    second.map(({ isOpen }) => isOpen),
    [false, true, true, true],
  );
  // Each of the others would then have fewer than the one that comes.
  isFull('c');
  isFull('a', 'yet another');
  assert.ok(late.isOpen);
});
