import { type Generated, type Kysely, sql } from 'kysely';
import type { PageRequest } from '../../../../contract/page.ts';
import { type SelectedPage, selectPage } from '../../../../contract/query/select-page.ts';
import type { OrgDb } from '../../../../db/org-db.ts';
import type { Tables } from '../../../../db/tables.ts';
import { userFields } from './fields.ts';
import type { Invitation, User } from './user.ts';

/** A person who was removed. The row stays if the person joins again. */
type FormerMemberTable = { org_id: string; email: string; removed_time: Date };

type MembershipTable = Omit<User, 'version'> & {
  org_id: string;
  invitation_hash: Buffer | null;
  invitation_expire_time: Date | null;
  version: Generated<number>;
};

declare module '../../../../db/tables.ts' {
  interface Tables {
    membership: MembershipTable;
    former_member: FormerMemberTable;
  }
}

const columns = [
  'membership.id',
  'membership.account_id',
  'membership.email',
  'membership.first_name',
  'membership.last_name',
  'membership.role',
  'membership.custom_role_id',
  'membership.status',
  'membership.last_login_time',
  'membership.created_by',
  'membership.creation_time',
  'membership.last_update_time',
  'membership.version',
] as const;

/** Invitations expire by the database's clock: business time can be moved, which must not prolong them. */
const inSevenDays = sql<Date>`now() + interval '7 days'`;

export const findUserByEmail = async (db: OrgDb, email: string): Promise<User | undefined> =>
  (await db.selectFrom('membership').select(columns).where('membership.email', '=', email).executeTakeFirst()) as
    | User
    | undefined;

export const findUser = async (db: OrgDb, id: string): Promise<User | undefined> =>
  (await db.selectFrom('membership').select(columns).where('membership.id', '=', id).executeTakeFirst()) as
    | User
    | undefined;

/** The custom role of an active OAuth App; null if it has a built-in one. */
export const findAppRole = async (db: OrgDb, id: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('oauth_app')
      .select('oauth_app.custom_role_id')
      .where('oauth_app.id', '=', id)
      .where('oauth_app.deleted_time', 'is', null)
      .executeTakeFirst()
  )?.custom_role_id;

export const findUsers = async (db: OrgDb, ids: readonly string[]): Promise<User[]> =>
  (await db
    .selectFrom('membership')
    .select(columns)
    .where('membership.id', '=', sql<string>`any(${ids as string[]}::uuid[])`)
    .execute()) as User[];

/** Active owners and admins, the first to join first. */
export const findLeaders = async (db: OrgDb, limit: number): Promise<User[]> =>
  (await db
    .selectFrom('membership')
    .select(columns)
    .where('membership.role', 'in', ['OWNER', 'ADMIN'])
    .where('membership.status', '=', 'ACTIVE')
    .orderBy('membership.id')
    .limit(limit)
    .execute()) as User[];

export const lockUser = async (db: OrgDb, id: string): Promise<User | undefined> =>
  (await db.selectFrom('membership').select(columns).where('membership.id', '=', id).forUpdate().executeTakeFirst()) as
    | User
    | undefined;

/**
 * Locks a user and all active owners in the order of their ids. If two concurrent requests would remove the last
 * owners, the second waits and sees the change of the first.
 */
export const lockUserAndOwners = async (db: OrgDb, id: string): Promise<User[]> =>
  (await db
    .selectFrom('membership')
    .select(columns)
    .where((where) =>
      where.or([
        where('membership.id', '=', id),
        where.and([where('membership.role', '=', 'OWNER'), where('membership.status', '=', 'ACTIVE')]),
      ]),
    )
    .orderBy('membership.id')
    .forUpdate()
    .execute()) as User[];

/** Returns whether the row is new: a user with that address may have been created a moment ago. */
export const insertUser = async (db: OrgDb, user: User, invitationHash?: Buffer): Promise<boolean> =>
  (
    await db
      .insertInto('membership', {
        ...user,
        invitation_hash: invitationHash ?? null,
        invitation_expire_time: invitationHash ? inSevenDays : null,
      } as never)
      .onConflict((conflict) => conflict.columns(['org_id', 'email']).doNothing())
      .returning('membership.id')
      .execute()
  ).length > 0;

const rowOf = ({ id: _, last_login_time: __, ...row }: User) => row;

