import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { createLocalFiles, type LocalFiles, type SignedFile } from './local.ts';
import { fileKey, isFileKey, linkSecondsMax } from './port.ts';

const home = mkdtempSync(join(tmpdir(), 'mos-files-'));
after(() => rmSync(home, { recursive: true, force: true }));

const dir = join(home, 'files');
const key = fileKey('org_01h2xcejqtf2nbrexx3vqjhp41', 'eula', 'one', 'pdf');
const first = Buffer.alloc(32, 1);
const second = Buffer.alloc(32, 2);
let now = new Date('2026-11-20T12:00:00Z');
const clock = { wallNow: () => now };
const open = (linkKeys: readonly [Buffer, ...Buffer[]]): LocalFiles =>
  createLocalFiles({ dir, baseUrl: 'https://api.example/mos', linkKeys, clock });
const files = open([first]);

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z');
});

const parsed = (url: string): SignedFile => {
  const { pathname, searchParams } = new URL(url);
  const of = (name: string): string => searchParams.get(name) ?? '';
  return {
    key: decodeURIComponent(pathname.split('/').at(-1) ?? ''),
    name: of('name'),
    contentType: of('type'),
    exp: of('exp'),
    sig: of('sig'),
  };
};

const aLink = async (from: LocalFiles = files, seconds?: number): Promise<SignedFile> =>
  parsed(
    await from.presignGet(key, {
      name: 'EULA ä.pdf',
      contentType: 'application/pdf',
      ...(seconds === undefined ? {} : { seconds }),
    }),
  );

test('a file comes back byte for byte, and nobody else on the machine can read it', async () => {
  assert.equal(await files.has(key), false);
  assert.equal(await files.get(key), undefined);
  const bytes = Buffer.from([0, 255, 10, 13]);
  await files.put(key, bytes, 'application/pdf');
  assert.deepEqual(await files.get(key), bytes);
  assert.equal(await files.has(key), true);
  assert.equal(statSync(join(dir, key)).mode & 0o077, 0);
  assert.deepEqual(readdirSync(dir), [key], 'nothing is left beside it');
});

test('concurrent writers leave one whole file', async () => {
  const sizes = [1, 200_000, 3, 500_000, 5];
  await Promise.all(sizes.map((size) => files.put(key, Buffer.alloc(size, size % 251), 'application/pdf')));
  const found = await files.get(key);
  assert.ok(sizes.includes(found?.length ?? 0));
  assert.ok(found?.every((byte) => byte === found.length % 251));
  assert.deepEqual(readdirSync(dir), [key]);
});

test('a key cannot lead out of the folder', async () => {
  writeFileSync(join(home, 'secret-key'), 'secret');
  const bad = [
    '../secret-key',
    '..',
    '.',
    'a/b',
    '/etc/passwd',
    `${key}/../../secret-key`,
    '',
    'x'.repeat(300),
    `${key}\0`,
  ];
  for (const one of bad) {
    assert.equal(isFileKey(one), false, one);
    await assert.rejects(files.get(one), /not the key/, one);
    await assert.rejects(files.put(one, Buffer.alloc(0), ''), /not the key/, one);
    await assert.rejects(files.presignGet(one, { name: '', contentType: '' }), /not the key/, one);
  }
  assert.throws(() => fileKey('org_01h2xcejqtf2nbrexx3vqjhp41', 'eula', '../x', 'pdf'));
});

test('a link is valid until the second that it states, by wall time', async () => {
  const link = await aLink();
  assert.equal(Number(link.exp), now.getTime() / 1000 + 1800);
  assert.equal(files.check(link), 'GOOD');
  now = new Date(now.getTime() + 1_799_999);
  assert.equal(files.check(link), 'GOOD');
  now = new Date(now.getTime() + 1);
  assert.equal(files.check(link), 'EXPIRED');
  await assert.rejects(aLink(files, linkSecondsMax + 1), /cannot live/);
});

test('no part of a link can be changed', async () => {
  const link = await aLink();
  const other = fileKey('org_01h2xcejqtf2nbrexx3vqjhp42', 'eula', 'one', 'pdf');
  const forged: Partial<SignedFile>[] = [
    { key: other },
    { exp: String(Number(link.exp) + 1) },
    { exp: `0${link.exp}` },
    { name: 'other.pdf' },
    { contentType: 'text/html' },
    // Letters moved from one part into the next.
    { contentType: `${link.contentType}E`, name: link.name.slice(1) },
    { sig: '' },
    { sig: link.sig.slice(0, -1) },
    { sig: `${link.sig}${link.sig}` },
  ];
  for (const change of forged) assert.equal(files.check({ ...link, ...change }), 'WRONG', JSON.stringify(change));
});

test('links of a key that is being retired stay valid, those of an unknown key do not', async () => {
  const link = await aLink();
  assert.equal(open([second, first]).check(link), 'GOOD');
  assert.equal(open([second]).check(link), 'WRONG');
  assert.equal(files.check(await aLink(open([second, first]))), 'WRONG');
});
