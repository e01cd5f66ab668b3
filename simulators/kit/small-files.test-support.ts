import { spawnSync } from 'node:child_process';

const ignore = (): void => {};

const limitFiles = (bytes: number | 'unlimited'): boolean =>
  spawnSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]).status === 0;

/**
 * Limits files of this process to `bytes` until `grow` is called or `work` has ended: as on a full disk, a write
 * stores what fits, and the next one fails. Returns whether this machine allows that.
 */
export const withSmallFiles = async (bytes: number, work: (grow: () => void) => Promise<void>): Promise<boolean> => {
  process.on('SIGXFSZ', ignore);
  try {
    if (!limitFiles(bytes)) return false;
    await work(() => void limitFiles('unlimited'));
    return true;
  } finally {
    limitFiles('unlimited');
    process.removeListener('SIGXFSZ', ignore);
  }
};
