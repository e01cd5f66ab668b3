import type { ActCall } from '../../../../contract/call.ts';
import { notFound } from '../../../../kit/errors.ts';
import { checkMayGrant } from '../grant.ts';
import { checkOwnerStays } from '../last-owner.ts';
import { deleteUserRow, lockUserAndOwners } from '../store.ts';
import { viewUser } from '../view.ts';

/** Takes a person, or an invitation, out of the organization. The last active OWNER stays. */
export const removeUser = async (call: ActCall, { params }: { params: { userId: string } }) => {
  const locked = await lockUserAndOwners(call.db, params.userId);
  const user = locked.find(({ id }) => id === params.userId);
  if (!user) throw notFound('user');
  call.checkVersion(user.version);
  await checkMayGrant(call, user);
  checkOwnerStays(locked, user, null);
  await deleteUserRow(call.db, user.id);
  const before = viewUser(user);
  const version = user.version + 1;
  call.changed({ type: 'user', id: before.id, name: before.name, before, after: null });
  call.emit({ name: 'user.removed', entityType: 'user', entityId: before.id, version, payload: before });
  return '' as const;
};
