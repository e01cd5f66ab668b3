import type { ChargeRead } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import { requireFound } from '../../../../kit/errors.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeWallet } from '../change.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { chargeTransitions } from '../charge/states.ts';
import { findCharge, updateChargeRow } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

const ends = {
  PENDING: { act: 'wait', event: null },
  SUCCEEDED: { act: 'succeed', event: 'wallet.charged' },
  FAILED: { act: 'fail', event: 'wallet.charge_failed' },
} as const satisfies Record<ChargeRead['state'], { act: keyof typeof chargeTransitions; event: EventName | null }>;

/** Records the provider's outcome of a charge, and returns it with what it was before. What was charged stays so. */
export const recordCharge = async (
  call: ActCall,
  { chargeId, read }: { chargeId: string; read: ChargeRead },
): Promise<{ charge: WalletCharge; before: WalletCharge }> => {
  const found = requireFound(await findCharge(call.db, chargeId), 'charge');
  const { wallet } = requireFound(await lockWalletAlone(call, found.wallet_id), 'charge');
  const charge = requireFound(await findCharge(call.db, chargeId), 'charge');
  const { act, event } = ends[read.state];
  const unchanged = { charge, before: charge };
  if (!allows(chargeTransitions, act, charge.status)) return unchanged;
  if (event === null && charge.external_id === read.chargeId) return unchanged;
  const after: WalletCharge = {
    ...charge,
    status: nextStatus('The charge', chargeTransitions, act, charge),
    external_id: read.chargeId ?? charge.external_id,
    error: read.state === 'FAILED' ? { code: read.code, message: read.message } : null,
    last_update_time: call.now,
    version: charge.version + 1,
  };
  await updateChargeRow(call.db, after);
  if (event !== null) await changeWallet(call, wallet, {}, event);
  return { charge: after, before: charge };
};
