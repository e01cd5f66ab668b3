import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadModule } from 'libpg-query';
import { type Exception, exceptions, postgresOnly } from './exceptions.ts';
import { judgeStatement, type Offence } from './judge-statement.ts';
import type { RecordedStatement } from './record.ts';

const root = resolve(import.meta.dirname, '../..');

/** A statement with its offences and the functions that sent it. */
type Refusal = { text: string; senders: readonly string[]; offences: Offence[] };

export type Verdict = {
  statements: number;
  refusals: Refusal[];
  /** Offences that exceptions allow. */
  excepted: number;
  /** Exceptions, or parts of them, that allowed nothing. */
  unneeded: string[];
};

/** The tables with rows of organizations, according to the schema in the golden files. */
export const readTenantTables = (): Set<string> => {
  const schema = readFileSync(join(root, 'golden/schema.sql'), 'utf8');
  return new Set([...schema.matchAll(/^(\w+)\.org_id /gm)].map(([, table = '']) => table));
};

const readLines = (folder: string): RecordedStatement[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedStatement),
  );

/** The functions that sent each statement, by its text. */
const readRecord = (folder: string): Map<string, Set<string>> => {
  const senders = new Map<string, Set<string>>();
  for (const { at, text } of readLines(folder)) senders.set(text, (senders.get(text) ?? new Set()).add(at));
  return senders;
};

/**
 * Functions that sent statements to PostgreSQL and none to the embedded database. Files that run on PostgreSQL alone
 * (`test-files.ts`) must leave none behind, or a part of the service would be untested on the embedded database.
 */
export const findUntestedSenders = (
  folder: string,
  allowed: readonly string[] = postgresOnly.map(({ at }) => at),
): string[] => {
  const lines = readLines(folder);
  const embedded = lines.filter(({ on }) => on === 'embedded');
  // A process records only the first sender of each text.
  const seen = new Set(embedded.flatMap(({ at, text }) => [at, text]));
  const untested = lines.filter(
    ({ at, text, on }) => on === 'postgres' && at !== '' && !seen.has(at) && !seen.has(text),
  );
  return [...new Set(untested.map(({ at }) => at))].filter((at) => !allowed.includes(at)).sort();
};

/** Judges every statement in a folder of records. */
export const judgeRecord = async (
  folder: string,
  tables: ReadonlySet<string>,
  allowed: readonly Exception[] = exceptions,
): Promise<Verdict> => {
  await loadModule();
  const record = readRecord(folder);
  const unneeded = new Set(allowed.flatMap(({ at, subjects }) => subjects.map((subject) => `${at}: ${subject}`)));
  const verdict: Verdict = { statements: record.size, refusals: [], excepted: 0, unneeded: [] };
  for (const [text, senders] of record) {
    const offences = judgeStatement(text, tables).filter(({ subject }) => {
      const exception = allowed.find(({ at, subjects }) => senders.has(at) && subjects.includes(subject));
      if (!exception) return true;
      verdict.excepted += 1;
      unneeded.delete(`${exception.at}: ${subject}`);
      return false;
    });
    if (offences.length > 0) verdict.refusals.push({ text, senders: [...senders], offences });
  }
  verdict.unneeded = [...unneeded];
  return verdict;
};

const print = ({ statements, refusals, excepted, unneeded }: Verdict, isWhole: boolean, seconds: string): void => {
  // A fault in a part that many statements share is reported once.
  const alike = Object.groupBy(refusals, ({ senders, offences }) =>
    [...senders, ...offences.map(({ why }) => why)].join('\n'),
  );
  for (const [first, ...more] of Object.values(alike) as [Refusal, ...Refusal[]][]) {
    const senders = first.senders.map((sender) => sender || 'an unknown sender').join(', ');
    console.log(`  REFUSED  ${senders}${more.length > 0 ? `, and ${more.length} more like this` : ''}`);
    console.log(`           ${first.text.replace(/\s+/g, ' ').trim()}`);
    for (const { why, advice } of first.offences) console.log(`           ${why}: ${advice}`);
  }
  if (refusals.length > 0)
    console.log('  Where that cannot be: an entry with its reason in tools/statements/exceptions.ts.');
  if (isWhole)
    for (const entry of unneeded) console.log(`  UNNEEDED ${entry}: take it out of tools/statements/exceptions.ts`);
  console.log(
    `statements: ${statements} judged, ${refusals.length} refused, ${excepted} references allowed by exceptions (${seconds} s)`,
  );
};

/** The environment in which a test process records its statements, and the check of all of them at the end. */
export type StatementRecording = {
  env: Readonly<Record<string, string>>;
  /** `isWhole`: the whole suite ran, so every exception must have been needed. Returns whether nothing was refused. */
  check(isWhole: boolean): Promise<boolean>;
  discard(): void;
};

export const beginStatementRecording = (): StatementRecording => {
  const folder = mkdtempSync(join(tmpdir(), 'mos-statements-'));
  return {
    env: { STATEMENT_RECORD: folder },
    check: async (isWhole) => {
      const began = performance.now();
      const verdict = await judgeRecord(folder, readTenantTables());
      print(verdict, isWhole, ((performance.now() - began) / 1000).toFixed(1));
      if (!isWhole) return verdict.refusals.length === 0;
      const untested = findUntestedSenders(folder);
      for (const at of untested)
        console.log(`  UNTESTED ${at} sent statements to PostgreSQL and none to the embedded database`);
      return verdict.refusals.length + verdict.unneeded.length + untested.length === 0 && verdict.statements > 0;
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
};
