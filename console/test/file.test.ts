import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFileTried, tryFileBytesMax } from '../src/forms/file.ts';

test('a dry run sends a small file, and no large one', () => {
  const ofSize = (bytes: number): File => new File([new Uint8Array(bytes)], 'usage.csv');
  assert.equal(isFileTried(ofSize(tryFileBytesMax)), true);
  assert.equal(isFileTried(ofSize(tryFileBytesMax + 1)), false);
  assert.equal(isFileTried(undefined), true);
});
