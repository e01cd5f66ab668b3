import { AsyncLocalStorage } from 'node:async_hooks';
import type { Mailer } from '../adapters/mail/port.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import {
  hashMachineSecret,
  machineSecretHashes,
  newMachineSecret,
  openSecret,
  type SecretKeys,
  sealSecret,
} from '../auth/secrets.ts';
import type { Statements } from '../auth/store.ts';
import type { Database } from '../db/database.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import {
  type AccountMail,
  existingAccountMail,
  passwordResetMail,
  type SecurityAlert,
  securityAlertMail,
  signUpMail,
} from './account-mails.ts';
import { findAccountByEmail, findInvited, isPartnerLink } from './account-store.ts';
import { type ActivitySource, insertActivities } from './activity-store.ts';
import type { GuessLimits } from './guess-limits.ts';
import {
  claimMails,
  deleteMail,
  insertMail,
  isStillClaimed,
  type MailClaim,
  type MailRow,
  postponeMail,
  replaceMail,
} from './mail-store.ts';
import { insertSignUp } from './sign-up-store.ts';

/**
 * What waits to be sent. A wish becomes a letter later, outside the request that made it, so that the request does the
 * same work whether or not the address is known.
 */
export type MailRequest =
  | ({ kind: 'LETTER' } & AccountMail)
  /** A rate-limited letter that has to wait. */
  | ({ kind: 'INVITATION' } & AccountMail)
  | { kind: 'RESET'; email: string }
  | { kind: 'SIGN_UP'; email: string; passwordHash: string; firstName: string; lastName: string };

export type MailQueue = {
  /** Call it in the transaction of what the mail is about. With `id`, the same mail is queued only once. */
  enqueue(system: Statements, wish: MailRequest, options?: { id?: string; waitSeconds?: number }): Promise<void>;
  /**
   * Notifies the owner of an account, and its organizations' audit trails, of a change. Call it in the change's
   * transaction.
   */
  tell(system: Statements, email: string, what: SecurityAlert, from: ActivitySource): Promise<void>;
  /** For the account library: queues the letter of a reset in progress, in the transaction of its link. */
  onReset(system: Statements, reset: { email: string; token: string }): Promise<void>;
  /** Sends mails that are due. Returns whether there may be more. */
  sendDue(): Promise<boolean>;
};

type QueueParts = {
  database: Database;
  guessing: GuessLimits;
  ids: Ids;
  secretKeys: SecretKeys;
  mailer: Mailer;
  log: Log;
  /** The URL of the console, whose pages the links lead to. */
  publicUrl: string;
  /** Requests a reset from the account library, which calls `onReset` if the address has an account. */
  requestReset(email: string): Promise<void>;
};

const daySeconds = 86_400;
const resetSeconds = 1_800;
const atOnce = 10;
/** Longer than the mail server's time limit. */
const leaseSeconds = 120;
const firstPauseMs = 5_000;
const longestPauseMs = 900_000;

