import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSimulatedClock } from './clock.ts';
import { addDuration, parseDuration } from './duration.ts';

const openFolder = (): string => mkdtempSync(join(tmpdir(), 'clock-'));

test('an advance is kept after a restart and runs the listeners in order', async () => {
  const dataDir = openFolder();
  const clock = createSimulatedClock({ dataDir, wall: () => 1000 });
  const heard: string[] = [];
  clock.onAdvance(async (now) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    heard.push(`first ${now}`);
  });
  const remove = clock.onAdvance((now) => {
    heard.push(`second ${now}`);
  });
  await Promise.all([clock.advance(500), clock.advance(250)]);
  assert.deepEqual(heard, ['first 1500', 'second 1500', 'first 1750', 'second 1750']);
  remove();
  await clock.advance(1);
  assert.equal(heard.length, 5);
  assert.equal(createSimulatedClock({ dataDir, wall: () => 1000 }).now(), 1751);
});

test('the clock never goes backwards, not even when the wall clock does', async () => {
  const dataDir = openFolder();
  let wall = 10_000;
  const clock = createSimulatedClock({ dataDir, wall: () => wall });
  await clock.advance(5000);
  wall = 4000;
  assert.equal(clock.now(), 15_000);
  assert.equal(createSimulatedClock({ dataDir, wall: () => wall }).now(), 15_000);
  for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) await assert.rejects(clock.advance(wrong));
});

test('an advance that cannot be stored has not happened', async () => {
  const dataDir = openFolder();
  const clock = createSimulatedClock({ dataDir, wall: () => 1000 });
  await clock.advance(500);
  // No file can be written where a folder exists.
  const draft = join(dataDir, 'simulators/clock.json.new');
  mkdirSync(draft);
  await assert.rejects(clock.advance(250));
  assert.equal(clock.now(), 1500);
  rmdirSync(draft);
  await clock.advance(250);
  assert.equal(clock.now(), 1750);
});

test('durations are parsed and added in the UTC calendar', () => {
  const add = (text: string, from: string): string => {
    const duration = parseDuration(text);
    assert.ok(duration, text);
    return new Date(addDuration(Date.parse(from), duration)).toISOString();
  };
  assert.equal(add('PT1H30M', '2027-01-31T23:00:00Z'), '2027-02-01T00:30:00.000Z');
  assert.equal(add('P1M', '2027-01-31T08:00:00Z'), '2027-02-28T08:00:00.000Z');
  assert.equal(add('P12M', '2028-02-29T00:00:00Z'), '2029-02-28T00:00:00.000Z');
  assert.equal(add('P2W1D', '2027-01-01T00:00:00Z'), '2027-01-16T00:00:00.000Z');
  for (const wrong of ['', 'P', 'PT', 'P1H', '1H', 'PT-1H', 'P1DT']) assert.equal(parseDuration(wrong), null, wrong);
});
