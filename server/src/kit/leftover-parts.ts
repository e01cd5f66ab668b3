import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** No file takes so long to write. */
const leftAfterMs = 3_600_000;

/**
 * Removes files `*.part` of a folder that a killed process left behind while it wrote them, at most once an hour: a process that was started
 * at once finds them too young, and may run for months. A file that cannot be removed is left for the next time.
 */
export const createLeftoverRemover = (dir: string, now: () => Date): (() => Promise<void>) => {
  const remove = async (): Promise<void> => {
    const names = await readdir(dir).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.part'))) {
      const file = join(dir, name);
      const found = await stat(file).catch(() => undefined);
      if (found && now().getTime() - found.mtimeMs > leftAfterMs) await rm(file, { force: true }).catch(() => {});
    }
  };
  let last: { at: number; removed: Promise<void> } | undefined;
  return () => {
    const at = now().getTime();
    if (last === undefined || Math.abs(at - last.at) > leftAfterMs) last = { at, removed: remove() };
    return last.removed;
  };
};
