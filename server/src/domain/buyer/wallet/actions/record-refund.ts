import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import type { WalletRefund } from '../charge/charge.ts';
import { findRefund, updateRefundRow } from '../charge/refund-store.ts';
import { chargeTransitions } from '../charge/states.ts';
import { findCharge } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

export type RefundOutcome =
  | { state: 'SUCCEEDED'; refundId: string }
  | { state: 'FAILED'; code: string; message: string };

/** Records the provider's answer to a refund. One that has ended stays as it is. */
export const recordRefund = async (
  call: ActCall,
  { refundId, outcome }: { refundId: string; outcome: RefundOutcome },
): Promise<WalletRefund> => {
  const found = requireFound(await findRefund(call.db, refundId), 'refund');
  const charge = requireFound(await findCharge(call.db, found.charge_id), 'refund');
  const { wallet } = requireFound(await lockWalletAlone(call, charge.wallet_id), 'refund');
  const refund = requireFound(await findRefund(call.db, refundId), 'refund');
  const act = outcome.state === 'SUCCEEDED' ? 'succeed' : 'fail';
  if (!allows(chargeTransitions, act, refund.status)) return refund;
  const after: WalletRefund = {
    ...refund,
    status: nextStatus('The refund', chargeTransitions, act, refund),
    external_id: outcome.state === 'SUCCEEDED' ? outcome.refundId : null,
    error: outcome.state === 'FAILED' ? { code: outcome.code, message: outcome.message } : null,
    last_update_time: call.now,
    version: refund.version + 1,
  };
  await updateRefundRow(call.db, after);
  await changeWallet(call, wallet, {}, act === 'succeed' ? 'wallet.refunded' : 'wallet.refund_failed');
  return after;
};
