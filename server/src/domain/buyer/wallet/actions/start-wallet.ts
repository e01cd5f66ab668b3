import type { ActCall } from '../../../../contract/call.ts';
import { allows } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import { lockWalletAlone } from '../lock.ts';
import { walletTransitions } from '../states.ts';

/** Starts credit whose start has come: it now pays. Emits wallet.started. */
export const startWallet = async (call: ActCall, { walletId }: { walletId: string }): Promise<void> => {
  const wallet = (await lockWalletAlone(call, walletId))?.wallet;
  if (!wallet || !allows(walletTransitions, 'start', wallet.status)) return;
  if (wallet.start_time === null || wallet.start_time > call.now) return;
  await changeWallet(call, wallet, {}, 'wallet.started');
};
