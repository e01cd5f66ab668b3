import { appendFileSync } from 'node:fs';
import { run } from 'node:test';
import './statements/record.ts';
import report from './test-reporter.ts';

// Runs files of tests one after another in this process, so that what they share is loaded and compiled once. A file has
// ended when nothing is left to wait for, as if the process were its own: open timers, sockets and databases hold it up.

/** What is asked of a worker. */
export type Job = { file: string; resultFile: string };

/** What it answers at the end of a file. */
export type Done = { exitCode: number; memory: number; cpuSeconds: number };

/** Names that a file added or changed are set back: the next one begins with the environment of the run. */
const restore = (before: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
};

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const runFile = async ({ file, resultFile }: Job): Promise<void> => {
  // The parent's channel must not keep alive what the file itself does not.
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

// Of an error that belongs to no test, node:test says only that there was one, and between two files nobody listens. Here the
// error is printed, and the file that runs then has failed.
const fail = (what: string) => (error: unknown) => {
  console.error(`${what}:`, error);
  process.exitCode = 1;
};
process.on('unhandledRejection', fail('unhandled rejection'));
process.on('uncaughtException', fail('uncaught exception'));

process.on('message', (job: Job) => void runFile(job));
process.on('disconnect', () => process.exit());
