import type { ChargeSend, PaymentCode } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { findBuyer } from '../../store.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { findLatestCharge } from '../charge/store.ts';
import { findWallet } from '../store.ts';

/** A charge with what the provider needs for it. */
export type LoadedCharge = { charge: WalletCharge; partner: PaymentCode; send: ChargeSend };

/** The charge with this reference, of whichever wallet; undefined if there is none. */
export const loadCharge = async (
  { db }: Pick<ActCall, 'db'>,
  buyerId: string,
  reference: string,
): Promise<LoadedCharge | undefined> => {
  const charge = await findLatestCharge(db, reference);
  const wallet = charge && (await findWallet(db, charge.wallet_id));
  const buyer = await findBuyer(db, buyerId);
  if (!charge || !wallet?.external_id || wallet.type === 'credit' || wallet.buyer_id !== buyerId || !buyer?.account_id)
    return undefined;
  const { amount, currency } = charge;
  const send = {
    customerId: buyer.account_id,
    methodId: wallet.external_id,
    methodType: wallet.type,
    amount,
    currency,
    reference,
  };
  return { charge, partner: wallet.partner, send };
};
