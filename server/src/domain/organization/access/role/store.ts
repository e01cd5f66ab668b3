import { type Generated, sql } from 'kysely';
import type { PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import { roleFields } from './fields.ts';
import type { CustomRole } from './role.ts';

type RoleTable = Omit<CustomRole, 'version'> & {
  org_id: string;
  version: Generated<number>;
  /** It was named before names that differ only in the case of non-ASCII letters were treated as equal. */
  namesake: Generated<boolean>;
};

declare module '../../../../db/tables.ts' {
  interface Tables {
    role: RoleTable;
  }
}

const columns = [
  'role.id',
  'role.name',
  'role.description',
  'role.permissions',
  'role.created_by',
  'role.creation_time',
  'role.last_update_time',
  'role.version',
] as const;

export const findRole = async (db: OrgDb, id: string): Promise<CustomRole | undefined> =>
  (await db.selectFrom('role').select(columns).where('role.id', '=', id).executeTakeFirst()) as CustomRole | undefined;

/** Locks a role to change or delete it. Waits for transactions that are assigning it. */
export const lockRole = async (db: OrgDb, id: string): Promise<CustomRole | undefined> =>
  (await db.selectFrom('role').select(columns).where('role.id', '=', id).forUpdate().executeTakeFirst()) as
    | CustomRole
    | undefined;

/** Locks a role to assign it: until the transaction ends, it can be neither deleted nor changed. */
export const holdRole = async (db: OrgDb, id: string): Promise<CustomRole | undefined> =>
  (await db.selectFrom('role').select(columns).where('role.id', '=', id).forShare().executeTakeFirst()) as
    | CustomRole
    | undefined;

/** Another role with that name, ignoring case. */
export const findNamesake = async (db: OrgDb, { id, name }: CustomRole): Promise<{ id: string } | undefined> =>
  await db
    .selectFrom('role')
    .select('role.id')
    .where(sql`mos_fold(role.name)`, '=', sql`mos_fold(${name})`)
    .where('role.id', '!=', id)
    .executeTakeFirst();

/** Returns whether the row is new: a role with that name may have been created a moment ago. */
export const insertRole = async (db: OrgDb, role: CustomRole): Promise<boolean> =>
  (
    await db
      .insertInto('role', role)
      .onConflict((conflict) => conflict.doNothing())
      .returning('role.id')
      .execute()
  ).length > 0;

export const updateRoleRow = async (db: OrgDb, { id, ...row }: CustomRole): Promise<void> => {
  const namesake = sql<boolean>`namesake and mos_fold(name) = mos_fold(${row.name})`;
  await db
    .updateTable('role')
    .set({ ...row, namesake })
    .where('role.id', '=', id)
    .execute();
};

export const deleteRoleRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('role').where('role.id', '=', id).execute();
};

/** Counts the holders of a role: users in any status, and OAuth Apps that are not deleted. */
export const countHolders = async (db: OrgDb, id: string): Promise<{ users: number; apps: number }> => {
  const { rows } = await sql<{ users: number; apps: number }>`
    select
      (select count(*) from membership m where m.org_id = ${db.orgId} and m.custom_role_id = ${id}) as users,
      (select count(*) from oauth_app a
        where a.org_id = ${db.orgId} and a.custom_role_id = ${id} and a.deleted_time is null) as apps
  `.execute(db.raw);
  return rows[0] ?? { users: 0, apps: 0 };
};

export const selectRoles = (db: OrgDb, page: PageRequest): Promise<SelectedPage<CustomRole>> =>
  selectPage(db, db.selectFrom('role').select(columns), page, roleFields);
