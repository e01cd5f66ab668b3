import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endMark, type TestResult } from './test-reporter.ts';
import type { Done, Job } from './test-worker.ts';

/** The result of one file: its tests, and its output. */
export type FileRun = { results: TestResult[]; output: string; seconds: number; cpuSeconds: number };

/** A process that runs test files one after another (`test-worker.ts`). */
export type TestProcess = {
  run(file: string): Promise<FileRun>;
  /** The files that it ran. */
  readonly files: readonly string[];
  /** Whether the process may run another file: every test passed, and earlier files left enough memory. */
  isFresh(): boolean;
  /** Stops the process; no file may be running. */
  stop(): void;
};

const root = resolve(import.meta.dirname, '..');
/** The tests over all endpoints take some minutes on a busy machine. */
const testTimeoutMs = 900_000;
const outputShown = 20_000;
const memoryForAnother = 1_200_000_000;

const running = new Set<ChildProcess>();

/** Kills a worker and the processes that its files left behind; it is the leader of their group. */
const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
};

export const stopAllProcesses = (): void => running.forEach(killGroup);

/** The last line of a killed process may be torn. */
const parseResult = (line: string): TestResult[] => {
  if (line === '' || line === endMark) return [];
  try {
    return [JSON.parse(line) as TestResult];
  } catch {
    return [];
  }
};

type Ending = { exitCode: number; signal: NodeJS.Signals | null };

/** A file that hangs, ends its process or makes it exit with an error, without a failed test, is itself a failure. */
const readResults = (
  file: string,
  resultFile: string,
  { exitCode, signal }: Ending,
  hungForMs: number | undefined,
): TestResult[] => {
  const lines = existsSync(resultFile) ? readFileSync(resultFile, 'utf8').split('\n') : [];
  // A file without tests counts as one passed test under its own name.
  const results = lines.flatMap(parseResult).filter(({ name, outcome }) => name !== file || outcome !== 'passed');
  const hasFailed = results.some(({ outcome }) => outcome === 'failed');
  const whole = (detail: string): void => void results.push({ name: '(the file)', outcome: 'failed', detail });
  if (hungForMs !== undefined) whole(`did not end within ${hungForMs / 1000} s`);
  else if ((exitCode !== 0 || signal) && !hasFailed) whole(`ended with ${signal ?? `code ${exitCode}`}`);
  else if (!hasFailed && !lines.includes(endMark)) whole('ended before its tests did');
  else if (results.length === 0) whole('has no test');
  return results;
};

export const startTestProcess = (env: NodeJS.ProcessEnv, fileTimeoutMs = 600_000): TestProcess => {
  const child = fork(join(root, 'tools/test-worker.ts'), [], {
    cwd: root,
    env,
    // Objects that live as long as one request are collected more cheaply with a larger young generation.
    execArgv: [
      `--import=${pathToFileURL(join(root, 'tools/without-promise-hooks.ts'))}`,
      `--test-timeout=${testTimeoutMs}`,
      '--max-semi-space-size=64',
    ],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  running.add(child);
  const files: string[] = [];
  let output = '';
  let isFresh = true;
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-outputShown);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  // A process left behind by a file would keep the pipes open, so it is killed with the worker.
  child.on('exit', () => killGroup(child));
  child.on('error', (error) => keep(Buffer.from(error.message)));
  const closed = new Promise<Ending>((resolve) => {
    child.on('close', (exitCode, signal) => {
      running.delete(child);
      isFresh = false;
      resolve({ exitCode: exitCode ?? 0, signal });
    });
  });
  const run = async (file: string): Promise<FileRun> => {
    const folder = mkdtempSync(join(tmpdir(), 'mos-results-'));
    const resultFile = join(folder, 'results');
    const began = performance.now();
    let isHung = false;
    let cpuSeconds = 0;
    const limit = setTimeout(() => {
      isHung = true;
      killGroup(child);
    }, fileTimeoutMs);
    output = '';
    files.push(file);
    const done = new Promise<Ending>((resolve) => {
      child.once('message', ({ exitCode, memory, cpuSeconds: used }: Done) => {
        cpuSeconds = used;
        if (exitCode !== 0 || memory > memoryForAnother) isFresh = false;
        resolve({ exitCode, signal: null });
      });
    });
    child.send({ file, resultFile } satisfies Job, () => {});
    const ending = await Promise.race([done, closed]);
    clearTimeout(limit);
    const results = readResults(file, resultFile, ending, isHung ? fileTimeoutMs : undefined);
    if (results.some(({ outcome }) => outcome === 'failed')) isFresh = false;
    rmSync(folder, { recursive: true, force: true });
    return { results, output, seconds: (performance.now() - began) / 1000, cpuSeconds };
  };
  // The worker exits by itself, so that its compile cache is saved.
  const stop = (): void => {
    if (child.connected) child.disconnect();
  };
  return { run, files, isFresh: () => isFresh, stop };
};