export const updateUserRow = async (db: OrgDb, user: User): Promise<void> => {
  await db.updateTable('membership').set(rowOf(user)).where('membership.id', '=', user.id).execute();
};

/** Stores a new link; the previous one becomes invalid. */
export const renewInvitation = async (db: OrgDb, user: User, hash: Buffer): Promise<void> => {
  await db
    .updateTable('membership')
    .set({ ...rowOf(user), invitation_hash: hash, invitation_expire_time: inSevenDays } as never)
    .where('membership.id', '=', user.id)
    .execute();
};

/** Invitations that can still be accepted, except this user's. */
export const countOpenInvitations = async (db: OrgDb, exceptId?: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from membership
    where org_id = ${db.orgId} and status = 'INVITED' and invitation_expire_time > now()
      and id is distinct from ${exceptId ?? null}
  `.execute(db.raw);
  return rows[0]?.count ?? 0;
};

/** The age of the current link. */
export const secondsSinceInvitation = async (db: OrgDb, id: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from ${inSevenDays} - invitation_expire_time))::int as seconds
    from membership where org_id = ${db.orgId} and id = ${id}
  `.execute(db.raw);
  return rows[0]?.seconds ?? 0;
};

/** Marks the link as used. */
export const closeInvitation = async (db: OrgDb, user: User): Promise<void> => {
  await db
    .updateTable('membership')
    .set({ ...rowOf(user), invitation_hash: null, invitation_expire_time: null })
    .where('membership.id', '=', user.id)
    .execute();
};

export const deleteUserRow = async (db: OrgDb, id: string): Promise<void> => {
  await db.deleteFrom('membership').where('membership.id', '=', id).execute();
};

/** Notes that a person left; the mail address says who it was. */
export const noteFormerMember = async (db: OrgDb, email: string, removedTime: Date): Promise<void> => {
  await db
    .insertInto('former_member', { email, removed_time: removedTime })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).doUpdateSet({ removed_time: removedTime }))
    .execute();
};

/**
 * Which of the addresses, in small letters, are of people who are disabled, or were removed and have not joined again. Those of `members`
 * are known to have been members.
 */
export const selectDeparted = async (
  db: OrgDb,
  emails: readonly string[],
  members: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select asked.email from unnest(${emails as string[]}::text[]) as asked (email)
    left join membership m on m.org_id = ${db.orgId} and m.email = asked.email and m.status <> 'INVITED'
    left join former_member f on f.org_id = ${db.orgId} and f.email = asked.email
    where m.status = 'DISABLED'
      or (m.status is null and (f.email is not null or asked.email = any(${members as string[]}::text[])))
  `.execute(db.raw);
  return rows.map(({ email }) => email);
};

/** The hash that an invitation's link is compared with. Null if it was accepted, undefined if it was withdrawn. */
export const findInvitationHash = (
  db: OrgDb,
  id: string,
): Promise<{ email: string; invitation_hash: Buffer | null } | undefined> =>
  db
    .selectFrom('membership')
    .select(['membership.email', 'membership.invitation_hash'])
    .where('membership.id', '=', id)
    .executeTakeFirst();

/** Finds the invitation of a link across all organizations, as `mos_system`. Skips closed organizations. */
export const findInvitation = async (
  statements: Kysely<Tables>,
  hashes: readonly Buffer[],
): Promise<Invitation | undefined> =>
  await statements
    .selectFrom('membership')
    .innerJoin('organization', 'organization.id', 'membership.org_id')
    .select(['membership.org_id', 'membership.id', 'membership.email'])
    .where('membership.invitation_hash', 'in', hashes)
    .where('membership.invitation_expire_time', '>', sql<Date>`now()`)
    .where('organization.status', '!=', 'DISABLED')
    .executeTakeFirst();

/** Locks the user of an open invitation if the link is still valid. */
export const lockInvited = async (db: OrgDb, id: string, hashes: readonly Buffer[]): Promise<User | undefined> =>
  (await db
    .selectFrom('membership')
    .select(columns)
    .where('membership.id', '=', id)
    .where('membership.invitation_hash', 'in', hashes)
    .where('membership.invitation_expire_time', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()) as User | undefined;

export const isMember = async (db: OrgDb, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('membership')
    .select('membership.id')
    .where('membership.account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

export const selectUsers = (db: OrgDb, page: PageRequest): Promise<SelectedPage<User>> =>
  selectPage(db, db.selectFrom('membership').select(columns), page, userFields);
