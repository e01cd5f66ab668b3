import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLeftoverRemover } from './leftover-parts.ts';

test('what a process left half written just before this one was started is removed too, once it is an hour old', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'mos-parts-'));
  try {
    const start = Date.parse('2026-11-28T10:00:00Z');
    let now = start;
    const write = (name: string, writtenAt: number): void => {
      writeFileSync(join(dir, name), 'half');
      utimesSync(join(dir, name), writtenAt / 1000, writtenAt / 1000);
    };
    const minuteMs = 60_000;
    const removeLeft = createLeftoverRemover(dir, () => new Date(now));
    write('old.part', start - 61 * minuteMs);
    write('young.part', start - minuteMs);
    write('whole.pdf', start - 61 * minuteMs);
    await removeLeft();
    assert.deepEqual(readdirSync(dir).sort(), ['whole.pdf', 'young.part']);

    now = start + 61 * minuteMs;
    write('being-written.part', now - minuteMs);
    await removeLeft();
    assert.deepEqual(readdirSync(dir).sort(), ['being-written.part', 'whole.pdf']);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
