import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/fresh-database.ts';
import { openTest } from '../engine/engine.test-support.ts';
import type { Log } from '../kit/log.ts';
import { createClockWatch } from './clock-watch.ts';

const { url, drop } = await freshDatabase();
const database = await openTest(url);
after(async () => {
  await database.close();
  await drop();
});

test('a clock that is set while the service runs is a problem until it agrees with the database again', async () => {
  let aheadMs = 0;
  const lines: Record<string, unknown>[] = [];
  const log = { warn: (line: Record<string, unknown>) => lines.push(line) } as unknown as Log;
  const clock = { wallNow: () => new Date(Date.now() + aheadMs) };
  const watch = createClockWatch({ database, clock, log });
  await watch.look();
  assert.equal(watch.problem(), undefined);
  assert.equal(lines.length, 0);
  aheadMs = 86_400_000;
  await watch.look();
  assert.match(watch.problem() ?? '', /^The clock of this machine is 864\d\d seconds ahead of the database's/);
  const isNear = (seconds: unknown, expected: number): void =>
    assert.ok(Math.abs(Number(seconds) - expected) < 60, `${seconds} is not near ${expected}`);
  isNear(lines.find((line) => line.clockMovedSeconds !== undefined)?.clockMovedSeconds, 86_400);
  isNear(lines.find((line) => line.clockAheadSeconds !== undefined)?.clockAheadSeconds, 86_400);
  await watch.look();
  const moves = () => lines.filter((line) => line.clockMovedSeconds !== undefined);
  assert.equal(moves().length, 1, 'a move is logged once');
  aheadMs = 0;
  await watch.look();
  assert.equal(watch.problem(), undefined);
  isNear(moves().at(-1)?.clockMovedSeconds, -86_400);
});
