import type { ChargeRead, PaymentAccess, Payments } from '../../adapters/payment/port.ts';
import type { LoadedCharge } from '../../domain/buyer/wallet/actions/load-charge.ts';
import {
  chargeEvents,
  loadPayment,
  notePaymentUnknown,
  recordPayment,
} from '../../domain/invoice/actions/record-payment.ts';
import { isUnknown } from '../../domain/invoice/payment.ts';
import { isStepFailed, type Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { openPaymentSession } from '../buyer/payment-session.ts';
import { patient, type WorkflowServices } from '../services.ts';
import { askProvider, type Unknown } from './ask-provider.ts';

/**
 * Charges, or reads a charge that was made. The key is the charge's own, so that a later run repeats the same call.
 */
const charge = async (
  payments: Payments,
  access: PaymentAccess,
  { charge: { id, external_id: externalId }, send }: Pick<LoadedCharge, 'charge' | 'send'>,
): Promise<ChargeRead> => {
  if (externalId !== null)
    return (await payments.readCharge?.(access, externalId)) ?? { state: 'PENDING', chargeId: externalId };
  return payments.charge(access, send, encodeId('invoice', id));
};

/**
 * Brings the charge of an invoice to its end at the payment provider. A bank debit stays in progress for days; a message
 * of the provider, or the next run, ends it. What may have been charged is never charged again with another key.
 */
export const payInvoiceWorkflow = (services: WorkflowServices): Workflow<'invoice.pay'> => ({
  name: 'invoice.pay',
  run: async (run, { invoiceId }) => {
    const payment = await run.change('load', [], async (call) => {
      const loaded = await loadPayment(call, invoiceId);
      return loaded
        ? { charge: loaded.charge, send: loaded.send, partner: loaded.partner, wasUnknown: isUnknown(loaded.invoice) }
        : null;
    });
    if (!payment) return 'No payment of the invoice is in progress.';
    const { external_id: externalId, creation_time: begun } = payment.charge;
    const since = externalId === null ? begun : null;
    let read: ChargeRead | Unknown;
    try {
      read = await openPaymentSession(services, run, payment).ask(
        'charge',
        (payments, access, step) =>
          askProvider(step, { isUnknown: payment.wasUnknown, since }, () => charge(payments, access, payment)),
        { retry: patient },
      );
    } catch (error) {
      if (!isStepFailed(error) || error.failure.code === 'NotConnected') throw error;
      const { code, message } = error.failure;
      read = { state: 'FAILED', chargeId: null, code, message };
    }
    if (read.state === 'UNKNOWN') {
      const { message } = read;
      await run.change('note', [], (call) => notePaymentUnknown(call, invoiceId, { message }));
      return `It is not known yet whether the payment was made: ${message}`;
    }
    const known = read;
    const status = await run.change(
      'record',
      chargeEvents,
      async (call) =>
        (await recordPayment(call, { invoiceId, chargeId: payment.charge.id, read: known })).payment_status,
    );
    return `The payment is ${status}.`;
  },
  onFailure: {
    emits: [],
    act: (call, { invoiceId }, failure) => notePaymentUnknown(call, invoiceId, failure),
  },
});
