import type { ActCall } from '../../../../contract/call.ts';
import { findBuyer } from '../../store.ts';
import { findWallet } from '../store.ts';

/** The payment method to detach and its customer; null if there is none. */
export const loadDetach = async (
  call: ActCall,
  walletId: string,
): Promise<{ partner: string; customerId: string; methodId: string } | null> => {
  const wallet = await findWallet(call.db, walletId);
  const buyer = wallet && (await findBuyer(call.db, wallet.buyer_id));
  if (!wallet?.detached || wallet.external_id === null || !buyer?.account_id) return null;
  return { partner: wallet.partner, customerId: buyer.account_id, methodId: wallet.external_id };
};
