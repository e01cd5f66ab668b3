import type { DisputeRead } from '../../../../adapters/payment/port.ts';
import type { Decimal } from '../../../../kit/decimal.ts';
import { type ChargeStatus, chargeIs, type RefundStatus } from './states.ts';

/** A charge of a payment method; unique by wallet and reference. `amount` is in `currency`. */
export type WalletCharge = {
  id: string;
  wallet_id: string;
  reference: string;
  currency: string;
  amount: Decimal;
  status: ChargeStatus;
  /** The charge's id at the provider. */
  external_id: string | null;
  error: { code: string; message: string } | null;
  /** When the money was last taken back or reinstated. */
  dispute_time: Date | null;
  creation_time: Date;
  last_update_time: Date;
  version: number;
};

/** Money given back of a charge; unique by charge and reference. `amount` is in the charge's currency. */
export type WalletRefund = Omit<WalletCharge, 'wallet_id' | 'currency' | 'status' | 'dispute_time'> & {
  charge_id: string;
  status: RefundStatus;
};

/** What a dispute has done to a charge in the end; unique by charge and dispute. */
export type ChargeDispute = {
  charge_id: string;
  /** The provider's id. What names no dispute is kept by its amount (`dispute.ts`). */
  dispute_id: string;
  /** The least that the provider has said: a second round may be told with the fees of the card scheme. */
  amount: Decimal;
  currency: string;
  state: DisputeRead['state'];
  /** When it was last taken back or reinstated. */
  event_time: Date;
  /** `DisputeRead.stage`; null: it had none. */
  stage: number | null;
  creation_time: Date;
  last_update_time: Date;
};

export const isCharged = ({ status }: Pick<WalletCharge, 'status'>): boolean => chargeIs.charged(status);
export const isRefused = ({ status }: Pick<WalletCharge, 'status'>): boolean => chargeIs.refused(status);
export const isReturned = ({ status }: Pick<WalletCharge, 'status'>): boolean => chargeIs.returned(status);
