import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from './config.ts';
import { ensureKeyFile, newMasterKey, readMasterKeys, replaceKeyFile } from './key-file.ts';

const hex = 'ab'.repeat(32);

const folders: string[] = [];
const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-key-'));
  folders.push(folder);
  return folder;
};
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test('an embedded secret key is made once, for its owner only, and stays the same', () => {
  const folder = join(aFolder(), 'data');
  const keys = ensureKeyFile(folder);
  assert.deepEqual(
    keys.map((key) => key.length),
    [32],
  );
  assert.deepEqual(ensureKeyFile(folder), keys);
  assert.equal(statSync(join(folder, 'secret-key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['secret-key']);
  assert.notDeepEqual(ensureKeyFile(aFolder()), keys);
});

test('copies of the key that a killed process left are removed, those of a living one and others stay', () => {
  const folder = aFolder();
  const keys = ensureKeyFile(folder);
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const [left, ...stays] = [`secret-key.${dead}`, `secret-key.${process.pid}`, 'secret-key.bak'];
  for (const name of [left as string, ...stays]) writeFileSync(join(folder, name), 'x');
  assert.deepEqual(ensureKeyFile(folder), keys);
  assert.deepEqual(readdirSync(folder).sort(), ['secret-key', ...stays].sort());
});

test('a secret key of one’s own in the file is used, and closed to others', () => {
  const folder = aFolder();
  const file = join(folder, 'secret-key');
  writeFileSync(file, `${hex}\n`);
  chmodSync(file, 0o644);
  assert.deepEqual(ensureKeyFile(folder), [Buffer.from(hex, 'hex')]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a damaged secret key is refused and left as it is', () => {
  const folder = aFolder();
  const file = join(folder, 'secret-key');
  for (const text of ['', 'short', `${hex}\nshort\n`]) {
    writeFileSync(file, text);
    assert.throws(() => ensureKeyFile(folder), /secret-key must contain at least 32 random bytes/);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});

test('keys that are replaced stand in the file in their order, for its owner only', () => {
  const folder = aFolder();
  const [old] = ensureKeyFile(folder);
  const key = newMasterKey();
  replaceKeyFile(folder, [key, old]);
  assert.deepEqual(ensureKeyFile(folder), [key, old]);
  assert.equal(statSync(join(folder, 'secret-key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['secret-key']);
});

test('keys come from the settings, else from the file; retiring ones of the settings always', () => {
  const folder = aFolder();
  const load = (env: Record<string, string>) =>
    readMasterKeys(loadConfig({ DATA_DIR: folder, ...env }, { folderIsEmpty: () => false }));
  const other = 'cd'.repeat(32);
  const both = { SECRET_KEY: hex, SECRET_KEY_RETIRING: other };
  assert.deepEqual(
    load(both).map((key) => key.toString('hex')),
    [hex, other],
  );
  assert.deepEqual(readdirSync(folder), []);
  const [made, ...others] = load({ SECRET_KEY_RETIRING: other });
  assert.deepEqual([ensureKeyFile(folder)[0], others], [made, [Buffer.from(other, 'hex')]]);
});
