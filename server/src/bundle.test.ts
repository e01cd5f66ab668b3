import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bundlesIn, findBundle, fingerprintSources, hashSources, manifestIn } from './bundle.ts';

const files = ['server/src/one.ts', 'simulators/two.ts'];

/** Sources with a bundle that was made from them. */
const makeRoot = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'bundle-'));
  for (const folder of ['server/src', 'simulators', 'node_modules/.cache/bundle/made'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of files) writeFileSync(join(root, file), `export const name = '${file}';\n`);
  writeFileSync(join(root, 'node_modules/.installed.json'), '{"fingerprint":"a"}');
  const [hash, seen] = [hashSources(root, files), fingerprintSources(root, files)];
  writeFileSync(manifestIn(root), JSON.stringify({ folder: 'made', files, hash, seen }));
  return root;
};

const inRoot = (check: (root: string) => void): void => {
  const root = makeRoot();
  try {
    check(root);
  } finally {
    rmSync(root, { recursive: true });
  }
};

test('a bundle is used as long as its sources and packages are what they were', () => {
  inRoot((root) => {
    const made = join(bundlesIn(root), 'made');
    assert.equal(findBundle(root), made);
    // A checkout or a copy writes the same contents anew.
    utimesSync(join(root, files[0] ?? ''), 1, 1);
    writeFileSync(join(root, files[1] ?? ''), `export const name = '${files[1]}';\n`);
    assert.equal(findBundle(root), made);
  });
});

const changes: Record<string, (root: string) => void> = {
  'a source has other contents of the same length and time': (root) => {
    const file = join(root, files[0] ?? '');
    writeFileSync(file, `export const name = 'server/src/two.ts';\n`);
    utimesSync(file, 1, 1);
  },
  'a source is gone': (root) => rmSync(join(root, files[1] ?? '')),
  'other packages are installed': (root) =>
    writeFileSync(join(root, 'node_modules/.installed.json'), '{"fingerprint":"b"}'),
  'the packages are being installed': (root) => rmSync(join(root, 'node_modules/.installed.json')),
  'its list is half written': (root) => writeFileSync(manifestIn(root), '{"folder":"made","fi'),
  'there is none': (root) => rmSync(manifestIn(root)),
};

for (const [name, change] of Object.entries(changes)) {
  test(`a bundle is not used if ${name}`, () => {
    inRoot((root) => {
      change(root);
      assert.equal(findBundle(root), undefined);
    });
  });
}
