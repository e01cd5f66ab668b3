import type { Decimal } from '../../../../kit/decimal.ts';
import type { ChargeStatus } from './states.ts';

/** A charge of a payment method, once for each wallet and reference. `amount` in `currency`. */
export type WalletCharge = {
  id: string;
  wallet_id: string;
  reference: string;
  currency: string;
  amount: Decimal;
  status: ChargeStatus;
  /** At the provider. */
  external_id: string | null;
  error: { code: string; message: string } | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
