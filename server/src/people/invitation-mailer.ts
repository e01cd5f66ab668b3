import type { Mailer } from '../adapters/mail/port.ts';
import type { Database } from '../db/database.ts';
import type { GuessLimits } from './guess-limits.ts';
import type { MailQueue } from './mail-queue.ts';

type Parts = { database: Database; mailer: Mailer; guessing: GuessLimits; mails: MailQueue };

/**
 * Sends invitations, with a limit per address across all organizations. Mails beyond the limit wait in the queue. The
 * sender sees no difference; otherwise an organization could learn that others have invited the same person.
 */
export const createInvitationMailer = ({ database, mailer, guessing, mails }: Parts): Mailer => ({
  send: async (mail) => {
    const waitSeconds = await guessing.inviting(mail.to, () => mailer.send(mail));
    if (waitSeconds === 0) return;
    const { messageId: id, ...letter } = mail;
    await database.system((system) => mails.enqueue(system, { kind: 'INVITATION', ...letter }, { id, waitSeconds }));
  },
});
