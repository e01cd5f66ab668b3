import type { ActCall } from '../../../../contract/call.ts';
import { big, type Decimal } from '../../../../kit/decimal.ts';
import { Refusal, requireFound } from '../../../../kit/errors.ts';
import { uuidOf } from '../../../../kit/ids.ts';
import { changeWallet } from '../change.ts';
import { isCharged, isRefused, type WalletRefund } from '../charge/charge.ts';
import { findRefunds, insertRefund } from '../charge/refund-store.ts';
import { findCharge } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';
import { loadLost } from './load-lost.ts';

export type NewRefund = {
  chargeId: string;
  /** Exact, in the charge's currency, greater than 0. */
  amount: Decimal;
  /** Identifies the refund; repeating it returns the existing one. */
  reference: string;
  /** What is given back, as of a charge (`NewCharge`). */
  basis: string;
};

/**
 * Records that a part of a charge is about to be given back. 409 if the charge did not succeed, or if more would be
 * given back than is left of it: what disputes have taken back is gone already.
 */
export const beginRefund = async (call: ActCall, given: NewRefund): Promise<WalletRefund> => {
  const { chargeId, amount, reference, basis } = given;
  const found = requireFound(await findCharge(call.db, chargeId), 'charge');
  const { wallet } = requireFound(await lockWalletAlone(call, found.wallet_id), 'charge');
  const charge = requireFound(await findCharge(call.db, chargeId), 'charge');
  const refunds = await findRefunds(call.db, chargeId);
  const before = refunds.find((one) => one.reference === reference);
  if (before) return before;
  if (!isCharged(charge))
    throw new Refusal('Conflict', 'Only a charge that succeeded can be refunded.', { status: charge.status });
  const returned = refunds.filter((one) => !isRefused(one)).reduce((sum, one) => sum.plus(one.amount), big(amount));
  const lost = await loadLost(call, charge);
  if (returned.plus(lost).gt(charge.amount)) {
    const message = 'More cannot be refunded than was charged and not taken back by disputes.';
    throw new Refusal('Conflict', message, { charged: charge.amount, lost });
  }
  const refund: WalletRefund = {
    id: uuidOf(`refund ${call.orgId} ${basis}`),
    charge_id: chargeId,
    reference,
    amount,
    status: 'PENDING',
    external_id: null,
    error: null,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  await insertRefund(call.db, refund);
  await changeWallet(call, wallet, {}, 'wallet.refund_begun');
  return refund;
};
