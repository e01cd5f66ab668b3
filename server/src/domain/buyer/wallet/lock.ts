import type { ActCall } from '../../../contract/call.ts';
import { notFound, requireFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { lockBuyer } from '../store.ts';
import { findWallet, lockWallet } from './store.ts';
import type { Wallet } from './wallet.ts';

export type WalletPath = { params: { buyerId: string; walletId: string } };

/** Locks the wallet in a path and its buyer; 404 if it belongs to another buyer. */
export const lockWalletOfBuyer = async (
  call: ActCall,
  { buyerId, walletId }: WalletPath['params'],
): Promise<{ buyer: BuyerWithContacts; wallet: Wallet }> => {
  const buyer = requireFound(await lockBuyer(call.db, buyerId), 'wallet');
  const wallet = await lockWallet(call.db, walletId);
  if (wallet?.buyer_id !== buyer.id) throw notFound('wallet');
  return { buyer, wallet };
};

/** The same if only the wallet is known. */
export const lockWalletAlone = async (
  call: ActCall,
  walletId: string,
): Promise<{ buyer: BuyerWithContacts; wallet: Wallet } | undefined> => {
  const found = await findWallet(call.db, walletId);
  return found && lockWalletOfBuyer(call, { buyerId: found.buyer_id, walletId });
};
