import { Refusal } from '../../../../kit/errors.ts';
import { isActiveOwner, type User } from './user.ts';

/**
 * Throws if the last active owner would be lost. `locked` holds all active owners, locked against changes; `changed` is
 * null if the user is removed.
 */
export const checkOwnerStays = (locked: readonly User[], user: User, changed: User | null): void => {
  if (!isActiveOwner(user) || (changed && isActiveOwner(changed))) return;
  if (locked.some((other) => other.id !== user.id && isActiveOwner(other))) return;
  throw new Refusal('Conflict', 'An organization needs at least one active OWNER; add another OWNER first.', {
    status: user.status,
    allowedFrom: [],
  });
};
