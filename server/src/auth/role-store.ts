import { sql } from 'kysely';
import type { Statements } from './store.ts';

export type RoleVersion = { orgId: string; id: string; version: number };

/** The current versions of these roles; deleted ones are missing. */
export const selectRoleVersions = async (
  reads: Statements,
  roles: readonly Pick<RoleVersion, 'orgId' | 'id'>[],
): Promise<RoleVersion[]> => {
  const { rows } = await sql<RoleVersion>`
    select role.org_id as "orgId", role.id, role.version
    from unnest(${roles.map(({ orgId }) => orgId)}::uuid[], ${roles.map(({ id }) => id)}::uuid[]) as held (org_id, id)
    join role on role.org_id = held.org_id and role.id = held.id
  `.execute(reads);
  return rows;
};
