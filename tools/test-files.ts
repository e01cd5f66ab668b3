import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A test file, and how to run it, derived from its text. */
export type TestFile = {
  path: string;
  /** Whether it runs on both databases; other files run once. */
  usesDatabase: boolean;
  /** Whether it runs only on PostgreSQL, if that is available. */
  onPostgresAlone: boolean;
  /** Whether a full run also runs it behind pgbouncer. */
  behindPooler: boolean;
  /** It starts processes, listens to its own or measures its memory: it gets its own process. */
  isAlone: boolean;
  /** Whether it starts a service on a copy of a demo, if the run has prepared one. */
  laysDemo: boolean;
  /** The approximate duration; files without a measurement count as short. */
  seconds: number;
};

const root = resolve(import.meta.dirname, '..');
const patterns = [
  'server/**/*.test.ts',
  'simulators/**/*.test.ts',
  'tools/**/*.test.ts',
  'bench/**/*.test.ts',
  'console/**/*.test.ts',
];

/**
 * Long files whose guarantees do not depend on the database: what a workflow does after each fault, what a partner's word changes,
 * how large a response may be, how ids of other organizations and members that a client may not set are refused, and how a stored document is shown. They run only on PostgreSQL. A full run checks that every function which sends a statement there
 * also sends one to the embedded database (`statements/check-statements.ts`).
 */
const onPostgresAlone = [
  'server/src/engine/dbos-store.test.ts',
  'server/src/workflows/',
  'server/test/background-reads.test.ts',
  'server/test/every-crm-workflow.test.ts',
  'server/test/every-offer-workflow.test.ts',
  'server/test/every-other-workflow.test.ts',
  'server/test/every-product-workflow.test.ts',
  'server/test/every-referral-workflow.test.ts',
  'server/test/messages.test.ts',
  'server/test/partner-failures.test.ts',
  'server/test/promises/canaries.test.ts',
  'server/test/promises/foreign-ids.test.ts',
  'server/test/promises/hostile-bodies.test.ts',
  'server/test/promises/large-lists.test.ts',
  'server/test/promises/large-pages.test.ts',
  'server/test/promises/service-members.test.ts',
  'server/test/promises/worst-bodies.test.ts',
  'server/test/publication-wait.test.ts',
  'server/test/stored-words.test.ts',
];
/** Files in those folders that run on both databases nevertheless. */
const onBoth = [
  'server/src/workflows/deal/deal.test.ts',
  'server/src/workflows/metering/compare-usage.test.ts',
  'server/src/workflows/metering/report-usage.test.ts',
  'server/src/workflows/metering/settle-usage-azure.test.ts',
  'server/src/workflows/referral/azure-referral.test.ts',
  'server/src/workflows/revenue/every-channel.test.ts',
  'server/src/workflows/revenue/revenue-details.test.ts',
  'server/src/workflows/revenue/sync-revenue.test.ts',
];

/** Tests that would detect a server session that changes hands: every endpoint, the fences, the engine, races and faults. */
const behindPooler = [
  'server/src/db/',
  'server/src/engine/',
  'server/src/people/',
  'server/src/domain/metering/metering-faults.test.ts',
  'server/src/workflows/deal/deal.test.ts',
  'server/src/workflows/metering/report-usage.test.ts',
  'server/test/every-endpoint.test.ts',
  'server/test/fence.test.ts',
];

const opensDatabase = /\b(startApp|testDatabase|TEST_DATABASE_URL)\b/;
const needsOwnProcess =
  /\b(child_process|worker_threads|startPostgres|startTestProcess|memoryUsage)\b|\bprocess\.(on|once|exit)\(/;

/** Durations of test files as last measured (`--times`), so that the longest start first. */
export const timesFile = join(root, 'tools/test-times.json');

const readTimes = (): Record<string, number> =>
  existsSync(timesFile) ? (JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>) : {};

/** The text of a test file and of the test helpers that it imports. */
const textOf = (file: string, seen: Set<string> = new Set()): string => {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(/\bfrom\s+'(\.[^']+)'/g)].map(([, path]) => resolve(dirname(file), path ?? ''));
  const helpers = imports.filter(
    (path) => path.startsWith(join(root, 'server/test')) || path.includes('.test-support'),
  );
  return [text, ...helpers.map((path) => textOf(path, seen))].join('\n');
};

/** Test files whose path contains one of these texts; all files if there is none. */
export const findTestFiles = (paths: readonly string[] = []): TestFile[] => {
  const times = readTimes();
  return globSync(patterns, { cwd: root })
    .filter((path) => !path.includes('node_modules'))
    .filter((path) => paths.length === 0 || paths.some((part) => path.includes(part)))
    .sort()
    .map((path) => {
      const text = textOf(join(root, path));
      return {
        path,
        usesDatabase: opensDatabase.test(text),
        onPostgresAlone: onPostgresAlone.some((start) => path.startsWith(start)) && !onBoth.includes(path),
        behindPooler: behindPooler.some((start) => path.startsWith(start)),
        isAlone: needsOwnProcess.test(text),
        laysDemo: /\blayDemo\b/.test(text),
        seconds: times[path] ?? 1,
      };
    });
};
