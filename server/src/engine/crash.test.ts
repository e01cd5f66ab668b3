import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase, onPostgres } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import type { FaultPoint } from '../db/faults.ts';
import type { Task } from './crash-child.test-support.ts';
import { openTest } from './engine.test-support.ts';

// After a kill -9, the next process (or another living one) finishes what was left, and does nothing twice.

type Said = { id?: string; orgId?: string; started?: boolean; idleMs?: number };
type Child = { process: ChildProcess; said: Said; ended: Promise<void>; errors: () => string };

const startChild = (task: Task): Child => {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'crash-child.test-support.ts'),
    JSON.stringify(task),
  ]);
  const said: Said = {};
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) Object.assign(said, JSON.parse(line));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return { process: child, said, ended: once(child, 'close').then(() => {}), errors: () => errors };
};

const withPlace = async (
  work: (place: { url?: string; dataDir: string; ledger: string }) => Promise<void>,
): Promise<void> => {
  const { url, drop } = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-crash-'));
  try {
    await work({ ...(url === undefined ? {} : { url }), dataDir, ledger: join(dataDir, 'ledger') });
  } finally {
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const checkFinished = async (
  place: { url?: string; dataDir: string; ledger: string },
  { id, orgId }: Said,
): Promise<void> => {
  assert.ok(id !== undefined && orgId !== undefined);
  const database = await openTest(place.url, { dataDir: place.dataDir, isMigrated: true });
  try {
    const statements = database.read(orgId).raw;
    const operations = await statements.selectFrom('operation').select(['status']).where('id', '=', id).execute();
    const marks = await statements
      .selectFrom('audit_event' as never)
      .select(['entity_id'] as never)
      .where('org_id' as never, '=', orgId as never)
      .orderBy('wall_time' as never)
      .execute();
    assert.deepEqual(operations, [{ status: 'COMPLETED' }]);
    assert.deepEqual(
      marks.map((mark) => (mark as { entity_id: string }).entity_id),
      ['started', 'one', 'three 2'],
    );
  } finally {
    await database.close();
  }
  const calls = readFileSync(place.ledger, 'utf8').trim().split('\n');
  assert.ok(calls.length === 1 || calls.length === 2, `the partner was called ${calls.length} times`);
  assert.equal(new Set(calls).size, 1, 'the key changed');
};

// run.test.ts tries every point between two steps inside one process. Here the process itself must die: after the
// partner has responded, and after a commit whose result was never received.
const kills: { point: FaultPoint; at: number }[] = [
  { point: 'partner-answered', at: 1 },
  { point: 'after-commit', at: 6 },
];

for (const kill of kills) {
  test(`killed at ${kill.point} ${kill.at}: the next process finishes the run`, async () => {
    await withPlace(async (place) => {
      const first = startChild({ ...place, does: 'start', kill });
      await first.ended;
      assert.equal(first.process.signalCode, 'SIGKILL', first.errors());
      const second = startChild({ ...place, does: 'resume' });
      await second.ended;
      assert.equal(second.process.exitCode, 0, second.errors());
      // On PostgreSQL the dead process counts as alive for ten seconds; the embedded database has only one process.
      assert.ok((second.said.idleMs ?? 99_999) < (onPostgres ? 20_000 : 8000), `took ${second.said.idleMs} ms`);
      await checkFinished(place, first.said);
    });
  });
}

const takesOver = async (): Promise<void> => {
  await withPlace(async (place) => {
    const first = startChild({ ...place, does: 'start', kill: { point: 'partner-answered', at: 1 } });
    await first.ended;
    assert.equal(first.process.signalCode, 'SIGKILL', first.errors());
    const second = startChild({ ...place, does: 'stay' });
    await until('the second process works', () => second.said.started === true, 30_000);
    const database = await openTest(place.url, { isMigrated: true });
    await until(
      'the run is finished',
      async () => {
        const statements = database.read(first.said.orgId as string).raw;
        const rows = await statements.selectFrom('operation').select(['status']).execute();
        return rows[0]?.status === 'COMPLETED';
      },
      20_000,
    );
    await database.close();
    second.process.kill('SIGKILL');
    await second.ended;
    assert.ok(existsSync(place.ledger));
    await checkFinished(place, first.said);
  });
};

// The embedded database has only one process.
if (onPostgres) test('a living process takes over the run of a killed one', takesOver);

// It is stopped for longer than it may be silent, as a machine that is suspended is. What it does when it goes on is not older than what
// has been done since.
const stops: { point: FaultPoint; at: number; calls: number; what: string }[] = [
  { point: 'step-started', at: 1, calls: 1, what: 'before it calls the partner: it does not call any more' },
  { point: 'partner-answered', at: 1, calls: 2, what: 'after the partner has answered: the other result counts' },
];

if (onPostgres)
  for (const { point, at, calls, what } of stops)
    test(`a process is stopped ${what}`, async () => {
      await withPlace(async (place) => {
        const first = startChild({ ...place, does: 'start', kill: { point, at, signal: 'SIGSTOP' } });
        await until('the first process has started a run', () => first.said.orgId !== undefined, 30_000);
        const second = startChild({ ...place, does: 'stay' });
        const database = await openTest(place.url, { isMigrated: true });
        const ended = async (): Promise<boolean> => {
          const statements = database.read(first.said.orgId as string).raw;
          const rows = await statements.selectFrom('operation').select(['status']).execute();
          return rows[0]?.status === 'COMPLETED';
        };
        await until('the second process has finished the run', ended, 45_000);
        await database.close();
        first.process.kill('SIGCONT');
        await first.ended;
        assert.equal(first.process.exitCode, 0, first.errors());
        second.process.kill('SIGKILL');
        await second.ended;
        await checkFinished(place, first.said);
        assert.equal(readFileSync(place.ledger, 'utf8').trim().split('\n').length, calls);
      });
    });
