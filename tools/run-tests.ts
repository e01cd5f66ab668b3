import { appendFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { beginRecording } from './exchanges/check-recording.ts';
import { ensureCluster, ensureStartCluster, makeMigratedDatabase } from './migrated-templates.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { prepareDemo } from './prepared-demo.ts';
import { beginStatementRecording } from './statements/check-statements.ts';
import { findTestFiles, type TestFile, timesFile } from './test-files.ts';
import { startTestProcess, stopAllProcesses, type TestProcess } from './test-process.ts';
import type { TestResult } from './test-reporter.ts';

/** The number of tests by outcome, over all runs. */
export type Totals = { passed: number; failed: number; skipped: number };

/** Tests that failed, and those that passed only when they ran alone: the file, the name and the database. */
let failedTests: string[] = [];
const unsteadyTests: string[] = [];

/** Lists all failed tests, one per line, so that the end of a long output shows each of them. */
export const listFailedTests = (): string =>
  [
    ...unsteadyTests.map((line) => `  unsteady: ${line}: failed, and passed when it ran alone\n`),
    ...failedTests.map((line) => `  failed: ${line}\n`),
  ].join('');

export type RunOptions = {
  /** Only the files that need no database, once. */
  pure?: boolean;
  /** Only on these databases; both when absent. */
  databases?: readonly Database[];
  /** Only files whose path contains one of these texts. */
  paths?: readonly string[];
  /** The generated test over all endpoints calls only these. */
  endpoints?: readonly string[];
  /** Pure files too, where databases are chosen. */
  withPure?: boolean;
  /** Records how long each file took. */
  keepTimes?: boolean;
};

type Database = 'embedded' | 'postgres' | 'pooled';
type Settings = Readonly<Record<string, string>>;
/** Files that run on the same database, or on none, and the outcome of their tests. `pooled`: PostgreSQL behind pgbouncer. */
type Pass = {
  name: string;
  env: Settings;
  waiting: TestFile[];
  files: number;
  cpuSeconds: number;
  totals: Totals;
  /** The files with failed tests, and the output about those tests. */
  failed: Map<string, string[]>;
};

const root = resolve(import.meta.dirname, '..');
/** All test files share one compile cache. */
const compiled = join(root, 'node_modules/.cache/compiled');
/** More files than cores, because tests often wait: for a clock, a process, or PostgreSQL. */
const slots = availableParallelism() + 1;

/** Tests that may be skipped when CI=true, each with its reason. All others must run. */
const skipsAllowedInCi: readonly { file: string; name: string; because: string }[] = [
  {
    file: 'server/test/full-disk.test.ts',
    name: 'a disk that is full for a while loses nothing, and the fault is reported',
    because:
      'the kernel of some machines lets nobody mount a disk in a namespace of their own, which no package changes',
  },
];

/** The closing line; tools that watch a build read it. */
export const closingLine = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Settings from the environment must not reach the tests: each sets its own. */
const cleanEnvironment = (): NodeJS.ProcessEnv => {
  const env = { ...process.env };
  for (const name of [
    'TEST_DATABASE',
    'TEST_DATABASE_URL',
    'TEST_DATABASE_TEMPLATE',
    'TEST_CLUSTER',
    'TEST_DEMO',
    'TEST_POOLER_PORT',
    'TEST_ENDPOINTS',
    'DATABASE_URL',
    'STRICT_RLS',
    'NODE_TEST_CONTEXT',
    'SIMULATOR_RECORD',
    'STATEMENT_RECORD',
  ]) {
    delete env[name];
  }
  return env;
};

const isSkipAllowed = (file: string, name: string): boolean =>
  skipsAllowedInCi.some((allowed) => allowed.file === file && allowed.name === name);

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

/** Turns a skipped test into a failure where skipping is not allowed. */
const judge = (file: string, result: TestResult): TestResult => {
  if (result.outcome !== 'skipped' || process.env.CI !== 'true' || isSkipAllowed(file, result.name)) return result;
  return { ...result, outcome: 'failed', detail: `skipped (${result.detail}), which CI does not allow` };
};

const newPass = (name: string, env: Settings, files: readonly TestFile[]): Pass => ({
  name,
  env: { NODE_COMPILE_CACHE: compiled, ...env },
  waiting: files.toSorted((a, b) => b.seconds - a.seconds),
  files: files.length,
  cpuSeconds: 0,
  totals: { passed: 0, failed: 0, skipped: 0 },
  failed: new Map(),
});

const report = (pass: Pass, file: string, process: TestProcess, output: string, results: TestResult[]): void => {
  for (const { outcome } of results) pass.totals[outcome] += 1;
  for (const { name, detail } of results.filter(({ outcome }) => outcome === 'skipped')) {
    console.log(`  skipped  ${file} › ${name}: ${detail}`);
  }
  const failures = results.filter(({ outcome }) => outcome === 'failed');
  for (const { name, detail } of failures) {
    const told = `${file} › ${name} (${pass.name})`;
    failedTests.push(told);
    pass.failed.set(file, [...(pass.failed.get(file) ?? []), told]);
    console.log(`  FAILED   ${file} › ${name} (${pass.name})\n${indent(detail)}`);
  }
  if (failures.length === 0) return;
  if (output.trim() !== '') console.log(`  printed by ${file}:\n${indent(output.trimEnd())}`);
  const before = process.files.slice(0, -1);
  if (before.length > 0) console.log(`  before it in the same process: ${before.join(', ')}`);
};

const remaining = ({ waiting }: Pass): number => waiting.reduce((sum, { seconds }) => sum + seconds, 0);

/**
 * Runs the waiting files, longest first. A slot stays with its database while that has files, so that one process runs many of them,
 * and then helps the database with the most files left.
 */
const runPasses = async (passes: readonly Pass[], environment: NodeJS.ProcessEnv): Promise<Record<string, number>> => {
  const times: Record<string, number> = {};
  const slotsOn = new Map<Pass, number>();
  const choose = (): Pass | undefined => {
    const share = (pass: Pass): number => remaining(pass) / (1 + (slotsOn.get(pass) ?? 0));
    return passes.filter(({ waiting }) => waiting.length > 0).sort((a, b) => share(b) - share(a))[0];
  };
  const work = async (): Promise<void> => {
    for (let pass = choose(); pass; pass = choose()) {
      slotsOn.set(pass, (slotsOn.get(pass) ?? 0) + 1);
      let shared: TestProcess | undefined;
      for (let file = pass.waiting.shift(); file; file = pass.waiting.shift()) {
        const process = !file.isAlone && shared?.isFresh() ? shared : startTestProcess({ ...environment, ...pass.env });
        const { results, output, seconds, cpuSeconds } = await process.run(file.path);
        times[file.path] = Math.max(times[file.path] ?? 0, seconds);
        pass.cpuSeconds += cpuSeconds;
        if (environment.TEST_TIMES)
          appendFileSync(
            environment.TEST_TIMES,
            `${pass.name}\t${file.path}\t${cpuSeconds.toFixed(2)}\t${seconds.toFixed(1)}\n`,
          );
        report(
          pass,
          file.path,
          process,
          output,
          results.map((result) => judge(file.path, result)),
        );
        if (file.isAlone || !process.isFresh()) process.stop();
        if (!file.isAlone && process !== shared) {
          shared?.stop();
          shared = process;
        }
      }
      shared?.stop();
      slotsOn.set(pass, (slotsOn.get(pass) ?? 1) - 1);
    }
  };
  await Promise.all(Array.from({ length: slots }, work));
  return times;
};

/** If more files than this fail, a stalled machine is not the cause. */
const secondLooksAtMost = 3;

/**
 * In CI, a file in which a test failed runs once more, alone, when all others are done. If it then passes, its tests are
 * reported as unsteady, and the run passes; the output contains the first failure (docs/decisions/0171).
 */
const lookAgain = async (passes: readonly Pass[], environment: NodeJS.ProcessEnv): Promise<void> => {
  const failed = passes.flatMap((pass) => [...pass.failed].map(([file, tests]) => ({ pass, file, tests })));
  if (process.env.CI !== 'true' || failed.length > secondLooksAtMost) return;
  for (const { pass, file, tests } of failed) {
    const alone = startTestProcess({ ...environment, ...pass.env });
    const { results } = await alone.run(file);
    alone.stop();
    if (results.some((result) => judge(file, result).outcome === 'failed')) continue;
    pass.totals.failed -= tests.length;
    pass.totals.passed += tests.length;
    failedTests = failedTests.filter((test) => !tests.includes(test));
    unsteadyTests.push(...tests);
  }
};

type ServerPasses = { direct?: Pass; pooled?: Pass; stop: () => Promise<void> };

/** Counts files that could not run: they are failures where everything must run. */
const leaveOut = (name: string, missing: string, files: readonly TestFile[], totals: Totals): void => {
  const isFailure = process.env.CI === 'true';
  totals[isFailure ? 'failed' : 'skipped'] += files.length;
  console.log(`tests, ${name}: ${files.length} files ${isFailure ? 'FAILED' : 'skipped'}: ${missing} is not installed`);
};

const passesOnPostgres = async (
  { direct, pooled }: { direct: readonly TestFile[]; pooled: readonly TestFile[] },
  totals: Totals,
): Promise<ServerPasses> => {
  if (direct.length + pooled.length === 0) return { stop: async () => {} };
  const postgres = await startPostgres({ isDurable: false });
  if (!postgres) {
    leaveOut('PostgreSQL', 'PostgreSQL', [...direct, ...pooled], totals);
    return { stop: async () => {} };
  }
  const env = {
    TEST_DATABASE: 'postgres',
    TEST_DATABASE_URL: postgres.url('postgres'),
    TEST_DATABASE_TEMPLATE: await makeMigratedDatabase(postgres),
    STRICT_RLS: '1',
  };
  const pgbouncer = pooled.length > 0 ? await startPgbouncer(postgres.url('postgres')) : null;
  if (pooled.length > 0 && !pgbouncer) leaveOut('behind pgbouncer', 'pgbouncer', pooled, totals);
  return {
    ...(direct.length > 0 ? { direct: newPass('PostgreSQL', env, direct) } : {}),
    ...(pgbouncer
      ? { pooled: newPass('behind pgbouncer', { ...env, TEST_POOLER_PORT: String(pgbouncer.port) }, pooled) }
      : {}),
    stop: async () => {
      await pgbouncer?.stop();
      await postgres.stop();
    },
  };
};

/** Runs the tests and prints what failed. Files that use a database run on the embedded one and on PostgreSQL. */
export const runTests = async (options: RunOptions = {}): Promise<Totals> => {
  const began = performance.now();
  const files = findTestFiles(options.paths);
  const withDatabase = options.pure ? [] : files.filter(({ usesDatabase }) => usesDatabase);
  const pure =
    options.pure || options.withPure || options.databases === undefined
      ? files.filter(({ usesDatabase }) => !usesDatabase)
      : [];
  const databases: readonly Database[] = options.databases ?? ['embedded', 'postgres', 'pooled'];
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
  const cluster = { TEST_CLUSTER: await ensureCluster() };
  // Otherwise several services started by tests would build it at the same time.
  await ensureStartCluster();
  const recording = await beginRecording();
  const statements = beginStatementRecording();
  const environment = {
    ...cleanEnvironment(),
    ...statements.env,
    ...(recording ? { SIMULATOR_RECORD: recording.folder } : {}),
    ...(options.endpoints?.length ? { TEST_ENDPOINTS: options.endpoints.join() } : {}),
  };
  const interrupt = (): void => {
    stopAllProcesses();
    recording?.discard();
    statements.discard();
    process.exit(130);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  let stopPostgres = async (): Promise<void> => {};
  const withDemo = pure.filter(({ laysDemo }) => laysDemo);
  const preparing = prepareDemo(withDemo.length, { NODE_COMPILE_CACHE: compiled });
  try {
    // If chosen alone, all files run behind pgbouncer; otherwise only those that depend on sessions.
    const isChosen = options.databases?.includes('pooled') === true;
    const onServer = await passesOnPostgres(
      {
        direct: databases.includes('postgres') ? withDatabase : [],
        pooled: databases.includes('pooled') ? withDatabase.filter((file) => isChosen || file.behindPooler) : [],
      },
      totals,
    );
    stopPostgres = onServer.stop;
    const passes = [newPass('no database', { ...cluster, ...(await preparing).env }, pure)];
    const onPostgres = onServer.direct !== undefined;
    if (onServer.direct) passes.push(onServer.direct);
    if (onServer.pooled) passes.push(onServer.pooled);
    if (databases.includes('embedded')) {
      const files = withDatabase.filter((file) => !onPostgres || !file.onPostgresAlone);
      passes.push(newPass('embedded database', { ...cluster, TEST_DATABASE: 'embedded' }, files));
    }
    const times = await runPasses(passes, environment);
    await lookAgain(passes, environment);
    if (options.keepTimes) keepTimes(times);
    for (const pass of passes.filter(({ files: count }) => count > 0)) {
      const seconds = pass.cpuSeconds.toFixed(0);
      console.log(
        `tests, ${pass.name}: ${pass.files} files, ${closingLine(pass.totals)} (${seconds} s of processor time)`,
      );
      totals.passed += pass.totals.passed;
      totals.failed += pass.totals.failed;
      totals.skipped += pass.totals.skipped;
    }
    console.log(`tests, all: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (recording) totals[(await recording.check()) ? 'passed' : 'failed'] += 1;
    const isWhole = !options.pure && !options.paths?.length && options.databases === undefined;
    totals[(await statements.check(isWhole)) ? 'passed' : 'failed'] += 1;
  } finally {
    await stopPostgres();
    (await preparing).discard();
    recording?.discard();
    statements.discard();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
  return totals;
};

const worthKeepingSeconds = 3;

const keepTimes = (times: Record<string, number>): void => {
  const long = Object.entries(times)
    .filter(([, seconds]) => seconds >= worthKeepingSeconds)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const rounded = Object.fromEntries(long.map(([path, seconds]) => [path, Math.round(seconds)]));
  writeFileSync(timesFile, `${JSON.stringify(rounded, null, 2)}\n`);
};

/** Whether the run passed: no test failed, and at least one ran. */
export const isGood = ({ passed, failed }: Totals): boolean => failed === 0 && passed > 0;

const main = async (args: readonly string[]): Promise<void> => {
  const flags = args.filter((arg) => arg.startsWith('--'));
  const known = ['--pure', '--embedded', '--postgres', '--pooled', '--times'];
  const unknown = flags.filter((flag) => !known.includes(flag));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(' ')}. Known are ${known.join(', ')} and parts of file paths.`);
    process.exit(2);
  }
  const databases = (['embedded', 'postgres', 'pooled'] as const).filter((database) => flags.includes(`--${database}`));
  const totals = await runTests({
    pure: flags.includes('--pure'),
    keepTimes: flags.includes('--times'),
    paths: args.filter((arg) => !arg.startsWith('--')).map((path) => relative(root, resolve(path))),
    ...(databases.length > 0 ? { databases } : {}),
  });
  process.stdout.write(listFailedTests());
  console.log(closingLine(totals));
  process.exitCode = isGood(totals) ? 0 : 1;
};

if (import.meta.main) await main(process.argv.slice(2));
