import type { z } from 'zod';
import type { ActCall } from '../../../../../contract/call.ts';
import { Refusal } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { checkMayGrant, readRole } from '../grant.ts';
import { checkInvitationsLeft } from '../invitation-limits.ts';
import { invitationHash } from '../invitation-link.ts';
import type { UserInvitation } from '../schema.ts';
import { findUserByEmail, insertUser } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

/** Creates an INVITED user; the run `invitation.send` sends the link. */
export const inviteUser = async (call: ActCall, { body }: { body: z.output<typeof UserInvitation> }) => {
  const role = readRole(body);
  await checkMayGrant(call, role);
  await checkInvitationsLeft(call);
  const user: User = {
    id: call.newId(),
    account_id: null,
    email: body.email,
    first_name: body.firstName ?? '',
    last_name: body.lastName ?? '',
    ...role,
    status: 'INVITED',
    last_login_time: null,
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  const view = viewUser(user);
  const operationId = await call.start('invitation.send', { userId: user.id }, { entityId: view.id });
  const hash = invitationHash(call.secretKeys, { orgId: call.orgId, userId: user.id, operationId });
  if (!(await insertUser(call.db, user, hash))) {
    const there = await findUserByEmail(call.db, user.email);
    const known = there && { id: encodeId('user', there.id), status: there.status };
    throw new Refusal('Conflict', 'A user with this address already belongs to the organization or is invited.', known);
  }
  call.recordChange({ type: 'user', before: null, after: view, version: 1, events: ['user.invited'] });
  return view;
};
