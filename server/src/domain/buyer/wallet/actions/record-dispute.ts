import type { DisputeRead } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { big } from '../../../../kit/decimal.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import { isRefused, type WalletCharge } from '../charge/charge.ts';
import { findRefunds } from '../charge/refund-store.ts';
import { chargeTransitions } from '../charge/states.ts';
import { findCharge, updateChargeRow } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

/**
 * Records that the money of a charge was taken back, or reinstated, and returns the charge with what it was before.
 * A charge of which a part was taken back or refunded stays as it is: it has paid for something. What happened earlier
 * than what is known already changes nothing.
 */
export const recordDispute = async (
  call: ActCall,
  { chargeId, read }: { chargeId: string; read: DisputeRead },
): Promise<{ charge: WalletCharge; before: WalletCharge }> => {
  const found = requireFound(await findCharge(call.db, chargeId), 'charge');
  const { wallet } = requireFound(await lockWalletAlone(call, found.wallet_id), 'charge');
  const charge = requireFound(await findCharge(call.db, chargeId), 'charge');
  const time = read.time === null ? call.now : new Date(read.time);
  // Adyen dates its messages by the second.
  if (charge.dispute_time !== null && time < charge.dispute_time) return { charge, before: charge };
  const act = read.state === 'RETURNED' ? 'takeBack' : 'reinstate';
  const isPart = read.state === 'RETURNED' && big(read.amount).lt(charge.amount);
  const hasRefund = (await findRefunds(call.db, charge.id)).some((refund) => !isRefused(refund));
  const moves = allows(chargeTransitions, act, charge.status) && !isPart && !hasRefund;
  const after: WalletCharge = {
    ...charge,
    ...(moves && {
      status: nextStatus('The charge', chargeTransitions, act, charge),
      error: read.state === 'RETURNED' ? { code: read.code, message: read.message } : null,
    }),
    // Also where nothing changes: what happened before this comes too late.
    dispute_time: time,
    last_update_time: call.now,
    version: charge.version + 1,
  };
  await updateChargeRow(call.db, after);
  if (moves)
    await changeWallet(call, wallet, {}, read.state === 'RETURNED' ? 'wallet.charge_failed' : 'wallet.charged');
  return { charge: after, before: charge };
};
