import { Worker } from 'node:worker_threads';
import type { EmbeddedSession, Opening } from './embedded-session.ts';
import type { Fault, Request, Response } from './embedded-worker.ts';

type Waiting = { take: (part: Uint8Array<ArrayBuffer>) => void; end: (fault?: unknown) => void };

/** The error as the thread threw it. */
const thrown = ({ message, stack, fields }: Fault): unknown =>
  message === undefined ? fields : Object.assign(new Error(message), { stack }, fields);

type Thread = EmbeddedSession & {
  /** Ends the thread in the middle of whatever it does, as a kill of the process would. */
  kill(): Promise<unknown>;
};

/**
 * Pending requests keep the process alive, an idle database does not. If the thread ends unexpectedly, all pending requests fail.
 */
const startThread = async (opening: Opening): Promise<Thread> => {
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
  worker.on('message', (response: Response) => {
    if (response instanceof Uint8Array) waiting[0]?.take(response);
    else endFirst(response === 'END' ? undefined : thrown(response));
  });
  worker.on('error', endAll);
  const exited = new Promise<void>((resolve) => void worker.once('exit', () => resolve()));
  void exited.then(() => endAll(new Error('the embedded database has ended')));

  const wait = (take: Waiting['take'] = () => {}): Promise<void> =>
    new Promise((resolve, reject) => {
      worker.ref();
      waiting.push({ take, end: (fault) => (fault === undefined ? resolve() : reject(fault)) });
    });
  const ask = async (request: Request, take?: Waiting['take']): Promise<void> => {
    if (over !== undefined) throw over;
    const answered = wait(take);
    worker.postMessage(request, request instanceof Uint8Array ? [request.buffer] : []);
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
    kill: () => worker.terminate(),
  };
};

/** A database that could not be reopened is retried after this time; requests in the meantime are refused at once. */
const reopenAfterMs = 1000;

const unavailable = (cause: unknown): Error =>
  Object.assign(new Error('the embedded database failed and does not open again yet', { cause }), { code: '57P03' });

/**
 * Opens the database on a separate thread, so that the process responds while a statement runs. If the database itself fails, the thread is
 * ended, and the next client reopens the database, which recovers committed data from its log, like a server that restarts after a crash. A
 * database kept open after a failure could wait forever for a lock that nobody releases.
 */
export const openThread = async (opening: Opening): Promise<EmbeddedSession> => {
  let thread: Thread | undefined = await startThread(opening);
  let reopening: Promise<void> | undefined;
  let refused: { until: number; error: Error } | undefined;
  let isClosed = false;

  const reopen = async (): Promise<void> => {
    if (refused && performance.now() < refused.until) throw refused.error;
    try {
      const reopened = await startThread({ folder: opening.folder });
      if (isClosed) await reopened.close();
      else thread = reopened;
    } catch (error) {
      refused = { until: performance.now() + reopenAfterMs, error: unavailable(error) };
      throw refused.error;
    }
  };
  const using = async (work: (thread: Thread) => Promise<void>): Promise<void> => {
    const own = thread;
    if (!own) throw unavailable(undefined);
    try {
      await work(own);
    } catch (error) {
      if (thread === own) {
        thread = undefined;
        // Nobody opens the folder before this thread has left it.
        reopening = own.kill().then(reopen);
        reopening.catch(() => {}).finally(() => (reopening = undefined));
      }
      throw error;
    }
  };
  return {
    exec: (request, take) => using((own) => own.exec(request, take)),
    renew: async () => {
      if (isClosed) throw new Error('the embedded database is closed');
      if (!thread) {
        reopening ??= reopen().finally(() => {
          reopening = undefined;
        });
        await reopening;
      }
      await using((own) => own.renew());
    },
    close: async () => {
      isClosed = true;
      await reopening?.catch(() => {});
      await thread?.close();
      thread = undefined;
    },
  };
};
