import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { closingLine, isGood, runTests } from './run-tests.ts';
import { findTestFiles, type TestFile } from './test-files.ts';

// Runs the tests that a change can break, the closest first, for about a minute. The change is what is not committed, plus what the
// branch has beyond `main`, or what came after a named commit. The search follows imports from the changed files to the tests, but not beyond the files that
// import everything: they lead to the whole service. Only a full run is conclusive.

const root = resolve(import.meta.dirname, '..');
const enoughSeconds = 120;

/** Importing one of these means importing everything. */
const bringsTogether =
  /^server\/src\/([^/]+\.ts|domain\/endpoints\.ts|workflows\/registry\.ts|contract\/contract\.ts)$|^server\/test\//;

const git = (...args: string[]): string[] => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
};

const findChanged = (since: string | undefined): string[] => {
  const [base = 'HEAD'] = since === undefined ? git('merge-base', 'main', 'HEAD') : [since];
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ].sort();
};

/** The importers of each file, by its path. */
const readImporters = (): Map<string, string[]> => {
  const importers = new Map<string, string[]>();
  for (const file of globSync(['server/**/*.ts', 'simulators/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts'], {
    cwd: root,
  })) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, path] of text.matchAll(/(?:\bfrom\s+|\bimport\(|\bimport\s+)'(\.[^']+)'/g)) {
      const target = relative(root, resolve(root, dirname(file), path ?? ''));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
};

/** The number of imports between the change and each file that it reaches. */
const measureDistances = (changed: readonly string[], importers: Map<string, string[]>): Map<string, number> => {
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    if (distance > 0 && bringsTogether.test(file)) continue;
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
};

/** Tests of a family call its endpoints and import none of its files; they are in the same folder or above. */
const liesBeside = (test: string, changed: readonly string[]): boolean =>
  test.startsWith('server/src/domain/') && changed.some((file) => `${dirname(file)}/`.startsWith(`${dirname(test)}/`));

const idsIn = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\bid: '(\w+)'/g)].map(([, id]) => id as string);

const main = async (args: readonly string[]): Promise<void> => {
  const changed = findChanged(args.find((arg) => !arg.startsWith('--'))).filter((file) =>
    /^(server|simulators|tools|bench)\//.test(file),
  );
  const distances = measureDistances(changed, readImporters());
  const everyEndpoint = 'server/test/every-endpoint.test.ts';
  const endpoints = [...distances.keys()]
    .filter((file) => /^server\/src\/domain\/.+\/endpoints\.ts$/.test(file) && existsSync(join(root, file)))
    .flatMap(idsIn);
  const distanceOf = ({ path }: TestFile): number | undefined => {
    if (path === everyEndpoint && endpoints.length > 0) return 1;
    return distances.get(path) ?? (liesBeside(path, changed) ? 2 : undefined);
  };
  const reached = findTestFiles()
    .map((file) => ({ file, distance: distanceOf(file) }))
    .filter(({ distance }) => distance !== undefined)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0) || a.file.seconds - b.file.seconds);
  let seconds = 0;
  const chosen = reached.filter(({ file, distance }) => {
    seconds += file.path === everyEndpoint ? 10 : file.seconds;
    return distance === 0 || seconds <= enoughSeconds;
  });
  console.log(
    `${changed.length} files changed; they reach ${reached.length} files of tests, of which ${chosen.length} run`,
  );
  if (chosen.length === 0) return;
  const totals = await runTests({
    databases: args.includes('--postgres') ? ['embedded', 'postgres'] : ['embedded'],
    paths: chosen.map(({ file }) => file.path),
    endpoints,
    withPure: true,
  });
  console.log(closingLine(totals));
  process.exitCode = isGood(totals) ? 0 : 1;
};

await main(process.argv.slice(2));
