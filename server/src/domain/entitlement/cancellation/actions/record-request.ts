import type { ActCall } from '../../../../contract/call.ts';
import { stepFailed } from '../../../../engine/workflow.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { lockEntitlement } from '../../store.ts';
import { type CancellationRequest, reasonMax } from '../cancellation.ts';
import { changeCancellation } from '../change.ts';
import { cancellationIs, cancellationTransitions } from '../states.ts';
import { findCancellation } from '../store.ts';

/** Loads the request of a run. Throws if there is none. */
export const loadCancellation = async (
  { db }: Pick<ActCall, 'db'>,
  requestId: string,
): Promise<CancellationRequest> => {
  const request = await findCancellation(db, requestId);
  if (!request) throw stepFailed('NotFound', 'No such cancellation request.');
  return request;
};

/** Reads a request again under the lock of its entitlement, as every change of one does. */
const lockCancellation = async (call: ActCall, requestId: string): Promise<CancellationRequest> => {
  const { entitlement_id: entitlementId } = await loadCancellation(call, requestId);
  await lockEntitlement(call.db, entitlementId);
  return loadCancellation(call, requestId);
};

/**
 * Records that the marketplace refused a request before it started, with its message. Emits
 * cancellation_request.failed.
 */
export const recordRequestRefused = async (call: ActCall, requestId: string, message: string): Promise<void> => {
  const old = await lockCancellation(call, requestId);
  if (!allows(cancellationTransitions, 'fail', old.status) || old.external_id !== null) return;
  const status = nextStatus('Cancellation request', cancellationTransitions, 'fail', old);
  const change = { status, status_message: cutText(message, reasonMax) };
  await changeCancellation(call, old, change, 'cancellation_request.failed');
};

/**
 * Records that it is unknown whether the marketplace has received a request. The request stays open until the next read
 * of the agreement shows whether it has.
 */
export const recordRequestUnknown = async (call: ActCall, requestId: string, message: string): Promise<void> => {
  const old = await lockCancellation(call, requestId);
  if (!cancellationIs.open(old.status) || old.external_id !== null) return;
  await changeCancellation(call, old, { status_message: cutText(message, reasonMax) });
};

/** Records that a request could not be withdrawn; it stays as it is. Emits cancellation_request.withdraw_failed. */
export const recordWithdrawalFailed = async (call: ActCall, requestId: string, message: string): Promise<void> => {
  const old = await lockCancellation(call, requestId);
  if (!cancellationIs.open(old.status) || old.withdrawal_reason === null) return;
  const change = { withdrawal_reason: null, status_message: cutText(message, reasonMax) };
  await changeCancellation(call, old, change, 'cancellation_request.withdraw_failed');
};
