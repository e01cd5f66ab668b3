import type { AdyenChange, AdyenReader, Movement, Payment } from '../state.ts';
import { notify } from '../webhooks/notify.ts';
import { bookPayment } from './movement.ts';

/** Source: Webhooks-v1. The card scheme rejects a refund, or the buyer's bank returns one that was paid out. */
export const returnCodes = ['REFUND_FAILED', 'REFUNDED_REVERSED'] as const;

/** The latest refund of a payment that was not returned. */
const findRefund = (reader: AdyenReader, payment: Payment): Movement | undefined => {
  const moved = reader.list('movements').filter(({ pspReference }) => pspReference === payment.id);
  const back = moved.filter(({ type }) => type === 'RefundedReversed').map((one) => one.modificationReference);
  return moved
    .filter(({ type, modificationReference }) => type === 'Refunded' && !back.includes(modificationReference))
    .sort((left, right) => (left.id < right.id ? 1 : -1))[0];
};

/**
 * The latest refund of a payment is returned after it succeeded: its amount belongs to the merchant again, and the payment can
 * be refunded again. Null if there is none.
 */
export const returnRefund = (
  tx: AdyenChange,
  payment: Payment,
  given: { eventCode: (typeof returnCodes)[number]; reason: string },
): Payment | null => {
  const refund = findRefund(tx, payment);
  const merchant = tx.get('merchants', payment.merchantId);
  if (!refund?.gross || !merchant) return null;
  const amount = { ...refund.gross, value: -refund.gross.value };
  const { modificationReference, modificationMerchantReference, paymentMethod } = refund;
  const saved: Payment = { ...payment, refunded: payment.refunded - amount.value };
  tx.put('payments', saved);
  bookPayment(tx, saved, { type: 'RefundedReversed', amount, modificationReference, modificationMerchantReference });
  notify(tx, merchant, {
    eventCode: given.eventCode,
    success: true,
    pspReference: modificationReference,
    originalReference: payment.id,
    merchantReference: modificationMerchantReference === '' ? payment.reference : modificationMerchantReference,
    amount,
    paymentMethod,
    reason: given.reason,
  });
  return saved;
};
