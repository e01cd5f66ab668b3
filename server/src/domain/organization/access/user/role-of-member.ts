import type { OrgDb } from '../../../../db/org-db.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { userIs } from './states.ts';
import { findAppRole, findUser } from './store.ts';
import type { RoleOf } from './user.ts';

/** The role of an active user, or of an OAuth App that has a custom one, by its ID as clients see it. */
export const roleOfMember = async (db: OrgDb, id: string): Promise<RoleOf | undefined> => {
  const userId = decodeId('user', id);
  if (userId !== null) {
    const user = await findUser(db, userId);
    return userIs.active(user?.status) ? user : undefined;
  }
  const appId = decodeId('app', id);
  const role = appId === null ? null : await findAppRole(db, appId);
  return role ? { role: 'CUSTOM', custom_role_id: role } : undefined;
};
