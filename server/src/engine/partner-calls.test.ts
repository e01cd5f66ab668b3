import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callsOfAccount, type Lane, lanes, pausedWith } from '../adapters/lanes.ts';
import { type Account, type Call, createPartnerCalls, nextAccount, type StartTimer } from './partner-calls.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls with a clock that the test moves; the timers run when it has passed them. */
const withClock = () => {
  let now = 1_000_000;
  const timers = new Set<{ at: number; work: () => void }>();
  const timer: StartTimer = (ms, work) => {
    const entry = { at: now + ms, work };
    timers.add(entry);
    return () => void timers.delete(entry);
  };
  const calls = createPartnerCalls({ now: () => now, timer });
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    calls,
    log,
    timers,
    /** Begins a call when it may; `name` is in the log from then on. */
    ask: (name: string, call: Call): void =>
      void calls.begin(call).then((end) => {
        log.push(name);
        ends.set(name, end);
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      ends.delete(name);
      await turn();
    },
    inProgress: () => [...ends.keys()],
    pass: async (ms: number): Promise<void> => {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].toSorted((left, right) => left.at - right.at);
        if (!next || next.at > until) break;
        timers.delete(next);
        now = next.at;
        next.work();
        await turn();
      }
      now = until;
      await turn();
    },
  };
};

const aws = (lane: Lane, orgId = 'a'): Call => ({ partner: 'AWS', orgId, lane });
const azure = (lane: Lane, orgId = 'a'): Call => ({ partner: 'AZURE', orgId, lane });

test('a call that begins to wait while its pause ends is woken, also by a clock that moves between two looks', async () => {
  for (let before = 0; before <= 12; before += 1) {
    let now = 1_000_000;
    const due: { at: number; work: () => void; isCancelled: boolean }[] = [];
    const calls = createPartnerCalls({
      now: () => {
        now += 1;
        return now;
      },
      timer: (ms, work) => {
        const entry = { at: now + ms, work, isCancelled: false };
        due.push(entry);
        return () => {
          entry.isCancelled = true;
        };
      },
    });
    const began: string[] = [];
    const ask = (name: string, orgId: string): void =>
      void calls.begin(aws('usage', orgId)).then(() => began.push(name));
    calls.slowDown(aws('usage', 'a'));
    calls.slowDown(aws('usage', 'b'), 1500);
    ask('first', 'b');
    now = 1_001_000 - before + 3;
    ask('second', 'a');
    calls.slowDown(aws('reads', 'c'));
    for (let fired = 0; fired < 20; fired += 1) {
      const next = due.filter(({ isCancelled }) => !isCancelled).toSorted((left, right) => left.at - right.at)[0];
      if (!next) break;
      next.isCancelled = true;
      // A timer may fire a little before its time by another clock.
      now = Math.max(now, next.at - 2);
      next.work();
      await turn();
    }
    assert.deepEqual(began.sort(), ['first', 'second'], `${before} ms before the end`);
  }
});

test('usage begins at once, however many reads of the account hang or are throttled', async () => {
  for (const partner of ['AWS', 'AZURE', 'GCP']) {
    const { ask, calls, log, inProgress } = withClock();
    for (const lane of lanes.filter((one) => one !== 'usage'))
      for (let count = 0; count < 500; count += 1) ask(`${lane} ${count}`, { partner, orgId: 'a', lane });
    await turn();
    for (const lane of lanes.filter((one) => one !== 'usage')) {
      const own = inProgress().filter((name) => name.startsWith(lane));
      assert.equal(
        own.length,
        callsOfAccount(partner, lane),
        'the account has no more calls in progress than its share',
      );
      calls.slowDown({ partner, orgId: 'a', lane }, 60_000);
    }
    ask('usage', { partner, orgId: 'a', lane: 'usage' });
    await turn();
    assert.equal(log.at(-1), 'usage');
  }
});

test('where a partner counts lanes together, those behind yield to a throttled one, and usage yields to none', () => {
  assert.deepEqual(pausedWith('AZURE', 'usage'), ['usage', 'runs', 'reviews', 'reads', 'bulk']);
  assert.deepEqual(pausedWith('AWS', 'usage'), ['usage']);
  for (const partner of ['AWS', 'AZURE', 'GCP', 'STRIPE', 'ADYEN', null])
    for (const lane of lanes) {
      assert.ok(pausedWith(partner, lane).includes(lane));
      if (lane !== 'usage') assert.ok(!pausedWith(partner, lane).includes('usage'));
    }
});

