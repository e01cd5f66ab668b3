import {
  chargeEvents,
  type DisputeMessage,
  recordInvoiceDispute,
  takeDisputeMessage,
} from '../../domain/invoice/actions/record-payment.ts';
import type { WorkflowRun } from '../../engine/workflow.ts';
import type { PaymentSession } from '../buyer/payment-session.ts';

/**
 * Takes what a provider says of money that was taken back. What is not in the message is read at the provider. Returns
 * whether the charge is ours. `name`: of the steps, unique in the run.
 */
export const followDispute = async (
  run: WorkflowRun,
  session: PaymentSession,
  message: DisputeMessage,
  name: (step: string) => string = (step) => step,
): Promise<boolean> => {
  const { isOurs, toRead } = await run.change(name('take dispute'), chargeEvents, (call) =>
    takeDisputeMessage(call, message),
  );
  if (toRead === null) return isOurs;
  const { invoiceId, chargeId, externalId } = toRead;
  const read = await session.ask(name('read dispute'), async (payments, access, { now }) => {
    const found = (await payments.readDispute?.(access, externalId)) ?? null;
    // As of before the read: what another run has read since is newer, also if it was recorded first.
    return found && { ...found, time: found.time ?? now.toISOString() };
  });
  if (read)
    await run.change(name('record dispute'), chargeEvents, (call) =>
      recordInvoiceDispute(call, { invoiceId, chargeId, read }),
    );
  return true;
};
