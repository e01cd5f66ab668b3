import type { ActCall } from '../../../../../contract/call.ts';
import { Refusal, requireFound } from '../../../../../kit/errors.ts';
import { recheckMembership } from '../../actions/recheck-membership.ts';
import { checkHolds } from '../role.ts';
import { countHolders, deleteRoleRow, lockRole } from '../store.ts';
import { viewRole } from '../view.ts';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Deletes a role that has no holders. The role is locked before its holders are counted, so that a concurrent
 * assignment either waits or is counted.
 */
export const deleteRole = async (call: ActCall, { params }: { params: { roleId: string } }) => {
  const role = requireFound(await lockRole(call.db, params.roleId), 'role');
  call.checkVersion(role.version);
  checkHolds(await recheckMembership(call), role.permissions);
  const holders = await countHolders(call.db, role.id);
  if (holders.users + holders.apps > 0) {
    const who = `${counted(holders.users, 'user')} and ${counted(holders.apps, 'OAuth App')}`;
    throw new Refusal('Conflict', `The role is held by ${who}.`, holders);
  }
  await deleteRoleRow(call.db, role.id);
  const before = viewRole(call.orgId, role);
  call.recordChange({ type: 'role', before, after: null, version: role.version + 1, events: ['role.deleted'] });
  return '' as const;
};
