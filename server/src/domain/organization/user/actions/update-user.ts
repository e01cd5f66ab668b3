import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { isSameDocument } from '../../../../contract/reference/same-document.ts';
import { notFound, wrongState } from '../../../../kit/errors.ts';
import { checkMayGrant, readRole } from '../grant.ts';
import { checkOwnerStays } from '../last-owner.ts';
import type { UserChange } from '../schema.ts';
import { lockUserAndOwners, updateUserRow } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

type Given = { params: { userId: string }; body: z.output<typeof UserChange> };

const nextStatus = (old: User, asked: User['status'] | undefined): User['status'] => {
  if (asked === undefined || asked === old.status) return old.status;
  if (old.status === 'INVITED') throw wrongState('user', `the status ${asked}`, old.status, ['ACTIVE', 'DISABLED']);
  if (asked === 'INVITED') throw wrongState('user', 'the status INVITED', old.status, []);
  return asked;
};

/** Role, status and name of a user. What it holds afterwards counts from its next request on. */
export const updateUser = async (call: ActCall, { params, body }: Given) => {
  const locked = await lockUserAndOwners(call.db, params.userId);
  const old = locked.find(({ id }) => id === params.userId);
  if (!old) throw notFound('user');
  call.checkVersion(old.version);
  const changed: User = {
    ...old,
    ...readRole(body, { role: old.role, custom_role_id: old.custom_role_id }),
    status: nextStatus(old, body.status),
    first_name: body.firstName === undefined ? old.first_name : (body.firstName ?? ''),
    last_name: body.lastName === undefined ? old.last_name : (body.lastName ?? ''),
  };
  const before = viewUser(old);
  if (isSameDocument(before, viewUser(changed))) {
    call.setVersion(old.version);
    return before;
  }
  await checkMayGrant(call, old);
  await checkMayGrant(call, changed);
  checkOwnerStays(locked, old, changed);
  // Whoever gives an invitation another role answers for it from now on.
  const inviter = old.status === 'INVITED' ? { created_by: call.actor.id } : {};
  const user: User = { ...changed, ...inviter, last_update_time: call.now, version: old.version + 1 };
  await updateUserRow(call.db, user);
  const after = viewUser(user);
  call.setVersion(user.version);
  call.changed({ type: 'user', id: after.id, name: after.name, before, after });
  call.emit({ name: 'user.updated', entityType: 'user', entityId: after.id, version: user.version, payload: after });
  return after;
};
