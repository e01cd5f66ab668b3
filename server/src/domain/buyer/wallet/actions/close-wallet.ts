import type { ActCall } from '../../../../contract/call.ts';
import { lockWalletOfBuyer, type WalletPath } from '../lock.ts';
import { takeAway } from '../take-away.ts';
import { viewWallet } from '../view.ts';

/** Closes a wallet: it never pays again. Emits wallet.closed. */
export const closeWallet = async (call: ActCall, { params }: WalletPath) => {
  const locked = await lockWalletOfBuyer(call, params);
  call.checkVersion(locked.wallet.version);
  return viewWallet(call.orgId, await takeAway(call, locked, 'close'));
};
