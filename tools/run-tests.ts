import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginRecording } from './exchanges/check-recording.ts';
import { startPostgres } from './postgres.ts';
import { endMark, type TestResult } from './test-reporter.ts';

/** How many tests ended how, over all runs. */
export type Totals = { passed: number; failed: number; skipped: number };

export type RunOptions = {
  /** Only the files that need no database, once. */
  pure?: boolean;
  /** Only on these databases; both when absent. */
  databases?: readonly Database[];
  /** Only files whose path contains one of these texts. */
  paths?: readonly string[];
};

type Database = 'embedded' | 'postgres';
type Pass = { name: string; files: readonly string[]; env: Readonly<Record<string, string>> };

const root = resolve(import.meta.dirname, '..');
/** What was compiled for one file of tests is compiled for all of them. */
const compiled = join(root, 'node_modules/.cache/compiled');
const patterns = ['server/**/*.test.ts', 'simulators/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'];
const testTimeoutMs = 120_000;
const fileTimeoutMs = 600_000;
const outputShown = 20_000;

/** Tests that may be skipped where CI=true, each with its reason. Everything else has to run there. */
const skipsAllowedInCi: readonly { file: string; name: string; because: string }[] = [];

/** The closing line; tools that watch a build read it. */
export const closingLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * Whether a test file opens a database: it, or a helper of tests that it imports, mentions one of these ways to. Such
 * files run on both databases, the others once.
 */
const usesDatabase = (file: string, seen: Set<string> = new Set()): boolean => {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (/\b(startApp|testDatabase|TEST_DATABASE_URL)\b/.test(text)) return true;
  const imports = [...text.matchAll(/\bfrom\s+'(\.[^']+)'/g)].map(([, path]) => resolve(dirname(file), path ?? ''));
  return imports.some(
    (path) =>
      (path.startsWith(join(root, 'server/test')) || path.includes('.test-support')) && usesDatabase(path, seen),
  );
};

const findFiles = (paths: readonly string[] | undefined): string[] =>
  globSync(patterns, { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => !paths?.length || paths.some((path) => file.includes(path)))
    .sort();

/** Settings of the surroundings must not reach the tests: each sets its own. */
const cleanEnvironment = (): NodeJS.ProcessEnv => {
  const env = { ...process.env };
  for (const name of [
    'TEST_DATABASE',
    'TEST_DATABASE_URL',
    'DATABASE_URL',
    'STRICT_RLS',
    'NODE_TEST_CONTEXT',
    'SIMULATOR_RECORD',
  ]) {
    delete env[name];
  }
  return env;
};

const running = new Set<number>();

/** Where the simulators of all tests write what they are told and what they answer. */
let recorded: Readonly<Record<string, string>> = {};

const stopAll = (): void => {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
};

type FileRun = { results: TestResult[]; output: string };

/** Runs one file in a process of its own. A process that fails or hangs without a failed test is a failure itself. */
const runFile = (file: string, pass: Pass): Promise<FileRun> =>
  new Promise((done) => {
    const folder = mkdtempSync(join(tmpdir(), 'mos-test-'));
    const resultFile = join(folder, 'results');
    const child = spawn(
      process.execPath,
      [
        `--test-reporter=${pathToFileURL(join(root, 'tools/test-reporter.ts')).href}`,
        `--test-reporter-destination=${resultFile}`,
        `--test-timeout=${testTimeoutMs}`,
        file,
      ],
      {
        cwd: root,
        env: { NODE_COMPILE_CACHE: compiled, ...cleanEnvironment(), ...recorded, ...pass.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    if (child.pid) running.add(child.pid);
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-outputShown);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    let hung = false;
    const killGroup = (): void => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
    };
    const limit = setTimeout(() => {
      hung = true;
      killGroup();
    }, fileTimeoutMs);
    child.on('error', (error) => keep(Buffer.from(error.message)));
    // A process that the file left behind would keep the pipes open: it ends with the file.
    child.on('exit', killGroup);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      if (child.pid) running.delete(child.pid);
      const lines = existsSync(resultFile) ? readFileSync(resultFile, 'utf8').split('\n') : [];
      rmSync(folder, { recursive: true, force: true });
      const results = lines.flatMap((line) => parseResult(line));
      const failed = results.some(({ outcome }) => outcome === 'failed');
      const whole = (detail: string): void => void results.push({ name: '(the file)', outcome: 'failed', detail });
      if (hung) whole(`did not end within ${fileTimeoutMs / 1000} s`);
      else if (code !== 0 && !failed) whole(`ended with ${signal ?? `code ${code}`}`);
      else if (!failed && !lines.includes(endMark)) whole('ended before its tests did');
      else if (results.length === 0) whole('has no test');
      done({ results, output });
    });
  });

