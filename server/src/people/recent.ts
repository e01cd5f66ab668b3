import type { Auth } from '../auth/auth.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { findAccount } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import type { SignedIn } from './engine-call.ts';
import { passwordMatches } from './password.ts';
import type { People } from './people.ts';
import { recentSeconds } from './recent-seconds.ts';

export const signInAgain = (): Refusal =>
  new Refusal('Forbidden', 'You signed in more than 15 minutes ago; sign in again first.', {
    signInAgain: true,
  });

/** Throws a Refusal (403) if the sign-in is not recent: the session may have been left open. */
const refuseOldSession = ({ now }: Auth, caller: SignedIn): void => {
  if (now().getTime() - caller.creation_time.getTime() > recentSeconds * 1000) throw signInAgain();
};

const wrongPassword = (): Refusal =>
  badRequest([{ path: 'password', code: 'wrong', message: 'the password is wrong' }]);

/** People with a password must give it; others need a recent sign-in. Throws a Refusal: 400, 403. */
export const refuseWrongPassword = async ({ auth }: People, caller: SignedIn, password?: string): Promise<void> => {
  const account = await auth.database.system((system) => findAccount(system, caller.account_id));
  if (account?.password_hash == null) return refuseOldSession(auth, caller);
  if (!(await passwordMatches(account.password_hash, password ?? ''))) throw wrongPassword();
};

/** Requires the correct password or a recent sign-in. Throws a Refusal: 400, 403, 429. */
export const refuseUnproven = async (
  people: People,
  caller: SignedIn,
  password: string | undefined,
  from: Origin,
): Promise<void> => {
  if (password === undefined) return refuseOldSession(people.auth, caller);
  const guess = { email: caller.email, address: from.address };
  await people.guessing.trying(guess, () =>
    refuseWrongPassword(people, caller, password).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'BadRequest') people.guessing.wrong(guess);
      throw error;
    }),
  );
};
