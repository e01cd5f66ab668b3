import { everyPermission, type Permission } from '../../../../auth/permissions.ts';
import type { Membership } from '../../../../auth/principal.ts';
import { Refusal } from '../../../../kit/errors.ts';

/** A named list of permissions of one organization, for users and OAuth Apps. */
export type CustomRole = {
  id: string;
  name: string;
  description: string;
  /** In the order of the permission table, so that equal sets are equal lists. */
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
 * Refuses to grant, change or revoke permissions that the caller does not hold (403 with the missing ones). Without a
 * membership the service itself is acting.
 */
export const checkHolds = (membership: Membership | undefined, permissions: Iterable<Permission>): void => {
  if (!membership) return;
  const missing = inOrder(permissions).filter((permission) => !membership.permissions.has(permission));
  if (missing.length === 0) return;
  throw new Refusal('Forbidden', `You do not hold ${missing.join(', ')}.`, { missing });
};
