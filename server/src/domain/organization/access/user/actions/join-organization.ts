import { selectAccount } from '../../../../../auth/member-store.ts';
import type { ActCall } from '../../../../../contract/call.ts';
import { createRowChanger } from '../../../../../contract/versioned-rows.ts';
import { inviterStillMay } from '../inviter.ts';
import { closeInvitation, deleteUserRow, isMember, lockInvited } from '../store.ts';
import type { User } from '../user.ts';
import { viewUser } from '../view.ts';

type Joining = { userId: string; accountId: string; hashes: readonly Buffer[] };

/** Removes the user in an act, so that the audit trail shows that the inviter was no longer allowed to invite. */
const withdraw = async (call: ActCall, old: User): Promise<void> => {
  await deleteUserRow(call.db, old.id);
  const version = old.version + 1;
  call.recordChange({ type: 'user', before: viewUser(old), after: null, version, events: ['user.removed'] });
};

const admitUser = createRowChanger({
  type: 'user',
  view: (_, user: User) => viewUser(user),
  update: closeInvitation,
});

/** Returns whether the account accepted the invitation. If the inviter gave no name, the account's name is used. */
export const joinOrganization = async (call: ActCall, { userId, accountId, hashes }: Joining): Promise<boolean> => {
  const old = await lockInvited(call.db, userId, hashes);
  const account = await selectAccount(call.db.raw, accountId);
  if (!old || account?.email !== old.email || (await isMember(call.db, accountId))) return false;
  if (!(await inviterStillMay(call.db, old))) {
    await withdraw(call, old);
    return false;
  }
  const isNameless = old.first_name === '' && old.last_name === '';
  const names = isNameless ? { first_name: account.first_name, last_name: account.last_name } : {};
  await admitUser(call, old, { account_id: accountId, ...names, status: 'ACTIVE' }, 'user.joined');
  return true;
};
