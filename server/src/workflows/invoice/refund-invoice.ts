import type { RefundOutcome } from '../../domain/buyer/wallet/actions/record-refund.ts';
import { loadRefund, recordInvoiceRefund } from '../../domain/invoice/actions/pay-refund.ts';
import { notePaymentUnknown } from '../../domain/invoice/actions/record-payment.ts';
import { isStepFailed, type Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { openPaymentSession } from '../buyer/payment-session.ts';
import { patient, type WorkflowServices } from '../services.ts';
import { askProvider, type Unknown } from './ask-provider.ts';

/** Gives back a part of a charge at the payment provider, once: the key is the refund's own. */
export const refundInvoiceWorkflow = (services: WorkflowServices): Workflow<'invoice.refund'> => ({
  name: 'invoice.refund',
  run: async (run, { invoiceId }) => {
    const refund = await run.change('load', [], async (call) => (await loadRefund(call, invoiceId)) ?? null);
    if (!refund) return 'No refund of the invoice is in progress.';
    const { refundId, chargeId, amount, currency, reference, since, wasUnknown } = refund;
    const given = { chargeId, amount, currency, reference };
    let outcome: RefundOutcome | Unknown;
    try {
      outcome = await openPaymentSession(services, run, refund).ask(
        'refund',
        (payments, access, step) =>
          askProvider(step, { isUnknown: wasUnknown, since }, async (): Promise<RefundOutcome> => {
            const externalId = await payments.refund(access, given, encodeId('invoice', refundId));
            return { state: 'SUCCEEDED', refundId: externalId };
          }),
        { retry: patient },
      );
    } catch (error) {
      if (!isStepFailed(error) || error.failure.code === 'NotConnected') throw error;
      const { code, message } = error.failure;
      outcome = { state: 'FAILED', code, message };
    }
    if (outcome.state === 'UNKNOWN') {
      const { message } = outcome;
      await run.change('note', [], (call) => notePaymentUnknown(call, invoiceId, { message }));
      return `It is not known yet whether the money was given back: ${message}`;
    }
    const known = outcome;
    await run.change(
      'record',
      ['wallet.refunded', 'wallet.refund_failed', 'invoice.paid', 'invoice.payment_failed'],
      (call) => recordInvoiceRefund(call, { invoiceId, refundId, outcome: known }),
    );
    return known.state === 'SUCCEEDED' ? `${amount} ${currency} were given back.` : known.message;
  },
  onFailure: {
    emits: [],
    act: (call, { invoiceId }, failure) => notePaymentUnknown(call, invoiceId, failure),
  },
});
