import type { Database } from '../db/database.ts';
import type { OnWork } from '../db/waiting-work.ts';
import type { Log } from '../kit/log.ts';
import { type Loop, startLoop, unwatchedMs } from '../kit/wake.ts';
import type { MailQueue } from './mail-queue.ts';
import { purgePeople } from './sign-up-store.ts';

const purgeEveryMs = 60_000;
/** A hanging mail server does not delay shutdown; the mail is sent again later. */
const stopWaitMs = 3_000;

export type MailLoop = { stop(): Promise<void> };

type LoopParts = {
  database: Database;
  log: Log;
  mails: MailQueue;
  onWork: OnWork;
  /** Writes recorded account changes to the audit trails of organizations. Returns whether there may be more. */
  recordActivities(): Promise<boolean>;
};

/** The worker's part: sends account mails, forwards recorded changes to audit trails, and removes expired data. */
export const startMailLoop = ({ database, log, mails, onWork, recordActivities }: LoopParts): MailLoop => {
  const begin = (everyMs: number, what: string, work: () => Promise<boolean>): Loop =>
    startLoop({ everyMs, failed: (error) => log.warn({ reason: (error as Error).message }, what) }, work);
  const sending = begin(unwatchedMs, 'could not look for mails', () => mails.sendDue());
  const recording = begin(unwatchedMs, 'could not record what was changed of accounts', recordActivities);
  const purging = begin(purgeEveryMs, 'could not remove what has run out', async () => {
    await database.system(purgePeople);
    return false;
  });
  onWork('mails', sending.wake);
  onWork('activities', recording.wake);

  return {
    stop: async () => {
      const enough = new Promise<void>((resolve) => setTimeout(resolve, stopWaitMs).unref());
      await Promise.race([Promise.all([sending, recording, purging].map((loop) => loop.stop())), enough]);
    },
  };
};