test('a throttled account pauses as long as the partner asks, then calls one at a time, and more with each success', async () => {
  const { ask, calls, log, end, pass, timers } = withClock();
  ask('first', azure('reads'));
  await turn();
  calls.slowDown(azure('reads'), 5000);
  await end('first');
  for (const name of ['1', '2', '3', '4']) ask(name, azure('reads'));
  ask('of another', azure('reads', 'b'));
  await pass(4999);
  assert.deepEqual(log, ['first', 'of another'], 'another account does not pause');
  await pass(1);
  assert.deepEqual(log.slice(2), ['1']);
  await end('1');
  assert.deepEqual(log.slice(3), ['2', '3']);
  await end('2');
  assert.deepEqual(log.slice(5), ['4']);
  assert.equal(timers.size, 0);
});

test('pauses double while the partner keeps asking, and calls made together count once', async () => {
  const { ask, calls, log, end, pass } = withClock();
  ask('1', aws('bulk'));
  await turn();
  for (let count = 0; count < 5; count += 1) calls.slowDown(aws('bulk'));
  await end('1');
  for (const [name, pauseMs] of [
    ['2', 1000],
    ['3', 2000],
    ['4', 4000],
  ] as const) {
    ask(name, aws('bulk'));
    await pass(pauseMs - 1);
    assert.notEqual(log.at(-1), name);
    await pass(1);
    assert.equal(log.at(-1), name);
    calls.slowDown(aws('bulk'));
    await end(name);
  }
});

test('a call that the partner accepts ends the doubling', async () => {
  const { ask, calls, log, end, pass } = withClock();
  for (const name of ['1', '2', '3']) {
    ask(name, aws('bulk'));
    await pass(60_000);
    calls.slowDown(aws('bulk'));
    await end(name);
  }
  ask('good', aws('bulk'));
  await pass(60_000);
  await end('good');
  ask('4', aws('bulk'));
  await turn();
  calls.slowDown(aws('bulk'));
  await end('4');
  ask('5', aws('bulk'));
  await pass(1000);
  assert.equal(log.at(-1), '5');
});

test('a stop leaves no timer, and what waits never begins', async () => {
  const { ask, calls, log, timers, pass, end } = withClock();
  ask('first', aws('bulk'));
  await turn();
  calls.slowDown(aws('bulk'), 10_000);
  ask('waits', aws('bulk'));
  await turn();
  assert.equal(timers.size, 1);
  calls.close();
  assert.equal(timers.size, 0);
  await end('first');
  ask('late', aws('usage'));
  await pass(100_000);
  assert.deepEqual(log, ['first']);
});

const anAccount = fc.record({
  calls: fc.nat(4),
  room: fc.integer({ min: 1, max: 4 }),
  pausedUntil: fc.nat(20),
  turn: fc.nat(100),
  waiting: fc.array(fc.record({ dueBy: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(5)) }), { maxLength: 3 }),
});

test('the nearest deadline goes first, then the account whose last turn was longest ago', () => {
  fc.assert(
    fc.property(fc.array(anAccount, { maxLength: 8 }), (accounts: Account[]) => {
      const now = 10;
      const may = accounts.filter(
        ({ calls, room, pausedUntil, waiting }) => waiting.length > 0 && calls < room && pausedUntil <= now,
      );
      const next = nextAccount(accounts, now);
      assert.equal(next !== undefined, may.length > 0);
      if (!next) return;
      assert.ok(may.includes(next));
      const dueOf = ({ waiting }: Account): number => Math.min(...waiting.map(({ dueBy }) => dueBy));
      for (const other of may) {
        assert.ok(dueOf(next) <= dueOf(other));
        if (dueOf(next) === dueOf(other)) assert.ok(next.turn <= other.turn);
      }
    }),
  );
});

test('no account of a lane starves: with a full lane each waits for at most one call of each other', async () => {
  const accounts = 200;
  const { ask, log, end, inProgress } = withClock();
  for (let account = 0; account < accounts; account += 1)
    for (let count = 0; count < 3; count += 1) ask(`${account}`, aws('bulk', String(account)));
  await turn();
  ask('newcomer', aws('bulk', 'new'));
  await turn();
  const before = log.length;
  assert.equal(before, 64, 'the lane is full');
  while (!log.includes('newcomer')) await end(inProgress()[0] as string);
  assert.ok(log.length - before <= accounts + 1, `${log.length - before} began first`);
});

test('an account with a long call does not wait behind accounts that ask again and again', async () => {
  const { ask, log, end, inProgress } = withClock();
  ask('long', aws('reads', 'x'));
  await turn();
  const others = Array.from({ length: 80 }, (_, index) => `other ${index}`);
  for (const orgId of others) ask(orgId, aws('reads', orgId));
  await turn();
  ask('second', aws('reads', 'x'));
  for (let ended = 0; !log.includes('second'); ended += 1) {
    assert.ok(ended <= others.length, `${ended} calls of others went first`);
    const name = inProgress().find((one) => one !== 'long') as string;
    await end(name);
    ask(name, aws('reads', name));
    await turn();
  }
});
