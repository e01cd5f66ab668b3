import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { freshDatabase } from '../../test/fresh-database.ts';
import { until } from '../../test/until.ts';
import type { ActCall } from '../contract/call.ts';
import { refuseInsideTransaction } from '../db/database.ts';
import { setFaultHook } from '../db/faults.ts';
import { Refusal } from '../kit/errors.ts';
import {
  createTestEngine,
  environmentOf,
  leaveMark,
  openTest,
  type Row,
  type TestEngine,
  testWorkflow,
} from './engine.test-support.ts';
import { endOperation, findRunningOperation } from './operation-store.ts';
import { executeRun } from './run.ts';
import { type AnyWorkflow, stepFailed } from './workflow.ts';

const fast = { firstDelayMs: 5, maxDelayMs: 20 };
const { url, drop } = await freshDatabase();
const database = await openTest(url);
let open: TestEngine | undefined;

const withWorkflows = async (...workflows: AnyWorkflow[]): Promise<TestEngine> => {
  open = await createTestEngine({ database, workflows });
  await open.engine.start();
  return open;
};

afterEach(async () => {
  setFaultHook(undefined);
  await open?.close();
  open = undefined;
});
after(async () => {
  await database.close();
  await drop();
});

test('a run that is started in a transaction exists exactly when the transaction commits', async () => {
  const app = await withWorkflows(
    testWorkflow(
      'offer.test',
      async (run) => void (await run.change('mark', [], async (call) => leaveMark(call, 'ran'))),
    ),
  );
  await assert.rejects(
    app.act(async (call) => {
      leaveMark(call, 'refused');
      await call.start('offer.test' as never, {} as never, { entityId: 'offer_x' });
      throw new Refusal('Conflict', 'no');
    }),
  );
  await app.act(
    async (call) => {
      leaveMark(call, 'rehearsed');
      await call.start('offer.test' as never, {} as never, { entityId: 'offer_x' });
    },
    { dryRun: true },
  );
  await app.engine.idle();
  assert.deepEqual(await app.marks(), []);
  assert.equal(await findRunningOperation(app.database.read(app.orgId), ['offer.test'], 'offer_x'), undefined);

  const id = await app.startRun('offer.test');
  await app.engine.idle();
  assert.deepEqual(await app.marks(), ['started', 'ran']);
  const operation = await app.operation(id);
  assert.equal(operation.status, 'COMPLETED');
  assert.equal(operation.scope, 'OFFER');
  assert.ok(operation.end_time);
});