export const createMailQueue = (parts: QueueParts): MailQueue => {
  const { database, guessing, ids, secretKeys, mailer, log, publicUrl } = parts;
  const composing = new AsyncLocalStorage<{ claim: MailClaim; letter?: AccountMail }>();
  const seal = (id: string, wish: MailRequest): string => sealSecret(secretKeys, 'person', id, JSON.stringify(wish));

  /** Throws if another process has claimed the mail: nobody is sent this letter, and the caller's transaction is undone. */
  const keep = async (system: Statements, claim: MailClaim, letter: AccountMail): Promise<AccountMail> => {
    if (!(await replaceMail(system, claim, seal(claim.id, { kind: 'LETTER', ...letter }))))
      throw new Error('another process has claimed the mail');
    return letter;
  };

  const composeSignUp = (claim: MailClaim, wish: MailRequest & { kind: 'SIGN_UP' }): Promise<AccountMail> =>
    database.system(async (system) => {
      const { email, passwordHash, firstName, lastName } = wish;
      if (await findAccountByEmail(system, email)) return keep(system, claim, existingAccountMail(publicUrl, email));
      const token = newMachineSecret();
      await insertSignUp(system, {
        tokenHash: hashMachineSecret(secretKeys, token).toString('base64url'),
        email,
        password_hash: passwordHash,
        first_name: firstName,
        last_name: lastName,
        lifeSeconds: daySeconds,
      });
      return keep(system, claim, signUpMail(publicUrl, email, token));
    });

  const composeReset = async (claim: MailClaim, email: string): Promise<AccountMail | undefined> => {
    const made: { claim: MailClaim; letter?: AccountMail } = { claim };
    await composing.run(made, () => parts.requestReset(email));
    return made.letter;
  };

  /** False if the invitation was withdrawn, replaced or accepted in the meantime: its mail would be useless. */
  const stillInvites = async ({ text }: AccountMail): Promise<boolean> => {
    // The letter of a partner invitation has the sender's words before its link.
    const token = [...text.matchAll(/[?&]token=(\S+)/g)].at(-1)?.[1] ?? '';
    const hashes = machineSecretHashes(secretKeys, token);
    return database.system(
      async (system) => (await findInvited(system, hashes)) !== undefined || (await isPartnerLink(system, hashes)),
    );
  };

  const compose = async (claim: MailClaim, wish: MailRequest): Promise<AccountMail | undefined> => {
    if (wish.kind === 'INVITATION') return (await stillInvites(wish)) ? wish : undefined;
    if (wish.kind === 'RESET') return composeReset(claim, wish.email);
    return wish.kind === 'SIGN_UP' ? composeSignUp(claim, wish) : wish;
  };

  const putOff = async (row: MailRow, error: unknown): Promise<void> => {
    // Messages of mail servers often contain the address.
    const reason = isPartnerError(error) ? error.partnerCode : error instanceof Error ? error.message : 'unknown';
    const hopeless = isPartnerError(error) && !error.retryable;
    log.warn(
      { reason, attempts: row.attempts },
      hopeless ? 'a mail was refused for good' : 'a mail will be sent later',
    );
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (row.attempts - 1));
    await database.system((system) => (hopeless ? deleteMail(system, row.id) : postponeMail(system, row, pauseMs)));
  };

  const send = async (row: MailRow): Promise<void> => {
    try {
      const wish = JSON.parse(openSecret(secretKeys, 'person', row.id, row.sealed)) as MailRequest;
      const letter = await compose(row, wish);
      if (!(await database.system((system) => isStillClaimed(system, row)))) return;
      const { to = '', subject = '', text = '' } = letter ?? {};
      const deliver = () => mailer.send({ to, subject, text, messageId: row.id });
      if (letter && wish.kind === 'INVITATION') {
        const waitSeconds = await guessing.inviting(to, deliver);
        if (waitSeconds > 0) return await database.system((system) => postponeMail(system, row, waitSeconds * 1000));
      } else if (letter) await deliver();
    } catch (error) {
      return putOff(row, error);
    }
    await database.system((system) => deleteMail(system, row.id));
  };

  const enqueue: MailQueue['enqueue'] = async (system, wish, { id = ids.next(), waitSeconds = 0 } = {}) => {
    const lifeSeconds = wish.kind === 'RESET' ? resetSeconds : daySeconds;
    await insertMail(system, { id, sealed: seal(id, wish), lifeSeconds, waitSeconds });
  };

  return {
    enqueue,
    tell: async (system, email, what, from) => {
      await enqueue(system, { kind: 'LETTER', ...securityAlertMail(email, what) });
      await insertActivities(system, { id: ids.next(), email, what, from });
    },
    onReset: async (system, { email, token }) => {
      const made = composing.getStore();
      if (!made) throw new Error('a reset was requested outside the mail queue');
      made.letter = await keep(system, made.claim, passwordResetMail(publicUrl, email, token));
    },
    sendDue: async () => {
      const due = await database.system((system) => claimMails(system, { limit: atOnce, leaseSeconds }));
      await Promise.all(due.map(send));
      return due.length === atOnce;
    },
  };
};
