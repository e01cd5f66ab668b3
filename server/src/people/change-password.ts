import { hash } from 'node:crypto';
import { deleteSessions } from '../auth/session-store.ts';
import { badRequest, type Refusal } from '../kit/errors.ts';
import { deleteBegun, findResetAccount, lockAccount } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import { badLink, changingAccount, engineHeaders, refuseWith, type SignedIn } from './engine-call.ts';
import type { People } from './people.ts';
import { refuseWeak } from './sign-up.ts';

/** The response and the work are the same whether or not the address has an account. */
export const forgetPassword = async ({ auth, mails, guessing }: People, email: string, from: Origin): Promise<void> => {
  if (!(await guessing.mayMail({ email, address: from.address }))) return;
  await auth.database.system((system) => mails.enqueue(system, { kind: 'RESET', email }));
};

/** How the library stores what a password-reset link is for. */
const resetIdentifier = (token: string): string => hash('sha256', `reset-password:${token}`, 'base64url');

/** Ends all sessions and invalidates other links. Throws a Refusal: 400 for an invalid link or a weak password, 429. */
export const resetPassword = async (
  people: People,
  { token, password }: { token: string; password: string },
  from: Origin,
): Promise<void> => {
  const guess = { address: from.address };
  await people.guessing.refuseTooMany(guess);
  const { database } = people.auth;
  const account = await database.system((system) => findResetAccount(system, resetIdentifier(token)));
  if (!account) {
    people.guessing.wrong(guess);
    throw badLink();
  }
  refuseWeak(password, { email: account.email, firstName: account.first_name, lastName: account.last_name });
  const { api, atomically, within } = await people.engine();
  await atomically(async () => {
    // Of several links at once one sets the password; the others find that it has taken them away.
    await within((system) => lockAccount(system, account.id));
    await api.resetPassword({ body: { newPassword: password, token } });
    await within(async (system) => {
      await deleteBegun(system, account.id);
      await people.mails.tell(system, account.email, 'password', from);
    });
  }).catch((error: unknown) => refuseWith(error, { INVALID_TOKEN: badLink, USER_NOT_FOUND: badLink }));
};

const wrongPassword = (): Refusal =>
  badRequest([{ path: 'current', code: 'password', message: 'the password is wrong' }]);

/**
 * Ends the other sessions and invalidates links already sent. Throws a Refusal: 400 for a wrong or a weak password,
 * 401 if the session has ended in the meantime, 429.
 */
export const changePassword = async (
  people: People,
  { current, next }: { current: string; next: string },
  caller: SignedIn,
  from: Origin,
): Promise<void> => {
  const { email, first_name: firstName, last_name: lastName, account_id: accountId, id } = caller;
  const guess = { email, address: from.address };
  refuseWeak(next, { email, firstName, lastName }, 'new');
  const engine = await people.engine();
  const { api, within } = engine;
  const body = { currentPassword: current, newPassword: next, revokeOtherSessions: false };
  const wrong = (): Refusal => {
    people.guessing.wrong(guess);
    return wrongPassword();
  };
  const change = () =>
    changingAccount(people, engine, caller, async () => {
      await api.changePassword({ body, headers: engineHeaders({ caller }) });
      await within(async (system) => {
        await deleteSessions(system, accountId, { except: id });
        await deleteBegun(system, accountId);
        await people.mails.tell(system, email, 'password', from);
      });
    }).catch((error: unknown) =>
      refuseWith(error, { INVALID_PASSWORD: wrong, PASSWORD_TOO_LONG: wrong, CREDENTIAL_ACCOUNT_NOT_FOUND: wrong }),
    );
  await people.guessing.trying(guess, change);
};
