import type { z } from 'zod';
import type { ActCall } from '../../../../../contract/call.ts';
import { Refusal } from '../../../../../kit/errors.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { recheckMembership } from '../../actions/recheck-membership.ts';
import { type CustomRole, checkHolds, inOrder } from '../role.ts';
import type { NewRole } from '../schema.ts';
import { findNamesake, insertRole } from '../store.ts';
import { viewRole } from '../view.ts';

export const createRole = async (call: ActCall, { body }: { body: z.output<typeof NewRole> }) => {
  checkHolds(await recheckMembership(call), body.permissions);
  const role: CustomRole = {
    id: call.newId(),
    name: body.name,
    description: body.description ?? '',
    permissions: inOrder(body.permissions),
    created_by: call.actor.id,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  if (!(await insertRole(call.db, role))) {
    const other = await findNamesake(call.db, role);
    throw new Refusal('Conflict', 'Another role has this name.', other && { id: encodeId('role', other.id) });
  }
  const view = viewRole(call.orgId, role);
  call.recordChange({ type: 'role', before: null, after: view, version: 1, events: ['role.created'] });
  return view;
};
