import { knownPermissions, type Permission, permissionsOfRole } from '../../../../auth/permissions.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { holdRole } from '../role/store.ts';
import { refusalOfRole } from './grant.ts';
import { roleOfMember } from './role-of-member.ts';
import type { RoleOf, User } from './user.ts';

/** The permissions of a role. A custom role cannot change before the transaction ends. */
export const permissionsOf = async (
  db: OrgDb,
  { role, custom_role_id: id }: RoleOf,
): Promise<ReadonlySet<Permission>> => {
  if (role !== 'CUSTOM') return permissionsOfRole(role);
  return knownPermissions((id === null ? undefined : await holdRole(db, id))?.permissions ?? []);
};

/** Ids of callers. The service itself has none of these, and is always allowed. */
const callers = /^(user|app|apikey)_/;

/** Whether the inviter could still make this invitation: is a member, may invite, and holds the role's permissions. */
export const inviterStillMay = async (db: OrgDb, invited: User): Promise<boolean> => {
  if (!callers.test(invited.created_by)) return true;
  const inviter = await roleOfMember(db, invited.created_by);
  if (!inviter || refusalOfRole(inviter.role, invited.role) !== undefined) return false;
  const held = await permissionsOf(db, inviter);
  const given = await permissionsOf(db, invited);
  return held.has('access:write') && [...given].every((permission) => held.has(permission));
};
