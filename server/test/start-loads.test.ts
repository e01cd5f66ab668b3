import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { findBundle } from '../src/bundle.ts';

// What a start loads is its memory and its time. Seldom used parts are loaded by their first use, and a part that is loaded late
// must be there: otherwise it would be missing in the middle of a user's work.

const root = resolve(import.meta.dirname, '../..');
const sources = join(root, 'server/src');

/** Packages that a service loads when it first needs them. */
const loadedLate = [
  'stripe',
  'better-auth',
  '@better-auth/passkey',
  'nodemailer',
  'pdf-lib',
  '@pdf-lib/fontkit',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@aws-sdk/client-marketplace-agreement',
  '@aws-sdk/client-marketplace-catalog',
  '@aws-sdk/client-marketplace-metering',
  '@aws-sdk/client-partnercentral-account',
  '@aws-sdk/client-partnercentral-selling',
];

/** Loads a module in a process of its own, and lists the addresses of all modules that this loads. */
const listLoaded = (entry: string): string[] => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
    await import(${JSON.stringify(entry)});
    process.exit(0);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  return stdout.split('\n').filter((line) => line.startsWith('file:'));
};

test('a start loads no rarely used package, and no simulator', () => {
  const loaded = listLoaded(join(sources, 'app.ts'));
  assert.ok(loaded.length > 1000, 'the whole service was loaded');
  // A list of words is not its package.
  const code = loaded.filter((url) => !url.endsWith('/dist-es/models/enums.js'));
  const packages = new Set(code.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));
  assert.deepEqual(
    loadedLate.filter((name) => packages.has(name)),
    [],
  );
  const simulators = loaded.filter((url) => /\/simulators\/(?!kit\/)/.test(url));
  assert.deepEqual(simulators, []);
});

test('a bundle holds all of the service that a start loads, and is used where it is', () => {
  const made = spawnSync(process.execPath, [join(root, 'tools/make-bundle.ts')], { encoding: 'utf8' });
  assert.equal(made.stderr, '');
  const bundle = findBundle();
  assert.ok(bundle, 'there is a bundle of these sources');
  const loaded = listLoaded(join(bundle, 'app.mjs'));
  assert.ok(loaded.length < 40, `a start loads ${loaded.length} files`);
  assert.deepEqual(
    loaded.filter((url) => /\/(server|simulators)\//.test(url)),
    [],
  );
  const code = loaded.filter((url) => !url.endsWith('/dist-es/models/enums.js'));
  assert.deepEqual(
    code.filter((url) => loadedLate.some((name) => url.includes(`/node_modules/${name}/`))),
    [],
  );
  // A start that is refused has loaded the file that reads its settings.
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
    await import(${JSON.stringify(join(sources, 'main.ts'))});`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PORT: 'none' },
  });
  assert.equal(status, 1);
  assert.ok(stdout.includes('/service.mjs') && !stdout.includes('/service.ts'), stdout);
});

/** Every `import('…')` of the service, with the folder that it counts from. */
const lateImports = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test(-support)?\.ts$/.test(name))
  .flatMap((name) => {
    const text = readFileSync(join(sources, name), 'utf8').replaceAll(/typeof import\(/g, '');
    const folder = dirname(join(sources, name));
    return [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, wanted = '']) =>
      wanted.startsWith('.') ? join(folder, wanted) : wanted,
    );
  });

test('everything that is loaded late can be loaded', async () => {
  const wanted = new Set(lateImports.filter((name) => name !== join(sources, 'service.ts')));
  assert.ok(wanted.has('stripe'));
  for (const name of wanted) assert.ok(Object.keys(await import(name)).length > 0, name);
});
