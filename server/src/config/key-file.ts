import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createSecretKeys, type SecretKeys } from '../auth/secrets.ts';
import type { Config } from './config.ts';
import { secretBytes, secretKey } from './kinds.ts';

/** Master keys, the current one first, then those that still open what they sealed. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

const fileOf = (dataDir: string): string => join(dataDir, 'secret-key');

const readLines = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').trim().split(/\s+/);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/** A copied or restored key file may be readable by others. A file system without modes is left as it is. */
const tightenMode = (file: string): void => {
  if ((statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // We may not change it; the folder itself is closed to others.
  }
};

/** Writes the keys to a temporary file and moves it into place atomically; on disk before it returns. */
const writeKeys = (dataDir: string, keys: MasterKeys, put: (from: string, to: string) => void): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = fileOf(dataDir);
  const beside = `${file}.${process.pid}`;
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('');
  rmSync(beside, { force: true });
  try {
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush: true });
    put(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
  const entry = openSync(dataDir, 'r');
  fsyncSync(entry);
  closeSync(entry);
};

/** Unlike a rename, a link never replaces a key that another process has created in the meantime. */
const linkUnlessThere = (from: string, to: string): void => {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A process that was killed while it wrote the keys left a copy of them, which no rotation would replace. */
const removeLeftCopies = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^secret-key\.(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dataDir, name), { force: true });
  }
};

export const newMasterKey = (): Buffer => randomBytes(secretBytes);

/**
 * The keys of an embedded database: read from `dataDir/secret-key`, one per line, the current one first; created at the
 * first start. They are on disk before they are used, because what they seal cannot be opened without them.
 */
export const ensureKeyFile = (dataDir: string): MasterKeys => {
  const file = fileOf(dataDir);
  if (!readLines(file)) writeKeys(dataDir, [newMasterKey()], linkUnlessThere);
  const [first, ...others] = (readLines(file) ?? []).map((line) => secretKey.parse(line));
  if (!first || others.includes(undefined)) {
    const error = new Error(`${file} must contain ${secretKey.is}; restore the right one.`);
    throw Object.assign(error, { name: 'ConfigError' });
  }
  tightenMode(file);
  removeLeftCopies(dataDir);
  return [first, ...others.filter((key) => key !== undefined)];
};

/** Replaces the keys in the file. No other process may have the folder open. */
export const replaceKeyFile = (dataDir: string, keys: MasterKeys): void => writeKeys(dataDir, keys, renameSync);

export const deriveKeys = ([first, ...others]: MasterKeys): SecretKeys =>
  createSecretKeys(
    first.toString('base64'),
    others.map((key) => key.toString('base64')),
  );

/** All master keys of a service with these settings. */
export const readMasterKeys = ({ secretKey: given, retiringKeys, dataDir }: Config): MasterKeys => {
  const [first, ...others] = given ? ([given] as const) : ensureKeyFile(dataDir);
  return [first, ...others, ...retiringKeys];
};