/** The last line of a killed process may be torn. */
const parseResult = (line: string): TestResult[] => {
  if (line === '' || line === endMark) return [];
  try {
    return [JSON.parse(line) as TestResult];
  } catch {
    return [];
  }
};

const isSkipAllowed = (file: string, name: string): boolean =>
  skipsAllowedInCi.some((allowed) => allowed.file === file && allowed.name === name);

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** Turns a skipped test into a failure where skipping is not allowed. */
const judge = (file: string, result: TestResult): TestResult => {
  if (result.outcome !== 'skipped' || process.env.CI !== 'true' || isSkipAllowed(file, result.name)) return result;
  return { ...result, outcome: 'failed', detail: `skipped (${result.detail}), which CI does not allow` };
};

const runPass = async (pass: Pass, totals: Totals): Promise<void> => {
  const began = performance.now();
  const own: Totals = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...pass.files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const run = await runFile(file, pass);
      const results = run.results.map((result) => judge(file, result));
      for (const { outcome } of results) own[outcome] += 1;
      for (const { name, detail } of results.filter(({ outcome }) => outcome === 'skipped')) {
        console.log(`  skipped  ${file} › ${name}: ${detail}`);
      }
      const failures = results.filter(({ outcome }) => outcome === 'failed');
      for (const { name, detail } of failures) {
        console.log(`  FAILED   ${file} › ${name} (${pass.name})\n${indent(detail)}`);
      }
      if (failures.length > 0 && run.output.trim() !== '') {
        console.log(`  printed by ${file}:\n${indent(run.output.trimEnd())}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, work));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`tests, ${pass.name}: ${pass.files.length} files, ${closingLine(own)} (${seconds} s)`);
  totals.passed += own.passed;
  totals.failed += own.failed;
  totals.skipped += own.skipped;
};

const runOnPostgres = async (files: readonly string[], totals: Totals): Promise<void> => {
  const postgres = await startPostgres();
  if (!postgres) {
    const isFailure = process.env.CI === 'true';
    totals[isFailure ? 'failed' : 'skipped'] += files.length;
    console.log(`tests, PostgreSQL: ${files.length} files ${isFailure ? 'FAILED' : 'skipped'}: no server is installed`);
    return;
  }
  try {
    const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url('postgres'), STRICT_RLS: '1' };
    await runPass({ name: 'PostgreSQL', files, env }, totals);
  } finally {
    await postgres.stop();
  }
};

/** Runs the tests and prints what failed. Files that use a database run on the embedded one and on PostgreSQL. */
export const runTests = async (options: RunOptions = {}): Promise<Totals> => {
  const files = findFiles(options.paths);
  const withDatabase = files.filter((file) => usesDatabase(join(root, file)));
  const pure = files.filter((file) => !withDatabase.includes(file));
  const databases: readonly Database[] = options.databases ?? ['embedded', 'postgres'];
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  const recording = await beginRecording();
  recorded = recording ? { SIMULATOR_RECORD: recording.folder } : {};
  const interrupt = (): void => {
    stopAll();
    recording?.discard();
    process.exit(130);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    if (pure.length > 0 && (options.pure || options.databases === undefined)) {
      await runPass({ name: 'no database', files: pure, env: {} }, totals);
    }
    if (!options.pure && withDatabase.length > 0) {
      if (databases.includes('embedded')) {
        await runPass({ name: 'embedded database', files: withDatabase, env: {} }, totals);
      }
      if (databases.includes('postgres')) await runOnPostgres(withDatabase, totals);
    }
    if (recording) totals[(await recording.check()) ? 'passed' : 'failed'] += 1;
  } finally {
    recording?.discard();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  return totals;
};

/** Whether the run counts as good: no failure, and something was tested. */
export const isGood = ({ passed, failed }: Totals): boolean => failed === 0 && passed > 0;

const main = async (args: readonly string[]): Promise<void> => {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const known = ['--pure', '--embedded', '--postgres'];
  const unknown = flags.filter((flag) => !known.includes(flag));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(' ')}. Known are ${known.join(', ')} and parts of file paths.`);
    process.exit(2);
  }
  const databases = (['embedded', 'postgres'] as const).filter((database) => flags.includes(`--${database}`));
  const totals = await runTests({
    pure: flags.includes('--pure'),
    paths: args.filter((arg) => !arg.startsWith('--')).map((path) => relative(root, resolve(path))),
    ...(databases.length > 0 ? { databases } : {}),
  });
  console.log(closingLine(totals));
  process.exitCode = isGood(totals) ? 0 : 1;
};

if (import.meta.main) await main(process.argv.slice(2));
