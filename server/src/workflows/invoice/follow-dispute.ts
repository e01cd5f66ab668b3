import {
  chargeEvents,
  type DisputeMessage,
  recordInvoiceDisputes,
  takeDisputeMessage,
} from '../../domain/invoice/actions/record-payment.ts';
import type { WorkflowRun } from '../../engine/workflow.ts';
import type { PaymentSession } from '../buyer/payment-session.ts';

/** A run that the previous release began has stored a message without the dispute, and without the amount of what came back. */
const named = (message: DisputeMessage): DisputeMessage =>
  message.read === null
    ? message
    : { ...message, read: { ...{ disputeId: null, amount: null, currency: null }, ...message.read } };

/**
 * Applies a provider's message about a disputed payment. Whatever the message lacks is read at the provider. Returns
 * whether the charge is ours. `name`: of the steps, unique in the run.
 */
export const followDispute = async (
  run: WorkflowRun,
  session: PaymentSession,
  message: DisputeMessage,
  name: (step: string) => string = (step) => step,
): Promise<boolean> => {
  const { isOurs, toRead } = await run.change(name('take dispute'), chargeEvents, (call) =>
    takeDisputeMessage(call, named(message)),
  );
  if (toRead === null) return isOurs;
  const { invoiceId, chargeId, externalId } = toRead;
  const reads = await session.ask(name('read disputes'), async (payments, access, { now }) => {
    const found = (await payments.readDisputes?.(access, externalId)) ?? [];
    // As of before the read: what another run has read since is newer, also if it was recorded first.
    return found.map((read) => ({ ...read, time: read.time ?? now.toISOString() }));
  });
  if (reads.length > 0)
    await run.change(name('record disputes'), chargeEvents, (call) =>
      recordInvoiceDisputes(call, { invoiceId, chargeId, reads, isAll: true }),
    );
  return true;
};
