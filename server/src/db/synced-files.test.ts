import assert from 'node:assert/strict';
import { fsyncSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { openEmbeddedServer } from './embedded.ts';
import { syncedFiles } from './synced-files.ts';

const home = mkdtempSync(join(tmpdir(), 'synced-'));
after(() => rmSync(home, { recursive: true, force: true }));

test('a commit has its log on the disk when it is answered', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  const folder = join(home, 'own');
  const synced: string[] = [];
  const { files, begin } = syncedFiles(folder, (descriptor) => {
    synced.push(readlinkSync(`/proc/self/fd/${descriptor}`));
    fsyncSync(descriptor);
  });
  const startParams = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'];
  const lite = await PGlite.create({ fs: files, startParams });
  assert.equal(synced.length, 0, 'a start does not wait for the disk');
  begin();
  await lite.exec('create table kept (i int)');
  synced.length = 0;
  await lite.exec('insert into kept values (1)');
  assert.deepEqual(
    synced.map((file) => basename(dirname(file))),
    ['pg_wal'],
  );
  await lite.exec('checkpoint');
  assert.ok(
    synced.some((file) => file.includes('/base/')),
    String(synced),
  );
  await lite.close();
});

test('the embedded database synchronizes in a folder, and in memory it does not', async () => {
  for (const [folder, fsync] of [
    [join(home, 'database'), 'on'],
    ['memory://', 'off'],
  ] as const) {
    const server = await openEmbeddedServer({ folder });
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
    );
    assert.deepEqual(rows, [{ fsync, method: 'fsync' }]);
    await client.end();
    await server.close();
  }
});
