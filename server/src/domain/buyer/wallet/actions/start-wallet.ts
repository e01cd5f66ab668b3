import type { ActCall } from '../../../../contract/call.ts';
import { saveWallet } from '../change.ts';
import { lockWalletAlone } from '../lock.ts';

/** The start of credit has come: it pays from now on. Emits wallet.started. */
export const startWallet = async (call: ActCall, { walletId }: { walletId: string }): Promise<void> => {
  const wallet = (await lockWalletAlone(call, walletId))?.wallet;
  if (wallet?.status !== 'ACTIVE' || wallet.start_time === null || wallet.start_time > call.now) return;
  await saveWallet(call, wallet, wallet, 'wallet.started');
};
