import { machineSecretHashes } from '../auth/secrets.ts';
import { badRequest, Refusal } from '../kit/errors.ts';
import { anyAccount, insertAccount, lockAccounts } from './account-store.ts';
import type { Origin } from './begin-session.ts';
import { badLink } from './engine-call.ts';
import { hashPassword, passwordMatches } from './password.ts';
import { passwordFaults } from './password-strength.ts';
import type { People } from './people.ts';
import { findSignUp, takeSignUp } from './sign-up-store.ts';

export type NewPerson = { email: string; password: string; firstName: string; lastName: string };

/** Throws a Refusal (400) for a weak password. */
export const refuseWeak = (
  password: string,
  { email = '', firstName = '', lastName = '' }: Partial<NewPerson>,
  path = 'password',
): void => {
  const faults = passwordFaults(password, path, [email, firstName, lastName]);
  if (faults.length > 0) throw badRequest(faults);
};

/**
 * The first person of an installation need not confirm the address: there may be no mail server yet, and no one to
 * impersonate.
 */
const makeFirst = ({ auth: { database }, ids }: People, person: NewPerson, passwordHash: string): Promise<boolean> =>
  database.system(async (system) => {
    await lockAccounts(system);
    if (await anyAccount(system)) return false;
    return insertAccount(system, { ...person, id: ids.next(), loginId: ids.next(), passwordHash });
  });

/**
 * Begins a sign-up. The response and the work are the same whether or not the address has an account; a mail to the
 * address says which. Throws a Refusal: 400 for a weak password, 403 if sign-up is disabled.
 */
export const signUp = async (people: People, person: NewPerson, from: Origin): Promise<{ verified: boolean }> => {
  const { auth, mails, reads, guessing } = people;
  const isFirst = people.signUp !== 'off' && !(await anyAccount(reads));
  if (people.signUp !== 'open' && !isFirst) {
    throw new Refusal('Forbidden', 'Sign-up is disabled here; ask your organization for an invitation.');
  }
  refuseWeak(person.password, person);
  const maySend = await guessing.mayMail({ email: person.email, address: from.address });
  const passwordHash = await hashPassword(person.password);
  if (isFirst && (await makeFirst(people, person, passwordHash))) return { verified: true };
  if (people.signUp === 'first') {
    throw new Refusal('Forbidden', 'Sign-up is disabled here; ask your organization for an invitation.');
  }
  const { email, firstName, lastName } = person;
  if (maySend) {
    await auth.database.system((system) =>
      mails.enqueue(system, { kind: 'SIGN_UP', email, passwordHash, firstName, lastName }),
    );
  }
  return { verified: false };
};

/**
 * Completes a sign-up from the link in the mail and creates the account. The password proves that it is the same
 * person; otherwise the owner of an address could be tricked into opening an account whose password someone else knows.
 * Throws a Refusal: 400 for an invalid link or a different password, 429.
 */
export const verifyEmail = async (
  { auth, ids, guessing }: People,
  { token, password }: { token: string; password: string },
  from: Origin,
): Promise<void> => {
  const guess = { address: from.address };
  await guessing.refuseTooMany(guess);
  const hashes = machineSecretHashes(auth.secretKeys, token).map((hash) => hash.toString('base64url'));
  const waiting = await auth.database.system((system) => findSignUp(system, hashes));
  if (waiting && !(await passwordMatches(waiting.password_hash, password))) {
    guessing.wrong(guess);
    throw badRequest([
      { path: 'password', code: 'password', message: 'the password differs from the one you signed up with' },
    ]);
  }
  const made = await auth.database.system(async (system) => {
    const row = await takeSignUp(system, hashes);
    if (!row) return false;
    return insertAccount(system, {
      id: ids.next(),
      loginId: ids.next(),
      email: row.email,
      passwordHash: row.password_hash,
      firstName: row.first_name,
      lastName: row.last_name,
    });
  });
  if (made) return;
  guessing.wrong(guess);
  throw badLink();
};
