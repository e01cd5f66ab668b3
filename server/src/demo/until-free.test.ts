import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../kit/errors.ts';
import { untilFree } from './demo.ts';

test('a start repeats what a busy database refused, and nothing else', async () => {
  let calls = 0;
  const busyTwice = async (): Promise<number> => {
    calls += 1;
    if (calls < 3) throw new Refusal('ServiceUnavailable', 'The database is busy; try again.');
    return calls;
  };
  assert.equal(await untilFree(busyTwice, 0), 3);
  await assert.rejects(
    untilFree(() => Promise.reject(new Refusal('Conflict', 'taken')), 0),
    { code: 'Conflict' },
  );
});
