import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploads } from './uploads.ts';

test('a body that does not keep its pace after ten seconds is cut, and one that does is not', () => {
  let now = 0;
  const uploads = createUploads(() => now);
  const cut: string[] = [];
  const begin = (name: string) => uploads.begin(() => cut.push(name));
  const silent = begin('silent');
  const dripping = begin('dripping');
  const steady = begin('steady');
  const done = begin('done');
  uploads.done(done);
  const at = (seconds: number): string[] => {
    now = seconds * 1000;
    uploads.sweep();
    return cut.splice(0).sort();
  };
  dripping.bytes = 9;
  steady.bytes = 50 * 1024;
  assert.deepEqual(at(9.9), []);
  assert.deepEqual(at(10), ['silent']);
  uploads.done(silent);
  assert.deepEqual(at(11), ['dripping']);
  uploads.done(dripping);
  assert.deepEqual(at(11.5), []);
  steady.bytes += 32 * 1024;
  assert.deepEqual(at(12), []);
  assert.deepEqual(at(13), ['steady']);
});

test('the time for which a sender has to wait for us does not count', () => {
  let now = 0;
  const uploads = createUploads(() => now);
  const cut: string[] = [];
  const upload = uploads.begin(() => cut.push('cut'));
  const at = (seconds: number): number => {
    now = seconds * 1000;
    uploads.sweep();
    return cut.length;
  };
  assert.equal(at(5), 0);
  const goOn = uploads.pause(upload);
  assert.equal(at(500), 0);
  goOn();
  assert.equal(at(504), 0);
  assert.equal(at(505), 1);
});
