import { appendFileSync } from 'node:fs';
import { type FaultPoint, setFaultHook } from '../db/faults.ts';
import { createTestEngine, leaveMark, openTest, testWorkflow } from './engine.test-support.ts';

/** The process that crash.test.ts starts and kills. Its partner is a file, so that calls survive it. */
export type Task = {
  url?: string;
  dataDir: string;
  ledger: string;
  orgId?: string;
  /** Starts a run, waits for existing runs, or stays until it is killed. */
  does: 'start' | 'resume' | 'stay';
  /** Without `signal` it is SIGKILL. */
  kill?: { point: FaultPoint; at: number; signal?: 'SIGSTOP' };
};

const task = JSON.parse(process.argv[2] as string) as Task;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const workflow = testWorkflow('offer.crash', async (run) => {
  const one = await run.change('one', [], async (call) => {
    leaveMark(call, 'one');
    return { n: 1 };
  });
  const two = await run.partner('two', { retry: { firstDelayMs: 10 } }, async (step) => {
    appendFileSync(task.ledger, `${step.key} ${step.keyUuid}\n`);
    return { n: one.n + 1 };
  });
  await run.change('three', [], async (call) => leaveMark(call, `three ${two.n}`));
});

const app = await createTestEngine({
  database: await openTest(task.url, { dataDir: task.dataDir }),
  workflows: [workflow],
});
const began = performance.now();
await app.engine.start();
say({ started: true });
if (task.does === 'start') {
  const id = await app.startRun('offer.crash');
  say({ id, orgId: app.orgId });
  let seen = 0;
  const { kill } = task;
  setFaultHook((point) => {
    if (kill === undefined || point !== kill.point) return;
    seen += 1;
    if (seen === kill.at) process.kill(process.pid, kill.signal ?? 'SIGKILL');
  });
}
if (task.does === 'stay') setInterval(() => {}, 1000);
else {
  await app.engine.idle(20_000);
  say({ idleMs: performance.now() - began });
  await app.engine.stop();
  await app.database.close();
}
