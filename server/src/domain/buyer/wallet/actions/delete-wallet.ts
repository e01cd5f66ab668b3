import type { ActCall } from '../../../../contract/call.ts';
import { lockWalletOfBuyer, type WalletPath } from '../lock.ts';
import { retireWallet } from '../retire-wallet.ts';

/** Deletes a wallet; its ledger stays. Emits wallet.deleted. */
export const deleteWallet = async (call: ActCall, { params }: WalletPath): Promise<string> => {
  const locked = await lockWalletOfBuyer(call, params);
  call.checkVersion(locked.wallet.version);
  await retireWallet(call, locked, 'delete');
  return '';
};
