import type { RefundMessage, TakenRefund } from '../../domain/invoice/actions/record-refund.ts';
import { recordInvoiceRefund, refundEvents, takeRefundMessage } from '../../domain/invoice/actions/record-refund.ts';
import type { WorkflowRun } from '../../engine/workflow.ts';
import type { PaymentSession } from '../buyer/payment-session.ts';

/**
 * Takes what a provider says of a refund; one whose outcome is not in the message is read at the provider, since a
 * message is only a hint. Returns whether the refund is ours. `name`: of the steps, unique in the run.
 */
export const followRefund = async (
  run: WorkflowRun,
  session: PaymentSession,
  message: RefundMessage,
  name: (step: string) => string = (step) => step,
): Promise<boolean> => {
  const { isOurs, toRead }: TakenRefund = await run.change(name('take refund'), refundEvents, (call) =>
    takeRefundMessage(call, message),
  );
  if (toRead === null) return isOurs;
  const { invoiceId, refundId, externalId } = toRead;
  const read = await session.ask(
    name('read refund'),
    async (payments, access) => (await payments.readRefund?.(access, externalId)) ?? null,
  );
  if (read)
    await run.change(name('record refund'), refundEvents, (call) =>
      recordInvoiceRefund(call, { invoiceId, refundId, read }),
    );
  return true;
};
