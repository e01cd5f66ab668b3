import { touchLogin } from '../auth/members.ts';
import {
  deleteSessions,
  describeSession,
  findSession,
  type SessionOwner,
  trimSessions,
} from '../auth/session-store.ts';
import { outerToken, sessionHashes } from '../auth/session-token.ts';
import type { Statements } from '../auth/store.ts';
import { networkOf } from '../auth/throttle.ts';
import { Refusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { findAccount, lockAccount, selectOrganizations } from './account-store.ts';
import { networkHash } from './guess-limits.ts';
import { noteNetwork } from './network-store.ts';
import type { People } from './people.ts';

/** The origin of a request. */
export type Origin = { address: string; userAgent: string; requestId: string };

export type Begun = { token: string; owner: SessionOwner };

const userAgentMax = 300;

/** The network of an address: enough to recognize a session without storing the whole address. */
const networkText = (address: string): string => {
  const network = networkOf(address);
  return network.includes(':') ? `${network}::/64` : network.replace(/\.\d+$/, '.0/24');
};

/**
 * What a person has shown for a session: PRIMARY is a password, a link or an identity provider's assertion; FACTOR is an additional code,
 * or a passkey, whose device has verified its user.
 */
export type Proof = 'PRIMARY' | 'FACTOR';

/** The same message for everything that may be wrong. */
export const wrongCredentials = (info?: object): Refusal =>
  new Refusal('Unauthorized', 'The email address, password or code is wrong.', info);

export const factorMissing = (message?: string): Refusal =>
  message === undefined
    ? wrongCredentials({ secondFactor: 'TOTP' })
    : new Refusal('Unauthorized', message, { secondFactor: 'TOTP' });

/** A session that the library has made. `passwordHash`: of the password that was shown for it, if one was. */
type Made = { inner: string; proof: Proof; passwordHash?: string | null | undefined };

/** Why a session must not begin; undefined if it may. The account must be locked. */
const refusalOf = async (
  system: Statements,
  { account_id: id, second_factor: hasFactor }: SessionOwner,
  { proof, passwordHash }: Made,
): Promise<Refusal | undefined> => {
  if (hasFactor && proof !== 'FACTOR') return factorMissing();
  const isReplaced = passwordHash !== undefined && (await findAccount(system, id))?.password_hash !== passwordHash;
  return isReplaced ? wrongCredentials() : undefined;
};

/**
 * Completes a session created by the library with our own data. Every session passes here, so this is where a session of
 * an account with a second factor ends if none was shown: also if the factor was turned on while the person signed in. A session that
 * started with a password that has since been replaced ends as well: replacing a password signs everyone else out. Throws a Refusal: 401.
 */
export const beginSession = async ({ auth }: People, made: Made, from: Origin): Promise<Begun> => {
  const token = outerToken(made.inner);
  const hashes = sessionHashes(auth.secretKeys, token);
  const owner = await auth.database.system(async (system) => {
    const begun = await findSession(system, hashes);
    if (begun) await lockAccount(system, begun.account_id);
    const found = begun && (await findSession(system, hashes));
    if (!found) return wrongCredentials();
    const refusal = await refusalOf(system, found, made);
    if (refusal) {
      await deleteSessions(system, found.account_id, { only: found.id });
      return refusal;
    }
    const userAgent = from.userAgent.slice(0, userAgentMax);
    await describeSession(system, found.id, { network: networkText(from.address), userAgent });
    await noteNetwork(system, found.account_id, networkHash(auth.secretKeys, from.address));
    await trimSessions(system, found.account_id);
    await touchLogin(system, found.account_id, auth.now());
    return found;
  });
  if (owner instanceof Refusal) throw owner;
  return { token, owner };
};

/** The response to a sign-in. */
export const viewBegun = async ({ reads }: People, { owner }: Begun) => ({
  expiresTime: owner.expire_time.toISOString(),
  user: {
    id: encodeId('account', owner.account_id),
    email: owner.email,
    firstName: owner.first_name,
    lastName: owner.last_name,
  },
  organizations: (await selectOrganizations(reads, owner.account_id)).map(({ org_id, name, role }) => ({
    organizationID: encodeId('org', org_id),
    name,
    role,
  })),
});
