import { selectAccount } from '../../../../auth/member-store.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { inviterStillMay } from '../inviter.ts';
import { closeInvitation, deleteUserRow, isMember, lockInvited } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

type Joining = { userId: string; accountId: string; hashes: readonly Buffer[] };

/** Goes, so that the trail of the organization shows who was let in by somebody who may not any more. */
const withdraw = async (call: ActCall, old: User): Promise<void> => {
  await deleteUserRow(call.db, old.id);
  const before = viewUser(old);
  const version = old.version + 1;
  call.changed({ type: 'user', id: before.id, name: before.name, before, after: null });
  call.emit({ name: 'user.removed', entityType: 'user', entityId: before.id, version, payload: before });
};

/** Answers whether the account took the invitation. A name that the inviter did not give is taken from the account. */
export const joinOrganization = async (call: ActCall, { userId, accountId, hashes }: Joining): Promise<boolean> => {
  const old = await lockInvited(call.db, userId, hashes);
  const account = await selectAccount(call.db.raw, accountId);
  if (!old || account?.email !== old.email || (await isMember(call.db, accountId))) return false;
  if (!(await inviterStillMay(call.db, old))) {
    await withdraw(call, old);
    return false;
  }
  const isNameless = old.first_name === '' && old.last_name === '';
  const user: User = {
    ...old,
    account_id: accountId,
    ...(isNameless ? { first_name: account.first_name, last_name: account.last_name } : {}),
    status: 'ACTIVE',
    last_update_time: call.now,
    version: old.version + 1,
  };
  await closeInvitation(call.db, user);
  const [before, after] = [viewUser(old), viewUser(user)];
  call.changed({ type: 'user', id: after.id, name: after.name, before, after });
  call.emit({ name: 'user.joined', entityType: 'user', entityId: after.id, version: user.version, payload: after });
  return true;
};
