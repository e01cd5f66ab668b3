import type { Database } from '../db/database.ts';
import type { Log } from '../kit/log.ts';
import type { MailQueue } from './mail-queue.ts';
import { purgePeople } from './sign-up-store.ts';

const lookEveryMs = 1_000;
const purgeEveryMs = 60_000;
/** A hanging mail server does not delay shutdown; the mail is sent again later. */
const stopWaitMs = 3_000;

export type MailLoop = { stop(): Promise<void> };

type LoopParts = {
  database: Database;
  log: Log;
  mails: MailQueue;
  /** Writes recorded account changes to the audit trails of organizations. Returns whether there may be more. */
  recordActivities(): Promise<boolean>;
};

/** The worker's part: sends account mails, forwards recorded changes to audit trails, and removes expired data. */
export const startMailLoop = ({ database, log, mails, recordActivities }: LoopParts): MailLoop => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let purging = Promise.resolve();

  const quietly = (work: Promise<void>, what: string): Promise<void> =>
    work.catch((error: Error) => log.warn({ reason: error.message }, what));

  const sendAll = async (): Promise<void> => {
    while (!stopped && (await mails.sendDue()));
  };

  const recordAll = async (): Promise<void> => {
    while (!stopped && (await recordActivities()));
  };

  const again = async (): Promise<void> => {
    await quietly(sendAll(), 'could not look for mails');
    await quietly(recordAll(), 'could not record what was changed of accounts');
    if (stopped) return;
    timer = setTimeout(() => {
      turn = again();
    }, lookEveryMs).unref();
  };
  let turn = again();

  const purger = setInterval(() => {
    purging = quietly(database.system(purgePeople), 'could not remove what has run out');
  }, purgeEveryMs).unref();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(purger);
      const enough = new Promise<void>((resolve) => setTimeout(resolve, stopWaitMs).unref());
      await Promise.race([Promise.all([turn, purging]), enough]);
    },
  };
};
