import { Worker } from 'node:worker_threads';

const program = `
  const { workerData: { ended, patienceMs, line } } = require('node:worker_threads');
  if (Atomics.wait(ended, 0, 0, patienceMs) === 'timed-out') {
    require('node:fs').writeSync(2, line + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
`;

/**
 * Work that blocks in a system call blocks the whole process: none of our timers would fire. So a second thread waits
 * too, and ends the process with a one-line message if the work takes longer than `patienceMs`.
 */
export const withinTime = <T>(patienceMs: number, line: string, work: () => T): T => {
  const ended = new Int32Array(new SharedArrayBuffer(4));
  // Without `execArgv` the thread would inherit this process's flags; modules have no `require`.
  new Worker(program, { eval: true, execArgv: [], workerData: { ended, patienceMs, line } }).unref();
  try {
    return work();
  } finally {
    Atomics.store(ended, 0, 1);
    Atomics.notify(ended, 0);
  }
};
