import { Worker } from 'node:worker_threads';
import type { EmbeddedSession, Opening } from './embedded-session.ts';
import type { Asked, Fault, Told } from './embedded-worker.ts';

type Waiting = { take: (part: Uint8Array<ArrayBuffer>) => void; end: (fault?: unknown) => void };

/** The error as the thread threw it. */
const thrown = ({ message, stack, fields }: Fault): unknown =>
  message === undefined ? fields : Object.assign(new Error(message), { stack }, fields);

/**
 * Opens the database on a thread of its own: the process answers while a statement runs. What is waited for keeps the process
 * alive, an idle database does not. If the thread ends by itself, everything asked of it fails.
 */
export const openThread = async (opening: Opening): Promise<EmbeddedSession> => {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: opening, execArgv: [] });
  const waiting: Waiting[] = [];
  let over: unknown;
  const endFirst = (fault?: unknown): void => {
    const first = waiting.shift();
    if (waiting.length === 0) worker.unref();
    first?.end(fault);
  };
  const endAll = (fault: unknown): void => {
    over ??= fault;
    while (waiting.length > 0) endFirst(over);
  };
  worker.on('message', (told: Told) => {
    if (told instanceof Uint8Array) waiting[0]?.take(told);
    else endFirst(told === 'END' ? undefined : thrown(told));
  });
  worker.on('error', endAll);
  const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  void exited.then(() => endAll(new Error('the embedded database has ended')));

  const wait = (take: Waiting['take'] = () => {}): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.ref();
      waiting.push({ take, end: (fault) => (fault === undefined ? resolve() : reject(fault)) });
    });
  const ask = async (asked: Asked, take?: Waiting['take']): Promise<void> => {
    if (over !== undefined) throw over;
    const answered = wait(take);
    worker.postMessage(asked, asked instanceof Uint8Array ? [asked.buffer] : []);
    await answered;
  };

  try {
    await wait();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    exec: ask,
    renew: () => ask('renew'),
    close: async () => {
      await ask('close');
      worker.ref();
      await exited;
    },
  };
};
