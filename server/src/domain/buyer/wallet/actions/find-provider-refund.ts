import type { RefundRef } from '../../../../adapters/payment/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { WalletRefund } from '../charge/charge.ts';
import { findRefunds } from '../charge/refund-store.ts';
import { findChargesAtProvider } from '../charge/store.ts';

/**
 * The refund of ours that a provider names. It is known by the provider's id; by our reference only while the answer to
 * the call that made it is not recorded yet.
 */
export const findProviderRefund = async (
  { db }: Pick<ActCall, 'db'>,
  { refundId, chargeId, reference }: RefundRef,
): Promise<WalletRefund | undefined> => {
  for (const charge of await findChargesAtProvider(db, chargeId)) {
    const refunds = await findRefunds(db, charge.id);
    const found =
      refunds.find((one) => one.external_id === refundId) ??
      refunds.find((one) => one.external_id === null && one.reference === reference);
    if (found) return found;
  }
  return undefined;
};
