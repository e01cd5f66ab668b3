import type { ActCall } from '../../../../contract/call.ts';
import { decodeId } from '../../../../kit/ids.ts';
import { defaultWalletOf } from '../../change.ts';
import { lockBuyer } from '../../store.ts';
import { walletIs } from '../states.ts';
import { findWallet } from '../store.ts';

/** The payment method to charge of a buyer, whose row it locks; null if there is none that can be charged. */
export const loadDefaultWallet = async (call: ActCall, buyerId: string): Promise<string | null> => {
  const buyer = await lockBuyer(call.db, buyerId);
  const named = buyer && defaultWalletOf(buyer);
  const id = named ? decodeId('wallet', named) : null;
  const wallet = id ? await findWallet(call.db, id) : undefined;
  return wallet && wallet.buyer_id === buyerId && walletIs.active(wallet.status) ? wallet.id : null;
};
