import type { ActCall } from '../../../../contract/call.ts';
import { big, type Decimal } from '../../../../kit/decimal.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { uuidOf } from '../../../../kit/ids.ts';
import { changeWallet } from '../change.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { findChargeByReference, insertCharge } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';
import { nextWalletStatus } from '../next-status.ts';
import { refuseCredit } from '../refuse-method.ts';

export type NewCharge = {
  walletId: string;
  /** Exact, in `currency`, greater than 0. */
  amount: Decimal;
  currency: string;
  /** Identifies the item to charge; repeating it returns the existing charge. */
  reference: string;
  /**
   * What is charged, in words that say the same after the database was restored from an earlier state; one charge in its
   * organization. The charge's id, which is its key at the provider, is made from it, so that the provider recognizes a charge
   * that the database lost (decision 0217).
   */
  basis: string;
};

/** Records that a payment method is about to be charged. Its wallet cannot be removed until the outcome is recorded. */
export const beginCharge = async (call: ActCall, given: NewCharge): Promise<WalletCharge> => {
  const { walletId, amount, currency, reference, basis } = given;
  const { wallet } = requireFound(await lockWalletAlone(call, walletId), 'wallet');
  const before = await findChargeByReference(call.db, walletId, reference);
  if (before) {
    if (before.currency === currency && big(before.amount).eq(amount)) return before;
    throw new Refusal('Conflict', 'This reference was charged with another amount or currency.', { reference });
  }
  refuseCredit(wallet, 'charge');
  nextWalletStatus('charge', wallet);
  const charge: WalletCharge = {
    id: uuidOf(`charge ${call.orgId} ${basis}`),
    wallet_id: walletId,
    reference,
    currency,
    amount,
    status: 'PENDING',
    external_id: null,
    error: null,
    dispute_time: null,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  await insertCharge(call.db, charge);
  await changeWallet(call, wallet, {}, 'wallet.charge_begun');
  return charge;
};
