import { touchLogin } from '../auth/members.ts';
import {
  deleteSessions,
  describeSession,
  findSession,
  type SessionOwner,
  trimSessions,
} from '../auth/session-store.ts';
import { outerToken, sessionHashes } from '../auth/session-token.ts';
import { networkOf } from '../auth/throttle.ts';
import { Refusal } from '../kit/errors.ts';
import { encodeId } from '../kit/ids.ts';
import { selectOrganizations } from './account-store.ts';
import { networkHash } from './guessing.ts';
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
 * What a person has shown for a session: PRIMARY is a password, a link or the word of an identity provider; FACTOR is a
 * code besides, or a passkey, whose device has verified its user.
 */
export type Proof = 'PRIMARY' | 'FACTOR';

export const factorMissing = (message = 'The email address, password or code is wrong.'): Refusal =>
  new Refusal('Unauthorized', message, { secondFactor: 'TOTP' });

/**
 * Completes a session created by the library with our own data. Every session passes here, so this is where a session of
 * an account with a second factor ends if none was shown: also if the factor was turned on while the person signed in.
 * Throws a Refusal: 401.
 */
export const beginSession = async (
  { auth }: People,
  { inner, proof }: { inner: string; proof: Proof },
  from: Origin,
): Promise<Begun> => {
  const token = outerToken(inner);
  const hashes = sessionHashes(auth.secretKeys, token);
  const owner = await auth.database.system(async (system) => {
    const found = await findSession(system, hashes);
    if (!found) return undefined;
    if (found.second_factor && proof !== 'FACTOR') {
      await deleteSessions(system, found.account_id, { only: found.id });
      return undefined;
    }
    const userAgent = from.userAgent.slice(0, userAgentMax);
    await describeSession(system, found.id, { network: networkText(from.address), userAgent });
    await noteNetwork(system, found.account_id, networkHash(auth.secretKeys, from.address));
    await trimSessions(system, found.account_id);
    await touchLogin(system, found.account_id, auth.now());
    return found;
  });
  if (!owner) throw factorMissing();
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
