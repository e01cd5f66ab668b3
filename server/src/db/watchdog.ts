import { Worker } from 'node:worker_threads';

const program = `
  const { workerData: { ended, patienceMs, line } } = require('node:worker_threads');
  if (Atomics.wait(ended, 0, 0, patienceMs) === 'timed-out') {
    require('node:fs').writeSync(2, line + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
`;

/**
 * Work that waits inside the operating system stops the whole process with it: no timer of ours would come. So a thread beside it
 * waits too, and ends the process with one line when the work takes longer than that.
 */
export const withinTime = <T>(patienceMs: number, line: string, work: () => T): T => {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  // Without `execArgv` the thread takes over how this process was started, and a module has no `require`.
  new Worker(program, { eval: true, execArgv: [], workerData: { ended, patienceMs, line } }).unref();
  try {
    return work();
  } finally {
    Atomics.store(ended, 0, 1);
    Atomics.notify(ended, 0);
  }
};
