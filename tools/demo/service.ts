import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseFreePort } from '../../server/src/kit/free-port.ts';

/** The service as a child process on a data folder and ports of its own, which stay the same over restarts. */
export type Service = {
  folder: string;
  apiUrl: string;
  simulatorUrl: string;
  /** Aborts when the process ends without having been told to. */
  crashed: AbortSignal;
  start(): Promise<void>;
  /** Ends the process the hard way (SIGKILL) at once and starts another; answers when that one is ready. */
  killAndStart(): Promise<void>;
  /** Ends the process the polite way. */
  stop(): Promise<void>;
  /** The end of what the process has printed. */
  logTail(lines: number): string;
  removeFolder(): void;
};

const root = resolve(import.meta.dirname, '../..');
const readyWithinMs = 60_000;
const stopWithinMs = 12_000;

const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/**
 * Makes the folder and chooses the ports; `start` starts the process. `recordTo`: the folder in which its simulators
 * record what they are told and what they answer.
 */
export const createService = async (recordTo: string | null = null): Promise<Service> => {
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-demo-'));
  const logFile = join(folder, 'service.log');
  const [apiPort, authPort, simulatorPort] = [await chooseFreePort(), await chooseFreePort(), await chooseFreePort()];
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(inheritedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(recordTo === null ? {} : { SIMULATOR_RECORD: recordTo }),
    DATA_DIR: join(folder, 'data'),
    PORT: String(apiPort),
    AUTH_PORT: String(authPort),
    SIMULATOR_PORT: String(simulatorPort),
    DEMO: 'on',
    SIMULATORS: 'on',
    SIMULATED_CLOCK: 'on',
    LOG_LEVEL: 'warn',
  };
  const crash = new AbortController();
  let child: ChildProcess | undefined;

  const spawnChild = (): ChildProcess => {
    const log = openSync(logFile, 'a');
    const one = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', log, log] });
    closeSync(log);
    one.once('exit', (code, signal) => {
      if (child === one) crash.abort(new Error(`the service ended by itself (${signal ?? `code ${code}`})`));
    });
    return one;
  };

  const hasEnded = (one: ChildProcess): boolean => one.exitCode !== null || one.signalCode !== null;

  /** Answers when this very process serves, or when it was ended on purpose meanwhile. */
  const waitUntilReady = async (one: ChildProcess): Promise<void> => {
    const until = performance.now() + readyWithinMs;
    while (performance.now() < until) {
      if (child !== one) return;
      crash.signal.throwIfAborted();
      if (await isReady(apiUrl)) return;
      await sleep(50);
    }
    throw new Error(`the service was not ready within ${readyWithinMs / 1000} s`);
  };

  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const one = child;
    child = undefined;
    if (!one || hasEnded(one)) return;
    const ended = once(one, 'exit');
    one.kill(signal);
    const limit = setTimeout(() => one.kill('SIGKILL'), stopWithinMs);
    await ended;
    clearTimeout(limit);
  };

  // One replacement at a time: two processes must never be started for one that was killed twice.
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const replace = async (): Promise<void> => {
    const replaced = turn.then(async () => {
      await end('SIGKILL');
      // A kill that was planned before the end of a failed run starts nothing any more.
      if (!stopped) child = spawnChild();
      return child;
    });
    turn = replaced;
    const one = await replaced;
    if (one) await waitUntilReady(one);
  };

  return {
    folder,
    apiUrl,
    simulatorUrl: `http://127.0.0.1:${simulatorPort}`,
    crashed: crash.signal,
    start: replace,
    killAndStart: replace,
    stop: async () => {
      stopped = true;
      await turn;
      await end('SIGTERM');
    },
    logTail: (lines) => {
      try {
        return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
      } catch {
        return '';
      }
    },
    removeFolder: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Whether the service at an address says that it can serve. */
const isReady = async (apiUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};
