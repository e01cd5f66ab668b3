import type { ActCall } from '../../../../../contract/call.ts';
import { nextVersion } from '../../../../../contract/versioned-rows.ts';
import { requireFound } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { nextStatus } from '../../../../../kit/transitions.ts';
import { checkMayGrant } from '../grant.ts';
import { checkInvitationPause, checkInvitationsLeft } from '../invitation-limits.ts';
import { invitationHash } from '../invitation-link.ts';
import { userTransitions } from '../states.ts';
import { lockUser, renewInvitation } from '../store.ts';
import { viewUser } from '../view.ts';

/** Sends a new link, valid for seven days; the previous link becomes invalid. */
export const reinviteUser = async (call: ActCall, { params }: { params: { userId: string } }) => {
  const old = requireFound(await lockUser(call.db, params.userId), 'user');
  call.checkVersion(old.version);
  nextStatus('user', userTransitions, 'invite', old);
  await checkMayGrant(call, old);
  await checkInvitationPause(call, old.id);
  await checkInvitationsLeft(call, old.id);
  const user = nextVersion(call, old, { created_by: call.actor.id });
  const view = viewUser(user);
  const operationId = await call.start('invitation.send', { userId: user.id }, { entityId: view.id });
  await renewInvitation(
    call.db,
    user,
    invitationHash(call.secretKeys, { orgId: call.orgId, userId: user.id, operationId }),
  );
  call.recordChange({
    type: 'user',
    before: view,
    after: { ...view, invitation: encodeId('operation', operationId) },
    version: user.version,
    events: ['user.invited'],
    payload: view,
  });
  return view;
};
