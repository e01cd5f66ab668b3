import type { z } from 'zod';
import type { ActCall } from '../../../../../contract/call.ts';
import { isSameDocument } from '../../../../../contract/reference/same-document.ts';
import { createRowChanger } from '../../../../../contract/versioned-rows.ts';
import { Refusal, requireFound } from '../../../../../kit/errors.ts';
import { foldCase } from '../../../../../kit/fold-case.ts';
import { encodeId } from '../../../../../kit/ids.ts';
import { recheckMembership } from '../../actions/recheck-membership.ts';
import { type CustomRole, checkHolds, inOrder } from '../role.ts';
import type { RoleChange } from '../schema.ts';
import { findNamesake, lockRole, updateRoleRow } from '../store.ts';
import { viewRole } from '../view.ts';

type Given = { params: { roleId: string }; body: z.output<typeof RoleChange> };

const changeRole = createRowChanger({ type: 'role', view: viewRole, update: updateRoleRow });

/** The caller must hold the role's permissions, both the old and the new ones. */
export const updateRole = async (call: ActCall, { params, body }: Given) => {
  const old = requireFound(await lockRole(call.db, params.roleId), 'role');
  call.checkVersion(old.version);
  const changed: CustomRole = {
    ...old,
    name: body.name ?? old.name,
    description: body.description === undefined ? old.description : (body.description ?? ''),
    permissions: body.permissions === undefined ? old.permissions : inOrder(body.permissions),
  };
  const before = viewRole(call.orgId, old);
  if (isSameDocument(before, viewRole(call.orgId, changed))) return before;
  checkHolds(await recheckMembership(call), [...old.permissions, ...changed.permissions]);
  const namesake = foldCase(changed.name) === foldCase(old.name) ? undefined : await findNamesake(call.db, changed);
  if (namesake) throw new Refusal('Conflict', 'Another role has this name.', { id: encodeId('role', namesake.id) });
  return (await changeRole(call, old, changed, 'role.updated')).view;
};
