import type { CancellationRead } from '../../../../adapters/marketplace/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import type { EventName } from '../../../../contract/events.ts';
import type { Partner } from '../../../../contract/partner-codes.ts';
import { cancelDue } from '../../../../engine/due-store.ts';
import { findRunningOperation } from '../../../../engine/operation-store.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { changeEntitlement } from '../../change.ts';
import { entitlementTransitions } from '../../states.ts';
import { findAgreements, lockEntitlement, lockPurchase } from '../../store.ts';
import { type CancellationRequest, recheckKind } from '../cancellation.ts';
import { addCancellation, changeCancellation } from '../change.ts';
import { actOf, cancellationIs, cancellationTransitions } from '../states.ts';
import { findNewestCancellations } from '../store.ts';
import { followRequest } from './recheck-cancellation.ts';

/** Events that `applyCancellations` may emit, for its callers. */
export const applyCancellationsEmits = [
  'cancellation_request.created',
  'cancellation_request.acknowledged',
  'cancellation_request.approved',
  'cancellation_request.rejected',
  'cancellation_request.withdrawn',
  'cancellation_request.failed',
  'entitlement.ending',
] as const satisfies EventName[];

const events: Readonly<Record<CancellationRead['status'], (typeof applyCancellationsEmits)[number]>> = {
  PENDING_APPROVAL: 'cancellation_request.acknowledged',
  APPROVED: 'cancellation_request.approved',
  REJECTED: 'cancellation_request.rejected',
  WITHDRAWN: 'cancellation_request.withdrawn',
  VALIDATION_FAILED: 'cancellation_request.failed',
};

/** More requests than this for one entitlement are not looked at; each waits up to seven days for its answer. */
const requestsMax = 100;
/** The times of two clocks are compared. */
const clockSkewMs = 15 * 60_000;

const shownBy = (read: CancellationRead) => ({
  external_id: read.externalId,
  status_message: read.statusMessage,
  partner_version: read.version,
});

/** Whether a request at the marketplace may be the one of ours whose acknowledgement was lost. */
const mayBe = (ours: CancellationRequest, read: CancellationRead): boolean =>
  ours.reason_code === read.reasonCode &&
  ours.reason_description === read.reasonDescription &&
  new Date(read.createdTime).getTime() >= ours.creation_time.getTime() - clockSkewMs;

/** Applies a read of one request, known or new. Only a newer read changes one that is known. */
const applyOne = async (
  call: ActCall,
  entitlementId: string,
  partner: Partner,
  known: CancellationRequest | undefined,
  read: CancellationRead,
): Promise<void> => {
  if (!known) {
    const request: CancellationRequest = {
      id: call.newId(),
      entitlement_id: entitlementId,
      partner,
      agreement_id: read.agreementId,
      ...shownBy(read),
      status: read.status,
      reason_code: read.reasonCode,
      reason_description: read.reasonDescription,
      client_token: null,
      withdrawal_reason: null,
      created_by: null,
      creation_time: new Date(read.createdTime),
      last_update_time: call.now,
      version: 1,
    };
    await addCancellation(
      call,
      request,
      cancellationIs.open(read.status) ? 'cancellation_request.created' : events[read.status],
    );
    return;
  }
  const isNew = known.external_id === null;
  if (!isNew && read.version <= known.partner_version) return;
  const act = actOf[read.status];
  if (!allows(cancellationTransitions, act, known.status)) return;
  const status = nextStatus('Cancellation request', cancellationTransitions, act, known);
  const isChanged = isNew || status !== known.status || read.statusMessage !== known.status_message;
  if (isChanged) await changeCancellation(call, known, { ...shownBy(read), status }, events[read.status]);
};

/** An approved cancellation ends the entitlement as soon as the marketplace reports the end of its agreement. */
const beginEnd = async (call: ActCall, entitlementId: string): Promise<void> => {
  const old = await lockEntitlement(call.db, entitlementId);
  if (!old || !allows(entitlementTransitions, 'cancel', old.status)) return;
  const status = nextStatus('Entitlement', entitlementTransitions, 'cancel', old);
  await changeEntitlement(call, old, { status, status_before: old.status }, 'entitlement.ending');
};

/**
 * Applies what the marketplace shows about the requests to cancel an agreement: those of ours are moved, others are
 * imported. `all`: the reads are all of this agreement's, so that a request of ours that is not among them, and that
 * nothing is sending any more, was never received. The newest approval moves the entitlement to PENDING_CANCEL. Does
 * nothing for an unknown agreement. Emits `applyCancellationsEmits`.
 */
export const applyCancellations = async (
  call: ActCall,
  { partner, agreementId }: { partner: Partner; agreementId: string },
  reads: readonly CancellationRead[],
  { all }: { all: boolean },
): Promise<void> => {
  const [agreement] = (await findAgreements(call.db, partner, agreementId, agreementId)).filter(
    ({ external_id: id }) => id === agreementId,
  );
  if (!agreement) return;
  const entitlementId = agreement.entitlement_id;
  // In the order of `applyAgreement`, so that the two cannot deadlock.
  await lockPurchase(call.db, partner, agreement.chain_id);
  await lockEntitlement(call.db, entitlementId);
  const known = await findNewestCancellations(call.db, entitlementId, requestsMax);
  const unacknowledged = known.find((one) => one.external_id === null && cancellationIs.open(one.status));
  const knownIds = new Set(known.map(({ external_id: id }) => id));
  const adopted = unacknowledged && reads.find((read) => !knownIds.has(read.externalId) && mayBe(unacknowledged, read));
  // The oldest first, so that an answer is recorded before the next request.
  for (const read of reads.toReversed()) {
    const ours = read === adopted ? unacknowledged : known.find(({ external_id: id }) => id === read.externalId);
    await applyOne(call, entitlementId, partner, ours, read);
  }
  if (all && unacknowledged && !adopted) {
    const entityId = encodeId('cancelreq', unacknowledged.id);
    if ((await findRunningOperation(call.db, ['cancellation.request'], entityId)) === undefined) {
      const status = nextStatus('Cancellation request', cancellationTransitions, 'fail', unacknowledged);
      const change = { status, status_message: `${partner} has no such request: it was never received.` };
      await changeCancellation(call, unacknowledged, change, 'cancellation_request.failed');
    }
  }
  const [latest] = await findNewestCancellations(call.db, entitlementId, 1);
  if (!latest) return;
  if (cancellationIs.open(latest.status)) return followRequest(call, entitlementId);
  await cancelDue(call.db, recheckKind, entitlementId);
  if (cancellationIs.approved(latest.status) && latest.agreement_id === agreementId)
    await beginEnd(call, entitlementId);
};
