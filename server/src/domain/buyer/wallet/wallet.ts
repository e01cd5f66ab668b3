import type { z } from 'zod';
import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { BillingWalletInfo, WalletType } from './schema.ts';
import type { WalletStatus } from './states.ts';

/** A buyer's means of payment. Amounts are in `currency`; payment methods have no amounts. */
export type Wallet = {
  id: string;
  buyer_id: string;
  partner: PaymentCode;
  type: WalletType;
  status: WalletStatus;
  name: string;
  currency: string | null;
  /** The payment method at the provider. */
  external_id: string | null;
  total_amount: Decimal;
  used_amount: Decimal;
  /** Credit pays from this time; null means it always did. */
  start_time: Date | null;
  /** Credit pays before this time; null means no expiry. */
  expire_time: Date | null;
  info: z.output<typeof BillingWalletInfo.reply>;
  /** We removed it. If the provider still has the method, it must be detached again. */
  detached: boolean;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Due work of credit wallets, written whenever their times are set. Its entity is the wallet. */
export const walletStartKind = 'wallet.start';
export const walletExpiryKind = 'wallet.expire';
