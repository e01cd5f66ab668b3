import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { type RoleVersion, selectRoleVersions } from './role-store.ts';
import { globalReads } from './store.ts';

/**
 * The custom roles that callers of this process hold, with their versions: a caller with an older version is read
 * again.
 */
export type CustomRoles = {
  refresh(): Promise<void>;
  /** Records the version read of a role. */
  note(role: RoleVersion): void;
  isCurrent(role: RoleVersion): boolean;
};

const heldMax = 5_000;
const forgetMs = 60_000;

export const createCustomRoles = ({ database }: { database: Database }): CustomRoles => {
  const reads = globalReads(database);
  const held = new LRUCache<string, RoleVersion>({ max: heldMax, ttl: forgetMs, updateAgeOnGet: true });
  const note = (role: RoleVersion): void => {
    const known = held.peek(role.id);
    if (!known || known.version < role.version) held.set(role.id, role);
  };

  return {
    refresh: async () => {
      const roles = [...held.values()];
      if (roles.length === 0) return;
      for (const role of await selectRoleVersions(reads, roles)) note(role);
    },
    note,
    // A role that has been evicted is read again too.
    isCurrent: (role) => held.get(role.id)?.version === role.version,
  };
};
