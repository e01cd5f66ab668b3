import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseInsideTransaction } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLeftoverRemover } from '../../kit/leftover-parts.ts';
import { composeMail } from './compose.ts';
import type { Mailer } from './port.ts';

type FolderOptions = { dir: string; from: string; clock: Pick<Clock, 'wallNow'> };

/** Used if no mail server is set: each mail becomes a file `<time>-<id>.eml`, for people and programs to read. */
export const createFolderMailer = ({ dir, from, clock }: FolderOptions): Mailer => {
  const removeLeftParts = createLeftoverRemover(dir, () => clock.wallNow());
  return {
    send: async (mail) => {
      refuseInsideTransaction('the folder of mails');
      const { createTransport } = await import('nodemailer');
      const date = clock.wallNow();
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail({ ...composeMail(mail, from), date });
      await mkdir(dir, { recursive: true, mode: 0o700 });
      await removeLeftParts();
      const file = join(dir, `${date.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}-${mail.messageId}.eml`);
      // The files hold links that open accounts: they are readable by the owner only, and appear only when complete.
      const part = `${file}.part`;
      try {
        await writeFile(part, message as Buffer, { mode: 0o600 });
        await rename(part, file);
      } finally {
        await rm(part, { force: true });
      }
    },
  };
};
