import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planKills, planKillsIn } from './chaos.ts';

const seeds = Array.from({ length: 50 }, (_, index) => String(index));

test('a week has twelve kills, spread over its hours, in every phase, some of them in pairs', () => {
  for (const seed of seeds) {
    const kills = planKills(seed, 168);
    assert.equal(kills.length, 12);
    assert.ok(kills.every(({ hour }, index) => hour >= index * 14 && hour < (index + 1) * 14));
    assert.deepEqual([...new Set(kills.map(({ phase }) => phase))].sort(), ['advance', 'calls', 'telling']);
    assert.equal(kills.filter(({ againAfterMs }) => againAfterMs !== null).length, 3);
  }
});

test('kills depend on the seed and stay within the hours', () => {
  for (const seed of seeds) {
    assert.deepEqual(planKills(seed, 10), planKills(seed, 10));
    assert.ok(planKills(seed, 2).every(({ hour }) => hour < 2));
  }
  assert.notDeepEqual(planKills('1', 168), planKills('2', 168));
});

test('kills in given hours strike while usage is submitted then, and depend on the seed', () => {
  for (const seed of seeds) {
    const kills = planKillsIn(seed, [35, 38]);
    assert.deepEqual(kills, planKillsIn(seed, [35, 38]));
    assert.deepEqual(
      kills.map(({ hour, phase, againAfterMs }) => [hour, phase, againAfterMs !== null]),
      [
        [35, 'telling', false],
        [38, 'telling', true],
      ],
    );
  }
  assert.notDeepEqual(planKillsIn('1', [35]), planKillsIn('2', [35]));
});
