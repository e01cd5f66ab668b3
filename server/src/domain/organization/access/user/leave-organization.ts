import { findMemberships } from '../../../../auth/members.ts';
import { globalReads } from '../../../../auth/store.ts';
import { type ActEnvironment, runAct } from '../../../../engine/run-act.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { removeUser } from './actions/remove-user.ts';

export type Leaving = { orgId: string; accountId: string; requestId: string; sourceIp?: string };

/**
 * Removes the calling user from the organization, whatever the user's role. Returns false if the user is not a member.
 * Throws a Refusal (409) for the last active OWNER.
 */
export const leaveOrganization = async (
  environment: ActEnvironment,
  { orgId, accountId, ...request }: Leaving,
): Promise<boolean> => {
  const memberships = await findMemberships(globalReads(environment.database), accountId);
  const membership = memberships.get(orgId);
  const userId = membership && decodeId('user', membership.actor.id);
  if (!membership || !userId) return false;
  const { actor } = membership;
  await runAct(
    environment,
    { ...request, orgId, actor, membership, accountId, action: 'leaveOrganization', emits: ['user.removed'] },
    (call) => removeUser(call, { params: { userId } }),
  );
  return true;
};
