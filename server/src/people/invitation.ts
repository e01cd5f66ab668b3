import { machineSecretHashes } from '../auth/secrets.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { findAccountByEmail, findInvited, type InvitedPerson, insertAccount } from './account-store.ts';
import { factorMissing, type Origin } from './begin-session.ts';
import { badLink, type SignedIn } from './engine-call.ts';
import { hashPassword, passwordMatches } from './password.ts';
import type { People } from './people.ts';
import { attempting, proveFactor } from './sign-in.ts';
import { refuseWeak } from './sign-up.ts';

export type Acceptance = {
  token: string;
  password?: string | undefined;
  code?: string | undefined;
  recoveryCode?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

const passwordNeeded = (): Refusal =>
  badRequest([
    { path: 'password', code: 'required', message: 'the password of your account, or of the account to be created' },
  ]);

/** The link was mailed to the address, so whoever opens it owns the address and gets the account. */
const makeAccount = async (people: People, invited: InvitedPerson, acceptance: Acceptance): Promise<string> => {
  const { email } = invited;
  const { password } = acceptance;
  const firstName = acceptance.firstName ?? invited.first_name;
  const lastName = acceptance.lastName ?? invited.last_name;
  if (password === undefined) throw passwordNeeded();
  refuseWeak(password, { email, firstName, lastName });
  const passwordHash = await hashPassword(password);
  const { auth, ids } = people;
  const id = ids.next();
  const made = await auth.database.system((system) =>
    insertAccount(system, { id, loginId: ids.next(), email, firstName, lastName, passwordHash }),
  );
  if (!made) throw new Refusal('Conflict', 'An account with this address was created concurrently; try again.');
  return id;
};

const factorNeeded = 'Your account has a second factor: enter its code, or sign in first.';

/** The same proof as at a sign-in: the password, and the second factor if the account has one. */
const proveAccount = async (
  people: People,
  account: { id: string; email: string; password_hash: string | null; second_factor: boolean },
  { password, code, recoveryCode }: Acceptance,
  from: Origin,
): Promise<string> => {
  const { email } = account;
  if (password === undefined) throw passwordNeeded();
  return attempting(people, { email, code, recoveryCode }, from, async () => {
    if (!(await passwordMatches(account.password_hash, password)))
      throw new Refusal('Unauthorized', 'The password of your account is wrong; correct it, or sign in first.');
    if (!account.second_factor) return account.id;
    if (code === undefined && recoveryCode === undefined) throw factorMissing(factorNeeded);
    await proveFactor(people, account, { email, password, code, recoveryCode }, from);
    return account.id;
  });
};

/**
 * Accepts an invitation link. A person signed in with its address joins; one with an account must send its sign-in credentials;
 * otherwise an account is created. Throws a Refusal: 400 for an invalid link or a weak password, 401, 403, 429.
 */
export const acceptInvitationLink = async (
  people: People,
  acceptance: Acceptance,
  caller: SignedIn | undefined,
  from: Origin,
): Promise<{ orgId: string; userId: string; email: string }> => {
  const { auth, guessing } = people;
  const { token } = acceptance;
  const guess = { address: from.address };
  await guessing.refuseTooMany(guess);
  const hashes = machineSecretHashes(auth.secretKeys, token);
  const { invited, account } = await auth.database.system(async (system) => {
    const found = await findInvited(system, hashes);
    return { invited: found, account: found && (await findAccountByEmail(system, found.email)) };
  });
  if (!invited) {
    guessing.wrong(guess);
    throw badLink();
  }
  if (caller && caller.email !== invited.email) {
    throw new Refusal('Forbidden', 'This invitation is for a different email address than yours; sign out first.');
  }
  const accountId =
    caller?.account_id ??
    (account ? await proveAccount(people, account, acceptance, from) : await makeAccount(people, invited, acceptance));
  const { requestId, address: sourceIp } = from;
  const joined = await people.acceptInvitation({ token, accountId, requestId, sourceIp });
  if (!joined) throw badLink();
  return { ...joined, email: invited.email };
};
