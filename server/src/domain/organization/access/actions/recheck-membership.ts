import { knownPermissions, permissionsOfRole } from '../../../../auth/permissions.ts';
import type { Membership } from '../../../../auth/principal.ts';
import { type CallerKind, findRefusal } from '../../../../contract/admission.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { findRole } from '../role/store.ts';
import { roleOfMember } from '../user/role-of-member.ts';

const removed = 'You no longer belong to the organization.';

const readMembership = async ({ db, actor }: ActCall): Promise<Membership | undefined> => {
  const found = await roleOfMember(db, actor.id);
  if (!found) return undefined;
  const { role, custom_role_id: id } = found;
  if (role !== 'CUSTOM') return { role, permissions: permissionsOfRole(role), actor };
  const custom = id === null ? undefined : await findRole(db, id);
  return { role, permissions: knownPermissions(custom?.permissions ?? []), actor };
};

/**
 * The caller's current membership. A grant of rights waits for concurrent removals of rights, and must check again afterwards: otherwise an
 * admin who is being removed could still create another one. Call it after rows are locked. Undefined
 * if the service itself is acting. Throws a 403 if the caller may no longer do this.
 */
export const recheckMembership = async (call: ActCall, by?: CallerKind): Promise<Membership | undefined> => {
  const { membership, accountId } = call;
  if (!membership) return undefined;
  const now = await readMembership(call);
  if (!now) throw new Refusal('Forbidden', removed);
  // Whoever leaves needs no permission.
  const permission = membership.permissions.has('access:write') ? 'access:write' : 'caller';
  const refusal = findRefusal({ permission, ...(by && { by }) }, accountId === undefined ? {} : { accountId }, now);
  if (refusal !== undefined) throw new Refusal('Forbidden', refusal);
  return now;
};
