import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startTestProcess } from './test-process.ts';

// Any error in a test file is a failure, even if files share a process.

const folder = mkdtempSync(join(tmpdir(), 'mos-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, `${name}.test.mjs`);
  writeFileSync(file, `import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';\n${text}`);
  return file;
};

// node:test would treat a test that runs tests as one of them.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

const runAlone = async (file: string): Promise<string[]> => {
  const worker = startTestProcess(env, 3_000);
  const { results } = await worker.run(file);
  assert.ok(!worker.isFresh() || results.every(({ outcome }) => outcome === 'passed'));
  worker.stop();
  return results.filter(({ outcome }) => outcome === 'failed').map(({ name, detail }) => `${name}: ${detail}`);
};

const good = `test('good', () => {});`;

for (const [what, text, failure] of [
  ['a failed test', `${good} test('bad', () => assert.equal(1, 2));`, /^bad: AssertionError/],
  ['an error while it is loaded', `throw new Error('at import');`, /at import/],
  ['a hook that throws', `${good} after(() => { throw new Error('in after'); });`, /in after/],
  ['what comes after the tests', `test('late', () => void setTimeout(() => { throw 1; }, 50));`, /ended with code 1/],
  [
    'a rejection that nobody handles',
    `${good} test('late', async () => void (async () => { await null; throw new Error('unhandled'); })());`,
    /ended with code 1/,
  ],
  ['an open timer', `${good} setInterval(() => {}, 1000);`, /did not end within 3 s/],
  ['an end of the process', `test('ends', () => process.exit(0));`, /ended before its tests did/],
  ['a death of the process', `test('dies', () => process.kill(process.pid, 'SIGKILL'));`, /ended with SIGKILL/],
  ['a test that never ends', `test('waits', () => new Promise(() => {}));`, /did not end within 3 s/],
  ['no test', '', /has no test/],
] as const) {
  test(`${what} is a failure`, async () => {
    const failures = await runAlone(write(what.replaceAll(' ', '-'), text));
    assert.equal(failures.length, 1, failures.join());
    assert.match(failures[0] ?? '', failure);
  });
}

test('files share a process, and an environment variable set by one is gone for the next', async () => {
  const worker = startTestProcess(env);
  const files = ['one', 'two'].map((name) =>
    write(
      name,
      `const set = process.env.MARK; process.env.MARK = '1'; test('ok', () => assert.equal(set, undefined));`,
    ),
  );
  for (const file of files) {
    const { results } = await worker.run(file);
    assert.deepEqual(results, [{ name: 'ok', outcome: 'passed', detail: '' }]);
  }
  assert.ok(worker.isFresh());
  worker.stop();
});
