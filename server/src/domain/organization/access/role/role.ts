import { everyPermission, type Permission } from '../../../../auth/permissions.ts';
import type { Membership } from '../../../../auth/principal.ts';
import { Refusal } from '../../../../kit/errors.ts';

/** A named list of permissions of one organization, for users and OAuth Apps. */
export type CustomRole = {
  id: string;
  name: string;
  description: string;
  /** In the order of the table of permissions, so that two lists that say the same are equal. */
  permissions: Permission[];
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

export const inOrder = (permissions: Iterable<Permission>): Permission[] => {
  const held = new Set(permissions);
  return everyPermission.filter((permission) => held.has(permission));
};

/**
 * Nobody grants, changes or takes away more than they hold: 403 that names what is missing. Without a membership it is
 * the service itself that acts.
 */
export const checkHolds = (membership: Membership | undefined, permissions: Iterable<Permission>): void => {
  if (!membership) return;
  const missing = inOrder(permissions).filter((permission) => !membership.permissions.has(permission));
  if (missing.length === 0) return;
  throw new Refusal('Forbidden', `You do not hold ${missing.join(', ')}.`, { missing });
};
