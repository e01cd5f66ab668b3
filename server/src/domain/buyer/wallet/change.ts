import type { ActCall } from '../../../contract/call.ts';
import type { EventName } from '../../../contract/events.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { encodeId } from '../../../kit/ids.ts';
import { insertWallet, updateWalletRow } from './store.ts';
import { viewWallet } from './view.ts';
import { type Wallet, walletExpiryKind, walletStartKind } from './wallet.ts';

const tell = (call: ActCall, before: Wallet | null, after: Wallet, event: EventName): void => {
  const view = viewWallet(call.orgId, after);
  const change = { type: 'wallet', id: view.id, name: after.name } as const;
  call.changed({ ...change, before: before && viewWallet(call.orgId, before), after: view });
  call.emit({ name: event, entityType: 'wallet', entityId: view.id, version: after.version, payload: view });
};

export const addWallet = async (call: ActCall, wallet: Wallet): Promise<Wallet> => {
  await insertWallet(call.db, wallet);
  tell(call, null, wallet, 'wallet.created');
  return wallet;
};

/** Writes a changed wallet down as its next version, and tells it. */
export const saveWallet = async (call: ActCall, old: Wallet, changed: Wallet, event: EventName): Promise<Wallet> => {
  const wallet = { ...changed, last_update_time: call.now, version: old.version + 1 };
  await updateWalletRow(call.db, wallet);
  tell(call, old, wallet, event);
  return wallet;
};

/** Has the start and the end of credit happen at their times; what is over, or not in force any more, has none. */
export const scheduleWallet = async (call: ActCall, wallet: Wallet): Promise<void> => {
  const times = { [walletStartKind]: wallet.start_time, [walletExpiryKind]: wallet.expire_time };
  for (const [kind, time] of Object.entries(times)) {
    if (wallet.status === 'ACTIVE' && time !== null && time > call.now)
      await scheduleDue(call.db, kind, wallet.id, time);
    else await cancelDue(call.db, kind, wallet.id);
  }
};

/** Has the provider take a payment method away, unless that is under way. */
export const startDetach = async (call: ActCall, wallet: Wallet): Promise<void> => {
  const name = 'wallet.detach';
  const entityId = encodeId('wallet', wallet.id);
  if (!(await startOnce(call, name, { walletId: wallet.id }, { entityId, partner: wallet.partner }))) return;
  call.changed({ type: 'wallet', id: entityId, name: wallet.name, before: {}, after: { started: name } });
};
