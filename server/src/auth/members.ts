import { encodeId } from '../kit/ids.ts';
import { type MembershipRow, selectMemberships, touchMemberships } from './member-store.ts';
import { type Permission, permissionsOfRole } from './permissions.ts';
import type { Membership } from './principal.ts';
import type { Statements } from './store.ts';

const everyPermission: ReadonlySet<string> = permissionsOfRole('OWNER');

/** What a stored list of permissions allows; a permission that this release does not know allows nothing. */
const permissionsOf = ({ role, permissions }: MembershipRow): ReadonlySet<Permission> =>
  role === 'CUSTOM'
    ? new Set((permissions ?? []).filter((permission): permission is Permission => everyPermission.has(permission)))
    : permissionsOfRole(role);

/**
 * What a signed-in person is in each of its organizations, by their uuid. Read anew for every request, so that a change
 * of a user or of a custom role counts from the next one on. `reads`: `globalReads`.
 */
export const findMemberships = async (reads: Statements, accountId: string): Promise<Map<string, Membership>> => {
  const rows = await selectMemberships(reads, accountId);
  return new Map(
    rows.map((row) => {
      const name = `${row.first_name} ${row.last_name}`.trim() || row.email;
      const actor = { type: 'user', id: encodeId('user', row.id), name } as const;
      return [row.org_id, { role: row.role, permissions: permissionsOf(row), actor }];
    }),
  );
};

/** Notes that a person signed in, at most once a minute. `system`: an open transaction of `database.system`. */
export const touchLogin = (system: Statements, accountId: string, now: Date): Promise<void> =>
  touchMemberships(system, accountId, now);
