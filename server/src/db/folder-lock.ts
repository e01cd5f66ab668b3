import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withinTime } from './watchdog.ts';

/**
 * The lock of a data folder. The embedded database does not lock it, and a second process would corrupt the data.
 *
 * The file `lock` identifies its holder by PID, start time and boot, so that neither a reused PID nor a reboot blocks a
 * start. It is created atomically and complete (a link to a file already written). Only one process may replace the
 * lock of a dead holder, and a check followed by a rename would let two do it. So the right to replace a lock is itself
 * a link, named after the token of that lock. A process that creates this link and sees that the dead lock is still in
 * place is the only one. If it dies before the replacement, its link is a dead lock like any other, and the right
 * passes on in the same way.
 */
export type FolderLock = { release: () => void };

type Holder = { token: string; pid: number; startedAt: string | null; bootId: string | null };

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined;
    throw error;
  }
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;

/** The machine's current boot ID; null if the system has none. */
const currentBootId = (): string | null => readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null;

/** When a process started, in ticks since boot; null if it has ended, even if it is not yet reaped. */
const startOf = (pid: number): string | null => {
  // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return null;
  return fields[19] ?? null;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};

const lives = (holder: Holder): boolean => {
  if (holder.bootId !== currentBootId()) return false;
  // Without /proc only the PID can be checked.
  if (holder.startedAt === null) return isAlive(holder.pid);
  return startOf(holder.pid) === holder.startedAt;
};

const unreadable = 'unreadable';

/** Undefined if there is no such file. An unreadable lock was left by a crash of the machine and has no holder. */
const readHolder = (file: string): Holder | undefined => {
  const text = readText(file);
  if (text === undefined) return undefined;
  try {
    const { token, pid, startedAt, bootId } = JSON.parse(text) as Holder;
    if (/^[0-9a-f-]{36}$/.test(token) && Number.isInteger(pid)) return { token, pid, startedAt, bootId };
  } catch {
    // Unreadable: no holder.
  }
  return { token: unreadable, pid: 0, startedAt: '', bootId: '' };
};

const tryLink = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
};

/** How long acquiring the lock may take; each try takes microseconds on a disk. */
const patienceMs = 5_000;
const hangMs = 20_000;

const cannotLock = (lock: string): string =>
  `The data folder ${resolve(lock, '..')} cannot be locked: its file system does not behave like a local disk. Set DATA_DIR to a ` +
  'folder on a local disk, and remove the file "lock" there if it is not an ordinary file.';

/**
 * Retries when the lock disappeared between two checks; gives up on a file system whose results never become
 * consistent.
 */
const createTries = (lock: string): (() => void) => {
  const until = performance.now() + patienceMs;
  return () => {
    if (performance.now() > until) throw new Error(cannotLock(lock));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  };
};

/** Takes the lock, or returns the living process that holds it. */
const tryLock = (lock: string, beside: string): Holder | undefined => {
  const again = createTries(lock);
  for (;;) {
    if (tryLink(beside, lock)) return undefined;
    const dead = readHolder(lock);
    if (!dead) {
      again();
      continue;
    }
    if (lives(dead)) return dead;
    const rights: string[] = [];
    let token = dead.token;
    let rival: Holder | undefined;
    for (;;) {
      const right = `${lock}.after-${token}`;
      if (tryLink(beside, right)) {
        rights.push(right);
        break;
      }
      rival = readHolder(right);
      if (!rival) {
        again();
        continue;
      }
      if (lives(rival)) break;
      rights.push(right);
      token = rival.token === unreadable ? `${token}-${unreadable}` : rival.token;
    }
    // The living rival is about to take the lock.
    if (rival && lives(rival)) return rival;
    // Another process may have created and used the right between our check of the lock and our link.
    const mayReplace = readHolder(lock)?.token === dead.token;
    if (mayReplace) renameSync(beside, lock);
    for (const right of rights) rmSync(right, { force: true });
    if (mayReplace) return undefined;
    again();
  }
};

/**
 * Locks a folder for this process until `release` or its exit. Throws a one-line error if a living process holds it.
 */
export const acquireFolderLock = (dir: string): FolderLock => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const lock = join(dir, 'lock');
  const mine: Holder = {
    token: randomUUID(),
    pid: process.pid,
    startedAt: startOf(process.pid),
    bootId: currentBootId(),
  };
  const beside = `${lock}.${mine.token}`;
  let holder: Holder | undefined;
  try {
    writeFileSync(beside, `${JSON.stringify(mine)}\n`, { flag: 'wx', mode: 0o600 });
    holder = withinTime(hangMs, cannotLock(lock), () => tryLock(lock, beside));
  } finally {
    rmSync(beside, { force: true });
  }
  if (holder) {
    throw new Error(
      `The data folder ${resolve(dir)} is in use by process ${holder.pid}; stop it, or set DATA_DIR to another folder.`,
    );
  }
  return {
    release: () => {
      if (readHolder(lock)?.token === mine.token) rmSync(lock, { force: true });
    },
  };
};
