import type { RefundRead } from '../../adapters/payment/port.ts';
import { notePaymentUnknown } from '../../domain/invoice/actions/record-payment.ts';
import { loadRefund, recordInvoiceRefund, refundEvents } from '../../domain/invoice/actions/record-refund.ts';
import { unknownOutcome } from '../../domain/invoice/payment.ts';
import { stepFailed, type Workflow } from '../../engine/workflow.ts';
import { encodeId } from '../../kit/ids.ts';
import { openPaymentSession } from '../buyer/payment-session.ts';
import { longRetry, type WorkflowServices } from '../services.ts';
import { askProvider } from './ask-provider.ts';

/** Gives back a part of a charge at the payment provider, once: the key is the refund's own. */
export const refundInvoiceWorkflow = (services: WorkflowServices): Workflow<'invoice.refund'> => ({
  name: 'invoice.refund',
  run: async (run, { invoiceId }) => {
    const refund = await run.change('load', [], async (call) => (await loadRefund(call, invoiceId)) ?? null);
    if (!refund) return 'No refund of the invoice is in progress.';
    const { refundId, chargeId, amount, currency, reference, since, wasUnknown } = refund;
    const given = { chargeId, amount, currency, reference };
    const asked = await openPaymentSession(services, run, refund).ask(
      'refund',
      (payments, access, step) =>
        askProvider(step, { wasUnknown, since, prettify: payments.prettifyError }, async (): Promise<RefundRead> => {
          const externalId = await payments.refund(access, given, encodeId('invoice', refundId));
          return { state: 'SUCCEEDED', refundId: externalId };
        }),
      { retry: longRetry },
    );
    if (asked.state === 'UNKNOWN') throw stepFailed(unknownOutcome, asked.message);
    const read: RefundRead = asked.state === 'REFUSED' ? { ...asked, state: 'FAILED' } : asked;
    await run.change('record', refundEvents, (call) => recordInvoiceRefund(call, { invoiceId, refundId, read }));
    if (asked.state === 'REFUSED') throw stepFailed(asked.code, asked.message);
    return `${amount} ${currency} were given back.`;
  },
  onFailure: {
    emits: [],
    act: (call, { invoiceId }, failure) => notePaymentUnknown(call, invoiceId, failure),
  },
});
