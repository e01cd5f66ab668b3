import type { Permission, Role } from './permissions.ts';

export const actorTypes = ['user', 'app', 'apikey', 'workflow', 'partner', 'schedule'] as const;

/**
 * Who did something, as named in the audit trail. `id` is a TypeID for users, apps and keys, otherwise a plain name.
 */
export type Actor = {
  type: (typeof actorTypes)[number];
  id: string;
  name: string;
};

/**
 * A caller's membership in one organization. `actor` is its identity there: a person has a different user ID in each
 * organization.
 */
export type Membership = {
  role: Role | 'CUSTOM';
  permissions: ReadonlySet<Permission>;
  actor: Actor;
};

/** An authenticated caller and its organizations (by UUID). */
export type Principal = {
  actor: Actor;
  memberships: ReadonlyMap<string, Membership>;
  /** The signed-in person (UUID of the account); absent for machines. */
  accountId?: string;
};
