import type { z } from 'zod';
import type { PaymentCode } from '../../../adapters/payment/port.ts';
import type { Decimal } from '../../../kit/decimal.ts';
import type { BillingWalletInfo, WalletType } from './schema.ts';
import type { WalletStatus } from './states.ts';

/** What a buyer pays with. Amounts are in `currency`; payment methods have none of their own. */
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
  /** Credit pays from here on; null: always did. */
  start_time: Date | null;
  /** Credit pays before this; null: for ever. */
  expire_time: Date | null;
  info: z.output<typeof BillingWalletInfo.reply>;
  /** We took it away: if the provider still has the method, it is to be taken away again. */
  detached: boolean;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Due work of credit wallets; its entity is the wallet. Written by whoever sets the times. */
export const walletStartKind = 'wallet.start';
export const walletExpiryKind = 'wallet.expire';
