import { appendFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setStatementObserver } from '../../server/src/db/statement-observer.ts';

// Loaded by test processes: writes every statement that the service sends, once per process, with the function that
// sent it, to the folder of STATEMENT_RECORD.

/**
 * A line of the record. `at` is the file and the function, or empty where the sender is unknown; `on` the database of the pass,
 * or empty in a pass without one.
 */
export type RecordedStatement = { at: string; text: string; on: string };

const root = resolve(import.meta.dirname, '../..');
const framesKept = 60;

/** Functions that every statement passes through and that do not identify its sender. */
const passages =
  /^(node_modules\/|server\/src\/(db\/(statements|database|org-db|prepared|statement-observer)|contract\/query\/select-page|kit\/slots)\.ts$)/;

const isTest = (file: string): boolean =>
  /\.test(-support)?\.ts$|^server\/test\//.test(file) || !file.startsWith('server/src/');

const frame = /^ +at (?:async )?(?:(?:Object\.|Module\.)?(\S+) \()?(file:\/\/[^)]+):\d+:\d+\)?$/;

/** The innermost function outside the database handles, across `await`s; null if that is a test. */
const findSender = (): string | null => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = framesKept;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  for (const line of stack.split('\n')) {
    const [, name = '', url] = frame.exec(line) ?? [];
    if (url === undefined || url === import.meta.url) continue;
    const file = fileURLToPath(url).slice(root.length + 1);
    if (passages.test(file)) continue;
    return isTest(file) ? null : `${file} ${name}`.trimEnd();
  }
  return '';
};

const recordTo = (folder: string): void => {
  const file = join(folder, `${process.pid}.jsonl`);
  const known = new Set<string>();
  const on = process.env.TEST_DATABASE ?? '';
  setStatementObserver((text) => {
    if (known.has(text)) return;
    const at = findSender();
    if (at === null) return;
    known.add(text);
    appendFileSync(file, `${JSON.stringify({ at, text, on } satisfies RecordedStatement)}\n`);
  });
};

if (process.env.STATEMENT_RECORD) recordTo(process.env.STATEMENT_RECORD);
