import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { closingLine, isGood, listFailedTests, runTests } from './run-tests.ts';

// Runs all checks. `--fast` skips those that need a database.

type Part = { name: string; program: string; args: readonly string[] };

const root = resolve(import.meta.dirname, '..');
const inModules = (...path: string[]): string => join(root, 'node_modules', ...path);
const folders = ['server', 'simulators', 'tools', 'bench', 'console'].filter((name) => existsSync(join(root, name)));

const quick: readonly Part[] = [
  { name: 'types', program: process.execPath, args: [inModules('typescript-7/bin/tsc'), '--noEmit'] },
  {
    name: 'types of the console',
    program: process.execPath,
    args: [inModules('typescript-7/bin/tsc'), '--noEmit', '--project', 'console'],
  },
  { name: 'lint and format', program: inModules('.bin/biome'), args: ['check', '--colors=off', '.'] },
  {
    name: 'dependency rules',
    program: process.execPath,
    args: [
      inModules('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.cjs',
      ...folders,
    ],
  },
];

const slow: readonly Part[] = [
  { name: 'unused code', program: process.execPath, args: [inModules('knip/bin/knip.js'), '--no-progress'] },
  ...(existsSync(join(root, 'tools/golden.ts'))
    ? [{ name: 'golden files', program: process.execPath, args: ['tools/golden.ts', '--check'] }]
    : []),
  { name: 'built console', program: process.execPath, args: ['tools/console.ts', '--check'] },
  { name: 'rules for OpenAPI documents', program: process.execPath, args: ['tools/lint-openapi.ts'] },
];

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** Runs one part to completion and prints a line for it, with its full output if it failed. */
const runPart = (part: Part): Promise<boolean> =>
  new Promise((done) => {
    const began = performance.now();
    const child = spawn(part.program, part.args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      output += error.message;
    });
    child.on('close', (code) => {
      const isGoodPart = code === 0;
      console.log(`${isGoodPart ? 'ok      ' : 'FAILED  '}${part.name} (${seconds(began)})`);
      if (!isGoodPart) console.log(output.trimEnd());
      done(isGoodPart);
    });
  });

/** Runs as many parts at once as there are cores; returns the names of those that failed. */
const runParts = async (parts: readonly Part[]): Promise<string[]> => {
  const waiting = [...parts];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      if (!(await runPart(part))) failed.push(part.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failed;
};

const main = async (args: readonly string[]): Promise<void> => {
  const isFast = args.includes('--fast');
  const began = performance.now();
  const failedParts = await runParts(isFast ? quick : [...quick, ...slow]);
  // The tidy test needs no database, so it runs with the pure tests.
  const totals = await runTests({ pure: isFast });
  const wrong = [...failedParts, ...(isGood(totals) ? [] : ['tests'])];
  process.stdout.write(listFailedTests());
  console.log(
    wrong.length === 0 ? `all good (${seconds(began)})` : `NOT good: ${wrong.join(', ')} (${seconds(began)})`,
  );
  console.log(closingLine(totals));
  process.exitCode = wrong.length === 0 ? 0 : 1;
};

await main(process.argv.slice(2));
