import type { ChargeRead, PaymentAccess, Payments } from '../../adapters/payment/port.ts';
import type { LoadedCharge } from '../../domain/buyer/wallet/actions/load-charge.ts';
import {
  chargeEvents,
  loadPayment,
  notePaymentUnknown,
  recordPayment,
} from '../../domain/invoice/actions/record-payment.ts';
import { isUnknown, unknownOutcome } from '../../domain/invoice/payment.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { openPaymentSession } from '../buyer/payment-session.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { askProvider } from './ask-provider.ts';

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
    const { charge: begun, wasUnknown } = payment;
    const since = begun.external_id === null ? begun.creation_time : null;
    const asked = await openPaymentSession(services, run, payment).ask(
      'charge',
      (payments, access, step) =>
        askProvider(step, { wasUnknown, since, prettify: payments.prettifyError }, () =>
          charge(payments, access, payment),
        ),
      { retry: longRetry },
    );
    if (asked.state === 'UNKNOWN') throw stepFailed(unknownOutcome, asked.message);
    const read: ChargeRead = asked.state === 'REFUSED' ? { ...asked, state: 'FAILED', chargeId: null } : asked;
    const status = await run.change('record', chargeEvents, async (call) => {
      const { payment_status: now } = await recordPayment(call, { invoiceId, chargeId: begun.id, read });
      return now;
    });
    // The payment has failed either way; a call that was refused is a failure of the run, too.
    if (asked.state === 'REFUSED') throw stepFailed(asked.code, asked.message);
    return `The payment is ${status}.`;
  },
  onFailure: {
    emits: [],
    act: (call, { invoiceId }, failure) => notePaymentUnknown(call, invoiceId, failure),
  },
});
