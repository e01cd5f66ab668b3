import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { freshDatabase } from '../../test/fresh-database.ts';
import { type FaultPoint, setFaultHook } from '../db/faults.ts';
import {
  createTestEngine,
  environmentOf,
  leaveMark,
  openTest,
  type TestEngine,
  testWorkflow,
} from './engine.test-support.ts';
import { slowTimes } from './failures.ts';
import { executeRun } from './run.ts';
import type { AnyWorkflow } from './workflow.ts';

/** A run waits for a database that does not work now, and counts no attempt meanwhile. */

const { url, drop } = await freshDatabase();
const database = await openTest(url);
let open: TestEngine | undefined;

afterEach(async () => {
  setFaultHook(undefined);
  await open?.close();
  open = undefined;
});
after(async () => {
  await database.close();
  await drop();
});

const fault = (code: string): Error => Object.assign(new Error(`fault ${code}`), { code, severity: 'ERROR' });

type Played = { status: unknown; failed: number; pauses: number[]; marks: string[] };

/** Executes a run to its end. Its pauses take no time and are kept; `begun` is called when the run is about to be executed. */
const play = async (workflow: AnyWorkflow, begun = (): void => {}): Promise<Played> => {
  const app = await createTestEngine({ database, workflows: [workflow] });
  open = app;
  const id = await app.startRun(workflow.name);
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  begun();
  await executeRun({ ...environmentOf(app), pause }, workflow, app.orgId, id);
  setFaultHook(undefined);
  const events = await app.events(id);
  const failed = events.filter(({ type }) => type === 'STEP_FAILED').length;
  return { status: (await app.operation(id)).status, failed, pauses, marks: (await app.marks()).slice(1) };
};

/** Fails the first `times` calls. */
const failing = (times: number, code: string): (() => number) => {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= times) throw fault(code);
    return calls;
  };
};

const changes = (work: () => unknown): AnyWorkflow =>
  testWorkflow('offer.test', async (run) => {
    await run.change('one', [], async (call) => {
      work();
      leaveMark(call, 'one');
    });
  });

test('the pauses of a change that the database does not let happen grow to two seconds, and no attempt is counted', async () => {
  const { pauses, ...played } = await play(changes(failing(9, '57P01')));
  assert.deepEqual(played, { status: 'COMPLETED', failed: 0, marks: ['one'] });
  assert.equal(pauses.length, 9);
  // Varied by up to a fifth.
  const [first = 0, second = 0] = pauses;
  assert.ok(first > 75 && first <= 100 && second > first * 1.5, String(pauses));
  assert.ok(
    pauses.slice(5).every((ms) => ms > 1500 && ms <= 2000),
    String(pauses),
  );
});

test('a change whose statements take too long waits about a minute, and then counts its attempts', async () => {
  const held = await play(changes(failing(slowTimes, '57014')));
  assert.deepEqual([held.status, held.failed, held.marks], ['COMPLETED', 0, ['one']]);
  await open?.close();
  const tooSlow = await play(changes(failing(Number.POSITIVE_INFINITY, '57014')));
  assert.deepEqual([tooSlow.status, tooSlow.failed, tooSlow.marks], ['FAILED', 5, []]);
});

const calls = (maxAttempts: number, work: () => unknown): AnyWorkflow =>
  testWorkflow(
    'offer.test',
    async (run) => void (await run.partner('call', { retry: { maxAttempts } }, async () => work())),
  );

test('a partner is blamed for no statement of ours that took too long before it was called', async () => {
  const held = await play(calls(1, failing(slowTimes, '57014')));
  assert.deepEqual([held.status, held.failed], ['COMPLETED', 0]);
  await open?.close();
  const tooSlow = await play(calls(2, failing(Number.POSITIVE_INFINITY, '57014')));
  assert.deepEqual([tooSlow.status, tooSlow.failed], ['FAILED', 2]);
});

test('what a partner answered is recorded however long that takes, and it is called once', async () => {
  const answered = Promise.withResolvers<void>();
  let called = 0;
  let refused = 0;
  const refuse = (point: FaultPoint): void => {
    if (point !== 'before-commit' || called === 0 || refused >= slowTimes * 2) return;
    refused += 1;
    throw fault('57014');
  };
  const work = (): void => {
    called += 1;
    answered.resolve();
  };
  const { status, failed } = await play(calls(1, work), () => setFaultHook(refuse));
  await answered.promise;
  assert.deepEqual(
    { status, failed, called, refused },
    { status: 'COMPLETED', failed: 0, called: 1, refused: slowTimes * 2 },
  );
});

test('a run whose history takes too long to be read is not given up', async () => {
  let refused = 0;
  const failingRead = (of: TestEngine): TestEngine['database'] => ({
    ...of.database,
    read: (orgId) => {
      refused += 1;
      if (refused <= slowTimes * 2) throw fault('57014');
      return of.database.read(orgId);
    },
  });
  const workflow = changes(() => {});
  const app = await createTestEngine({ database, workflows: [workflow] });
  open = app;
  const id = await app.startRun(workflow.name);
  const environment = { ...environmentOf(app), database: failingRead(app), pause: async () => {} };
  await executeRun(environment, workflow, app.orgId, id);
  assert.equal((await app.operation(id)).status, 'COMPLETED');
});
