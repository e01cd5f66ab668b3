import type { Mailer } from '../adapters/mail/port.ts';
import type { Database } from '../db/database.ts';
import type { Guessing } from './guessing.ts';
import type { MailQueue } from './mail-queue.ts';

type Parts = { database: Database; mailer: Mailer; guessing: Guessing; mails: MailQueue };

/**
 * Sends invitations, so many to one address, whichever organizations they are of. What is too much waits in the queue of mails;
 * whoever sends is told the same, or an organization would learn that others invited the person, too.
 */
export const createInvitationMailer = ({ database, mailer, guessing, mails }: Parts): Mailer => ({
  send: async (mail) => {
    const waitSeconds = await guessing.inviting(mail.to, () => mailer.send(mail));
    if (waitSeconds === 0) return;
    const { messageId: id, ...letter } = mail;
    await database.system((system) => mails.enqueue(system, { kind: 'INVITATION', ...letter }, { id, waitSeconds }));
  },
});
