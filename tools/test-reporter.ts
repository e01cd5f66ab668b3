import { inspect } from 'node:util';

/** One finished test of a file, as `run-tests.ts` reads it: a line of JSON. */
export type TestResult = {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped, or how it failed. */
  detail: string;
};

type TestEvent = {
  type: string;
  data: {
    name: string;
    nesting: number;
    skip?: string | boolean;
    todo?: string | boolean;
    details: { type?: string; error?: Error & { failureType?: string; cause?: unknown } };
  };
};

const describeError = (error: (Error & { cause?: unknown }) | undefined): string => {
  const cause = error?.cause instanceof Error ? error.cause : error;
  return cause ? inspect(cause, { depth: 6 }) : 'failed without an error';
};

/** The last line of a file whose tests have all been reported; without it the process ended early. */
export const endMark = 'end';

/**
 * A reporter for node:test, which wants it as the default export: each test is one line of JSON. Suites are left out
 * unless they fail themselves.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      path.length = data.nesting;
      path[data.nesting] = data.name;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { error } = data.details;
    const skipped = data.skip ?? data.todo;
    const isSkipped = skipped !== undefined && skipped !== false;
    // A suite only sums up its tests; so does a test that fails because a test inside it did.
    if (error?.failureType === 'subtestsFailed') continue;
    if (data.details.type === 'suite' && type === 'test:pass' && !isSkipped) continue;
    path.length = data.nesting;
    const result: TestResult = {
      name: [...path, data.name].join(' › '),
      outcome: isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      detail: isSkipped ? String(skipped) : type === 'test:fail' ? describeError(error) : '',
    };
    yield `${JSON.stringify(result)}\n`;
  }
  yield `${endMark}\n`;
}
