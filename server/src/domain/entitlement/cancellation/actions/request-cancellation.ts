import type { ActCall } from '../../../../contract/call.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { operationIdOf } from '../../../../engine/run-act.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { encodeId } from '../../../../kit/ids.ts';
import type { Entitlement } from '../../entitlement.ts';
import { viewEntitlement } from '../../view.ts';
import { type CancellationRequest, standardReason } from '../cancellation.ts';
import { addCancellation } from '../change.ts';
import { cancellationIs } from '../states.ts';
import { findNewestCancellations } from '../store.ts';
import { followRequest } from './recheck-cancellation.ts';

export type GivenReason = {
  awsReasonCode?: string | null | undefined;
  awsReasonDescription?: string | null | undefined;
};

const requestedBy = ({ type, id, name }: ActCall['actor']): CancellationRequest['created_by'] => ({
  entityId: id,
  entityType: type.toUpperCase(),
  name,
});

/**
 * Asks the buyer of an agreement to agree to its cancellation. The entitlement stays as it is until the marketplace
 * reports an approval. A request that was never acknowledged, and that nothing is sending any more, is sent again with
 * its own token. Emits cancellation_request.created.
 */
export const requestCancellation = async (call: ActCall, old: Entitlement, reason: GivenReason) => {
  const view = viewEntitlement(call.orgId, old);
  const [latest] = await findNewestCancellations(call.db, old.id, 1);
  const open = latest && cancellationIs.open(latest.status) ? latest : undefined;
  const send = async (request: CancellationRequest): Promise<void> => {
    const options = { entityId: encodeId('cancelreq', request.id), partner: old.partner };
    call.setHeader(
      'Operation-Id',
      operationIdOf(await call.start('cancellation.request', { requestId: request.id }, options)),
    );
    await followRequest(call, old.id);
  };
  if (open) {
    const entityId = encodeId('cancelreq', open.id);
    const isSending = await findRunningOperation(call.db, ['cancellation.request'], entityId);
    if (open.external_id !== null || isSending) {
      const message =
        'A request to cancel this entitlement waits for its buyer already; withdraw it before making another one.';
      throw new Refusal('Conflict', message, { status: open.status, requestId: entityId });
    }
    call.recordChange({ type: 'cancelreq', id: entityId, before: null, after: { isSentAgain: true } });
    await send(open);
    return view;
  }
  const request: CancellationRequest = {
    id: call.newId(),
    entitlement_id: old.id,
    partner: old.partner,
    agreement_id: old.external_id ?? '',
    external_id: null,
    status: 'PENDING_APPROVAL',
    status_message: null,
    reason_code: reason.awsReasonCode ?? standardReason,
    reason_description: reason.awsReasonDescription || null,
    client_token: call.newId(),
    withdrawal_reason: null,
    created_by: requestedBy(call.actor),
    partner_version: 0,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  await addCancellation(call, request, 'cancellation_request.created');
  await send(request);
  return view;
};
