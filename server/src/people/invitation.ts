import { machineSecretHashes } from '../auth/secrets.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { findAccountByEmail, findInvited, type InvitedPerson, insertAccount } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import { badLink, type SignedIn } from './engine-call.ts';
import { hashPassword, passwordMatches } from './password.ts';
import type { People } from './people.ts';
import { refuseWeak } from './sign-up.ts';

export type Acceptance = {
  token: string;
  password?: string | undefined;
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

const proveAccount = async (
  people: People,
  account: { id: string; email: string; password_hash: string | null },
  password: string | undefined,
  from: Origin,
): Promise<string> => {
  const guess = { email: account.email, address: from.address };
  if (password === undefined) throw passwordNeeded();
  return people.guessing.trying(guess, async () => {
    if (await passwordMatches(account.password_hash, password)) return account.id;
    people.guessing.wrong(guess);
    throw new Refusal('Unauthorized', 'The password of your account is wrong; correct it, or sign in first.');
  });
};

/**
 * Accepts an invitation link. A person signed in with its address joins; one with an account must give the password;
 * otherwise an account is created. Throws a Refusal: 400 for an invalid link or a weak password, 401, 403, 429.
 */
export const acceptInvitationLink = async (
  people: People,
  acceptance: Acceptance,
  caller: SignedIn | undefined,
  from: Origin,
): Promise<{ orgId: string; userId: string; email: string }> => {
  const { auth, guessing } = people;
  const { token, password } = acceptance;
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
    (account ? await proveAccount(people, account, password, from) : await makeAccount(people, invited, acceptance));
  const { requestId, address: sourceIp } = from;
  const joined = await people.acceptInvitation({ token, accountId, requestId, sourceIp });
  if (!joined) throw badLink();
  return { ...joined, email: invited.email };
};
