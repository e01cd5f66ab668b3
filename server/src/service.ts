import { existsSync, readdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { App } from './app.ts';
import { type Config, loadConfig } from './config/config.ts';
import { type LockedFolder, lockFolder } from './db/locked-folder.ts';
import { demoIsBegun } from './demo/draft.ts';
import { explainStart } from './start-fault.ts';

/** After SIGTERM the process exits within 10 seconds, even if something hangs. */
const shutdownMs = 9_000;
const parentCheckMs = 1_000;

const folderIsEmpty = (dir: string): boolean => !existsSync(dir) || readdirSync(dir).length === 0;

const fail = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const readConfig = (): Config => {
  try {
    return loadConfig(process.env, { folderIsEmpty, folderHoldsDemo: demoIsBegun });
  } catch (error) {
    return fail(error);
  }
};

// The account library reads its own environment variables, some of which would send data to third parties. It gets all
// of its settings from us.
for (const name of Object.keys(process.env)) if (name.startsWith('BETTER_AUTH_')) delete process.env[name];

const config = readConfig();
const wait = new AbortController();

const start = async (): Promise<App> => {
  let held: LockedFolder | undefined;
  try {
    // The database starts on its thread while the code is loaded.
    if (config.databaseUrl === null) held = lockFolder(config.dataDir);
    const { startApp } = await import('./app.ts');
    return await startApp(config, {}, wait.signal, held);
  } catch (error) {
    await held?.close();
    return fail(new Error(explainStart(error, config)));
  }
};
const starting = start();
let stopping = false;

const stop = async (): Promise<void> => {
  if (stopping) return;
  stopping = true;
  wait.abort();
  setTimeout(() => process.exit(1), shutdownMs).unref();
  const app = await starting;
  await app.close().catch(fail);
  process.exit(0);
};

process.on('SIGTERM', stop);
process.on('SIGINT', stop);

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stop();
}, parentCheckMs).unref();

const app = await starting;
if (config.role === 'migrate') {
  await app.close();
  process.exit(0);
}
for (const line of app.banner) process.stdout.write(`${line}\n`);
flushCompileCache();
