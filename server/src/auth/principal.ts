import type { Permission, Role } from './permissions.ts';

export const actorTypes = ['user', 'app', 'apikey', 'workflow', 'partner', 'schedule'] as const;

/** Who did it, as the audit trail names it. `id` is a TypeID for users, apps and keys, else a plain name. */
export type Actor = {
  type: (typeof actorTypes)[number];
  id: string;
  name: string;
};

/** What a caller is in one organization. `actor` is its name there: a person has another user id in each organization. */
export type Membership = {
  role: Role | 'CUSTOM';
  permissions: ReadonlySet<Permission>;
  actor: Actor;
};

/** An authenticated caller and the organizations it belongs to (by uuid). */
export type Principal = {
  actor: Actor;
  memberships: ReadonlyMap<string, Membership>;
  /** The person who signed in (uuid of the account); absent for machines. */
  accountId?: string;
};
