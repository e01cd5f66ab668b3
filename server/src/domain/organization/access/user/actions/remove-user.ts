import type { ActCall } from '../../../../../contract/call.ts';
import { requireFound } from '../../../../../kit/errors.ts';
import { checkMayGrant } from '../grant.ts';
import { checkOwnerStays } from '../last-owner.ts';
import { userIs } from '../states.ts';
import { deleteUserRow, lockUserAndOwners, noteFormerMember } from '../store.ts';
import { viewUser } from '../view.ts';

/** Removes a user or an invitation from the organization. The last active OWNER cannot be removed. */
export const removeUser = async (call: ActCall, { params }: { params: { userId: string } }) => {
  const locked = await lockUserAndOwners(call.db, params.userId);
  const user = requireFound(
    locked.find(({ id }) => id === params.userId),
    'user',
  );
  call.checkVersion(user.version);
  await checkMayGrant(call, user);
  checkOwnerStays(locked, user, null);
  await deleteUserRow(call.db, user.id);
  if (!userIs.invited(user.status)) await noteFormerMember(call.db, user.email, call.now);
  const version = user.version + 1;
  call.recordChange({ type: 'user', before: viewUser(user), after: null, version, events: ['user.removed'] });
  return '' as const;
};
