import { appendFileSync } from 'node:fs';
import { run } from 'node:test';
import './statements/record.ts';
import report from './test-reporter.ts';

// Runs test files one after another in this process, so that shared modules are loaded and compiled once. A file has
// ended when nothing is left to wait for, as if it had its own process: open timers, sockets and databases delay its end.

/** A request to a worker. */
export type Job = { file: string; resultFile: string };

/** Its response at the end of a file. */
export type Done = { exitCode: number; memory: number; cpuSeconds: number };

/** Restores environment variables that a file added or changed, so that the next file starts with the environment of the run. */
const restore = (before: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
};

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const runFile = async ({ file, resultFile }: Job): Promise<void> => {
  // The channel to the parent must not keep the process alive.
  process.channel?.unref();
  const before = { ...process.env };
  const began = cpuSeconds();
  const events = run({ files: [file], isolation: 'none' });
  for await (const line of report(events as never)) appendFileSync(resultFile, line);
  restore(before);
  process.channel?.ref();
  const done: Done = {
    exitCode: Number(process.exitCode ?? 0),
    memory: process.memoryUsage.rss(),
    cpuSeconds: cpuSeconds() - began,
  };
  process.send?.(done);
};

// For an error that belongs to no test, node:test only reports that there was one, and between two files nothing listens. So the
// error is printed here, and the file that is running fails.
const fail = (what: string) => (error: unknown) => {
  console.error(`${what}:`, error);
  process.exitCode = 1;
};
process.on('unhandledRejection', fail('unhandled rejection'));
process.on('uncaughtException', fail('uncaught exception'));

process.on('message', (job: Job) => void runFile(job));
process.on('disconnect', () => process.exit());
