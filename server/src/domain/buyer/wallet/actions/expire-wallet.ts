import type { ActCall } from '../../../../contract/call.ts';
import { allows } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import { lockWalletAlone } from '../lock.ts';
import { nextWalletStatus } from '../next-status.ts';
import { walletTransitions } from '../states.ts';

/** Ends credit whose expiry has come: the rest no longer pays. Emits wallet.expired. */
export const expireWallet = async (call: ActCall, { walletId }: { walletId: string }): Promise<void> => {
  const wallet = (await lockWalletAlone(call, walletId))?.wallet;
  if (!wallet || !allows(walletTransitions, 'expire', wallet.status)) return;
  if (wallet.expire_time === null || wallet.expire_time > call.now) return;
  await changeWallet(call, wallet, { status: nextWalletStatus('expire', wallet) }, 'wallet.expired');
};
