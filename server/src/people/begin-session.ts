import { touchLogin } from '../auth/members.ts';
import { describeSession, findSession, type SessionOwner, trimSessions } from '../auth/session-store.ts';
import { outerToken, sessionHashes } from '../auth/session-token.ts';
import { networkOf } from '../auth/throttle.ts';
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

/** Completes a session created by the library with our own data. */
export const beginSession = async ({ auth }: People, inner: string, from: Origin): Promise<Begun> => {
  const token = outerToken(inner);
  const hashes = sessionHashes(auth.secretKeys, token);
  const owner = await auth.database.system(async (system) => {
    const found = await findSession(system, hashes);
    if (!found) throw new Error('a session that was begun is not there');
    const userAgent = from.userAgent.slice(0, userAgentMax);
    await describeSession(system, found.id, { network: networkText(from.address), userAgent });
    await noteNetwork(system, found.account_id, networkHash(auth.secretKeys, from.address));
    await trimSessions(system, found.account_id);
    await touchLogin(system, found.account_id, auth.now());
    return found;
  });
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
