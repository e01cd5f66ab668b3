import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const watchdog = new URL('./watchdog.ts', import.meta.url).href;

/** Runs `work` under the watch for 100 ms, in a process that was started as a module from the command line. */
const runWatched = (work: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { withinTime } = await import(${JSON.stringify(watchdog)}); console.log(withinTime(100, 'It hangs.', () => { ${work} }));`,
    ],
    { encoding: 'utf8' },
  );

const waitFor = (ms: number): string => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`;

test('work that stalls ends the process with one line, however the process was started', () => {
  const { signal, stdout, stderr } = runWatched(waitFor(30_000));
  assert.deepEqual({ signal, stdout, stderr }, { signal: 'SIGKILL', stdout: '', stderr: 'It hangs.\n' });
});

test('work that ends in time ends the watchdog too, and nothing is logged', () => {
  const { status, stdout, stderr } = runWatched("return 'done';");
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: 'done\n', stderr: '' });
});
