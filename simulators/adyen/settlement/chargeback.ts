import { type AdyenChange, type Merchant, newReference, type Payment } from '../state.ts';
import { notify } from '../webhooks/notify.ts';
import { bookPayment } from './movement.ts';

/** The issuer charges back what is left of a payment, or a part of it; null if nothing of it can be charged back. */
export const chargeBack = (
  tx: AdyenChange,
  payment: Payment,
  given: { value: number | undefined; reason: string },
): Payment | null => {
  const left = payment.captured - payment.refunded;
  const value = given.value ?? left;
  if (value < 1 || value > left || payment.chargeback) return null;
  const reference = newReference(tx);
  const saved: Payment = { ...payment, chargeback: { reference, value, isReversed: false } };
  tx.put('payments', saved);
  book(tx, saved, 'Chargeback', { reference, value });
  tell(tx, saved, 'CHARGEBACK', { reference, value, reason: given.reason });
  return saved;
};

/** The merchant has defended a chargeback: its amount is returned without the fee; null if there is none. */
export const reverseChargeback = (tx: AdyenChange, payment: Payment): Payment | null => {
  const { chargeback } = payment;
  if (!chargeback || chargeback.isReversed) return null;
  const saved: Payment = { ...payment, chargeback: { ...chargeback, isReversed: true } };
  tx.put('payments', saved);
  book(tx, saved, 'ChargebackReversed', chargeback);
  tell(tx, saved, 'CHARGEBACK_REVERSED', { ...chargeback, reason: 'Chargeback defended' });
  return saved;
};

const book = (
  tx: AdyenChange,
  payment: Payment,
  type: 'Chargeback' | 'ChargebackReversed',
  { reference, value }: { reference: string; value: number },
): void =>
  bookPayment(tx, payment, {
    type,
    amount: { currency: payment.amount.currency, value },
    modificationReference: reference,
    modificationMerchantReference: '',
  });

const tell = (
  tx: AdyenChange,
  payment: Payment,
  eventCode: string,
  { reference, value, reason }: { reference: string; value: number; reason: string },
): void => {
  const merchant: Merchant | undefined = tx.get('merchants', payment.merchantId);
  if (!merchant) return;
  notify(tx, merchant, {
    eventCode,
    success: true,
    pspReference: reference,
    originalReference: payment.id,
    merchantReference: payment.reference,
    amount: { currency: payment.amount.currency, value },
    paymentMethod: payment.details.brand ?? payment.details.type,
    reason,
  });
};
