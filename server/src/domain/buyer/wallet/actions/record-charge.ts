import type { ChargeRead } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { notFound } from '../../../../kit/errors.ts';
import { saveWallet } from '../change.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { findCharge, updateChargeRow } from '../charge/store.ts';
import { lockWalletAlone } from '../lock.ts';

/** What the provider said of a charge. One that has ended stays as it is. */
export const recordCharge = async (
  call: ActCall,
  { chargeId, read }: { chargeId: string; read: ChargeRead },
): Promise<WalletCharge> => {
  const found = await findCharge(call.db, chargeId);
  const wallet = found && (await lockWalletAlone(call, found.wallet_id))?.wallet;
  const charge = wallet && (await findCharge(call.db, chargeId));
  if (!charge) throw notFound('charge');
  const isNews = charge.status === 'PENDING' && (read.state !== 'PENDING' || charge.external_id !== read.chargeId);
  if (!isNews) return charge;
  const after: WalletCharge = {
    ...charge,
    status: read.state,
    external_id: read.chargeId ?? charge.external_id,
    error: read.state === 'FAILED' ? { code: read.code, message: read.message } : null,
    last_update_time: call.now,
    version: charge.version + 1,
  };
  await updateChargeRow(call.db, after);
  if (read.state !== 'PENDING') {
    const event = read.state === 'SUCCEEDED' ? 'wallet.charged' : 'wallet.charge_failed';
    await saveWallet(call, wallet, wallet, event);
  }
  return after;
};
