import type { z } from 'zod';
import { encodeId } from '../../../kit/ids.ts';
import type { User as UserReply } from './schema.ts';
import type { User } from './user.ts';

/** How a person is called: by name, else by address. */
const nameOf = ({ first_name, last_name, email }: Pick<User, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email;

/** A user as clients see it. */
export const viewUser = (user: User): z.input<typeof UserReply> => ({
  id: encodeId('user', user.id),
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  name: nameOf(user),
  role: user.role,
  ...(user.custom_role_id === null ? {} : { customRoleId: encodeId('role', user.custom_role_id) }),
  status: user.status,
  creationTime: user.creation_time.toISOString(),
  ...(user.last_login_time === null ? {} : { lastLoginTime: user.last_login_time.toISOString() }),
});
