import type { RefundRead } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import type { WalletRefund } from '../charge/charge.ts';
import { findRefund, updateRefundRow } from '../charge/refund-store.ts';
import { refundTransitions } from '../charge/states.ts';
import { findCharge } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

/**
 * Records what the provider says of a refund, and returns it with what it was before. One that succeeded may come back
 * (Stripe: refund.failed; Adyen: REFUND_FAILED, REFUNDED_REVERSED); one that failed stays so.
 */
export const recordRefund = async (
  call: ActCall,
  { refundId, read }: { refundId: string; read: RefundRead },
): Promise<{ refund: WalletRefund; before: WalletRefund }> => {
  const found = requireFound(await findRefund(call.db, refundId), 'refund');
  const charge = requireFound(await findCharge(call.db, found.charge_id), 'refund');
  const { wallet } = requireFound(await lockWalletAlone(call, charge.wallet_id), 'refund');
  const refund = requireFound(await findRefund(call.db, refundId), 'refund');
  const end = allows(refundTransitions, 'bounce', refund.status) ? 'bounce' : 'fail';
  const act = read.state === 'SUCCEEDED' ? 'succeed' : end;
  if (!allows(refundTransitions, act, refund.status)) return { refund, before: refund };
  const after: WalletRefund = {
    ...refund,
    status: nextStatus('The refund', refundTransitions, act, refund),
    external_id: read.state === 'SUCCEEDED' ? read.refundId : refund.external_id,
    error: read.state === 'FAILED' ? { code: read.code, message: read.message } : null,
    last_update_time: call.now,
    version: refund.version + 1,
  };
  await updateRefundRow(call.db, after);
  await changeWallet(call, wallet, {}, act === 'succeed' ? 'wallet.refunded' : 'wallet.refund_failed');
  return { refund: after, before: refund };
};
