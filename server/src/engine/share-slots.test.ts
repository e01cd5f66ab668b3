import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Flow, shareSlots } from './share-slots.ts';

const flow = (key: string, fields: Partial<Flow> = {}): Flow => ({
  key,
  urgency: 0,
  waiting: 1000,
  running: 0,
  ...fields,
});
const sum = (given: ReadonlyMap<string, number>): number => [...given.values()].reduce((all, one) => all + one, 0);

const someFlows = fc
  .array(fc.record({ urgency: fc.nat(2), waiting: fc.nat(40), running: fc.nat(40) }), { maxLength: 12 })
  .map((list) => list.map((fields, index) => flow(`organization ${index}`, fields)));

test('no slot is assigned twice, and nobody gets more than are waiting', () => {
  fc.assert(
    fc.property(someFlows, fc.nat(100), (flows, free) => {
      const given = shareSlots(flows, free);
      assert.ok(sum(given) <= free);
      for (const { key, waiting } of flows) assert.ok((given.get(key) ?? 0) <= waiting);
    }),
  );
});

test('a flow that runs nothing gets a slot before any gets a second one', () => {
  fc.assert(
    fc.property(someFlows, fc.nat(100), (flows, free) => {
      const given = shareSlots(
        flows.map((one) => ({ ...one, urgency: 0 })),
        free,
      );
      const isLeftOut = flows.some(({ key, waiting, running }) => waiting > 0 && running === 0 && !given.has(key));
      if (!isLeftOut) return;
      for (const { key, running } of flows) assert.ok((given.get(key) ?? 0) + (given.has(key) ? running : 0) <= 1);
    }),
  );
});

test('a flow that still waits holds at most one less than any that was given a slot', () => {
  fc.assert(
    fc.property(someFlows, fc.nat(100), (flows, free) => {
      const equal = flows.map((one) => ({ ...one, urgency: 0 }));
      const given = shareSlots(equal, free);
      const held = ({ key, running }: Flow): number => running + (given.get(key) ?? 0);
      for (const one of equal.filter(({ key }) => given.has(key)))
        for (const other of equal.filter(({ key, waiting }) => (given.get(key) ?? 0) < waiting))
          assert.ok(held(one) <= held(other) + 1, `${held(one)} and ${held(other)}`);
    }),
  );
});

test('one organization takes half of the slots, and two that never end leave room for a third', () => {
  assert.deepEqual(shareSlots([flow('a')], 256), new Map([['a', 128]]));
  const [first, second] = [shareSlots([flow('a')], 256).get('a') ?? 0, shareSlots([flow('b')], 128).get('b') ?? 0];
  assert.equal(shareSlots([flow('a', { running: first }), flow('b', { running: second }), flow('c')], 64).get('c'), 32);
});

test('the nearest deadline goes first', () => {
  const flows = [flow('late', { urgency: 9 }), flow('soon', { urgency: 3, waiting: 2 })];
  assert.deepEqual(
    shareSlots(flows, 4),
    new Map([
      ['soon', 2],
      ['late', 1],
    ]),
  );
  assert.deepEqual(shareSlots(flows, 1), new Map([['soon', 1]]));
});

/**
 * A process over time: organizations add runs, runs end in any order, and free slots are distributed with the turn behind
 * the organization that was served last. Counts for each waiting organization without a run the starts of others.
 */
const simulate = (
  slots: number,
  steps: readonly { key: number; adds: number; ends: number }[],
  organizations: number,
) => {
  const waiting = new Array<number>(organizations).fill(0);
  const running: number[] = [];
  const passed = new Array<number>(organizations).fill(0);
  let mostPassed = 0;
  let served = -1;
  const pass = (): void => {
    const keys = waiting.flatMap((count, key) => (count > 0 ? [key] : []));
    const inTurn = [...keys.filter((key) => key > served), ...keys.filter((key) => key <= served)];
    const given = shareSlots(
      inTurn.map((key) =>
        flow(String(key), {
          waiting: waiting[key] as number,
          running: running.filter((one) => one === key).length,
        }),
      ),
      slots - running.length,
    );
    served = inTurn.findLast((key) => given.has(String(key))) ?? served;
    for (const [key, count] of given) {
      waiting[Number(key)] = (waiting[Number(key)] as number) - count;
      for (let one = 0; one < count; one += 1) running.push(Number(key));
    }
    for (const key of keys) {
      if (running.includes(key)) passed[key] = 0;
      else {
        passed[key] = (passed[key] as number) + sum(given);
        mostPassed = Math.max(mostPassed, passed[key]);
      }
    }
  };
  for (const { key, adds, ends } of steps) {
    waiting[key] = (waiting[key] as number) + adds;
    running.splice(0, ends);
    pass();
  }
  let rounds = 0;
  for (; waiting.some((count) => count > 0) && rounds < 100_000; rounds += 1) {
    running.splice(0, 1);
    pass();
  }
  return { mostPassed, left: waiting.reduce((all, one) => all + one, 0) };
};

test('however large the backlog of others, an organization waits for fewer runs than there are organizations', () => {
  const organizations = 6;
  const step = fc.record({
    key: fc.nat(organizations - 1),
    adds: fc.oneof(fc.nat(3), fc.constant(300)),
    ends: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 40 }), (slots, steps) => {
      const { mostPassed, left } = simulate(slots, steps, organizations);
      assert.equal(left, 0, 'every run starts at some time');
      assert.ok(mostPassed < organizations, `${mostPassed} runs of others began first`);
    }),
  );
});
