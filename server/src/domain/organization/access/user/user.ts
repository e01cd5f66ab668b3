import type { Role } from '../../../../auth/permissions.ts';
import { type UserStatus, userIs } from './states.ts';

/** A person in one organization: a row of `membership`. The id is specific to this organization. */
export type User = {
  id: string;
  /** The person's global account; null until the invitation is accepted. */
  account_id: string | null;
  email: string;
  first_name: string;
  last_name: string;
  role: Role | 'CUSTOM';
  custom_role_id: string | null;
  status: UserStatus;
  last_login_time: Date | null;
  created_by: string;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** The user that an invitation's link gives access to. */
export type Invitation = { org_id: string; id: string; email: string };

/** An organization always keeps at least one active owner, who can invite others. */
export const isActiveOwner = ({ role, status }: Pick<User, 'role' | 'status'>): boolean =>
  role === 'OWNER' && userIs.active(status);

/** A user's role in the organization: a built-in role, or CUSTOM with the id of a custom role. */
export type RoleOf = Pick<User, 'role' | 'custom_role_id'>;
