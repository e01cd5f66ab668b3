import { hashMachineSecret, machineSecretHashes, newMachineSecret } from '../auth/secrets.ts';
import { insertSession } from '../auth/session-store.ts';
import { hashSessionToken, innerToken, newSessionToken } from '../auth/session-token.ts';
import { Refusal } from '../kit/errors.ts';
import { findAccount, findAccountByEmail } from './account-store.ts';
import { type Begun, beginSession, type Origin } from './begin-session.ts';
import type { People } from './people.ts';

const lifeMs = 3_600_000;

const notValid = (): Refusal =>
  new Refusal('Unauthorized', 'This link is not valid: it works once, within an hour. Sign in with the password.');

/** The token of a link that signs a person in, once and within an hour. Undefined if there is no such person. */
export const createSignInLink = async (people: People, email: string): Promise<string | undefined> => {
  const { auth, signInLinks } = people;
  const account = await auth.database.system((system) => findAccountByEmail(system, email));
  if (!account) return undefined;
  const token = newMachineSecret();
  signInLinks.set(hashMachineSecret(auth.secretKeys, token).toString('base64url'), {
    accountId: account.id,
    until: auth.now().getTime() + lifeMs,
  });
  return token;
};

/** Signs in with the token of a link. Throws a Refusal: 401 for every token that is not valid, 429. */
export const signInByLink = async (people: People, token: string, from: Origin): Promise<Begun> => {
  const { auth, ids, guessing, signInLinks } = people;
  const guess = { address: from.address };
  await guessing.refuseTooMany(guess);
  const hashes = machineSecretHashes(auth.secretKeys, token).map((hash) => hash.toString('base64url'));
  const hash = hashes.find((one) => signInLinks.has(one));
  const link = hash === undefined ? undefined : signInLinks.get(hash);
  if (hash === undefined || link === undefined) {
    guessing.wrong(guess);
    throw notValid();
  }
  signInLinks.delete(hash);
  const session = newSessionToken();
  const isBegun = await auth.database.system(async (system) => {
    const account = await findAccount(system, link.accountId);
    // A link does not stand for a second factor.
    if (!account || account.second_factor || link.until <= auth.now().getTime()) return false;
    const { id: account_id } = account;
    const token_hash = hashSessionToken(auth.secretKeys, session);
    await insertSession(system, { id: ids.next(), account_id, token_hash, network: '', user_agent: '' });
    return true;
  });
  if (!isBegun) throw notValid();
  return beginSession(people, { inner: innerToken(session), proof: 'PRIMARY' }, from);
};
