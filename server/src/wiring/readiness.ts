import { statfs } from 'node:fs/promises';
import type { Database } from '../db/database.ts';
import type { Readiness } from '../http/service-routes.ts';

const pingWaitMs = 2_000;
/** With less room a disk is soon full: the log of the embedded database grows by 16 MiB at a time. */
const lowBytes = 64 * 2 ** 20;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The bytes that are free on the disk that holds a folder; null if it cannot be asked, as before the folder exists. */
export const readFreeBytes = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  );

/**
 * Whether this process can serve, and what is wrong. A full disk does not take the process out of a balancer: it goes on reading, and
 * another process would have the same database.
 */
export const createReadiness = ({
  database,
  dataDir,
  isServing,
  clockProblem,
}: {
  database: Pick<Database, 'ping' | 'isFull'>;
  dataDir: string;
  isServing: () => boolean;
  /** What is wrong with the clock of this process. It serves all the same: times that are off are better than no service. */
  clockProblem: () => string | undefined;
}): Readiness => ({
  read: async () => {
    const serves = isServing();
    const answers = serves && (await Promise.race([database.ping(), sleep(pingWaitMs).then(() => false)]));
    const free = await readFreeBytes(dataDir);
    const checks: [isWrong: boolean, problem: string][] = [
      [!serves, 'The service is starting or stopping.'],
      [serves && !answers, 'The database does not answer.'],
      [database.isFull(), 'The disk of the database is full: changes are refused until there is room.'],
      [
        free !== null && free < lowBytes,
        'The disk of the data folder (DATA_DIR) is full, or has less than 64 MiB left.',
      ],
    ];
    const clock = clockProblem();
    const ofClock = clock === undefined ? [] : [clock];
    // Asked again: a shutdown may have begun meanwhile.
    return {
      isReady: answers && isServing(),
      problems: [...checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : [])), ...ofClock],
    };
  },
});
