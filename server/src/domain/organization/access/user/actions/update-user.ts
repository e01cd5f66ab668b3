import type { z } from 'zod';
import type { ActCall } from '../../../../../contract/call.ts';
import { isSameDocument } from '../../../../../contract/reference/same-document.ts';
import { createRowChanger } from '../../../../../contract/versioned-rows.ts';
import { requireFound } from '../../../../../kit/errors.ts';
import { nextStatus } from '../../../../../kit/transitions.ts';
import { checkMayGrant, readRole } from '../grant.ts';
import { checkOwnerStays } from '../last-owner.ts';
import type { UserChange } from '../schema.ts';
import { userIs, userTransitions } from '../states.ts';
import { lockUserAndOwners, updateUserRow } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

type Given = { params: { userId: string }; body: z.output<typeof UserChange> };

const statusAfter = (old: User, asked: User['status'] = old.status): User['status'] =>
  asked === old.status ? asked : nextStatus('user', userTransitions, `the status ${asked}`, old);

const changeUser = createRowChanger({ type: 'user', view: (_, user: User) => viewUser(user), update: updateUserRow });

/** Changes a user's role, status or name. New permissions apply from the user's next request. */
export const updateUser = async (call: ActCall, { params, body }: Given) => {
  const locked = await lockUserAndOwners(call.db, params.userId);
  const old = requireFound(
    locked.find(({ id }) => id === params.userId),
    'user',
  );
  call.checkVersion(old.version);
  const changed: User = {
    ...old,
    ...readRole(body, { role: old.role, custom_role_id: old.custom_role_id }),
    status: statusAfter(old, body.status),
    first_name: body.firstName === undefined ? old.first_name : (body.firstName ?? ''),
    last_name: body.lastName === undefined ? old.last_name : (body.lastName ?? ''),
  };
  const before = viewUser(old);
  if (isSameDocument(before, viewUser(changed))) return before;
  await checkMayGrant(call, old);
  await checkMayGrant(call, changed);
  checkOwnerStays(locked, old, changed);
  // A caller who changes the role of an invitation becomes its inviter.
  const inviter = userIs.invited(old.status) ? { created_by: call.actor.id } : {};
  return (await changeUser(call, old, { ...changed, ...inviter }, 'user.updated')).view;
};
