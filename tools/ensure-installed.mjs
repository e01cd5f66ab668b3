// Installs the dependencies if they are missing or do not match package-lock.json. Runs before npm scripts, so it must
// work under any Node from version 20, without any packages. `--production` omits the development packages; `--bundle`
// then makes the bundle of the service, if the sources have changed. Prints nothing if there is nothing to do.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeNeeded = 24;
const root = resolve(fileURLToPath(import.meta.url), '..', '..');
const modules = join(root, 'node_modules');
// The stamp is inside node_modules because `npm ci` empties that folder first: an interrupted install has no stamp.
const stampFile = join(modules, '.installed.json');
const lockFile = join(root, '.install-lock');
const packagedNode = join(modules, '.bin', 'node');

/** Exits with a one-line message. */
const refuse = (line, code = 1) => {
  process.stderr.write(`${line}\n`);
  process.exit(code);
};

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** An existing install of the development packages is kept. */
const wanted = process.argv.includes('--production') && readJson(stampFile)?.set !== 'all' ? 'production' : 'all';

/** Identifies an install of this lockfile on this machine. */
const fingerprint = () => {
  let lockfile;
  try {
    lockfile = readFileSync(join(root, 'package-lock.json'));
  } catch {
    return refuse('package-lock.json is missing; the dependencies cannot be installed without it.');
  }
  return createHash('sha256').update(`${process.platform} ${process.arch}\n`).update(lockfile).digest('hex');
};

const isInstalled = () => {
  const stamp = readJson(stampFile);
  return stamp?.fingerprint === fingerprint() && (stamp.set === 'all' || stamp.set === wanted);
};

// ── One at a time ────────────────────────────────────────────────────────────────────────────────────────────────────
// The same protocol as server/src/db/folder-lock.ts, which explains why it is sound. This file cannot import
// TypeScript.

const startOf = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
};

const lives = ({ pid, start }) => {
  if (process.platform === 'linux') return start !== undefined && startOf(pid) === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const identityOf = (pid) => ({ pid, start: startOf(pid) });

/**
 * Writes the lock's text under a unique name beside it, so that the complete file can be moved into place atomically.
 */
const writeBeside = (holder) => {
  const file = `${lockFile}.${holder.token}`;
  writeFileSync(file, JSON.stringify(holder));
  return file;
};

const tryLink = (from, to) => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Returns the lock's holder, or undefined if we took the lock. */
const tryLock = (mine) => {
  const beside = writeBeside(mine);
  const guards = [];
  try {
    let place = lockFile;
    for (;;) {
      if (tryLink(beside, place)) break;
      const found = existsSync(place) ? (readJson(place) ?? { token: 'unreadable', processes: [] }) : undefined;
      if (!found) continue;
      if (found.processes.some(lives)) return found;
      place = found.token === 'unreadable' ? `${place}.after-unreadable` : `${lockFile}.after-${found.token}`;
      guards.push({ file: place, token: found.token });
    }
    if (guards.length === 0) return undefined;
    const stillStale = (readJson(lockFile)?.token ?? 'unreadable') === guards[0].token && existsSync(lockFile);
    if (stillStale) renameSync(beside, lockFile);
    for (const guard of guards) rmSync(guard.file, { force: true });
    return stillStale ? undefined : { token: '', processes: [] };
  } finally {
    rmSync(beside, { force: true });
  }
};

const unlock = (mine) => {
  if (readJson(lockFile)?.token === mine.token) rmSync(lockFile, { force: true });
};

/** Waits for the lock; returns undefined if another process installed the wanted packages in the meantime. */
const lock = async () => {
  const mine = { token: randomUUID(), processes: [identityOf(process.pid)] };
  let told = false;
  for (;;) {
    const holder = tryLock(mine);
    if (!holder) return mine;
    if (!told && holder.processes.length > 0) {
      process.stdout.write(
        `Waiting for another installation (process ${(holder.processes.find(lives) ?? holder.processes[0]).pid}) …\n`,
      );
      told = true;
    }
    await new Promise((done) => setTimeout(done, 200));
    if (isInstalled()) return undefined;
  }
};

// ── Installing ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Returns npm's exit code and its last lines. The lock names npm too, because npm may outlive this process and must not
 * run twice.
 */
const runNpm = (args, mine) =>
  new Promise((done) => {
    const env = { ...process.env };
    // The options of a surrounding npm run (`--silent`, `--omit`) and NODE_ENV do not apply to this install.
    for (const name of Object.keys(env)) {
      if (/^npm_config_(omit|include|production|only|dry_run|loglevel|global)$/i.test(name)) delete env[name];
    }
    delete env.NODE_ENV;
    // npm must not run on the packaged Node, which the install removes while it runs.
    const path = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    const own = join('node_modules', '.bin');
    env[path] = (env[path] ?? '')
      .split(delimiter)
      .filter((folder) => folder !== own && !folder.endsWith(sep + own))
      .join(delimiter);
    const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => done({ code: 1, output: `npm cannot be started: ${error.message}` }));
    child.on('close', (code, signal) => done({ code: code ?? (signal === 'SIGINT' ? 130 : 143), output }));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    if (child.pid) {
      mine.processes.push(identityOf(child.pid));
      renameSync(writeBeside(mine), lockFile);
    }
  });

