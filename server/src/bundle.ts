import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

// The service in a few files (decision 0200). A start reads these instead of some three thousand modules. This file decides whether they
// are what the sources say today; `tools/make-bundle.ts` makes them.

const sources = resolve(import.meta.dirname, '../..');

/** What a bundle was made from. Kept beside the bundles; there is one that counts. */
export type BundleManifest = {
  /** The folder of the bundle, in the folder of bundles. */
  folder: string;
  /** Our own modules in it, from the root of the sources. */
  files: string[];
  /** Of the contents of these files and of the installed packages. */
  hash: string;
  /** Of when and in what size they were last seen with these contents. */
  seen: string;
};

export const bundlesIn = (root: string): string => join(root, 'node_modules/.cache/bundle');

export const manifestIn = (root: string): string => join(bundlesIn(root), 'current.json');

/** Identifies the contents of `files` and the packages that are installed. Throws where one is missing. */
export const hashSources = (root: string, files: readonly string[]): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/.installed.json')));
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
};

/**
 * Changes whenever one of the files is written, and is five times cheaper than its contents: nobody writes a file without moving the time of
 * its last change (`ctime`). It also changes where a folder is copied, so only equality says something.
 */
export const fingerprintSources = (root: string, files: readonly string[]): string => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/.installed.json')));
  for (const file of files) {
    const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
    hash.update(`${size} ${mtimeMs} ${ctimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 16);
};

/** The folder of the bundle that was made from exactly today's sources, if there is one. */
export const findBundle = (root = sources): string | undefined => {
  try {
    const { folder, files, hash, seen } = JSON.parse(readFileSync(manifestIn(root), 'utf8')) as BundleManifest;
    const isToday = fingerprintSources(root, files) === seen || hashSources(root, files) === hash;
    return isToday ? join(bundlesIn(root), folder) : undefined;
  } catch {
    // Without a bundle, a start reads the sources, which takes longer.
    return undefined;
  }
};
