import type { z } from 'zod';
import type { ChargeRead, RefundRead } from '../../../adapters/payment/charge.ts';
import type { ActCall } from '../../../contract/call.ts';
import { findRunningOperation } from '../../../engine/operation-store.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { isUnknown } from '../payment.ts';
import type { SettleInvoicePayment } from '../schema.ts';
import { lockInvoice } from '../store.ts';
import { viewInvoice } from '../view.ts';
import { loadPayment, recordPayment } from './record-payment.ts';
import { loadRefund, recordInvoiceRefund } from './record-refund.ts';

/**
 * Ends a payment or a refund whose outcome stayed unknown, by what an ADMIN found at the provider. 409 unless it is
 * unknown, and while the provider is being asked: its answer could come after the word of the ADMIN.
 */
export const settleInvoicePayment = async (
  call: ActCall,
  { params: { invoiceId }, body }: { params: { invoiceId: string }; body: z.output<typeof SettleInvoicePayment> },
) => {
  const old = requireFound(await lockInvoice(call.db, invoiceId), 'invoice');
  call.checkVersion(old.version);
  if (!isUnknown(old)) {
    const message = 'Only a payment whose outcome is unknown can be settled.';
    throw new Refusal('Conflict', message, { status: old.payment_status, allowedFrom: ['PROCESSING'] });
  }
  const running = await findRunningOperation(call.db, ['invoice.pay', 'invoice.refund'], encodeId('invoice', old.id));
  if (running !== undefined) {
    const message =
      'The provider is being asked for the outcome. Wait until that has ended, then settle what is still unknown.';
    throw new Refusal('Conflict', message, { status: 'ASKING', allowedFrom: [] });
  }
  const failed = { state: 'FAILED', code: 'NOT_MADE', message: 'Settled by hand as not made.' } as const;
  if (old.refund_of === null) {
    const { charge } = requireFound(await loadPayment(call, invoiceId), 'payment');
    const read: ChargeRead =
      body.outcome === 'MADE' ? { state: 'SUCCEEDED', chargeId: body.externalId } : { ...failed, chargeId: null };
    await recordPayment(call, { invoiceId, chargeId: charge.id, read });
  } else {
    const { refundId } = requireFound(await loadRefund(call, invoiceId), 'refund');
    const read: RefundRead = body.outcome === 'MADE' ? { state: 'SUCCEEDED', refundId: body.externalId } : failed;
    await recordInvoiceRefund(call, { invoiceId, refundId, read });
  }
  return viewInvoice(call.orgId, requireFound(await lockInvoice(call.db, invoiceId), 'invoice'));
};
