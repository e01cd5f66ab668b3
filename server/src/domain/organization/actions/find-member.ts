import { nameOfPerson } from '../../../auth/members.ts';
import type { Permission } from '../../../auth/permissions.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { encodeId } from '../../../kit/ids.ts';
import { permissionsOf } from '../access/user/inviter.ts';
import { userIs } from '../access/user/states.ts';
import { findUserByEmail } from '../access/user/store.ts';

/** An active user. `id` is the TypeID. */
export type Member = { id: string; name: string; email: string };

/** The active user with that mail address who has the permission; undefined if there is none. Needs a transaction. */
export const findMember = async (db: OrgDb, email: string, permission: Permission): Promise<Member | undefined> => {
  const user = await findUserByEmail(db, email.toLowerCase());
  if (!user || !userIs.active(user.status) || !(await permissionsOf(db, user)).has(permission)) return undefined;
  return { id: encodeId('user', user.id), name: nameOfPerson(user), email: user.email };
};
