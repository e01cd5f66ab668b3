import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../src/main.ts');

/** A service in its own process, started from the command line as users start it. */
export type Service = {
  child: ChildProcess;
  output(): string;
  /** Resolves with the API's URL once it is printed; rejects if the process ends before that. */
  started: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Requests to its simulated partners are checked like all others, and what was compiled before is not compiled again. */
export const handedDown = Object.fromEntries(
  ['SIMULATOR_RECORD', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export const spawnService = (env: Record<string, string>): Service => {
  const child = spawn(process.execPath, [main], {
    env: {
      ...handedDown,
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const started = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /^API\s+(\S+)$/m.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then(({ code }) => reject(new Error(`the service ended with ${code}: ${output}`)));
  });
  started.catch(() => {});
  return { child, output: () => output, started, exited };
};
