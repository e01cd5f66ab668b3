import { acts, type Endpoint, reads } from '../../../contract/endpoint.ts';
import { listHeaders, paged } from '../../../contract/shapes.ts';
import { operationHeader } from '../../../engine/start-once.ts';
import { movesOf } from '../../../kit/transitions.ts';
import { WorkloadEntitlement } from '../schema.ts';
import { stateTables as entitlementTables } from '../states.ts';
import { cancelEntitlement, cancelEvents, scheduledEvents } from './actions/cancel-entitlement.ts';
import { scheduleEntitlementCancellation, unscheduleEntitlementCancellation } from './actions/schedule-cancellation.ts';
import { withdrawEntitlementCancellationRequest } from './actions/withdraw-cancellation-request.ts';
import { CancellationQueryParams } from './fields.ts';
import { listEntitlementCancellationRequests } from './reads.ts';
import {
  CancelEntitlement,
  CancellationSchedule,
  EntitlementCancellationRequest,
  WithdrawCancellationRequest,
} from './schema.ts';
import { stateTables } from './states.ts';

const common = {
  family: 'entitlement',
  params: { entitlementId: { id: 'ent', noun: 'entitlement' } },
} as const;

const move = movesOf('entitlement', entitlementTables.entitlement);
const moveRequest = movesOf('cancellation request', stateTables['cancellation request']);

export const cancellationEndpoints: Endpoint[] = [
  reads({
    ...common,
    id: 'listEntitlementCancellationRequests',
    method: 'GET',
    path: '/org/{orgId}/entitlement/{entitlementId}/cancel',
    permission: 'entitlement:read',
    summary: 'List the requests to cancel an entitlement',
    query: CancellationQueryParams,
    reply: paged(EntitlementCancellationRequest),
    replyHeaders: listHeaders,
    read: listEntitlementCancellationRequests,
  }),
  acts({
    ...common,
    id: 'cancelEntitlement',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/cancel',
    permission: 'entitlement:write',
    summary: 'Cancel an entitlement',
    notes:
      'Direct billing ends it at once. AZURE ends the subscription: the response shows PENDING_CANCEL, then it becomes ' +
      'CANCELLED, or what it was before if Microsoft refuses. AWS asks the buyer, with the reason in the body (default ' +
      'OTHER): the entitlement stays as it is until the request is approved, by the buyer or by AWS after 7 days. At most one ' +
      'request is open. GCP has no API for it; the 409 describes what to do by hand.',
    body: CancelEntitlement,
    bodyOptional: true,
    reply: WorkloadEntitlement,
    replyHeaders: operationHeader,
    moves: move(['cancel', 'requestCancellation', 'endNow'], { repeats: ['PENDING_CANCEL'] }),
    needs: 'entitlementCancel',
    emits: [...cancelEvents],
    act: cancelEntitlement,
  }),
  acts({
    ...common,
    id: 'withdrawEntitlementCancellationRequest',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/cancel/withdraw',
    permission: 'entitlement:write',
    summary: 'Withdraw the open request to cancel an entitlement',
    notes: 'The response shows PENDING_APPROVAL; the request becomes WITHDRAWN when the marketplace confirms it.',
    body: WithdrawCancellationRequest,
    reply: EntitlementCancellationRequest,
    replyHeaders: operationHeader,
    moves: moveRequest('withdraw'),
    needs: 'cancellationRequest',
    emits: [],
    act: withdrawEntitlementCancellationRequest,
  }),
  acts({
    ...common,
    id: 'scheduleEntitlementCancellation',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/scheduleCancellation',
    permission: 'entitlement:write',
    summary: 'Schedule the cancellation of an entitlement',
    notes:
      'For direct billing and AZURE. Immediate cancels now. EndOfTerm cancels at the end of the current term instead of ' +
      'renewing (AZURE: 6 hours before it, because a subscription renews by itself). SpecificDate needs a cancelDate that is ' +
      'later than now and not after the end of the term. A schedule replaces the previous one; ' +
      'metaInfo.entitlementCancellationSchedule shows it.',
    body: CancellationSchedule,
    reply: WorkloadEntitlement,
    replyHeaders: operationHeader,
    moves: move(['scheduleCancellation', 'cancel']),
    needs: 'entitlementScheduleCancellation',
    emits: ['entitlement.cancellation_scheduled', ...scheduledEvents],
    act: scheduleEntitlementCancellation,
  }),
  acts({
    ...common,
    id: 'unscheduleEntitlementCancellation',
    method: 'POST',
    path: '/org/{orgId}/entitlement/{entitlementId}/unscheduleCancellation',
    permission: 'entitlement:write',
    summary: 'Unschedule the cancellation of an entitlement',
    notes: 'Without a schedule it changes nothing.',
    reply: WorkloadEntitlement,
    moves: move('unscheduleCancellation'),
    needs: 'entitlementScheduleCancellation',
    emits: ['entitlement.cancellation_unscheduled'],
    act: unscheduleEntitlementCancellation,
  }),
];
