import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  type BundleManifest,
  bundlesIn,
  findBundle,
  fingerprintSources,
  hashSources,
  manifestIn,
} from '../server/src/bundle.ts';

// Bundles the service into a few files, unless the existing bundle matches the sources (decision 0200). Runs before `npm start`
// and before the tests. Without a matching bundle, the service loads the sources.

const root = resolve(import.meta.dirname, '..');
const entries = ['service', 'app'];

/**
 * Not bundled: packages with data files or native parts, optional packages, and packages that are not loaded at start.
 */
const outside = new RegExp(
  `^(node:|${[
    '@node-rs/',
    '@electric-sql/',
    'swagger-ui-dist',
    'pg-native',
    'winston',
    '@opentelemetry/(?!api)',
    '@aws-sdk/',
    '@aws-crypto/',
    '@smithy/',
    'stripe$',
    'nodemailer$',
    'pdf-lib$',
    '@pdf-lib/',
  ].join('|')})`,
);

/** Our modules keep their own URL, by which they find their worker threads, migrations and pages. */
const keepPlaces = (code: string, place: string, from: string): string => {
  const file = relative(from, place).split(sep).join('/');
  const moved = code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(file)}`)})`)
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(file)}, import.meta.urlOfBundle).href`)
    .replaceAll('import.meta.urlOfBundle', 'import.meta.url');
  const other = /import\.meta\.(?!dirname|url|resolve\b)\w*/.exec(code);
  if (other)
    throw new Error(`${place} uses ${other[0]}, which a bundle does not know. Known are dirname, url and resolve.`);
  return moved;
};

/** Builds into `folder`; returns the bundled modules that are ours. */
const build = async (folder: string): Promise<string[]> => {
  const own = (id: string): boolean => id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`);
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(root, `server/src/${name}.ts`)])),
    cwd: root,
    platform: 'node',
    external: outside,
    treeshake: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'places',
        transform: {
          filter: { code: 'import.meta' },
          // A bundle is always one level below the folder of bundles.
          handler: (code, id) => ({
            code: own(id) ? keepPlaces(code, id, join(bundlesIn(root), 'any')) : code,
            map: null,
          }),
        },
      },
    ],
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return modules
    .filter(own)
    .map((id) => relative(root, id))
    .sort();
};

/** A file that changed during the build may be in the bundle in its old version. */
const wereWritten = (files: readonly string[], sinceMs: number): boolean =>
  files.some((file) => statSync(join(root, file)).ctimeMs > sinceMs);

const clockStepMs = 1_000;

/** Keeps newer ones, which another process may be using. */
const removeOld = (): void => {
  for (const name of globSync('*/', { cwd: bundlesIn(root) })) {
    const folder = join(bundlesIn(root), name);
    if (statSync(folder).mtimeMs < Date.now() - 86_400_000) rmSync(folder, { recursive: true, force: true });
  }
};

const make = async (): Promise<void> => {
  mkdirSync(bundlesIn(root), { recursive: true });
  const draft = mkdtempSync(join(bundlesIn(root), 'making-'));
  try {
    let began = Date.now();
    let files = await build(draft);
    if (wereWritten(files, began - clockStepMs)) {
      began = Date.now();
      files = await build(draft);
      // Files are being edited; a later start builds it.
      if (wereWritten(files, began - clockStepMs)) return;
    }
    const seen = fingerprintSources(root, files);
    const hash = hashSources(root, files);
    removeOld();
    const folder = join(bundlesIn(root), hash);
    if (!existsSync(folder)) renameSync(draft, folder);
    const manifest: BundleManifest = { folder: hash, files, hash, seen };
    writeFileSync(`${manifestIn(root)}.${process.pid}`, JSON.stringify(manifest));
    renameSync(`${manifestIn(root)}.${process.pid}`, manifestIn(root));
    // Fills the service's compile cache, so that the first start need not.
    const load = `
      import { enableCompileCache } from 'node:module';
      enableCompileCache(${JSON.stringify(join(root, 'node_modules/.cache/compiled'))});
      await import(${JSON.stringify(join(folder, 'app.mjs'))});
      process.exit(0);`;
    spawnSync(process.execPath, ['--input-type=module', '--eval', load], { stdio: 'ignore', timeout: 60_000 });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

try {
  if (findBundle(root) === undefined) await make();
} catch (error) {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
  process.stderr.write(`The service could not be put into a bundle, so starts take longer: ${reason}\n`);
}
