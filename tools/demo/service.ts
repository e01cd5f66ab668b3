import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseFreePort } from '../../server/src/kit/free-port.ts';

/** The service as a child process with its own data folder and ports, which stay the same across restarts. */
export type Service = {
  folder: string;
  apiUrl: string;
  simulatorUrl: string;
  /** A free address that the service may call, for a webhook receiver. */
  receiverUrl: string;
  /** The folder to which the service writes its mails, one file each. */
  outbox: string;
  /** Aborts if the process ends unexpectedly. */
  crashed: AbortSignal;
  start(): Promise<void>;
  /** Kills the process at once (SIGKILL) and starts another; resolves when that one is ready. */
  killAndStart(): Promise<void>;
  /** Shuts the process down gracefully. */
  stop(): Promise<void>;
  /** The last lines that the process has printed. */
  logTail(lines: number): string;
  removeFolder(): void;
};

const root = resolve(import.meta.dirname, '../..');
const readyWithinMs = 150_000;
const stopWithinMs = 12_000;

const inheritedNames = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot'];

/**
 * Creates the folder and chooses the ports; `start` starts the process. `recordTo`: the folder in which its simulators
 * record their requests and responses.
 */
export const createService = async (recordTo: string | null = null): Promise<Service> => {
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-demo-'));
  const logFile = join(folder, 'service.log');
  const ports = [await chooseFreePort(), await chooseFreePort(), await chooseFreePort(), await chooseFreePort()];
  const [apiPort, authPort, simulatorPort, receiverPort] = ports;
  const [apiUrl, receiverUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${receiverPort}`];
  const dataDir = join(folder, 'data');
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(inheritedNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    ...(recordTo === null ? {} : { SIMULATOR_RECORD: recordTo }),
    DATA_DIR: dataDir,
    ALLOWED_HOSTS: receiverUrl,
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
    const one = spawn(
      process.execPath,
      ['--max-semi-space-size=8', '--heap-growing-percent=40', 'server/src/main.ts'],
      {
        cwd: root,
        env,
        stdio: ['ignore', log, log],
      },
    );
    closeSync(log);
    one.once('exit', (code, signal) => {
      if (child === one) crash.abort(new Error(`the service ended by itself (${signal ?? `code ${code}`})`));
    });
    return one;
  };

  const hasEnded = (one: ChildProcess): boolean => one.exitCode !== null || one.signalCode !== null;

  /** Resolves when this very process is serving, or was stopped on purpose. */
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

  // One replacement at a time: a process that is killed twice must be replaced only once.
  let turn: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const replace = async (): Promise<void> => {
    const replaced = turn.then(async () => {
      await end('SIGKILL');
      // A kill planned before the end of a failed run no longer starts anything.
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
    receiverUrl,
    outbox: join(dataDir, 'outbox'),
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

/** Whether the service at an address reports that it is ready. */
const isReady = async (apiUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
};
