import { encodeId } from '../kit/ids.ts';
import { type MembershipRow, selectMemberships, touchMemberships } from './member-store.ts';
import { knownPermissions, type Permission, permissionsOfRole } from './permissions.ts';
import type { Membership } from './principal.ts';
import type { Statements } from './store.ts';

const permissionsOf = ({ role, permissions }: MembershipRow): ReadonlySet<Permission> =>
  role === 'CUSTOM' ? knownPermissions(permissions ?? []) : permissionsOfRole(role);

/** A person's display name, or else the email address. */
export const nameOfPerson = (person: { first_name: string; last_name: string; email: string }): string =>
  [person.first_name, person.last_name].filter((part) => part.trim() !== '').join(' ') || person.email;

/**
 * A signed-in person's memberships by organization UUID. Read for every request, so that a change of a user or of a
 * custom role takes effect with the next one. `reads`: `globalReads`.
 */
export const findMemberships = async (reads: Statements, accountId: string): Promise<Map<string, Membership>> => {
  const rows = await selectMemberships(reads, accountId);
  return new Map(
    rows.map((row) => {
      const actor = { type: 'user', id: encodeId('user', row.id), name: nameOfPerson(row) } as const;
      return [row.org_id, { role: row.role, permissions: permissionsOf(row), actor }];
    }),
  );
};

/** Records that a person signed in, at most once a minute. `system`: an open transaction of `database.system`. */
export const touchLogin = (system: Statements, accountId: string, now: Date): Promise<void> =>
  touchMemberships(system, accountId, now);
