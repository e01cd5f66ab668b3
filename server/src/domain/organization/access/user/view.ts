import type { z } from 'zod';
import { nameOfPerson } from '../../../../auth/members.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { User as UserReply } from './schema.ts';
import type { User } from './user.ts';

/** A user as clients see it. */
export const viewUser = (user: User): z.input<typeof UserReply> => ({
  id: encodeId('user', user.id),
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  name: nameOfPerson(user),
  role: user.role,
  ...(user.custom_role_id === null ? {} : { customRoleId: encodeId('role', user.custom_role_id) }),
  status: user.status,
  creationTime: user.creation_time.toISOString(),
  ...(user.last_login_time === null ? {} : { lastLoginTime: user.last_login_time.toISOString() }),
});
