import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';

// Builds the console into `console/dist`, which is part of the package: a start needs no build.
// `--check` fails if the committed files differ from what the source builds.

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'console/dist');

const buildInto = async (outDir: string): Promise<void> => {
  await build({
    configFile: join(root, 'console/vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
};

const filesIn = async (folder: string): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for await (const name of glob('**/*.*', { cwd: folder }))
    files.set(name, readFileSync(join(folder, name)).toString('base64'));
  return files;
};

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  try {
    await buildInto(folder);
    const [built, kept] = await Promise.all([filesIn(folder), filesIn(dist)]);
    const names = new Set([...built.keys(), ...kept.keys()]);
    const changed = [...names].filter((name) => built.get(name) !== kept.get(name));
    for (const name of changed)
      console.log(`console/dist/${name} is not what the source builds; run npm run console:build`);
    process.exitCode = changed.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  await buildInto(dist);
  console.log(`console: ${(await filesIn(dist)).size} files`);
}
