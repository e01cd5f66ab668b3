import type { ActCall } from '../../../../contract/call.ts';
import type { Decimal } from '../../../../kit/decimal.ts';
import type { WalletCharge } from '../charge/charge.ts';
import { lostOf } from '../charge/dispute.ts';
import { findDisputes } from '../charge/dispute-store.ts';

/** What disputes have taken back of a charge by now. Its wallet must be locked. */
export const loadLost = async ({ db }: Pick<ActCall, 'db'>, charge: WalletCharge): Promise<Decimal> =>
  lostOf(charge, await findDisputes(db, charge.id)).toFixed();
