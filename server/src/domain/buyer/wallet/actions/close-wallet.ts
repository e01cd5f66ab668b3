import type { ActCall } from '../../../../contract/call.ts';
import { lockWalletOfBuyer, type WalletPath } from '../lock.ts';
import { retireWallet } from '../retire-wallet.ts';

/** Closes a wallet: it never pays again. Emits wallet.closed. */
export const closeWallet = async (call: ActCall, { params }: WalletPath) => {
  const locked = await lockWalletOfBuyer(call, params);
  call.checkVersion(locked.wallet.version);
  return retireWallet(call, locked, 'close');
};
