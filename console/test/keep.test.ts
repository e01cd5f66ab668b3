import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepAmong } from '../src/api/keep.ts';

test('while a list is read, earlier answers stay only within the same partner, thing or form', () => {
  const kept = keepAmong(['org', 'org_1', 'choose', 'products', 'AZURE']);
  const earlier = (partner: string, text: string) => ({
    queryKey: ['org', 'org_1', 'choose', 'products', partner, text],
  });
  assert.deepEqual(kept(['one'], earlier('AZURE', 'acme')), ['one']);
  assert.equal(kept(['one'], earlier('AWS', 'acme')), undefined);
  assert.equal(kept(undefined, undefined), undefined);
  assert.deepEqual(keepAmong(['try', { id: 1 }])('fine', { queryKey: ['try', { id: 1 }, 'more'] }), 'fine');
});

test('no page keeps earlier answers of anything else', () => {
  const source = join(import.meta.dirname, '../src');
  const users = globSync('**/*.{ts,tsx}', { cwd: source }).filter((name) =>
    readFileSync(join(source, name), 'utf8').includes('keepPreviousData'),
  );
  assert.deepEqual(users, []);
});
