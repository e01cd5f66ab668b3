import type { ActCall } from '../../../../contract/call.ts';
import type { WalletRefund } from '../charge/charge.ts';
import { findRefunds } from '../charge/refund-store.ts';

/** The refund of a charge with this reference. */
export const findChargeRefund = async (
  { db }: Pick<ActCall, 'db'>,
  chargeId: string,
  reference: string,
): Promise<WalletRefund | undefined> =>
  (await findRefunds(db, chargeId)).find((refund) => refund.reference === reference);
