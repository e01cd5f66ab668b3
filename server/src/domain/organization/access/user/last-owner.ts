import { Refusal } from '../../../../kit/errors.ts';
import { isActiveOwner, type User } from './user.ts';

/** `locked` holds every active owner, and nobody can change them now; `changed` is null when the user goes. */
export const checkOwnerStays = (locked: readonly User[], user: User, changed: User | null): void => {
  if (!isActiveOwner(user) || (changed && isActiveOwner(changed))) return;
  if (locked.some((other) => other.id !== user.id && isActiveOwner(other))) return;
  throw new Refusal('Conflict', 'An organization keeps at least one active OWNER; make another one first.', {
    status: user.status,
    allowedFrom: [],
  });
};
