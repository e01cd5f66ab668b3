import type { ActCall } from '../../../contract/call.ts';
import { createRowAdder, createRowChanger } from '../../../contract/versioned-rows.ts';
import { cancelDue, scheduleDue } from '../../../engine/due-store.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { encodeId } from '../../../kit/ids.ts';
import { walletIs } from './states.ts';
import { insertWallet, updateWalletRow } from './store.ts';
import { viewWallet } from './view.ts';
import { type Wallet, walletExpiryKind, walletStartKind } from './wallet.ts';

const kind = { type: 'wallet', view: viewWallet } as const;

export const addWallet = createRowAdder({ ...kind, insert: insertWallet });

/** Writes a changed wallet as its next version. */
export const changeWallet = createRowChanger({ ...kind, update: updateWalletRow });

/** Schedules credit start and expiry; an expired or inactive wallet has neither. */
export const scheduleWallet = async (call: ActCall, wallet: Wallet): Promise<void> => {
  const times = { [walletStartKind]: wallet.start_time, [walletExpiryKind]: wallet.expire_time };
  for (const [kind, time] of Object.entries(times)) {
    if (walletIs.active(wallet.status) && time !== null && time > call.now)
      await scheduleDue(call.db, kind, wallet.id, time);
    else await cancelDue(call.db, kind, wallet.id);
  }
};

/** Starts a run that detaches a payment method at the provider, unless one is in progress. */
export const startDetach = async (call: ActCall, wallet: Wallet): Promise<void> => {
  const name = 'wallet.detach';
  const entityId = encodeId('wallet', wallet.id);
  if (!(await startOnce(call, name, { walletId: wallet.id }, { entityId, partner: wallet.partner }))) return;
  call.recordChange({ type: 'wallet', id: entityId, before: {}, after: { started: name } });
};
