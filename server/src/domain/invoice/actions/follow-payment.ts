import type { ActCall } from '../../../contract/call.ts';
import { scheduleDue } from '../../../engine/due-store.ts';
import { startOnce } from '../../../engine/start-once.ts';
import { encodeId } from '../../../kit/ids.ts';
import { type Invoice, payKind } from '../invoice.ts';
import { askAfterMs } from '../payment.ts';

/** Starts the run that brings a payment or a refund to its end, unless one is in progress, and schedules the next. */
export const followPayment = async (call: ActCall, { id, partner, refund_of: refundOf }: Invoice): Promise<void> => {
  await scheduleDue(call.db, payKind, id, new Date(call.now.getTime() + askAfterMs));
  const name = refundOf === null ? 'invoice.pay' : 'invoice.refund';
  const entityId = encodeId('invoice', id);
  if (!(await startOnce(call, name, { invoiceId: id }, { entityId, partner }))) return;
  call.recordChange({ type: 'invoice', id: entityId, before: {}, after: { started: name } });
};
