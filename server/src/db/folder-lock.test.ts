import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { acquireFolderLock } from './folder-lock.ts';

const folders: string[] = [];
const children = new Set<ChildProcess>();

const aFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-lock-'));
  folders.push(folder);
  return folder;
};

after(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const holderProgram = `
  const { acquireFolderLock } = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
  try {
    acquireFolderLock(process.argv[1]);
    console.log('won');
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log('lost ' + error.message);
  }
`;

/** A process that tries to take the lock and reports the outcome; it keeps running if it succeeds. */
const contend = async (folder: string): Promise<{ child: ChildProcess; said: string }> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holderProgram, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: chunk.toString().trim() };
};

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
};

const left = (folder: string): string[] => readdirSync(folder).filter((name) => name.startsWith('lock'));

test('a held folder is refused with one line that names the folder and the process, also in the same process', () => {
  const folder = aFolder();
  const lock = acquireFolderLock(folder);
  assert.throws(
    () => acquireFolderLock(folder),
    (error: Error) =>
      error.message.includes(folder) && error.message.includes(`process ${process.pid}`) && !/\n/.test(error.message),
  );
  lock.release();
  acquireFolderLock(folder).release();
  assert.deepEqual(left(folder), []);
});

test('a folder that is not there yet is made', () => {
  const folder = join(aFolder(), 'deep', 'data');
  acquireFolderLock(folder).release();
  assert.deepEqual(left(folder), []);
});

test('releasing twice does not take away the lock of the next holder', () => {
  const folder = aFolder();
  const first = acquireFolderLock(folder);
  first.release();
  const second = acquireFolderLock(folder);
  first.release();
  assert.throws(() => acquireFolderLock(folder));
  second.release();
});

test('of five processes at once exactly one wins', async () => {
  const folder = aFolder();
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => contend(folder)));
  const won = results.filter(({ said }) => said === 'won');
  assert.equal(won.length, 1, results.map(({ said }) => said).join('\n'));
  for (const { said } of results) {
    assert.ok(said === 'won' || said.includes(`is in use by process ${won[0]?.child.pid}`), said);
  }
  assert.deepEqual(left(folder), ['lock']);
});

test('after kill -9 of the holder five processes at once: exactly one takes the lock over', async () => {
  const folder = aFolder();
  for (let round = 0; round < 3; round += 1) {
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => contend(folder)));
    const won = results.filter(({ said }) => said === 'won');
    assert.equal(won.length, 1, results.map(({ said }) => said).join('\n'));
    assert.deepEqual(left(folder), ['lock']);
    for (const { child } of won) await kill(child);
  }
  acquireFolderLock(folder).release();
});

const plant = (folder: string, name: string, change: Record<string, unknown>): void => {
  const probe = aFolder();
  const lock = acquireFolderLock(probe);
  const mine = JSON.parse(readFileSync(join(probe, 'lock'), 'utf8')) as Record<string, unknown>;
  lock.release();
  writeFileSync(join(folder, name), JSON.stringify({ ...mine, ...change }));
};

const [tokenA, tokenB] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];

test('a pid that was given out anew does not block', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  const folder = aFolder();
  plant(folder, 'lock', { startedAt: '1' });
  acquireFolderLock(folder).release();
});

test('a reboot does not block', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  const folder = aFolder();
  plant(folder, 'lock', { bootId: 'another boot' });
  acquireFolderLock(folder).release();
});

test('a lock file that a crash of the machine left empty or torn does not block', () => {
  for (const text of ['', '{"token":"a', 'null', '{}']) {
    const folder = aFolder();
    writeFileSync(join(folder, 'lock'), text);
    acquireFolderLock(folder).release();
    assert.deepEqual(left(folder), []);
  }
});

test('nor does the same crash during a takeover', () => {
  const folder = aFolder();
  writeFileSync(join(folder, 'lock'), '');
  writeFileSync(join(folder, 'lock.after-unreadable'), '');
  acquireFolderLock(folder).release();
  assert.deepEqual(left(folder), []);
});

test('a process that died while taking over passes the right on', () => {
  const folder = aFolder();
  plant(folder, 'lock', { token: tokenA, startedAt: '1' });
  plant(folder, `lock.after-${tokenA}`, { token: tokenB, startedAt: '1' });
  const lock = acquireFolderLock(folder);
  assert.deepEqual(left(folder), ['lock']);
  lock.release();
});

test('a living process that is taking over is respected', () => {
  const folder = aFolder();
  plant(folder, 'lock', { token: tokenA, startedAt: '1' });
  plant(folder, `lock.after-${tokenA}`, { token: tokenB });
  assert.throws(() => acquireFolderLock(folder), /in use by process/);
});