const chooseNode = () => (existsSync(packagedNode) ? packagedNode : process.execPath);

const install = async (mine) => {
  const began = Date.now();
  process.stdout.write(`Installing ${wanted === 'production' ? 'production' : 'all'} dependencies …\n`);
  rmSync(stampFile, { force: true });
  const print = fingerprint();
  const set = wanted === 'production' ? ['--omit=dev'] : ['--include=dev'];
  const flags = ['--include=optional', '--no-audit', '--no-fund'];
  const { code, output } = await runNpm(['ci', ...set, ...flags], mine);
  if (code !== 0) {
    const said = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
    // After an error npm prints its usage, which hides the cause.
    const usage = said.findIndex((line) => line.startsWith('npm error Clean install a project'));
    const reasons = said.slice(0, usage < 0 ? undefined : usage);
    const last = reasons.length > 20 ? [...reasons.slice(0, 4), '…', ...reasons.slice(-16)] : reasons;
    unlock(mine);
    refuse(`${last.join('\n')}\nInstalling the dependencies failed: npm ci ended with code ${code}.`, code);
  }
  // A packaged Node that cannot run here (because of another C library, say) must not shadow the system's own.
  if (existsSync(packagedNode) && spawnSync(packagedNode, ['--version']).status !== 0) rmSync(packagedNode);
  const beside = `${stampFile}.${mine.token}`;
  writeFileSync(beside, `${JSON.stringify({ fingerprint: print, set: wanted })}\n`);
  renameSync(beside, stampFile);
  process.stdout.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
};

let isNew = false;
if (!isInstalled()) {
  const mine = await lock();
  if (mine) {
    try {
      isNew = !isInstalled();
      if (isNew) await install(mine);
    } finally {
      unlock(mine);
    }
  }
}

if (!existsSync(packagedNode) && Number.parseInt(process.versions.node, 10) < nodeNeeded) {
  refuse(
    `Node ${nodeNeeded} or newer is needed; there is no packaged one for ${process.platform} ${process.arch}, ` +
      `and the system's is ${process.versions.node}.`,
  );
}

/** Resolves when the tool has ended, however it ended. */
const runTool = (name, options) =>
  new Promise((done) => {
    const child = spawn(chooseNode(), [join(root, 'tools', name)], { cwd: root, ...options });
    child.on('error', done);
    child.on('close', done);
  });

// Both only speed up starts, and each keeps one core busy for some seconds. Without a template, the first start makes it.
if (isNew) process.stdout.write('Preparing the first start …\n');
await Promise.all([
  isNew ? runTool('make-template.ts', { stdio: 'ignore', timeout: 120_000 }) : undefined,
  process.argv.includes('--bundle') ? runTool('make-bundle.ts', { stdio: 'inherit' }) : undefined,
]);