test('failed attempts are recorded, with what the step noted, and the key stays the same', async () => {
  const keys: string[] = [];
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      const answer = await run.partner('call', { retry: fast }, async (step) => {
        keys.push(`${step.key} ${step.keyUuid}`);
        step.note({ requestId: `request-${step.attempt}` });
        if (step.attempt < 4) throw Object.assign(new Error(`busy ${step.attempt}`), { code: 'Throttled' });
        return { changeSet: 'cs-1' };
      });
      return `got ${answer.changeSet}`;
    }),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  const operation = await app.operation(id);
  assert.equal(operation.status, 'COMPLETED');
  assert.equal(operation.message, 'got cs-1');
  assert.equal(new Set(keys).size, 1);
  assert.match(
    keys[0] as string,
    new RegExp(`^${id}:call [0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
  );
  const events = await app.events(id);
  assert.deepEqual(
    events.map((event) => [event.event_id, event.type, event.attempt]),
    [
      [1, 'STARTED', null],
      [2, 'STEP_STARTED', 1],
      [3, 'STEP_FAILED', 1],
      [4, 'STEP_STARTED', 2],
      [5, 'STEP_FAILED', 2],
      [6, 'STEP_STARTED', 3],
      [7, 'STEP_FAILED', 3],
      [8, 'STEP_STARTED', 4],
      [9, 'STEP_COMPLETED', 4],
      [10, 'COMPLETED', null],
    ],
  );
  assert.deepEqual(events[2]?.attributes, { code: 'Throttled', message: 'busy 1', requestId: 'request-1' });
});

test('a definite answer is not tried again; the run is undone once and shows the failure', async () => {
  let calls = 0;
  const app = await withWorkflows(
    testWorkflow(
      'offer.test',
      async (run) => {
        await run.change('begin', [], async (call) => leaveMark(call, 'begun'));
        await run.partner('call', { retry: fast }, async () => {
          calls += 1;
          throw stepFailed('AlreadyAccepted', 'The agreement is accepted.', { agreement: 'a-1' });
        });
        await run.change('never', [], async (call) => leaveMark(call, 'never'));
      },
      { emits: [], act: async (call) => leaveMark(call, 'undone') },
    ),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  const operation = await app.operation(id);
  assert.equal(calls, 1);
  assert.equal(operation.status, 'FAILED');
  assert.deepEqual(operation.failure, {
    code: 'AlreadyAccepted',
    message: 'The agreement is accepted.',
    info: { agreement: 'a-1' },
  });
  assert.deepEqual(await app.marks(), ['started', 'begun', 'undone']);
});

for (const isFaulty of [false, true]) {
  test(`what a client begins after a recorded failure is not undone with the run${isFaulty ? ', whatever happens next' : ''}`, async () => {
    const app = await withWorkflows(
      testWorkflow(
        'offer.test',
        async (run) => {
          const failed = stepFailed('REFUSED', 'The terms do not fit.');
          const recorded = await run.fail(failed, [], async (call) => leaveMark(call, 'failed'));
          if (isFaulty) throw new Error('a fault after the record');
          throw recorded;
        },
        { emits: [], act: async (call) => leaveMark(call, 'undone') },
      ),
    );
    const id = await app.startRun('offer.test');
    await app.engine.idle();
    const { status, failure } = await app.operation(id);
    assert.deepEqual([status, failure], ['FAILED', { code: 'REFUSED', message: 'The terms do not fit.' }]);
    assert.deepEqual(await app.marks(), ['started', 'failed']);
  });
}

test('after the last attempt the run fails; a refusal in a change is definite', async () => {
  const app = await withWorkflows(
    testWorkflow('offer.calls', async (run) => {
      await run.partner('call', { retry: { ...fast, maxAttempts: 3 } }, async () => {
        throw new Error('down');
      });
    }),
    testWorkflow('offer.refuses', async (run) => {
      await run.change('guard', [], async () => {
        throw new Refusal('Conflict', 'Offer in status ACCEPTED does not allow cancel.', { status: 'ACCEPTED' });
      });
    }),
  );
  const calls = await app.startRun('offer.calls');
  const refuses = await app.startRun('offer.refuses');
  await app.engine.idle();
  assert.equal((await app.operation(calls)).status, 'FAILED');
  assert.equal((await app.events(calls)).filter((event) => event.type === 'STEP_FAILED').length, 3);
  const refused = await app.operation(refuses);
  assert.equal(refused.status, 'FAILED');
  assert.equal((refused.failure as { code: string }).code, 'Conflict');
});

test('a step failure that the workflow catches does not fail the run', async () => {
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      const first = await run
        .partner('first', {}, async () => {
          throw stepFailed('No', 'no');
        })
        .catch(() => 'second way');
      await run.change('end', [], async (call) => leaveMark(call, String(first)));
    }),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  assert.equal((await app.operation(id)).status, 'COMPLETED');
  assert.deepEqual(await app.marks(), ['started', 'second way']);
});

test('polling waits for the answer, and ends as TIMED_OUT when it does not come', async () => {
  let looks = 0;
  const app = await withWorkflows(
    testWorkflow('offer.waits', async (run) => {
      const found = await run.poll('look', { firstDelayMs: 5, giveUpAfterMs: 10_000 }, async () => {
        looks += 1;
        return looks < 4 ? undefined : { done: true };
      });
      return JSON.stringify(found);
    }),
    testWorkflow('offer.waitsLong', async (run) => {
      await run.poll('look', { firstDelayMs: 5, giveUpAfterMs: 60 }, async () => undefined);
    }),
  );
  const waits = await app.startRun('offer.waits');
  const waitsLong = await app.startRun('offer.waitsLong');
  await app.engine.idle();
  assert.equal((await app.operation(waits)).message, '{"done":true}');
  assert.equal(looks, 4);
  assert.equal((await app.events(waits)).length, 4);
  assert.equal((await app.operation(waitsLong)).status, 'TIMED_OUT');
});

test('polling until a time looks once more at its end: the clock may have jumped over it during a look', async () => {
  const end = new Date(Date.now() + 86_400_000);
  const poll = { firstDelayMs: 5, giveUpAfterMs: 86_400_000, giveUpAt: end };
  const looksOf: Record<string, number> = { late: 0, never: 0 };
  const looking = (name: string, last: number) =>
    testWorkflow(`offer.${name}`, async (run) => {
      await run.poll('look', poll, async () => {
        looksOf[name] = (looksOf[name] ?? 0) + 1;
        app.clock.set(new Date(end.getTime() + 1));
        return looksOf[name] < last ? undefined : { done: true };
      });
    });
  const app: TestEngine = await withWorkflows(looking('late', 2), looking('never', 9));
  const late = await app.startRun('offer.late');
  await app.engine.idle();
  assert.equal((await app.operation(late)).status, 'COMPLETED');
  const never = await app.startRun('offer.never');
  await app.engine.idle();
  assert.equal((await app.operation(never)).status, 'TIMED_OUT');
  assert.deepEqual(looksOf, { late: 2, never: 1 });
});

test('a step that takes longer than its time has failed, and its signal is aborted', async () => {
  let aborted = false;
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      await run.partner(
        'slow',
        { timeoutMs: 30, retry: { ...fast, maxAttempts: 1 } },
        (step) =>
          new Promise((resolve) => {
            step.signal.addEventListener('abort', () => {
              aborted = true;
            });
            setTimeout(resolve, 5000).unref();
          }),
      );
    }),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  assert.ok(aborted);
  assert.equal(((await app.operation(id)).failure as { code: string }).code, 'Timeout');
});

test('what a step records is committed at once, again with each attempt, and no partner is called in it', async () => {
  const refused: string[] = [];
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      const mark = (name: string) => async (call: ActCall) => {
        leaveMark(call, name);
        return name;
      };
      return run.partner('read', { retry: fast }, async (step) => {
        assert.equal(await step.record([], mark(`stored ${step.attempt}`)), `stored ${step.attempt}`);
        await assert.rejects(
          step.record([], async (call) => {
            leaveMark(call, 'rolled back');
            refuseInsideTransaction('the partner');
          }),
          ({ message }: Error) => refused.push(message) > 0,
        );
        if (step.attempt === 1) throw new Error('lost');
        return 'read';
      });
    }),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  assert.equal((await app.operation(id)).status, 'COMPLETED');
  assert.deepEqual(await app.marks(), ['started', 'stored 1', 'stored 2']);
  assert.ok(refused.length === 2 && refused.every((message) => /inside a database transaction/.test(message)));
});

test('an attempt whose time is over records nothing, nor does any attempt once the run has ended', async () => {
  const late = Promise.withResolvers<void>();
  const results: unknown[] = [];
  const app = await withWorkflows(
    testWorkflow('offer.slow', (run) =>
      run.partner('read', { timeoutMs: 20, retry: { ...fast, maxAttempts: 1 } }, async (step) => {
        await late.promise;
        results.push(await step.record([], async (call) => leaveMark(call, 'late')).catch((error) => error.code));
      }),
    ),
    testWorkflow('offer.ended', (run) =>
      run.partner('read', {}, async (step) => {
        await app.database.write(app.orgId, (db) =>
          endOperation(db, run.operationId, { status: 'CANCELED', time: step.now, message: '', failure: null }),
        );
        await step.record([], async (call) => leaveMark(call, 'ended'));
      }),
    ),
  );
  const slow = await app.startRun('offer.slow');
  const canceled = await app.startRun('offer.ended');
  await app.engine.idle();
  late.resolve();
  await until('the late attempt has tried', async () => results.length > 0);
  assert.deepEqual(results, ['Timeout']);
  assert.equal((await app.operation(slow)).status, 'FAILED');
  assert.equal((await app.operation(canceled)).status, 'CANCELED');
  assert.deepEqual(await app.marks(), ['started', 'started']);
});

test('a partner is never called inside a transaction, and a step name is used once', async () => {
  const app = await withWorkflows(
    testWorkflow('offer.inside', async (run) => {
      await run.change('outer', [], async () =>
        run.partner('inner', { retry: { ...fast, maxAttempts: 1 } }, async () => 1),
      );
    }),
    testWorkflow('offer.twice', async (run) => {
      await run.change('same', [], async (call) => leaveMark(call, 'once'));
      await run.change('same', [], async (call) => leaveMark(call, 'twice'));
    }),
  );
  const inside = await app.startRun('offer.inside');
  await until('the run inside ends', async () => (await app.operation(inside)).status === 'FAILED', 20_000);
  const twice = await app.startRun('offer.twice');
  await app.engine.idle();
  assert.equal((await app.operation(twice)).status, 'FAILED');
  assert.deepEqual(
    (await app.marks()).filter((mark) => mark !== 'started'),
    ['once'],
  );
});

test('a run goes on where it stood after a stop between any two steps, and does no step twice', async () => {
  const calls: string[] = [];
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      const one = await run.change('one', [], async (call) => {
        leaveMark(call, 'one');
        return { n: 1 };
      });
      const two = await run.partner('two', { retry: fast }, async (step) => {
        calls.push(step.key);
        return { n: one.n + 1 };
      });
      await run.change('three', [], async (call) => leaveMark(call, `three ${two.n}`));
    }),
  );
  for (const point of ['step-started', 'partner-answered', 'step-done'] as const) {
    for (let at = 1; at <= 8; at += 1) {
      calls.length = 0;
      const before = (await app.marks()).length;
      let seen = 0;
      let stuck = false;
      setFaultHook((now) => {
        if (now !== point) return undefined;
        seen += 1;
        if (seen !== at) return undefined;
        stuck = true;
        return new Promise(() => {});
      });
      const id = await app.startRun('offer.test');
      await until(
        `the run ends or is stuck at ${point} ${at}`,
        async () => stuck || (await app.operation(id)).status !== 'RUNNING',
      );
      setFaultHook(undefined);
      if (!stuck) break;
      await app.engine.stop();
      await app.engine.start();
      await app.engine.idle();
      assert.equal((await app.operation(id)).status, 'COMPLETED', `${point} ${at}`);
      assert.deepEqual((await app.marks()).slice(before), ['started', 'one', 'three 2'], `${point} ${at}`);
      assert.equal(new Set(calls).size, 1);
    }
  }
});

test('the last step may end the run in its own transaction', async () => {
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => {
      await run.change('only', [], async (call) => leaveMark(call, 'only'), { completes: 'all done' });
    }),
  );
  const id = await app.startRun('offer.test');
  await app.engine.idle();
  const operation = await app.operation(id);
  assert.equal(operation.status, 'COMPLETED');
  assert.equal(operation.message, 'all done');
  assert.deepEqual(
    (await app.events(id)).map((event) => event.type),
    ['STARTED', 'STEP_COMPLETED', 'COMPLETED'],
  );
});

test('two executions of one run at once do each change once and end it once', async () => {
  const app = await withWorkflows(testWorkflow('offer.test', async () => {}));
  await app.engine.stop();
  const id = await app.startRun('offer.test');
  const environment = environmentOf(app);
  const workflow = testWorkflow('offer.test', async (run) => {
    await run.change('one', [], async (call) => leaveMark(call, 'one'));
    await run.partner('two', { retry: fast }, async () => new Promise((resolve) => setTimeout(resolve, 30)));
    await run.change('three', [], async (call) => leaveMark(call, 'three'));
  });
  await Promise.all(Array.from({ length: 4 }, () => executeRun(environment, workflow, app.orgId, id)));
  assert.deepEqual(await app.marks(), ['started', 'one', 'three']);
  assert.equal((await app.operation(id)).status, 'COMPLETED');
  assert.equal((await app.events(id)).filter((event) => event.type === 'COMPLETED').length, 1);
  await app.engine.start();
  await app.engine.idle();
  assert.equal((await app.events(id)).filter((event) => event.type === 'COMPLETED').length, 1);
});

for (const [kind, firstRefused] of [
  ['partner', true],
  ['partner', false],
  ['change', true],
  ['change', false],
] as const) {
  test(`a ${kind} step ends once, ${firstRefused ? 'refused' : 'done'}: an execution that gets another result follows it`, async () => {
    const app = await withWorkflows(testWorkflow('offer.test', async () => {}));
    await app.engine.stop();
    const id = await app.startRun('offer.test');
    const environment = environmentOf(app);
    const loaded = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    /** Stays in its step until `wait` is over, and is refused or not. */
    const execution = (isRefused: boolean, wait: Promise<void>) =>
      testWorkflow(
        'offer.test',
        async (run) => {
          loaded.resolve();
          const work = async (): Promise<void> => {
            if (isRefused) throw stepFailed('No', 'no');
          };
          try {
            if (kind === 'partner') await run.partner('step', {}, async () => wait.then(work));
            else {
              await wait;
              await run.change('step', [], work);
            }
          } finally {
            // Neither continues before both have learned how the step ended.
            await gate.promise;
          }
          await run.change('next', [], async (call) => leaveMark(call, 'next'));
        },
        { emits: [], act: async (call) => leaveMark(call, 'undone') },
      );
    const late = executeRun(environment, execution(!firstRefused, gate.promise), app.orgId, id);
    // The late execution has outdated knowledge.
    await loaded.promise;
    const early = executeRun(environment, execution(firstRefused, Promise.resolve()), app.orgId, id);
    const hasEnded = ({ step, type }: Row): boolean => step === 'step' && type !== 'STEP_STARTED';
    await until('the step has ended', async () => (await app.events(id)).some(hasEnded));
    gate.resolve();
    await Promise.all([late, early]);
    assert.equal((await app.operation(id)).status, firstRefused ? 'FAILED' : 'COMPLETED');
    assert.deepEqual(await app.marks(), ['started', firstRefused ? 'undone' : 'next']);
  });
}

test('usage is submitted even if more runs than the process takes hang at the same partner', async () => {
  const never = new Promise<never>(() => {});
  const app = await withWorkflows(
    testWorkflow('offer.test', async (run) => run.partner('hangs', { timeoutMs: 3_600_000 }, () => never)),
    testWorkflow('usage.report', async (run) => {
      await run.partner('send', {}, async () => 'told');
      return 'told';
    }),
  );
  for (let count = 0; count < 80; count += 1) await app.startRun('offer.test');
  const id = await app.startRun('usage.report');
  await until('the usage is told', async () => {
    app.engine.nudge();
    return (await app.operation(id)).status === 'COMPLETED';
  });
});

test('a start fails with a clear line when a run is left whose workflow is gone', async () => {
  const app = await createTestEngine({ database, workflows: [testWorkflow('offer.here', async () => {})] });
  await app.startRun('offer.gone');
  await assert.rejects(app.engine.start(), /unknown to this release: offer\.gone/);
});
