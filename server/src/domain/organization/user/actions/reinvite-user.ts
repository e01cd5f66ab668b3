import type { ActCall } from '../../../../contract/call.ts';
import { notFound, wrongState } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { checkMayGrant } from '../grant.ts';
import { checkInvitationPause, checkInvitationsLeft } from '../invitation-limits.ts';
import { invitationHash } from '../invitation-link.ts';
import { lockUser, renewInvitation } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

/** Sends another link, good for seven days from now; the one before is good for nothing. */
export const reinviteUser = async (call: ActCall, { params }: { params: { userId: string } }) => {
  const old = await lockUser(call.db, params.userId);
  if (!old) throw notFound('user');
  call.checkVersion(old.version);
  if (old.status !== 'INVITED') throw wrongState('user', 'invite', old.status, ['INVITED']);
  await checkMayGrant(call, old);
  await checkInvitationPause(call, old.id);
  await checkInvitationsLeft(call, old.id);
  const user: User = { ...old, created_by: call.actor.id, last_update_time: call.now, version: old.version + 1 };
  const view = viewUser(user);
  const operationId = await call.start('invitation.send', { userId: user.id }, { entityId: view.id });
  await renewInvitation(
    call.db,
    user,
    invitationHash(call.secretKeys, { orgId: call.orgId, userId: user.id, operationId }),
  );
  call.setVersion(user.version);
  const after = { ...view, invitation: encodeId('operation', operationId) };
  call.changed({ type: 'user', id: view.id, name: view.name, before: view, after });
  call.emit({ name: 'user.invited', entityType: 'user', entityId: view.id, version: user.version, payload: view });
  return view;
};
