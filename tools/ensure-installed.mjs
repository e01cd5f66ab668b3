// Installs the dependencies when they are missing or not those of package-lock.json. Runs before npm scripts, so it
// must work under any Node from 20 on and without a single package. With `--production` the development packages are
// left out. Says nothing when there is nothing to do.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeNeeded = 24;
const root = resolve(fileURLToPath(import.meta.url), '..', '..');
const modules = join(root, 'node_modules');
// The stamp lies inside node_modules because `npm ci` empties that folder first: a broken-off install has no stamp.
const stampFile = join(modules, '.installed.json');
const lockFile = join(root, '.install-lock');
const packagedNode = join(modules, '.bin', 'node');

/** Ends with one clear line. */
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

/** Whoever has the development packages keeps them. */
const wanted = process.argv.includes('--production') && readJson(stampFile)?.set !== 'all' ? 'production' : 'all';

/** What an install of this lockfile on this machine is known by. */
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
// The same protocol as server/src/db/folder-lock.ts, which says why it is sound; this file can import no TypeScript.

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

/** Writes the lock's text beside it under a name of its own; the file enters its place in one step, already whole. */
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

/** The lock's holder, or undefined when we took the lock. */
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

/** Waits for the lock; undefined when another run has meanwhile installed what is wanted. */
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

/** npm's exit code and its last lines. The lock names npm too: it may outlive us, and nobody may install beside it. */
const runNpm = (args, mine) =>
  new Promise((done) => {
    const env = { ...process.env };
    // What the surrounding npm run was told (`--silent`, `--omit`) and NODE_ENV say nothing about this install.
    for (const name of Object.keys(env)) {
      if (/^npm_config_(omit|include|production|only|dry_run|loglevel|global)$/i.test(name)) delete env[name];
    }
    delete env.NODE_ENV;
    // npm must not run on the packaged Node, which the install takes away under its feet.
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
    // After a refusal npm explains how it is used, which hides why it refused.
    const usage = said.findIndex((line) => line.startsWith('npm error Clean install a project'));
    const reasons = said.slice(0, usage < 0 ? undefined : usage);
    const last = reasons.length > 20 ? [...reasons.slice(0, 4), '…', ...reasons.slice(-16)] : reasons;
    unlock(mine);
    refuse(`${last.join('\n')}\nInstalling the dependencies failed: npm ci ended with code ${code}.`, code);
  }
  // A packaged Node that does not run here (another C library, say) would hide the system's own.
  if (existsSync(packagedNode) && spawnSync(packagedNode, ['--version']).status !== 0) rmSync(packagedNode);
  // Only a short cut for the first start: without it that takes some seconds longer.
  const node = existsSync(packagedNode) ? packagedNode : process.execPath;
  spawnSync(node, [join(root, 'tools', 'make-template.ts')], { cwd: root, stdio: 'ignore', timeout: 60_000 });
  const beside = `${stampFile}.${mine.token}`;
  writeFileSync(beside, `${JSON.stringify({ fingerprint: print, set: wanted })}\n`);
  renameSync(beside, stampFile);
  process.stdout.write(`Installed in ${Math.round((Date.now() - began) / 1000)} s.\n`);
};

if (!isInstalled()) {
  const mine = await lock();
  if (mine) {
    try {
      if (!isInstalled()) await install(mine);
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
