import { type Permission, permissionsOfRole } from '../../../../auth/permissions.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { badRequest, Refusal } from '../../../../kit/errors.ts';
import { recheckMembership } from '../actions/recheck-membership.ts';
import { checkHolds } from '../role/role.ts';
import { holdRole } from '../role/store.ts';
import type { RoleOf, User } from './user.ts';

type Asked = { role?: User['role'] | null | undefined; customRoleId?: string | null | undefined };

const refuse = (path: string, code: string, message: string): never => {
  throw badRequest([{ path, code, message }]);
};

/** The role that a request names; `old` is kept if it names none. */
export const readRole = ({ role, customRoleId }: Asked, old?: RoleOf): RoleOf => {
  if (customRoleId) {
    if (role && role !== 'CUSTOM') refuse('customRoleId', 'conflict', 'cannot be combined with a built-in role');
    return { role: 'CUSTOM', custom_role_id: customRoleId };
  }
  if (role && role !== 'CUSTOM') return { role, custom_role_id: null };
  if (old && (old.role !== 'CUSTOM' || customRoleId === undefined) && (!role || role === old.role)) return old;
  return role === 'CUSTOM'
    ? refuse('customRoleId', 'required', 'is required with the role CUSTOM')
    : refuse('role', 'required', 'a role or customRoleId is required');
};

const permissionsOf = async (call: ActCall, { role, custom_role_id: id }: RoleOf): Promise<Iterable<Permission>> => {
  if (role !== 'CUSTOM') return permissionsOfRole(role);
  const custom = id === null ? undefined : await holdRole(call.db, id);
  return custom?.permissions ?? refuse('customRoleId', 'not_found', 'no such role');
};

/**
 * Who can add, change or remove a user with a role, besides holding its permissions. An ADMIN may do what no permission
 * allows (endpoints with `by: 'leader'`): with a custom role of all permissions, a person or an OAuth App would otherwise
 * make itself one.
 */
const granters: Partial<Record<User['role'], { roles: readonly User['role'][]; refusal: string }>> = {
  OWNER: { roles: ['OWNER'], refusal: 'Only an OWNER can add, change or remove an OWNER.' },
  ADMIN: { roles: ['OWNER', 'ADMIN'], refusal: 'Only an OWNER or an ADMIN can add, change or remove an ADMIN.' },
};

/** Why somebody with the role `holder` cannot deal with users of the role `given`, whatever it holds. */
export const refusalOfRole = (holder: User['role'], given: User['role']): string | undefined => {
  const { roles, refusal } = granters[given] ?? {};
  return roles?.includes(holder) === false ? refusal : undefined;
};

/**
 * Checks that the caller may assign this role, or change a user who has it: the roles above, and otherwise those who hold its
 * permissions themselves. A custom role cannot be deleted or changed before the transaction ends.
 */
export const checkMayGrant = async (call: ActCall, role: RoleOf): Promise<void> => {
  const permissions = await permissionsOf(call, role);
  const now = await recheckMembership(call);
  if (!now) return;
  const refusal = refusalOfRole(now.role, role.role);
  if (refusal !== undefined) throw new Refusal('Forbidden', refusal);
  checkHolds(now, permissions);
};
